import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, MessageCircle } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { giftPath, pledgesPath } from './pledge.ts'

/** The end of a number, and all of it for the person who asks. That they did is written down. */
export function ShowPhone({ slug, id, phone }: { slug: string; id: number; phone: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed()
  const whole = answer?.ok ? answer.gave?.phone : undefined
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 @2xl:justify-start">
      <span role="status" className="figures whitespace-nowrap">
        {whole ?? phone}
      </span>
      {!whole && (
        <Changing>
          <Form method="post" action={`${pledgesPath(slug)}/phone`}>
            <input type="hidden" name="pledge" value={id} />
            <Button
              size="small"
              variant="secondary"
              busy={busy}
              busyText={t`Asking...`}
              icon={<Eye aria-hidden="true" className="size-4" />}
            >
              <Trans context="number">Show</Trans>
            </Button>
          </Form>
        </Changing>
      )}
    </div>
  )
}

type RowDeedsProps = { slug: string; pledge: { id: number; phone: string | null } }
const way = 'inline-flex min-h-11 items-center gap-1.5 rounded-control text-brand hover:underline @2xl:min-h-8'

/** What can be done with a pledge that is open. A reminder by WhatsApp is written from the organiser's own phone. */
export function RowDeeds({ slug, pledge: { id, phone } }: RowDeedsProps) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <div className="grid justify-items-end text-right @2xl:justify-items-start @2xl:text-sm">
      {phone && (
        <a
          href={`${pledgesPath(slug)}/remind?pledge=${id}`}
          target="_blank"
          rel="noopener noreferrer"
          className={`${way} @2xl:whitespace-nowrap`}
        >
          <MessageCircle aria-hidden="true" className="size-4 shrink-0" />
          <Trans>Remind on WhatsApp</Trans>
        </a>
      )}
      <a href={`${pledgesPath(slug)}/cash?pledge=${id}`} className={way}>
        <Trans>Paid outside Harambee</Trans>
      </a>
      <a href={giftPath(slug, id)} className={way}>
        <Trans>Choose its gift</Trans>
      </a>
      <Form method="post" action={`${pledgesPath(slug)}/release`}>
        <input type="hidden" name="pledge" value={id} />
        <Button size="small" variant="secondary" busy={busy} busyText={t`Saving...`}>
          <Trans context="a pledge">Release</Trans>
        </Button>
      </Form>
    </div>
  )
}

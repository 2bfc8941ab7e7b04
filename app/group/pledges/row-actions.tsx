import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, MessageCircle } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { giftPath, type PledgeState, pledgesPath } from './pledge.ts'

/** Shows the end of a number, and all of it for the person who asks, which is recorded. */
export function ShowPhone({ slug, id, phone }: { slug: string; id: number; phone: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
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

type RowActionsProps = { slug: string; pledge: { id: number; phone: string | null; paid: number } }

/** The actions on an open pledge. A reminder by WhatsApp is written from the organiser's own phone. */
export function RowActions({ slug, pledge: { id, phone, paid } }: RowActionsProps) {
  const [search] = useSearchParams()
  const asks = new URLSearchParams(search)
  asks.set('release', String(id))
  const look = { size: 'small', variant: 'secondary' } as const
  return (
    <div className="flex flex-wrap justify-end gap-2 @2xl:justify-start">
      {phone && (
        <a
          href={`${pledgesPath(slug)}/remind?pledge=${id}`}
          target="_blank"
          rel="noopener noreferrer"
          className={cx(buttonClass(look), 'no-underline')}
        >
          <MessageCircle aria-hidden="true" className="size-4 shrink-0" />
          <Trans>Remind on WhatsApp</Trans>
        </a>
      )}
      <LinkButton to={`${pledgesPath(slug)}/cash?pledge=${id}`} {...look}>
        <Trans>Paid outside Harambee</Trans>
      </LinkButton>
      <ItsGifts slug={slug} pledge={{ id, paid }} />
      <LinkButton to={`?${asks}`} preventScrollReset {...look}>
        <Trans context="a pledge">Cancel</Trans>
      </LinkButton>
    </div>
  )
}

/** The link to the gifts that count for a pledge, if one was chosen by mistake; or to choose one. */
export const ItsGifts = ({ slug, pledge: { id, paid } }: { slug: string; pledge: { id: number; paid: number } }) => (
  <LinkButton to={giftPath(slug, id)} size="small" variant="secondary">
    {paid > 0 ? <Trans>Its gifts</Trans> : <Trans>Choose its gift</Trans>}
  </LinkButton>
)

type Releasable = { id: number; name: string | null; anonymous: boolean; amount: number; state: PledgeState }

/** Asks before a pledge is released: it can't be opened again. The address opens it, so it works without a script, too. */
export function ReleaseQuestion({ slug, pledges }: { slug: string; pledges: Releasable[] }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const pledge = pledges.find(({ id, state }) => String(id) === search.get('release') && state === 'open')
  const without = new URLSearchParams(search)
  without.delete('release')
  const back = `${pledgesPath(slug)}${without.size > 0 ? `?${without}` : ''}`
  const close = () => void navigate(back, { replace: true, preventScrollReset: true })
  const { Form, busy } = useFormAction({ onDone: close })
  return (
    <AlertDialog
      open={pledge !== undefined}
      onClose={close}
      closeTo={back}
      title={<Trans>Cancel this pledge?</Trans>}
      text={<Trans>Nothing more is expected of it, and it can’t be opened again. What was given stays given.</Trans>}
      confirm={
        <Form method="post" action={`${pledgesPath(slug)}/release`} className="grid">
          <input type="hidden" name="pledge" value={pledge?.id} />
          <Button variant="danger" busy={busy} busyText={t`Saving...`}>
            <Trans>Cancel the pledge</Trans>
          </Button>
        </Form>
      }
    >
      {pledge && (
        <p className="wrap-anywhere font-semibold">
          {pledge.name ?? i18n._(namelessOwn(pledge.anonymous))} · {moneyText(pledge.amount)}
        </p>
      )}
    </AlertDialog>
  )
}

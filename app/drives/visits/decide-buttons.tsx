import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useState } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { noonOf, type Visit } from './visit.ts'

type Decision = 'confirmed' | 'cancelled'

/** Confirms or cancels a visit, after asking: the guest is written to at once. Without a script it is done unasked. */
export function DecideButtons({ slug, visit }: { slug: string; visit: Visit }) {
  const { i18n } = useLingui()
  const [asked, setAsked] = useState<{ decision: Decision; sequence: number }>()
  const { Form, busy, answer } = useDeed({ onDone: () => setAsked(undefined) })
  const ask = (decision: Decision) => (event: MouseEvent) => {
    event.preventDefault()
    setAsked({ decision, sequence: visit.sequence })
  }
  const action = `/fund-drive/${slug}/rsvps/decide`
  // Decided in another window meanwhile, the question is no longer the same.
  const open = asked?.sequence === visit.sequence
  const refused = answer && !answer.ok ? answer.says : undefined
  return (
    <>
      <Form method="post" action={action} className="flex flex-wrap gap-2 @2xl:flex-nowrap">
        <Which visit={visit} />
        {visit.status !== 'confirmed' && (
          <Button size="small" name="status" value="confirmed" onClick={ask('confirmed')}>
            <Trans>Confirm</Trans>
          </Button>
        )}
        {visit.status !== 'cancelled' && (
          <Button size="small" variant="secondary" name="status" value="cancelled" onClick={ask('cancelled')}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Form>
      <AlertDialog
        open={open}
        onClose={() => setAsked(undefined)}
        {...questionOf(asked?.decision)}
        cancelText={<Trans>Go back</Trans>}
        confirm={
          <Form method="post" action={action} className="grid">
            <Which visit={visit} />
            <input type="hidden" name="status" value={asked?.decision} />
            <Sure decision={asked?.decision} busy={busy} />
          </Form>
        }
      >
        <p className="wrap-anywhere font-semibold">
          {visit.name} · {briefDayIn(i18n.locale as Language, noonOf(visit.date))}, {visit.time}
        </p>
        {refused && (
          <Notice tone="stop" title={refused.title} className="mt-4">
            {refused.text}
          </Notice>
        )}
      </AlertDialog>
    </>
  )
}

/** Which visit, and which decision about it this window knows as the last. */
function Which({ visit: { id, sequence } }: { visit: Visit }) {
  return (
    <>
      <input type="hidden" name="visit" value={id} />
      <input type="hidden" name="sequence" value={sequence} />
    </>
  )
}

const questionOf = (decision: Decision | undefined) =>
  decision === 'cancelled'
    ? {
        title: <Trans>Cancel this visit?</Trans>,
        text: <Trans>The guest gets an email about it.</Trans>,
      }
    : {
        title: <Trans>Confirm this visit?</Trans>,
        text: <Trans>The guest gets an email with the visit for their calendar.</Trans>,
      }

function Sure({ decision, busy }: { decision: Decision | undefined; busy: boolean }) {
  const { t } = useLingui()
  return decision === 'cancelled' ? (
    <Button variant="danger" busy={busy} busyText={t`Cancelling...`}>
      <Trans>Cancel visit</Trans>
    </Button>
  ) : (
    <Button busy={busy} busyText={t`Confirming...`}>
      <Trans>Confirm visit</Trans>
    </Button>
  )
}

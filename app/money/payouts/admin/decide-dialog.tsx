import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { payoutStatusWords } from '#app/money/payouts/payout.ts'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { concernWords } from './check.ts'
import { CheckList } from './check.tsx'
import { ApprovedMark } from './decide-buttons.tsx'
import { DecideForm } from './decide-form.tsx'
import { pageBelow } from './payout-admin.ts'
import { RequestFacts } from './request-facts.tsx'
import type { ToDecide } from './requests-list.server.ts'

type DecideDialogProps = { what: 'complete' | 'decline'; about: ToDecide; first?: Answer | undefined }

/** Asks for a decision about a request, with all its facts. Opened by its own address, so that it works without a script, too. */
export function DecideDialog({ what, about, first }: DecideDialogProps) {
  const { pathname, search } = useLocation()
  // The answer is kept here and not in the form, which goes as soon as the request is decided: it is still to be shown.
  const { Form, busy, answer = first } = useFormAction()
  const back = pageBelow(pathname, search)
  const { request } = about
  // A person who is writing while another person decides keeps what they have typed; what they press is refused.
  const [began] = useState(!hinders(what, about))
  const isLate = began && !answer && request.status !== 'processing'
  return (
    <AddressDialog
      closeTo={back}
      size="wide"
      title={what === 'complete' ? <Trans>Complete request</Trans> : <Trans>Decline request</Trans>}
    >
      <div className="grid gap-5">
        <Refused answer={answer} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <RequestFacts request={request} />
          <section className="rounded-control border border-line px-4 py-3 text-[0.9375rem]">
            <h3 className="mb-2 text-base">
              <Trans>Balance check</Trans>
            </h3>
            <CheckList check={request.check} />
          </section>
        </div>
        <Hindrance what={what} about={about} />
        {(isLate || !hinders(what, about)) && <DecideForm {...{ Form, busy, answer, what, about, pathname, back }} />}
      </div>
    </AddressDialog>
  )
}

/** True if this administrator can't decide: it is decided, it is their own, or they are the first of two already. */
const hinders = (what: DecideDialogProps['what'], { request, lookerId }: ToDecide): boolean =>
  request.status !== 'processing' || request.check.isOwn || (what === 'complete' && request.approval?.by === lookerId)

function Hindrance({ what, about }: Pick<DecideDialogProps, 'what' | 'about'>) {
  const { i18n } = useLingui()
  const { request, lookerId } = about
  if (request.status !== 'processing') {
    const status = i18n._(payoutStatusWords[request.status])
    return <Notice title={<Trans>It is decided already: {status}</Trans>} />
  }
  if (request.check.isOwn) return <Notice tone="warn" title={i18n._(concernWords.own)} />
  return what === 'complete' ? <ApprovedMark request={request} mine={request.approval?.by === lookerId} /> : null
}

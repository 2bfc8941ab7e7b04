import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import type { Answer } from '#app/kit/says.ts'
import { declineChoices, declineReasons, payoutStatusWords } from '#app/money/payouts/payout.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Select, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { ApprovedMark } from './decide-buttons.tsx'
import { concernWords, pageBelow } from './payout-admin.ts'
import { CheckList, RequestFacts } from './request-facts.tsx'
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
  const isLate = began && !answer && !isOpen(what, request)
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

/** True for a request that can be decided so: what waits for treasurers can only be declined. */
const isOpen = (what: DecideDialogProps['what'], { status }: ToDecide['request']): boolean =>
  status === 'processing' || (status === 'waiting' && what === 'decline')

/** True if this administrator can't decide: it is decided, it is their own, or they are the first of two already. */
const hinders = (what: DecideDialogProps['what'], { request, lookerId }: ToDecide): boolean =>
  !isOpen(what, request) || request.check.isOwn || (what === 'complete' && request.approval?.by === lookerId)

function Hindrance({ what, about }: Pick<DecideDialogProps, 'what' | 'about'>) {
  const { i18n } = useLingui()
  const { request, lookerId } = about
  if (!isOpen(what, request)) {
    const status = i18n._(payoutStatusWords[request.status])
    return <Notice title={<Trans>It is decided already: {status}</Trans>} />
  }
  if (request.check.isOwn) return <Notice tone="warn" title={i18n._(concernWords.own)} />
  return what === 'complete' ? <ApprovedMark request={request} mine={request.approval?.by === lookerId} /> : null
}

type DecideFormProps = Pick<ReturnType<typeof useFormAction>, 'Form' | 'busy'> & {
  answer: Answer | undefined
  what: 'complete' | 'decline'
  about: ToDecide
  /** The address that the form is sent to, and the page to go back to. */
  pathname: string
  back: string
}

/** Asks for a note and the administrator's password, and has the button that decides. */
export function DecideForm({ Form, busy, answer, what, about, pathname, back }: DecideFormProps) {
  const { t } = useLingui()
  const isComplete = what === 'complete'
  return (
    <Form method="post" action={pathname} className="grid gap-5">
      <input type="hidden" name="back" value={back} />
      {isOpen(what, about.request) && (isComplete ? <WhatItDoes about={about} /> : <WhatDecliningDoes about={about} />)}
      {!isComplete && <Why answer={answer} />}
      <Field
        name="note"
        label={<Trans>Note</Trans>}
        answer={answer}
        optional
        hint={
          about.request.status === 'waiting' ? (
            <Trans>The owner sees it in the list of payouts and in an email, and the treasurers read it.</Trans>
          ) : (
            <Trans>The owner sees it in the list of payouts and in an email.</Trans>
          )
        }
      >
        <TextArea rows={2} maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
      <Button
        variant={isComplete ? 'primary' : 'danger'}
        size="large"
        wide
        busy={busy}
        busyText={isComplete ? t`Completing...` : t`Declining...`}
      >
        {isComplete ? <Trans>Complete</Trans> : <Trans>Decline</Trans>}
      </Button>
    </Form>
  )
}

/** Asks for the reason, which tells the owner what to do next. Without one they are told to write to us. */
function Why({ answer }: { answer: Answer | undefined }) {
  const { t, i18n } = useLingui()
  return (
    <Field
      name="reason"
      label={<Trans>Reason</Trans>}
      answer={answer}
      optional
      hint={<Trans>Please choose one: the owner then reads what to do next.</Trans>}
    >
      <Select>
        <option value="">{t`Choose a reason`}</option>
        {declineReasons.map((reason) => (
          <option key={reason} value={reason}>
            {i18n._(declineChoices[reason])}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Says whether the button sends money, or confirms that a person has sent it. */
function WhatItDoes({ about: { request, mode, needsTwo, together } }: { about: ToDecide }) {
  const { t, i18n } = useLingui()
  const [net, method] = [moneyText(request.net, 'KSH'), request.method]
  if (needsTwo && !request.approval)
    return (
      <Notice title={<Trans>Two administrators complete a withdrawal of this size</Trans>}>
        <Trans>
          Yours is the first of two approvals. Nothing is sent before another administrator completes it, too.
        </Trans>
        {together > request.amount && (
          <p>{t`Requests of this fund drive within a day are added up: ${moneyText(together, 'KSH')} in all.`}</p>
        )}
      </Notice>
    )
  if (mode === 'by-hand')
    return (
      <Notice tone="warn" title={<Trans>Send the money first, then press Complete</Trans>}>
        {t`Nobody sends it for you: Complete says that you have sent ${net} to ${method} by hand.`}
      </Notice>
    )
  return (
    <>
      <Notice title={<Trans>Complete sends the money</Trans>}>
        {t`The payment provider sends ${net} to ${method} as soon as you press it.`}
      </Notice>
      {request.attempt && (
        <Notice tone="warn" title={<Trans>It could not be sent before</Trans>}>
          {reasonIn(i18n, request.notes)}
        </Notice>
      )}
      {request.attempt && (
        <Checkbox
          name="byHand"
          label={<Trans>I have sent it by hand instead</Trans>}
          hint={<Trans>The provider is not asked again then, and the request is completed.</Trans>}
        />
      )}
    </>
  )
}

function WhatDecliningDoes({ about: { request } }: { about: ToDecide }) {
  const amount = moneyText(request.amount, 'KSH')
  return (
    <p>
      <Trans>{amount} returns to the fund drive’s balance, and the owner gets an email.</Trans>
    </p>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import type { Answer } from '#app/kit/says.ts'
import { declineChoices, declineReasons } from '#app/money/payouts/decline.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select, TextArea } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { useFormAction } from '#app/ui/use-form-action.tsx'
import type { ToDecide } from './requests-list.server.ts'

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
      {about.request.status === 'processing' &&
        (isComplete ? <WhatItDoes about={about} /> : <WhatDecliningDoes about={about} />)}
      {!isComplete && <Why answer={answer} />}
      <Field
        name="note"
        label={<Trans>Note</Trans>}
        answer={answer}
        optional
        hint={<Trans>The owner sees it in the list of payouts and in an email.</Trans>}
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

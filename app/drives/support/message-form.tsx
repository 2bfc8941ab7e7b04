import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import { reportReasons, supportMessageMax } from './message.ts'

type SupportMessageFormProps = {
  action: string
  /** Sent with the form, so that sending it twice files one message. */
  formKey: string
  /** The form action's answer in a browser without a script. */
  first: Answer | undefined
  onSent?: () => void
}

/** Reports a page to support. */
export function ReportForm(props: SupportMessageFormProps) {
  const { t, i18n } = useLingui()
  return (
    <SupportMessageForm
      {...props}
      send={<Trans>Send report</Trans>}
      top={(answer) => (
        <Field label={<Trans>Reason</Trans>} name="reason" answer={answer} required>
          <Select defaultValue="">
            <option value="">{t`Choose a reason`}</option>
            {Object.entries(reportReasons).map(([reason, words]) => (
              <option key={reason} value={reason}>
                {i18n._(words)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      message={<Trans>What did you see?</Trans>}
      email={{ optional: true, hint: <Trans>Only if we may ask you more. The organiser never sees it.</Trans> }}
    />
  )
}

/** Asks support a question. */
export const QuestionForm = (props: SupportMessageFormProps) => (
  <SupportMessageForm
    {...props}
    send={<Trans>Send</Trans>}
    message={<Trans>Your question</Trans>}
    email={{ required: true, hint: <Trans>We send our answer here.</Trans> }}
  />
)

type Parts = {
  send: ReactNode
  top?: (answer: Answer | undefined) => ReactNode
  message: ReactNode
  email: { optional?: boolean; required?: boolean; hint: ReactNode }
}

function SupportMessageForm({
  action,
  formKey,
  first,
  onSent,
  send,
  top,
  message,
  email,
}: SupportMessageFormProps & Parts) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction({ onDone: () => onSent?.() })
  const key = useFormKey(formKey, answer)
  return (
    <Form method="post" action={action} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      {top?.(answer)}
      <Field label={message} name="message" answer={answer} required>
        <TextArea rows={6} maxLength={supportMessageMax} />
      </Field>
      <Field label={<Trans>Email</Trans>} name="email" answer={answer} {...email}>
        <Input type="email" inputMode="email" autoComplete="email" maxLength={254} />
      </Field>
      <Button size="large" busy={busy} busyText={t`Sending...`} className="justify-self-start">
        {send}
      </Button>
    </Form>
  )
}

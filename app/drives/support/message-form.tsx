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

/** Reports a page to support. `gave`: we know that the writer gave to the drive, so no code of a gift is asked for. */
export function ReportForm({ gave, ...props }: SupportMessageFormProps & { gave: boolean }) {
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
      last={(answer) => (gave ? <FromGiver /> : <CodeField answer={answer} />)}
    />
  )
}

/** Lets a giver say that they gave, and stay unnamed. */
const CodeField = ({ answer }: { answer: Answer | undefined }) => (
  <Field
    label={<Trans>Code of your gift</Trans>}
    name="code"
    answer={answer}
    optional
    hint={
      <Trans>
        If you gave: the code in the public book, from your receipt. We then see that a giver reports, not who.
      </Trans>
    }
  >
    <Input autoComplete="off" maxLength={40} className="max-w-56" />
  </Field>
)

const FromGiver = () => (
  <p className="text-muted">
    <Trans>You gave to this fundraiser. We see that a giver reports, not who.</Trans>
  </p>
)

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
  last?: (answer: Answer | undefined) => ReactNode
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
  last,
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
      {last?.(answer)}
      <Button size="large" busy={busy} busyText={t`Sending...`} className="justify-self-start">
        {send}
      </Button>
    </Form>
  )
}

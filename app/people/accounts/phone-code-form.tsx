import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

/** The addresses at which a giver asks for a gift back. */
type BackPath<End extends string> = `/receipt/${string}/back${End}`

type Props = {
  /** The address of the form action that takes the code, and hidden fields. */
  action:
    | '/auth/phone/code'
    | '/auth/sign-up/code'
    | '/settings/phone/code'
    | '/settings/email/code'
    | BackPath<'/code'>
  to?: string
  button: ReactNode
  busyText: string
  first?: Answer
}

/** The form for the texted code: phones offer it above the keyboard. */
export function PhoneCodeForm({ action, to, button, busyText, first }: Props) {
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors?.code && <Refused answer={answer} />}
      <Form method="post" action={action} className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <SixDigitsField label={<Trans>Code from the text</Trans>} answer={answer} />
        <Button size="large" wide busy={busy} busyText={busyText}>
          {button}
        </Button>
      </Form>
    </div>
  )
}

/** A field for six digits, which phones offer above the keyboard. */
export function SixDigitsField({ label, answer }: { label: ReactNode; answer: Answer | undefined }) {
  const { t } = useLingui()
  return (
    <Field name="code" label={label} answer={answer} required>
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,7}"
        title={t`Six digits`}
        maxLength={7}
        className="figures h-14 text-center text-2xl tracking-[0.3em]"
      />
    </Field>
  )
}

type AgainProps = {
  /** The address of the form action that texts another code, and hidden fields. */
  action: '/auth/phone' | '/auth/sign-up/phone' | '/settings/phone/again' | '/settings/email/phone' | BackPath<''>
  fields?: Record<string, string>
  /** Seconds until another code can be requested. */
  wait: number
}

/** The button that texts another code, which replaces this one. */
export function SendCodeAgain({ action, fields = {}, wait }: AgainProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={action} className="mt-8 grid justify-items-start gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button variant="secondary" busy={busy} busyText={t`Sending...`}>
        <Trans>Send it again</Trans>
      </Button>
      <Wait key={wait} seconds={wait} />
      {answer && !answer.ok && (
        <p className="text-sm text-stop">{answer.says?.why ?? answer.says?.text ?? answer.says?.title}</p>
      )}
    </Form>
  )
}

/** Counts down with a script; without one it shows the time at page load. */
function Wait({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  if (left === 0) return null
  return (
    <p className="text-muted text-sm">
      <Plural value={left} one="Possible in # second." other="Possible in # seconds." />
    </p>
  )
}

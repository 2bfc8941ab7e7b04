import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { passwordMax } from './people.ts'

type AgainFormProps = {
  /** The form action that checks the password. */
  action: string
  first?: Answer
  hint?: ReactNode
  button: ReactNode
  busyText: string
  danger?: boolean
}
type WholeProps = AgainFormProps & {
  /** True if the answer belongs to the page: it is shown in the form's place. */
  inPlace?: boolean
}

/** Asks for the password once more, before something that only its owner may do. */
export function AgainForm({ inPlace, ...props }: WholeProps) {
  return inPlace ? <OnPage {...props} /> : <Aside {...props} />
}

function Aside({ first, ...props }: AgainFormProps) {
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={props.action} className={look}>
      <Inside {...props} busy={busy} answer={answer} />
    </Form>
  )
}

function OnPage({ first, ...props }: AgainFormProps) {
  const busy = useNavigation().formAction === props.action
  return (
    <Form method="post" action={props.action} className={look}>
      <Inside {...props} busy={busy} answer={first} />
    </Form>
  )
}

const look = 'grid max-w-md gap-5'

type InsideProps = Pick<AgainFormProps, 'hint' | 'button' | 'busyText' | 'danger'> & { busy: boolean; answer?: Answer }

function Inside({ hint, button, busyText, danger, busy, answer }: InsideProps) {
  return (
    <>
      <Refused answer={answer} />
      <Field name="password" label={<Trans>Password</Trans>} answer={answer} required hint={hint}>
        <PasswordInput maxLength={passwordMax} />
      </Field>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy} busyText={busyText} className="justify-self-start">
        {button}
      </Button>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { NewPassword } from '#app/people/accounts/new-password.tsx'
import { emailMax, fullNameMax, type JoiningSeen, usernameFrom, usernamePattern } from '#app/people/accounts/people.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type Props = {
  first?: Answer
  to?: string
  /** The values of an earlier sign-up whose address was wrong. */
  before?: JoiningSeen | null
}

/** Suggests a username from the name while it is typed, until the person types their own. */
function suggest({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
  const [name, username] = ['fullName', 'username'].map((one) => form.elements.namedItem(one))
  if (target !== name || !(name instanceof HTMLInputElement) || !(username instanceof HTMLInputElement)) return
  if (username.value !== (username.dataset.suggested ?? '')) return
  username.dataset.nr ??= String(1000 + Math.floor(Math.random() * 9000))
  username.value = name.value.trim() ? usernameFrom(name.value, Number(username.dataset.nr)) : ''
  username.dataset.suggested = username.value
  // Clears the error of an empty field.
  username.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The four fields that an account needs. */
export function SignUpForm({ first, to, before }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-up" className="grid gap-5" onInput={suggest}>
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>
          <Input autoComplete="name" autoCapitalize="words" maxLength={fullNameMax} defaultValue={before?.fullName} />
        </Field>
        <Field
          name="username"
          label={<Trans>Username</Trans>}
          answer={answer}
          required
          hint={!answer?.errors?.username && <Trans>Made from your name. You can change it now or later.</Trans>}
        >
          <Input
            defaultValue={before?.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            pattern={usernamePattern}
            title={t`3 to 30 characters: letters a–z, digits, _ . and -`}
            maxLength={30}
          />
        </Field>
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
        </Field>
        <NewPassword label={<Trans>Password</Trans>} answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Creating account...`}>
          {t`Create Account`}
        </Button>
      </Form>
    </div>
  )
}

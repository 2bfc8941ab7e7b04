import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { fullNameMax, usernamePattern } from './people.ts'

type ProfileFormProps = { fullName: string; username: string; reach: string; hasEmail: boolean; first?: Answer }

/** The public profile, and the address that only the product knows. */
export function ProfileForm({ fullName, username, reach, hasEmail, first }: ProfileFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/profile/save" className="grid max-w-xl gap-5">
      <Field label={<Trans>Full Name</Trans>} name="fullName" answer={answer} required>
        <Input defaultValue={fullName} autoComplete="name" maxLength={fullNameMax} />
      </Field>
      <Field
        label={<Trans>Username</Trans>}
        name="username"
        answer={answer}
        required
        hint={!answer?.errors?.username && <Trans>3 to 30 characters: letters a–z, digits, _ . and -</Trans>}
      >
        <Input
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          pattern={usernamePattern}
          title={t`3 to 30 characters: letters a–z, digits, _ . and -`}
          maxLength={30}
        />
      </Field>
      <Field
        label={hasEmail ? <Trans>Email</Trans> : <Trans>Phone</Trans>}
        hint={<Trans>Private. You can change it in your settings.</Trans>}
        aside={
          <Link to={hasEmail ? '/settings#email' : '/settings#phone'} className="-my-2 py-2 text-link text-sm">
            <Trans>Change</Trans>
          </Link>
        }
      >
        <Input type={hasEmail ? 'email' : 'tel'} defaultValue={reach} readOnly />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}

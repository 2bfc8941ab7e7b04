import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { WaitingChange } from './email-change.ts'
import { emailMax, passwordMax } from './people.ts'

type Props = { email: string | null; waiting: WaitingChange | null; first?: Answer }

/** The address of the account, and the way to another one. */
export function EmailChangeForm({ email, waiting, first }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed({ onDone: (form) => form?.reset() })
  return (
    <div className="grid gap-5">
      {waiting && <Waiting email={email} waiting={waiting} />}
      <Form method="post" action="/settings/email" className="grid max-w-md gap-5">
        {!answer?.errors && <Refused answer={answer} />}
        <Field
          name="email"
          label={email ? <Trans>New email address</Trans> : <Trans>Email address</Trans>}
          answer={answer}
          required
        >
          <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
        </Field>
        <Field name="password" label={<Trans>Password</Trans>} answer={answer} required>
          <PasswordInput autoComplete="current-password" maxLength={passwordMax} />
        </Field>
        <Button busy={busy} busyText={t`Sending...`} className="justify-self-start">
          {email ? <Trans>Change email</Trans> : <Trans>Add email</Trans>}
        </Button>
      </Form>
    </div>
  )
}

function Waiting({ email, waiting }: { email: string | null; waiting: WaitingChange }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  const { to } = waiting
  return (
    <Notice
      title={
        email ? (
          <Trans>
            Moving to <span className="wrap-anywhere">{to}</span>
          </Trans>
        ) : (
          <Trans>
            Adding <span className="wrap-anywhere">{to}</span>
          </Trans>
        )
      }
      action={
        <Form method="post" action="/settings/email/cancel">
          <Button variant="secondary" size="small" busy={busy} busyText={t`Cancelling...`}>
            {email ? <Trans>Cancel the change</Trans> : <Trans>Cancel</Trans>}
          </Button>
        </Form>
      }
    >
      <Trans>Open the link in the email to each address:</Trans>
      <ul className="mt-1 list-disc pl-5">
        {email && <Side email={email} isConfirmed={waiting.oldConfirmed} />}
        <Side email={to} isConfirmed={waiting.newConfirmed} />
      </ul>
    </Notice>
  )
}

const Side = ({ email, isConfirmed }: { email: string; isConfirmed: boolean }) => (
  <li className="wrap-anywhere">
    {email}: {isConfirmed ? <Trans>confirmed</Trans> : <Trans>not confirmed yet</Trans>}
  </li>
)

import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { passwordMax } from './people.ts'

/** Asks whether it is meant, and for the password. Has an address of its own, so it opens without JavaScript too. */
export function DeleteAccountDialog({ reach, left, first }: { reach: string; left: number; first?: Answer }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = first } = useDeed()
  return (
    <AlertDialog
      open
      onClose={() => void navigate('/settings', { replace: true, preventScrollReset: true })}
      closeTo="/settings"
      title={<Trans>Delete your account?</Trans>}
      text={<Trans>This can’t be undone. The account of {reach} and everything personal in it will be gone.</Trans>}
      cancelText={<Trans>Keep my account</Trans>}
      confirm={null}
    >
      <Form method="post" action="/settings/delete-account" className="grid gap-5">
        <Refused answer={answer} />
        {left > 0 && <LeftBehind amount={moneyText(left)} />}
        <Field name="password" label={<Trans>Password</Trans>} answer={answer} required>
          <PasswordInput maxLength={passwordMax} />
        </Field>
        <Button variant="danger" wide busy={busy} busyText={t`Deleting...`}>
          <Trans>Delete account</Trans>
        </Button>
      </Form>
    </AlertDialog>
  )
}

const LeftBehind = ({ amount }: { amount: string }) => (
  <p>
    <Trans>{amount} in your fund drives is too little to be withdrawn. It stays behind.</Trans>
  </p>
)

import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { forgetPlaces } from '#app/drives/visits/visit.server.ts'
import { forgetPastesOf } from '#app/group/pasted-lists/paste.server.ts'
import { titled } from '#app/kit/brand.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { leaveWithoutMoney, leftBehind } from '#app/money/payouts/method.server.ts'
import { againLimits, deleteAccount } from '#app/people/accounts/account.server.ts'
import { accountTexts } from '#app/people/accounts/account.ts'
import { lastPersonGone } from '#app/people/accounts/cookies.server.ts'
import { passwordAgainForm } from '#app/people/accounts/forms.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { passwordMax } from '#app/people/accounts/people.ts'
import { personContext, sessionCookieGone } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Field, PasswordInput } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/delete-account.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, ...person } = context.get(personContext)!
  return { reach: ownReach(person), left: await leftBehind(db, id) }
}

export const action = formAction({
  form: passwordAgainForm,
  page: true,
  done: { title: accountTexts.deleted, text: accountTexts.deletedText },
  failed: { title: accountTexts.notDeleted, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ password }, { context }) => {
    await deleteAccount(db, context.get(personContext)!.id, password, async (tx, id) => {
      // Before any drive is locked, in the same order as entering a paste.
      await forgetPastesOf(tx, id)
      await leaveWithoutMoney(tx, id)
      await forgetPlaces(tx, id)
    })
    return { go: '/', cookies: [sessionCookieGone(), lastPersonGone()] }
  },
})

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{titled(t`Delete account`)}</title>
      <DeleteAccountDialog {...loaderData} first={actionData} />
    </>
  )
}

/** Asks for confirmation, and for the password. Has an address of its own, so it opens without JavaScript too. */
function DeleteAccountDialog({ reach, left, first }: { reach: string; left: number; first?: Answer }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = first } = useFormAction()
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

import { useLingui } from '@lingui/react/macro'
import { forgetPlaces } from '#app/drives/visits/place.server.ts'
import { forgetPastesOf } from '#app/group/pasted-lists/paste.server.ts'
import { leaveWithoutMoney, leftBehind } from '#app/money/payouts/leaving.server.ts'
import { againLimits, deleteAccount } from '#app/people/accounts/account.server.ts'
import { accountTexts } from '#app/people/accounts/account.ts'
import { passwordAgainForm } from '#app/people/accounts/account-forms.ts'
import { DeleteAccountDialog } from '#app/people/accounts/delete-dialog.tsx'
import { lastPersonGone } from '#app/people/accounts/last-person.server.ts'
import { ownReach } from '#app/people/accounts/reach.server.ts'
import { personContext, sessionCookieGone } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/delete-account.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, ...person } = context.get(personContext)!
  return { reach: ownReach(person), left: await leftBehind(db, id) }
}

export const action = deed({
  form: passwordAgainForm,
  page: true,
  done: { title: accountTexts.deleted, text: accountTexts.deletedText },
  failed: { title: accountTexts.notDeleted, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ password }, { context }) => {
    await deleteAccount(db, context.get(personContext)!.id, password, async (tx, id) => {
      // Before any drive is locked, as where a paste is entered.
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
      <title>{`${t`Delete account`} · Harambee`}</title>
      <DeleteAccountDialog {...loaderData} first={actionData} />
    </>
  )
}

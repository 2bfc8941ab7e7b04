import { useLingui } from '@lingui/react/macro'
import { redirect, useLocation } from 'react-router'
import { fundsOf } from '#app/base/ledger/wallet.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { refuseTogether } from '#app/kit/says.ts'
import { holdOf, shownMethods } from '#app/money/payouts/method.server.ts'
import { payoutTexts } from '#app/money/payouts/payout.ts'
import { asksPassword, withdrawForm } from '#app/money/payouts/payout-forms.ts'
import { transferLimits } from '#app/money/payouts/rails.server.ts'
import {
  refuseTooMany,
  refuseUnseen,
  refuseWrong,
  withdraw,
  withdrawalsLeft,
  wordsFor,
} from '#app/money/payouts/request.server.ts'
import { WithdrawDialog } from '#app/money/payouts/withdraw-form.tsx'
import { againLimits, askPassword } from '#app/people/accounts/account.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/withdraw.ts'

/** Asks a person who has only ever signed in by a code for a password before money goes out: a number can come into other hands. */
const passwordFirst: Route.MiddlewareFunction = ({ context, params: { slug } }) => {
  if (context.get(personContext)?.hasPassword) return
  throw redirect(`/settings/first-password?to=/fund-drive/${slug}/payouts/withdraw`, 303)
}

export const middleware: Route.MiddlewareFunction[] = [ownersOnly, passwordFirst]

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const { id: ownerId } = context.get(personContext)!
  const [funds, holdHours, methods, hour] = await Promise.all([
    fundsOf(db, id),
    holdOf(db, ownerId),
    shownMethods(db, ownerId, context.get(languageContext)),
    withdrawalsLeft(ownerId),
  ])
  const amount = /^[\d.]{1,16}$/.exec(searchParams.get('amount') ?? '')?.[0] ?? ''
  const base = `/fund-drive/${slug}/payouts`
  return { base, funds, holdHours, methods, amount, hour, limits: transferLimits(), formKey: crypto.randomUUID() }
}

export const action = formAction({
  form: withdrawForm,
  page: true,
  failed: payoutTexts.requestFailed,
  // A password is needed for a new method only, and can be tried as seldom as elsewhere.
  limits: (wanted, { context }) => (asksPassword(wanted) ? againLimits(context.get(personContext)!.id) : []),
  run: async (wanted, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const { id: ownerId } = context.get(personContext)!
    await refuseTooMany(db, ownerId, wanted.key)
    await refuseTogether([
      () => refuseWrong(db, { ownerId, driveId, ...wanted }),
      () => (asksPassword(wanted) ? askPassword(db, ownerId, wanted.password) : undefined),
    ])
    refuseUnseen(wanted)
    const { amount, to, key, parts } = wanted
    const done = await withdraw(db, { ownerId, driveId, amount: amount!, to: to!, key, parts })
    return { go: `/fund-drive/${slug}/payouts`, says: wordsFor(done, context.get(languageContext)) }
  },
})

/** Opens over the Payouts page. The dialog has an address of its own, so it opens without a script too. */
export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { key } = useLocation()
  return (
    <>
      <DriveTitle page={t`Withdraw Funds`} />
      <WithdrawDialog key={key} {...loaderData} first={actionData} />
    </>
  )
}

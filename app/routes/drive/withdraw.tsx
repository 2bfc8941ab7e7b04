import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { shownMethods } from '#app/features/payouts/method.server.ts'
import { says } from '#app/features/payouts/payout.ts'
import { withdrawForm } from '#app/features/payouts/payout-forms.ts'
import { walletMax } from '#app/features/payouts/rails.server.ts'
import { fundsOf } from '#app/features/payouts/request.server.ts'
import { refuseUnseen, withdraw, wordsFor } from '#app/features/payouts/withdraw.server.ts'
import { WithdrawDialog } from '#app/features/payouts/withdraw-dialog.tsx'
import { againLimits, askPassword } from '#app/features/people/account.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/withdraw.ts'
import { driveContext } from './context.ts'
import { ownersOnly } from './looking.server.ts'
import { PageTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const [funds, methods] = await Promise.all([
    fundsOf(db, id),
    shownMethods(db, context.get(personContext)!.id, context.get(languageContext)),
  ])
  const amount = /^[\d.]{1,16}$/.exec(searchParams.get('amount') ?? '')?.[0] ?? ''
  const base = `/fund-drive/${slug}/payouts`
  return { base, funds, methods, amount, walletMax: walletMax(), formKey: crypto.randomUUID() }
}

export const action = deed({
  form: withdrawForm,
  page: true,
  failed: says.requestFailed,
  // A password is asked for with a new method only, and can be tried as seldom as elsewhere.
  limits: ({ to, isSeen }, { context }) =>
    'method' in to && isSeen ? againLimits(context.get(personContext)!.id) : [],
  run: async ({ password, ...wanted }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const { id: ownerId } = context.get(personContext)!
    await refuseUnseen(db, driveId, wanted)
    if ('method' in wanted.to) await askPassword(db, ownerId, password)
    const done = await withdraw(db, { ownerId, driveId, ...wanted })
    return { go: `/fund-drive/${slug}/payouts`, says: wordsFor(done, context.get(languageContext)) }
  },
})

/** Stands over the Payouts page; it has an address of its own, so it opens without a script too. */
export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { key } = useLocation()
  return (
    <>
      <PageTitle page={t`Withdraw Funds`} />
      <WithdrawDialog key={key} {...loaderData} first={actionData} />
    </>
  )
}

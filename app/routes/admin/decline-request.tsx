import { useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { declineAsAsked } from '#app/features/payouts/office/decide.server.ts'
import { DecideDialog } from '#app/features/payouts/office/decide-dialog.tsx'
import { requestFor } from '#app/features/payouts/office/desk.server.ts'
import { says } from '#app/features/payouts/office/office.ts'
import { decisionForm } from '#app/features/payouts/office/office-forms.ts'
import { actorIn, deciderIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { afterEachDeed } from '#app/ui/same-page.ts'
import type { Route } from './+types/decline-request.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const about = await requestFor(db, params.payout, actorIn(context))
  if (!about) throw data(null, { status: 404 })
  return about
}

export const action = deed({
  form: decisionForm,
  page: true,
  failed: says.failed,
  secret: ['again'],
  run: async ({ back, again, ...decided }, { params, context }) => {
    const by = await deciderIn(db, context, again)
    return { go: back, says: await declineAsAsked(db, params.payout, decided, by) }
  },
})

// Whoever comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

/** Stands over the list, or over the request's own page; it has an address of its own, so it opens without a script too. */
export default function DeclineRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{`${t`Decline request`} · ${t`Admin`} · Harambee`}</title>
      <DecideDialog what="decline" about={loaderData} first={actionData} />
    </>
  )
}

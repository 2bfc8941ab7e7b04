import { useLingui } from '@lingui/react/macro'
import { brand } from '#app/kit/brand.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/decline-request.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { decideRequest, declineAsAsked, requestToDecide } from './decide-request.server.ts'

export const loader = requestToDecide
export const action = decideRequest(declineAsAsked)

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Opens over the list, or over the request's own page. The dialog has an address of its own, so it opens without a script too. */
export default function DeclineRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{`${t`Decline request`} · ${t`Admin`} · ${brand()}`}</title>
      <DecideDialog what="decline" about={loaderData} first={actionData} />
    </>
  )
}

import { useLingui } from '@lingui/react/macro'
import { brand } from '#app/kit/brand.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/complete-request.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { completeAsAsked, decideRequest, requestToDecide } from './decide-request.server.ts'

export const loader = requestToDecide
export const action = decideRequest(completeAsAsked)

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Opens over the list, or over the request's own page. The dialog has an address of its own, so it opens without a script too. */
export default function CompleteRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{`${t`Complete request`} · ${t`Admin`} · ${brand()}`}</title>
      <DecideDialog what="complete" about={loaderData} first={actionData} />
    </>
  )
}

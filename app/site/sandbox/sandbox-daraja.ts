import { pretendedDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import type { Route } from './+types/sandbox-daraja.ts'
import { pretended } from './pretended.server.ts'

/** The pretend M-Pesa. */
const answer = (asked: Route.LoaderArgs | Route.ActionArgs) => pretended(asked, pretendedDaraja().answer)

export const loader = answer
export const action = answer

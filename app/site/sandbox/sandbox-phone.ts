import { pretendedDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import type { Route } from './+types/sandbox-phone.ts'
import { pretended } from './pretended.server.ts'

/** The pretend phones, on which prompts of M-Pesa arrive. */
const answer = (asked: Route.LoaderArgs | Route.ActionArgs) => pretended(asked, pretendedDaraja().phone)

export const loader = answer
export const action = answer

import { pretendedPaystack } from '#app/platform/paystack/pretended-paystack.server.ts'
import type { Route } from './+types/sandbox-paystack.ts'
import { pretended } from './pretended.server.ts'

/** The pretend payment provider. */
const answer = (asked: Route.LoaderArgs | Route.ActionArgs) => pretended(asked, pretendedPaystack().answer)

export const loader = answer
export const action = answer

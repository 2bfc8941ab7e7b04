import { hear } from '#app/money/payments/intake.server.ts'
import type { Route } from './+types/paystack-webhook.ts'

// POST, signed: Paystack tells us what happened. While the app is open it is answered before the router, see app/early.server.ts.

export const action = async ({ request }: Route.ActionArgs): Promise<Response> =>
  hear('paystack', new Uint8Array(await request.arrayBuffer()), request.headers)

export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

import { receiveCallback } from '#app/money/mpesa/callbacks.server.ts'
import { intakeDb } from '#app/money/payments/intake.server.ts'
import { db } from '#app/platform/db.server.ts'
import { isHeardFrom } from '#app/platform/mpesa/choose-mobile-money.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/hear-mpesa.ts'

// POST, to a secret address: M-Pesa tells us of a request on a phone or of a payment, or asks whether we take one. It makes us
// ask, and proves nothing. In the running app it is answered before the router, see app/early.server.ts.

type Args = Pick<Route.ActionArgs, 'request' | 'context' | 'params'>

export const action = async ({ request, context, params: { token } }: Args): Promise<Response> =>
  isHeardFrom(context.get(askedContext).address)
    ? receiveCallback(db, token, new Uint8Array(await request.arrayBuffer()), intakeDb)
    : new Response(null, { status: 404 })

export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

import { hearOfAsk } from '#app/features/payments/phone/asks.server.ts'
import { hearOfPrompt } from '#app/features/payments/phone/hear.server.ts'
import { db } from '#app/platform/db.server.ts'
import { isHeardFrom } from '#app/platform/mpesa/sources.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/hear-prompt.ts'

// POST, to a secret address: M-Pesa tells us of one request on a phone. It makes us ask, and proves nothing.

export const action = async ({ request, context, params: { token } }: Route.ActionArgs): Promise<Response> => {
  if (!isHeardFrom(context.get(askedContext).address)) return new Response(null, { status: 404 })
  const raw = new Uint8Array(await request.arrayBuffer())
  return (await hearOfAsk(db, token, raw)) ?? hearOfPrompt(db, token, raw)
}

export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

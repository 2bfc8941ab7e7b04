import { pretendedPaystack } from '#app/platform/paystack/pretended-paystack.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { HangUp } from '#sandbox/bodies.ts'

import type { Route } from './+types/sandbox-paystack.ts'

/** The pretend payment provider. It does not exist where a key of the real one is set. */
async function answer({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  if (!settings.pretends) return new Response('Not Found', { status: 404 })
  const { nonce, address, hangUp } = context.get(askedContext)
  try {
    return await pretendedPaystack().answer(request, { nonce, address })
  } catch (error) {
    if (!(error instanceof HangUp)) throw error
    hangUp?.()
    return new Response(null, { status: 500 })
  }
}

export const loader = answer
export const action = answer

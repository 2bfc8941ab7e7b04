import { pretendedDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import { pretendedPaystack } from '#app/platform/paystack/pretended-paystack.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { pretendedGateway } from '#app/platform/sms/texter.server.ts'
import { HangUp } from '#sandbox/bodies.ts'
import type { Visit } from '#sandbox/steering.ts'
import type { Route } from './+types/pretended.ts'

type World = { isOpen: () => boolean; answer: (request: Request, visit: Visit) => Promise<Response> }
const pretends = () => settings.pretends

/** The pretended services, by their part of the address. A phone shows what M-Pesa sends there. */
const worlds: Record<string, World> = {
  paystack: { isOpen: pretends, answer: (...asked) => pretendedPaystack().answer(...asked) },
  daraja: { isOpen: pretends, answer: (...asked) => pretendedDaraja().answer(...asked) },
  phone: { isOpen: pretends, answer: (...asked) => pretendedDaraja().phone(...asked) },
  africastalking: {
    isOpen: () => textsAre(settings) === 'pretended',
    answer: (request) => pretendedGateway().answer(request),
  },
}

/** Answers as a pretended service. Answers 404 where money is real, or texts are really sent. */
async function answer({ request, context }: Route.LoaderArgs | Route.ActionArgs): Promise<Response> {
  const world = worlds[new URL(request.url).pathname.split('/')[2]!]
  if (!world?.isOpen()) return new Response('Not Found', { status: 404 })
  const { nonce, address, hangUp } = context.get(askedContext)
  try {
    return await world.answer(request, { nonce, address })
  } catch (error) {
    if (!(error instanceof HangUp)) throw error
    hangUp?.()
    return new Response(null, { status: 500 })
  }
}

export const loader = answer
export const action = answer

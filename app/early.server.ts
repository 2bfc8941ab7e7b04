import { action as trackView } from '#app/drives/views/api/track-view.ts'
import { action as processDonation } from '#app/money/donations/api/process-donation.ts'
import { action as verifyPayment } from '#app/money/donations/api/verify-payment.ts'
import { action as hearMpesa } from '#app/money/mpesa/api/hear-mpesa.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { watchedTopics } from '#app/site/api/topics.server.ts'
import { languageOf } from './kit/languages.ts'
import { hear } from './money/payments/intake.server.ts'
import { carriesSession } from './people/accounts/session.server.ts'
import type { EarlyAsked } from './platform/http/addresses.server.ts'
import { logFault } from './platform/log.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { askedContext } from './platform/request.server.ts'
import { speak } from './reception.server.ts'

// Requests that come in bursts are answered before the router, which would cost three times as much for each.

/**
 * Calls the action that the router would find, for a visitor without a session: there is no account to load, and no page to make. A
 * request with a session takes the usual way.
 */
const ofNobody =
  (action: (args: Args) => Promise<Response>) =>
  (body: Uint8Array<ArrayBuffer>, headers: Headers, { url, context }: EarlyAsked): Promise<Response> | undefined => {
    if (carriesSession({ headers })) return undefined
    speak(context, languageOf(headers.get('cookie'), headers.get('accept-language')))
    return action({ request: new Request(url, { method: 'POST', headers, body }), params: {}, context })
  }

/** Answers a visitor without a session. */
function watchedByNobody(_: Uint8Array, headers: Headers, { url, context }: EarlyAsked) {
  if (carriesSession({ headers })) return undefined
  const { gone } = context.get(askedContext)
  return watchedTopics(new Request(url, { headers, ...(gone ? { signal: gone } : {}) }), context)
}

/** Takes the provider's name from the address. */
const hearPaystack = (body: Uint8Array, headers: Headers) => hear('paystack', body, headers)

/** Calls the action that the router would find. While the database is away, M-Pesa is asked to come again. */
const receiveCallback = (body: Uint8Array<ArrayBuffer>, headers: Headers, { url, context, last }: EarlyAsked) => {
  const request = new Request(url, { method: 'POST', headers, body })
  return hearMpesa({ request, context, params: { token: last } }).catch((error) => {
    if (!lifecycle.heard(error)) throw error
    logFault(error, context)
    return new Response(null, { status: 503 })
  })
}

export const early = {
  'POST /webhooks/paystack': hearPaystack,
  'POST /hooks/m/:token': receiveCallback,
  'POST /api/track-view': ofNobody(trackView),
  'POST /api/process-donation': ofNobody(processDonation),
  'POST /api/verify-payment': ofNobody(verifyPayment),
  'GET /live': watchedByNobody,
}

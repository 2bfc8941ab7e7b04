import type { RouterContextProvider } from 'react-router'
import { hear } from './features/payments/hear.server.ts'
import { carriesSession } from './features/people/session.server.ts'
import { languageOf } from './kit/languages.ts'
import type { Args } from './platform/deed.server.ts'
import { askedContext } from './platform/request.server.ts'
import { speak } from './reception.server.ts'
import { action as processDonation } from './routes/machine/process-donation.ts'
import { watched } from './routes/machine/topics.server.ts'
import { action as trackView } from './routes/machine/track-view.ts'
import { action as verifyPayment } from './routes/machine/verify-payment.ts'

// What comes in bursts is answered before the router, which would cost each three times as much.

type Reached = { url: URL; context: RouterContextProvider }

/**
 * The same action that the router would find, for the person who has no account here: then there is nobody to remember, and no
 * page to make. Who carries a session takes the usual way.
 */
const ofNobody =
  (action: (args: Args) => Promise<Response>) =>
  (body: Uint8Array<ArrayBuffer>, headers: Headers, { url, context }: Reached): Promise<Response> | undefined => {
    if (carriesSession({ headers })) return undefined
    speak(context, languageOf(headers.get('cookie'), headers.get('accept-language')))
    return action({ request: new Request(url, { method: 'POST', headers, body }), params: {}, context })
  }

/** Of the person who has no account here. */
function watchedByNobody(_: Uint8Array, headers: Headers, { url, context }: Reached) {
  if (carriesSession({ headers })) return undefined
  const { gone } = context.get(askedContext)
  return watched(new Request(url, { headers, ...(gone ? { signal: gone } : {}) }), context)
}

/** The address says which provider it is. */
const hearPaystack = (body: Uint8Array, headers: Headers) => hear('paystack', body, headers)

export const early = {
  'POST /webhooks/paystack': hearPaystack,
  'POST /api/track-view': ofNobody(trackView),
  'POST /api/process-donation': ofNobody(processDonation),
  'POST /api/verify-payment': ofNobody(verifyPayment),
  'GET /live': watchedByNobody,
}

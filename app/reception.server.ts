import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { lifecycle } from '#app/platform/lifecycle.server.ts'
import type { Language } from './kit/languages.ts'
import { wordsIn } from './kit/words.ts'
import { catalogues } from './locales/catalogues.server.ts'
import { unreadyAnswer, withSlash } from './platform/http/faults.server.ts'
import { languageContext, unavailableContext, wordsContext } from './platform/request.server.ts'

/** From here on this request is answered in this language. */
export function speak(context: Readonly<RouterContextProvider>, language: Language) {
  context.set(languageContext, language)
  context.set(wordsContext, wordsIn(language, catalogues[language]))
}

/** Lets visitors in while the app can receive them. Else everybody is told what is missing; /auth says it in its own words. */
export const receive: MiddlewareFunction<Response> = async ({ request, context, pattern }) => {
  const atTheDoor = withSlash(pattern) === '/auth' && request.method !== 'POST'
  if (atTheDoor) await lifecycle.check()
  const state = lifecycle.state()
  if (state === 'ready' || state === 'draining') return
  // What the payment provider tells has connections of its own: it is kept while everybody else has to wait.
  if (withSlash(pattern) === '/webhooks/paystack' && lifecycle.hasOpened()) return
  // A form that was open before is answered at the form, in its own words; nothing typed is lost.
  if (/^\/auth\/sign-(in|up)$/.test(withSlash(pattern)) && request.method === 'POST') return
  if (!atTheDoor) throw unreadyAnswer(context)
  context.set(unavailableContext, true)
}

import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import type { Language } from './kit/languages.ts'
import { wordsIn } from './kit/words.ts'
import { catalogues } from './locales/catalogues.server.ts'
import { unreadyAnswer, withSlash } from './platform/http/faults.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { languageContext, unavailableContext, wordsContext } from './platform/request.server.ts'

/** Sets the language in which this request is answered from here on. */
export function speak(context: Readonly<RouterContextProvider>, language: Language) {
  context.set(languageContext, language)
  context.set(wordsContext, wordsIn(language, catalogues[language]))
}

/** Lets visitors in while the app is ready. Else it says what is missing; /auth says so in its own words. */
export const receive: MiddlewareFunction<Response> = async ({ request, context, pattern }) => {
  const atTheDoor = withSlash(pattern) === '/auth' && request.method !== 'POST'
  if (atTheDoor) await lifecycle.check()
  const state = lifecycle.state()
  if (state === 'ready' || state === 'draining') return
  // The payment provider's events have connections of their own: they are stored while everybody else has to wait.
  if (withSlash(pattern) === '/webhooks/paystack' && lifecycle.hasOpened()) return
  // A form that was already open gets its answer in place, in its own words; nothing typed is lost.
  if (/^\/auth\/sign-(in|up)$/.test(withSlash(pattern)) && request.method === 'POST') return
  if (!atTheDoor) throw unreadyAnswer(context)
  context.set(unavailableContext, true)
}

import { RouterContextProvider } from 'react-router'
import { wordsIn } from '#app/kit/words.ts'
import { askedContext, languageContext, wordsContext } from '#app/platform/request.server.ts'

// What a visitor's browser sends, as a form action sees it.

const origin = 'http://harambee.test'
let visitors = 0

/** A visitor with a network address of their own. */
export function asking({ cookie = '', address = `10.0.${visitors++ % 250}.7`, path = '/', method = 'GET' } = {}) {
  const context = new RouterContextProvider()
  context.set(askedContext, { id: 'test', nonce: '', address, origin, byScript: false })
  context.set(languageContext, 'en')
  context.set(wordsContext, wordsIn('en'))
  const request = new Request(origin + path, { method, headers: { cookie, 'user-agent': 'Firefox/150' } })
  const url = new URL(origin + path.replace(/\.data(?=\?|$)/, ''))
  return { request, url, context, params: {} }
}

/** The cookies a browser would send next. */
export const jar = (cookies: string[]) =>
  cookies
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

import { wordsOf } from './as-sent.ts'
import type { Answered } from './ask.ts'
import { type Fields, walker } from './walk.ts'
import { wholeApp } from './whole-app.ts'

// A browser without a script, asking the whole app: pages, and forms as they are sent from them.

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'

export type From = {
  language?: string
  cookie?: string
  agent?: string
  address?: string
  host?: string
  comesFrom?: string
}
export type Seen = Answered & { words: string }

/** Opens the app for this file. A form goes to an address, and tells where it was sent on or what the page then says. */
export function plainBrowser() {
  const at = wholeApp({ drawn: true })
  const headersOf = ({ language = 'en', cookie = '', agent = firefox, address, host, comesFrom }: From) => ({
    accept: 'text/html',
    'accept-language': language,
    'user-agent': agent,
    cookie,
    ...(address && { 'x-forwarded-for': address }),
    ...(host && { host }),
    ...(comesFrom && { referer: at.origin + comesFrom }),
  })
  const read = (answered: Answered): Seen => ({ ...answered, words: wordsOf(answered.text) })
  const get = async (path: string, from: From = {}) =>
    read(await at.ask(path.replace(/#.*/, ''), { headers: headersOf(from) }))
  const send = async (path: string, fields: Record<string, string> | Fields, from: From = {}) => {
    const all = Array.isArray(fields) ? fields : Object.entries(fields)
    const form = all.some(([, value]) => value instanceof File) ? new FormData() : new URLSearchParams()
    for (const [name, value] of all) form.append(name, value as string)
    const sent = new Response(form)
    const headers = {
      ...headersOf({ comesFrom: path.replace(/\/[\w-]+$/, ''), ...from }),
      origin: at.origin,
      'content-type': sent.headers.get('content-type')!,
    }
    return read(await at.ask(path, { method: 'POST', headers, body: Buffer.from(await sent.arrayBuffer()) }))
  }
  return { get, send, visitor: keepsCookies({ get, send }), walks: (from: From = {}) => walker({ get, send }, from) }
}

type Asks = {
  get: (path: string, from?: From) => Promise<Seen>
  send: (path: string, fields: Record<string, string>, from?: From) => Promise<Seen>
}
/** One browser that keeps its cookies, and goes nowhere by itself. */
const keepsCookies =
  ({ get, send }: Asks) =>
  (language = 'en') => {
    const jar = new Map<string, string>()
    const from = () => ({ language, cookie: [...jar].map((one) => one.join('=')).join('; ') })
    const keep = (seen: Seen): Seen => {
      for (const line of seen.headers['set-cookie'] ?? []) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        jar.set(name!, value!)
      }
      return seen
    }
    return {
      get: async (path: string) => keep(await get(path, from())),
      send: async (path: string, fields: Record<string, string>) => keep(await send(path, fields, from())),
    }
  }

/** Where the first link of a page leads that begins with these words. */
export const linkTo = (html: string, words: string) =>
  new RegExp(`<a\\b[^>]*\\shref="([^"]*)"[^>]*>(?:<svg(?:(?!</?a\\b).)*</svg>)?${words}`)
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&')

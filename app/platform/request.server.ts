import type { I18n } from '@lingui/core'
import { createContext, data } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import type { KeptForm } from './http/form.server.ts'
import { isNear } from './http/network-address.server.ts'
import { publicAddress, settings } from './settings/settings.server.ts'

/** The loader's declarations for the cache, while a page is made for nobody. */
export type Keep = {
  /** The topics whose changes make the cache remake the page. */
  topics: string[]
  /** True for visitors who see something else: their requests are handled as usual. */
  except?: (visitor: string) => boolean
  /** True if visitors without a visitor cookie get one with the page. */
  marksVisitors?: boolean
  /** The page stays the same until then, in milliseconds since 1970, unless a topic changes. By default for a second. */
  until?: number
}

/** The facts of a request before any route sees it. The HTTP server fills them in. */
export type RequestInfo = {
  /** The id in every log line and on every error page. */
  id: string
  /** The nonce of the page's inline scripts; without it the browser runs none. */
  nonce: string
  /** The visitor's network address, as TRUST_PROXY lets us know it. */
  address: string
  /** The product's own address as this visitor reaches it: 'https://harambee.example'. */
  origin: string
  /** True when the page's own script asks; false for a plain visit or form post without JavaScript. */
  byScript: boolean
  /** Aborted when the visitor goes away before the answer is sent. */
  gone?: AbortSignal
  /** Ends the connection without an answer, where a pretended provider does that. */
  hangUp?: () => void
  /** The pattern of the route that answers, once it is known: '/fundraiser/:slug'. */
  route?: string
  /** True for a page that is made for nobody, to be cached and given to everybody: it must contain nothing of one visitor. */
  forAll?: boolean
  /** True for a browser that has no file of ours yet. */
  isFirst?: boolean
  /** The loader's declarations for the cache. Without them the page is not cached. */
  keep?: Keep
  /** A part of the page could not be read: such a page is not given to later visitors. */
  lacksPart?: boolean
  /** Nobody pressed a button: a form that was sent before its person signed in again is shown with its typed text. */
  kept?: KeptForm
  /** True for a person who changed something a moment ago: a replica may not have it yet. */
  isFresh?: boolean
  /** True once a form action runs, which may change something. */
  changes?: boolean
  /** Seconds after which a retry makes sense, when the answer is no for now. */
  retryAfter?: number
}
/**
 * Returns the origin that a page states to search engines and chats, and in the links that people copy from it. Without APP_URL the
 * Host of a request is believed only for this machine and its own network: any other may be made up.
 */
export function namedOrigin({ origin }: Pick<RequestInfo, 'origin'>): string {
  const name = new URL(origin).hostname
  const isOurs = !name.includes('.') || /\.(localhost|local)$/.test(name) || isNear(name.replace(/^\[|\]$/g, ''))
  return settings.APP_URL !== undefined || isOurs ? origin : publicAddress()
}

export const askedContext = createContext<RequestInfo>()
export const languageContext = createContext<Language>('en')
export const wordsContext = createContext<I18n>()
/** True while the app can't serve anybody, and only pages that say so may answer. */
export const unavailableContext = createContext(false)

/** Returns the number in an address; throws a 404 if there is none. */
export function numberIn(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

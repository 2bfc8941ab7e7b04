import type { I18n } from '@lingui/core'
import { createContext, data } from 'react-router'
import { isNear } from '#app/kit/addresses.ts'
import type { Language } from '#app/kit/languages.ts'
import type { KeptForm } from './kept-forms.server.ts'
import { publicAddress, settings } from './settings.server.ts'

/** What a page's loader says of it while it is made for nobody. */
export type Keep = {
  /** The page is made anew when one of these was told of. */
  topics: string[]
  /** Visitors who see something else: they take the usual way. */
  except?: (visitor: string) => boolean
  /** Those who come with no cookie of a visitor yet get one with it. */
  marksVisitors?: boolean
  /** It shows the same until then, in milliseconds since 1970, unless one of the topics is told of. Else for a second. */
  until?: number
}

/** What is known of a request before any screen sees it. The HTTP server fills it in. */
export type RequestInfo = {
  /** Stands in every log line and on every error page. */
  id: string
  /** For the page's inline scripts; without it the browser runs none. */
  nonce: string
  /** The visitor's network address, as TRUST_PROXY lets us know it. */
  address: string
  /** The product's own address as this visitor reaches it: 'https://harambee.example'. */
  origin: string
  /** True when the page's own script asks; false for a plain visit or form post without JavaScript. */
  byScript: boolean
  /** Aborted when the visitor goes away before the answer is sent. */
  gone?: AbortSignal
  /** Ends the connection without an answer, where even that is pretended. */
  hangUp?: () => void
  /** The pattern of the route that answers, once it is known: '/fundraiser/:slug'. */
  route?: string
  /** True for a page that is made for nobody, to be kept and given to everybody: nothing in it may be one visitor's. */
  forAll?: boolean
  /** What the loader of such a page says of it. Without it the page is not kept. */
  keep?: Keep
  /** A part of the page could not be read: such a page is given to nobody who comes later. */
  lacksPart?: boolean
  /** Nobody pressed a button: a form that was sent before its person signed in again is shown with what was typed. */
  kept?: KeptForm
  /** Seconds after which it is worth asking again, when the answer is no for now. */
  retryAfter?: number
}
/**
 * Under which address a page names itself to search engines and chats, and in the links that people copy from it. Without APP_URL the Host of a request is believed for this
 * machine and its own network alone: any other anybody may have written.
 */
export function namedOrigin({ origin }: Pick<RequestInfo, 'origin'>): string {
  const name = new URL(origin).hostname
  const isOurs = !name.includes('.') || /\.(localhost|local)$/.test(name) || isNear(name.replace(/^\[|\]$/g, ''))
  return settings.APP_URL !== undefined || isOurs ? origin : publicAddress()
}

export const askedContext = createContext<RequestInfo>()
export const languageContext = createContext<Language>('en')
export const wordsContext = createContext<I18n>()
/** True when the app can't serve anybody just now, and only pages that say so may answer. */
export const unavailableContext = createContext(false)

/** The number in an address; without one there is no such thing. */
export function numberIn(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

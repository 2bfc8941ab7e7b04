import type { IncomingMessage } from 'node:http'
import { type Language, languageOf } from '#app/kit/languages.ts'
import { chosenEncoding, type Encoding } from '#app/platform/http/compress.server.ts'
import { looksLikeVisitor } from '#app/platform/visitor.server.ts'
import { edgeLanguage } from './edge.server.ts'

/** A page in one language, under one of our origins. `isFirst`: the browser has no file of ours yet. `isEdge`: a shared cache asks for it. */
export type PageRequest = { origin: string; language: Language; address: string; isFirst: boolean; isEdge?: boolean }
export type PageWay = Omit<PageRequest, 'address'> & { encoding: Encoding | 'plain' }

/** The most sets of headers that are remembered at once. */
const most = 5000
/** Without APP_URL a visitor's Host names our origin: if many are made up, all but the first are handled as usual. */
const mostOrigins = 8

/** Parses request headers, once for each set: the same few come again and again. */
export class PageWays {
  private readonly known = new Map<string, PageWay>()
  private readonly origins = new Set<string>()

  private readonly originOf: (incoming: IncomingMessage) => string | undefined

  /** True behind a shared cache: then its word about the language is believed. */
  private readonly hasEdge: boolean

  constructor(originOf: (incoming: IncomingMessage) => string | undefined, { hasEdge = false } = {}) {
    this.originOf = originOf
    this.hasEdge = hasEdge
  }

  /** Undefined where the origin is nonsense, or one too many. */
  of(incoming: IncomingMessage, cookies: string): PageWay | undefined {
    const { headers } = incoming
    const accepts = headers['accept-encoding'] as string | undefined
    const asked = this.hasEdge ? edgeLanguage(headers) : undefined
    // A page of the shared cache is also for browsers that have no file of ours.
    const isFirst = asked !== undefined || !looksLikeVisitor(cookies)
    const chose = cookies.includes('language=') ? (/(?:^|; )language=\w{0,10}/.exec(cookies)?.[0] ?? '') : ''
    const name = `${headers.host}\n${headers['x-forwarded-host'] ?? ''}\n${headers['x-forwarded-proto'] ?? ''}\n${accepts}\n${headers['accept-language']}\n${chose}\n${isFirst}${asked ?? ''}`
    const before = this.known.get(name)
    if (before) return before
    const origin = this.originOf(incoming)
    if (!origin || name.length > 1000 || !this.hasRoomFor(origin)) return undefined
    const language = asked ?? languageOf(chose, headers['accept-language'] ?? null)
    const encoding = chosenEncoding(accepts, ['br', 'zstd', 'gzip']) ?? ('plain' as const)
    const way = { origin, language, encoding, isFirst, ...(asked && { isEdge: true }) }
    if (this.known.size >= most) this.startAgain()
    this.known.set(name, way)
    return way
  }

  private startAgain() {
    this.known.clear()
    this.origins.clear()
  }

  private hasRoomFor(origin: string): boolean {
    if (this.origins.has(origin)) return true
    if (this.origins.size >= mostOrigins) return false
    this.origins.add(origin)
    return true
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Echo } from '#app/platform/live/echo.server.ts'
import { newMemory } from '#app/platform/live/memory.ts'
import { log } from '#app/platform/log.server.ts'
import { copyOf, etagOf, type KnownCopy, type MadePage, PageBody, type PageCopy } from './copies.server.ts'
import type { PageRequest, PageWay } from './ways.server.ts'

/** The listeners of each topic. */
class ByTopic<Hearing> {
  private readonly all = new Map<string, Set<Hearing>>()

  of(topic: string): Iterable<Hearing> {
    return this.all.get(topic) ?? []
  }

  /** Moves a listener from its topics before to these topics. */
  move(one: Hearing, before: string[], topics: string[]): void {
    for (const topic of before) {
      const hearing = this.all.get(topic)
      hearing?.delete(one)
      if (hearing?.size === 0) this.all.delete(topic)
    }
    for (const topic of topics) this.all.set(topic, (this.all.get(topic) ?? new Set()).add(one))
  }
}

// Answers that are the same for everybody without an account, cached as bytes: pages, their data, pictures. The router
// makes them for nobody: without a cookie, an address or a browser, so they contain nothing personal.

export type Keeping = {
  /** Returns the address as the cache's key, without needless parts; undefined for addresses that are not cached. */
  addressOf: (url: string) => string | undefined
  /** Has the router make the answer; undefined if it may not be cached. */
  make: (asking: PageRequest) => Promise<MadePage | undefined>
  /** Returns the origin, language and encoding that the request asks for; undefined when these make no sense. */
  wayOf: (incoming: IncomingMessage, cookies: string) => PageWay | undefined
  /** True for cookies that identify the visitor, carry a message to them, or show that they left something here. */
  isPersonal: (cookies: string) => boolean
  isOpen: () => boolean
  /** Returns a visitor's cookie, for a browser that has none yet. */
  cookieFor: (cookies: string) => string | undefined
  /** The visitor as the database knows them. */
  visitorOf: (incoming: IncomingMessage) => string
  /** Handles a request as usual, without the cache. */
  otherwise: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** The time up to which all notifications have arrived: an answer with an `until` of its own is right up to then. */
  echo?: Pick<Echo, 'at' | 'ask'>
} & Partial<typeof usual>

const usual = {
  /** The greatest age of an answer, in milliseconds, even without notifications. */
  oldest: 1000,
  /** The age at which an answer is remade while the old one is still served. */
  ripe: 850,
  /** The shortest time between two remakes after notifications. */
  tick: 100,
  /** The size of all answers together, in bytes. */
  room: 64 * 1024 * 1024,
  /** The most addresses that do not exist: with a bound of their own, so that nobody can push out the others. */
  mostMissing: 1000,
}

export class KeptAnswers {
  /** The number of answers since the start. A metric that counts at each request costs as much as the rest. */
  given = 0
  private readonly keeping: Keeping & typeof usual
  private readonly heard = newMemory()
  private readonly entries = new Map<string, Entry>()
  private readonly byTopic = new ByTopic<Entry>()
  private readonly missing = new Set<Entry>()
  private size = 0

  constructor(keeping: Keeping) {
    this.keeping = { ...usual, ...keeping }
  }

  /** Answers at once when it can, or as soon as the page is made. False: the request is to be handled as usual. */
  answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.method !== 'GET') return false
    const address = this.keeping.addressOf(incoming.url!)
    if (address === undefined || !this.keeping.isOpen()) return false
    const cookies = incoming.headers.cookie ?? ''
    if (cookies !== '' && this.keeping.isPersonal(cookies)) return false
    const way = this.keeping.wayOf(incoming, cookies)
    if (!way) return false
    const entry = this.entryOf(address, way)
    const now = performance.now()
    if (entry.isNot && now - entry.at < this.keeping.oldest) return false
    if (this.isGood(entry, now)) return this.give(entry, way, incoming, outgoing)
    void this.newest(entry).then(() => {
      if (outgoing.destroyed) return
      if (!this.give(entry, way, incoming, outgoing)) this.keeping.otherwise(incoming, outgoing)
    })
    return true
  }

  /** Marks a topic as changed. The first change counts at once, others a tick later. */
  said(topic: string, tick = this.keeping.tick): void {
    this.heard.note(topic)
    for (const entry of this.byTopic.of(topic)) this.saidOf(entry, tick)
  }

  private saidOf(entry: Entry, tick: number) {
    if (entry.told) return
    const wait = entry.at + tick - performance.now()
    if (wait <= 0) entry.told = true
    else setTimeout(() => (entry.told = true), wait).unref()
  }

  /** Marks all as changed: notifications may have been missed, because the database connection was lost. */
  forget(): void {
    for (const entry of this.entries.values()) entry.told = true
  }

  /** The size of the cache, in bytes. */
  get bytes(): number {
    return this.size
  }

  private isGood(entry: Entry, now: number): boolean {
    // A page that lacks a part is only for those who waited for it: the next request gets a new one.
    if (!entry.made || entry.told || entry.made.lacksPart) return false
    const { echo, oldest, ripe } = this.keeping
    const lasts = now < entry.until
    const age = now - (lasts && echo ? Math.max(entry.at, echo.at) : entry.at)
    if (age > oldest) return false
    if (age > ripe) void (lasts && echo ? echo.ask() : this.made(entry))
    return true
  }

  private entryOf(address: string, { origin, language, isFirst, isEdge }: PageWay): Entry {
    const name = `${language}${isEdge ? ' edge' : isFirst ? ' first' : ''} ${origin}${address}`
    const known = this.entries.get(name)
    if (known) return known
    const entry = newEntry(name, { origin, language, address, isFirst, ...(isEdge && { isEdge }) })
    this.size += entry.size
    this.entries.set(name, entry)
    return entry
  }

  /** Makes the page again if a notification came while it was being made. */
  private async newest(entry: Entry): Promise<void> {
    if (entry.made && !entry.told && performance.now() < entry.until) {
      await this.keeping.echo?.ask()
      if (this.isGood(entry, performance.now())) return
    }
    await this.made(entry)
    if (entry.told) await this.made(entry)
  }

  /** Makes the page once for all who wait for it. */
  private made(entry: Entry): Promise<void> {
    entry.making ??= this.make(entry).finally(() => {
      delete entry.making
    })
    return entry.making
  }

  private async make(entry: Entry): Promise<void> {
    const [began, asked] = [performance.now(), Date.now()]
    // Changes from now on may not be in the page.
    entry.told = false
    const made = await this.keeping.make(entry.asking).catch((error: unknown) => {
      log.error({ err: error }, 'a page to keep could not be made')
      return undefined
    })
    entry.at = began
    entry.until = began + (made?.until ?? 0) - asked
    if (this.entries.get(entry.name) === entry) this.hearOf(entry, made?.topics ?? [], began)
    entry.isNot = made === undefined
    const etag = made ? etagOf(made) : ''
    // An unchanged page keeps its compressed copies.
    if (etag !== entry.etag) this.replace(entry, made?.body)
    entry.etag = etag
    if (made) {
      const { body: _, ...known } = made
      entry.made = known
    } else delete entry.made
    this.makeRoom(entry)
  }

  private hearOf(entry: Entry, topics: string[], since: number) {
    const before = entry.made?.topics ?? []
    this.byTopic.move(entry, before, topics)
    // The page's topics were not known yet while it was being made.
    for (const topic of topics)
      if (!before.includes(topic) && this.heard.since(topic, performance.now() - since))
        this.saidOf(entry, this.keeping.tick)
  }

  private replace(entry: Entry, body: Buffer | undefined) {
    entry.copies.clear()
    if (body) entry.body = new PageBody(body)
    else delete entry.body
    this.resize(entry)
  }

  private resize(entry: Entry) {
    if (this.entries.get(entry.name) !== entry) return
    const size = sizeOf(entry)
    this.size += size - entry.size
    entry.size = size
  }

  /** Evicts answers. The newest stays; of the others the oldest go, missing addresses first. */
  private makeRoom(newest: Entry) {
    const isMissing = newest.isNot || newest.made?.status === 404
    this.missing[isMissing ? 'add' : 'delete'](newest)
    for (const entry of this.missing) {
      if (this.missing.size <= this.keeping.mostMissing) break
      if (entry !== newest) this.drop(entry)
    }
    for (const entry of this.entries.values()) {
      if (this.size <= this.keeping.room) break
      if (entry !== newest) this.drop(entry)
    }
  }

  private drop(entry: Entry) {
    this.hearOf(entry, [], 0)
    this.missing.delete(entry)
    this.entries.delete(entry.name)
    this.size -= entry.size
  }

  private give(entry: Entry, { encoding }: PageWay, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { made, body, etag } = entry
    if (!made || !body || made.except?.(this.keeping.visitorOf(incoming))) return false
    this.given++
    let copy = entry.copies.get(encoding)
    if (!copy) {
      copy = copyOf(made, body, { etag, packing: encoding })
      entry.copies.set(encoding, copy)
      this.resize(entry)
    }
    const { cookie = '', 'if-none-match': known = '' } = incoming.headers
    const same = known !== '' && made.status === 200 && known.includes(etag) ? copy.known : undefined
    const head = same ?? copy.head
    head.give(outgoing, same ? undefined : copy.bytes, made.marksVisitors ? this.keeping.cookieFor(cookie) : undefined)
    return true
  }
}

/** An answer that is cached, or is about to be. */
type Entry = {
  name: string
  asking: PageRequest
  made?: KnownCopy
  body?: PageBody
  etag: string
  copies: Map<PageWay['encoding'], PageCopy>
  /** The start of making the current page. */
  at: number
  /** The page stays the same until then, unless a topic changes. */
  until: number
  told: boolean
  making?: Promise<void>
  /** True if the answer may not be cached: not tried again for a moment. */
  isNot: boolean
  size: number
}
/** The approximate size of an entry besides its bytes: alone, and with its heads. */
const own = 500
const heads = 4000

const newEntry = (name: string, asking: PageRequest): Entry => ({
  name,
  asking,
  etag: '',
  copies: new Map(),
  at: Number.NEGATIVE_INFINITY,
  until: 0,
  told: false,
  isNot: false,
  size: own,
})

/** In bytes. */
const sizeOf = ({ body }: Entry): number => own + (body ? heads + body.size : 0)

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Echo } from '#app/platform/live/echo.server.ts'
import { newMemory } from '#app/platform/live/memory.ts'
import { log } from '#app/platform/log.server.ts'
import { copyOf, etagOf, type KnownCopy, type MadePage, PageBody, type PageCopy } from './copies.server.ts'
import type { PageRequest, PageWay } from './ways.server.ts'

/** What is to hear of which topics. */
class ByTopic<Hearing> {
  private readonly all = new Map<string, Set<Hearing>>()

  of(topic: string): Iterable<Hearing> {
    return this.all.get(topic) ?? []
  }

  /** From now on it hears of these in place of those. */
  move(one: Hearing, before: string[], topics: string[]): void {
    for (const topic of before) {
      const hearing = this.all.get(topic)
      hearing?.delete(one)
      if (hearing?.size === 0) this.all.delete(topic)
    }
    for (const topic of topics) this.all.set(topic, (this.all.get(topic) ?? new Set()).add(one))
  }
}

// What everybody without an account is answered alike, kept as the bytes that go out: pages, their data, pictures. They are
// made by the same router, for nobody: without a cookie, an address or a browser, so nothing of a person can be in them.

export type Keeping = {
  /** The one address under which an answer is kept, whatever was written behind it; undefined for all that are not. */
  addressOf: (url: string) => string | undefined
  /** Has the router make it; undefined when it is not to be kept. */
  make: (asking: PageRequest) => Promise<MadePage | undefined>
  /** In which way it is asked for; undefined when that makes no sense. */
  wayOf: (incoming: IncomingMessage, cookies: string) => PageWay | undefined
  /** Cookies that show who asks, what was said to them, or that they have left something here. */
  isPersonal: (cookies: string) => boolean
  isOpen: () => boolean
  /** The cookie of a visitor, for a browser that has none yet. */
  cookieFor: (cookies: string) => string | undefined
  /** The visitor as the database knows them. */
  visitorOf: (incoming: IncomingMessage) => string
  /** The usual way. */
  otherwise: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Until when all that was told has been heard: what says itself until when it is the same is right until then. */
  echo?: Pick<Echo, 'at' | 'ask'>
} & Partial<typeof usual>

const usual = {
  /** Nobody sees a page that is older, in milliseconds, even where nothing was told. */
  oldest: 1000,
  /** From here on it is made anew while the old one is still given out. */
  ripe: 850,
  /** What was told of is made anew at most so often. */
  tick: 100,
  /** All together, in bytes. */
  room: 64 * 1024 * 1024,
  /** Addresses at which there is nothing: in a room of their own, so that nobody can wash the others out. */
  mostMissing: 1000,
}

export class KeptAnswers {
  /** Given out since the start. One that counts at each request costs as much as the rest. */
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

  /** Answers at once when it can, or as soon as the page is made. False: this one takes the usual way. */
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

  /** Something changed. The first change counts at once, others a tick later. */
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

  /** What was said may have been missed: the line to the database was lost. */
  forget(): void {
    for (const entry of this.entries.values()) entry.told = true
  }

  /** How much is kept, in bytes. */
  get bytes(): number {
    return this.size
  }

  private isGood(entry: Entry, now: number): boolean {
    // A page that lacks a part is for those who waited for it: the person who tries again gets another one.
    if (!entry.made || entry.told || entry.made.lacksPart) return false
    const { echo, oldest, ripe } = this.keeping
    const lasts = now < entry.until
    const age = now - (lasts && echo ? Math.max(entry.at, echo.at) : entry.at)
    if (age > oldest) return false
    if (age > ripe) void (lasts && echo ? echo.ask() : this.made(entry))
    return true
  }

  private entryOf(address: string, { origin, language }: PageWay): Entry {
    const name = `${language} ${origin}${address}`
    const known = this.entries.get(name)
    if (known) return known
    const entry = newEntry(name, { origin, language, address })
    this.size += entry.size
    this.entries.set(name, entry)
    return entry
  }

  /** A page that was begun to be made before something was told is made once more. */
  private async newest(entry: Entry): Promise<void> {
    if (entry.made && !entry.told && performance.now() < entry.until) {
      await this.keeping.echo?.ask()
      if (this.isGood(entry, performance.now())) return
    }
    await this.made(entry)
    if (entry.told) await this.made(entry)
  }

  /** Made once for all who wait for it. */
  private made(entry: Entry): Promise<void> {
    entry.making ??= this.make(entry).finally(() => {
      delete entry.making
    })
    return entry.making
  }

  private async make(entry: Entry): Promise<void> {
    const [began, asked] = [performance.now(), Date.now()]
    // What is told from now on may not be in it.
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
    // The same page as before keeps its compressed copies.
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
    // While it was made nobody knew yet that this is about it.
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

  /** The newest stays; of the others the oldest go, addresses with nothing behind them first. */
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
    const isKnown = known !== '' && made.status === 200 && known.includes(etag)
    const head = isKnown ? copy.known : copy.head
    head.give(outgoing, made.marksVisitors ? this.keeping.cookieFor(cookie) : undefined)
    outgoing.end(isKnown ? undefined : copy.bytes)
    return true
  }
}

/** An answer that is kept, or is about to be. */
type Entry = {
  name: string
  asking: PageRequest
  made?: KnownCopy
  body?: PageBody
  etag: string
  copies: Map<PageWay['encoding'], PageCopy>
  /** When the page that is shown was begun to be made. */
  at: number
  /** Until when it shows the same, unless something is told. */
  until: number
  told: boolean
  making?: Promise<void>
  /** It is not to be kept: not tried again for a moment. */
  isNot: boolean
  size: number
}
/** What an entry takes besides its bytes, about: alone, and with its heads. */
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#app/platform/log.server.ts'
import { type Copy, copyOf, etagOf, type Made } from './copies.server.ts'
import type { Asking, Way } from './ways.server.ts'

// What everybody without an account is answered alike, kept as the bytes that go out: pages, their data, pictures. They are
// made by the same router, for nobody: without a cookie, an address or a browser, so nothing of a person can be in them.

export type Keeping = {
  /** The one address under which an answer is kept, whatever was written behind it; undefined for all that are not. */
  addressOf: (url: string) => string | undefined
  /** Has the router make it; undefined when it is not to be kept. */
  make: (asking: Asking) => Promise<Made | undefined>
  /** In which way it is asked for; undefined when that makes no sense. */
  wayOf: (incoming: IncomingMessage, cookies: string) => Way | undefined
  /** Cookies that show who asks, what was said to them, or that they have left something here. */
  isPersonal: (cookies: string) => boolean
  isOpen: () => boolean
  /** The cookie of a visitor, for a browser that has none yet. */
  cookieFor: (cookies: string) => string | undefined
  /** The visitor as the database knows them. */
  visitorOf: (incoming: IncomingMessage) => string
  /** The usual way. */
  otherwise: (incoming: IncomingMessage, outgoing: ServerResponse) => void
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

type Entry = {
  name: string
  asking: Asking
  made?: Made
  etag: string
  copies: Map<Way['encoding'], Copy>
  /** When the page that is shown was begun to be made. */
  at: number
  told: boolean
  making?: Promise<void>
  /** It is not to be kept: not tried again for a moment. */
  isNot: boolean
  size: number
}
/** What an entry takes besides its page, about. */
const own = 500

export class KeptAnswers {
  /** Given out since the start. One that counts at each request costs as much as the rest. */
  given = 0
  private readonly keeping: Required<Keeping>
  private readonly entries = new Map<string, Entry>()
  private readonly byTopic = new Map<string, Set<Entry>>()
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
    const now = performance.now()
    for (const entry of this.byTopic.get(topic) ?? []) {
      if (entry.told) continue
      const wait = entry.at + tick - now
      if (wait <= 0) entry.told = true
      else setTimeout(() => (entry.told = true), wait).unref()
    }
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
    if (!entry.made || entry.told) return false
    const age = now - entry.at
    if (age > this.keeping.oldest) return false
    if (age > this.keeping.ripe) void this.made(entry)
    return true
  }

  private entryOf(address: string, { origin, language }: Way): Entry {
    const name = `${language} ${origin}${address}`
    const known = this.entries.get(name)
    if (known) return known
    const entry: Entry = {
      name,
      asking: { origin, language, address },
      etag: '',
      copies: new Map(),
      at: Number.NEGATIVE_INFINITY,
      told: false,
      isNot: false,
      size: own,
    }
    this.size += own
    this.entries.set(name, entry)
    return entry
  }

  /** A page that was begun to be made before something was told is made once more. */
  private async newest(entry: Entry): Promise<void> {
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
    const began = performance.now()
    // What is told from now on may not be in it.
    entry.told = false
    const made = await this.keeping.make(entry.asking).catch((error: unknown) => {
      log.error({ err: error }, 'a page to keep could not be made')
      return undefined
    })
    entry.at = began
    if (this.entries.get(entry.name) === entry) this.hearOf(entry, made?.topics ?? [])
    entry.isNot = made === undefined
    const etag = made ? etagOf(made) : ''
    // The same page as before keeps its compressed copies.
    if (etag !== entry.etag) entry.copies.clear()
    entry.etag = etag
    if (made) entry.made = made
    else delete entry.made
    this.resize(entry, own + (made ? made.body.length * 1.5 : 0))
    this.makeRoom(entry)
  }

  private hearOf(entry: Entry, topics: string[]) {
    for (const topic of entry.made?.topics ?? []) {
      const all = this.byTopic.get(topic)
      all?.delete(entry)
      if (all?.size === 0) this.byTopic.delete(topic)
    }
    for (const topic of topics) this.byTopic.set(topic, (this.byTopic.get(topic) ?? new Set()).add(entry))
  }

  private resize(entry: Entry, size: number) {
    if (this.entries.get(entry.name) !== entry) return
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
    this.hearOf(entry, [])
    this.missing.delete(entry)
    this.entries.delete(entry.name)
    this.size -= entry.size
  }

  private give(entry: Entry, { encoding }: Way, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { made, etag } = entry
    if (!made || made.except?.(this.keeping.visitorOf(incoming))) return false
    this.given++
    let copy = entry.copies.get(encoding)
    if (!copy) {
      copy = copyOf(made, etag, encoding)
      entry.copies.set(encoding, copy)
    }
    const { cookie = '', 'if-none-match': known = '' } = incoming.headers
    const isKnown = known !== '' && made.status === 200 && known.includes(etag)
    const head = isKnown ? copy.known : copy.head
    head.give(outgoing, made.marksVisitors ? this.keeping.cookieFor(cookie) : undefined)
    outgoing.end(isKnown ? undefined : copy.bytes)
    return true
  }
}

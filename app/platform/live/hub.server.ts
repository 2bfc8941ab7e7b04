import { Gauge } from 'prom-client'
import { household, shortAddress } from '#app/platform/http/network-address.server.ts'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { websHere } from '#app/platform/processes/as-child.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { shareOf } from '#app/platform/processes/plan.ts'
import type { HeardNotice, ListenLine } from './listen.server.ts'
import { newMemory } from './memory.ts'
import { changedEvent, type Listener, streamOf } from './stream.server.ts'

// The hub of a process: its listeners by topic, and at most four ticks a second for each topic, however much happens.

export type Joining = {
  topics: string[]
  address: string
  /** Milliseconds since the page's content was known to be fresh. */
  age: number
  /** The person who listens, and the milliseconds since their rights were checked; null for a visitor without an account. */
  person?: { id: string; known: number } | null
  signal: AbortSignal
}
type Topic = { listeners: Set<Listener>; last: number; timer?: NodeJS.Timeout; making: boolean; again: boolean }
type Options = {
  /** The public summary of a topic, undefined when it has none. */
  summary: (topic: string) => Promise<unknown>
  listen: (heard: HeardNotice) => ListenLine
} & Partial<typeof usual>

const usual = {
  /** Milliseconds between two ticks of a topic. */
  tick: 250,
  heartbeat: 20_000,
  /** The bound for one process. */
  mostInAll: 10_000,
  /** The bound per address; for version 6, per visitor's network (/64). Several processes share this bound and the next one. */
  mostPerAddress: 500,
  /** The bound per network: thousands of phones may share one, and a person may own all addresses of one (/24, /48). */
  mostPerNetwork: 2000,
  /** The longest stream, in milliseconds: its page then connects again, and its rights are checked again. */
  longest: 30 * 60_000,
  longestSummary: 3000,
}
/** After a lost connection all pages load again, spread over so many milliseconds. */
const spread = 3000

const hubs = new Set<Hub>()
new Gauge({
  name: 'live_listeners',
  help: 'Pages that are open and listen for changes',
  registers: [metrics],
  collect() {
    this.set([...hubs].reduce((sum, hub) => sum + hub.size, 0))
  },
})

export class Hub {
  /** Settles when it hears of changes for the first time. */
  readonly connected: Promise<void>
  private readonly settings: Required<Options>
  private readonly topics = new Map<string, Topic>()
  private readonly listeners = new Set<Listener>()
  private readonly byPlace = new Map<string, number>()
  private readonly byPerson = new Map<string, Map<Listener, string[]>>()
  private readonly told = newMemory()
  private readonly line: ListenLine
  private readonly beating: NodeJS.Timeout

  constructor(options: Options) {
    this.settings = { ...usual, ...options }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.connected = promise
    this.line = this.settings.listen({
      said: (topic) => {
        this.told.note(topic)
        this.endOf(topic)
        this.touch(topic)
      },
      connected: () => {
        resolve()
        this.told.startAgain()
        for (const topic of this.topics.keys()) this.touch(topic, true)
      },
    })
    this.beating = setInterval(() => {
      for (const listener of this.listeners) listener.beat()
    }, this.settings.heartbeat)
    this.beating.unref()
    hubs.add(this)
  }

  get size(): number {
    return this.listeners.size
  }

  /** Opens an event stream for one listener; undefined when the app is full. */
  join(joining: Joining): ReadableStream<Uint8Array> | undefined {
    const { mostInAll, longest } = this.settings
    if (this.size >= mostInAll || !this.hasRoomFor(joining.address)) return undefined
    const { stream, listener } = streamOf(() => {
      clearTimeout(bound)
      this.leave(listener, joining)
    })
    const bound = setTimeout(() => listener.end(), longest * (0.9 + Math.random() / 10))
    bound.unref()
    this.enter(listener, joining)
    const isOver = joining.person && this.told.since(rightsTopic(joining.person.id), joining.person.known)
    // A page that left while its rights were being checked fires no further abort event.
    if (joining.signal.aborted || isOver) listener.end()
    else joining.signal.addEventListener('abort', () => listener.end(), { once: true })
    return stream
  }

  private hasRoomFor(address: string): boolean {
    if (isHere(address)) return true
    const { mostPerAddress, mostPerNetwork } = this.settings
    const [own, network] = placesOf(address).map((place) => this.byPlace.get(place) ?? 0)
    const share = (whole: number) => shareOf(whole, websHere())
    return own! < share(mostPerAddress) && network! < share(mostPerNetwork)
  }

  private countAt(address: string, one: 1 | -1) {
    for (const place of placesOf(address)) {
      const now = (this.byPlace.get(place) ?? 0) + one
      if (now > 0) this.byPlace.set(place, now)
      else this.byPlace.delete(place)
    }
  }

  /** Ends every stream. */
  async close(): Promise<void> {
    clearInterval(this.beating)
    for (const listener of [...this.listeners]) listener.end()
    hubs.delete(this)
    await this.line.close()
  }

  /**
   * Ends the streams of a person who has lost rights: their pages load again, which shows the result. Pages that are still open connect
   * again, and their rights are checked.
   */
  private endOf(topic: string) {
    for (const [listener, topics] of [...(this.byPerson.get(topic) ?? [])]) {
      for (const name of topics) listener.send(name, changedEvent(name))
      listener.end()
    }
  }

  private enter(listener: Listener, { topics, address, age, person }: Joining) {
    this.listeners.add(listener)
    if (person) {
      const theirs = rightsTopic(person.id)
      this.byPerson.set(theirs, (this.byPerson.get(theirs) ?? new Map()).set(listener, topics))
    }
    this.countAt(address, 1)
    for (const name of topics) {
      let topic = this.topics.get(name)
      if (!topic) {
        topic = { listeners: new Set(), last: Number.NEGATIVE_INFINITY, making: false, again: false }
        this.topics.set(name, topic)
      }
      topic.listeners.add(listener)
      // Changes while the page was being made, or disconnected, are sent once more.
      if (this.told.since(name, age)) this.touch(name)
    }
  }

  private leave(listener: Listener, { topics, address, person }: Joining) {
    if (!this.listeners.delete(listener)) return
    const theirs = person ? this.byPerson.get(rightsTopic(person.id)) : undefined
    theirs?.delete(listener)
    if (theirs?.size === 0) this.byPerson.delete(rightsTopic(person!.id))
    this.countAt(address, -1)
    for (const name of topics) {
      const topic = this.topics.get(name)
      topic?.listeners.delete(listener)
      if (topic?.listeners.size === 0) {
        clearTimeout(topic.timer)
        this.topics.delete(name)
      }
    }
  }

  /** Ticks now when the last tick is long enough ago, else when it will be: the last change is never lost. */
  private touch(name: string, slowly = false) {
    const topic = this.topics.get(name)
    if (!topic || topic.timer) return
    if (topic.making) {
      topic.again = true
      return
    }
    const wait = topic.last + this.settings.tick - performance.now()
    if (wait <= 0) return void this.fire(name, topic, slowly)
    topic.timer = setTimeout(() => {
      delete topic.timer
      void this.fire(name, topic, slowly)
    }, wait)
  }

  private async fire(name: string, topic: Topic, slowly: boolean) {
    topic.last = performance.now()
    topic.making = true
    const text = await this.messageOf(name, slowly ? { spread } : {})
    topic.making = false
    for (const listener of topic.listeners) listener.send(name, text)
    if (!topic.again) return
    topic.again = false
    this.touch(name)
  }

  /** Makes the message once, the same bytes for everybody. Without its summary a page just loads again. */
  private async messageOf(name: string, more: Record<string, unknown>): Promise<Uint8Array> {
    const { longestSummary } = this.settings
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${longestSummary} ms`)), longestSummary)
    })
    try {
      const summary = await Promise.race([this.settings.summary(name), tooLate])
      return summary === undefined ? changedEvent(name, more) : changedEvent(name, { summary })
    } catch (error) {
      log.error({ err: withoutAddresses(error), kind: name.split(':')[0] }, 'a summary could not be made')
      return changedEvent(name, more)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The topic of a person's lost rights. Only the hub listens to it. */
export const rightsTopic = (personId: string): string => `rights:${personId}`

/** The addresses that a visitor owns, and the network around them. */
const placesOf = (address: string) => [`own ${household(address)}`, `network ${shortAddress(address)}`]

/** Visitors from the machine itself, or through a proxy that hides them, share one address and are no crowd. */
const isHere = (address: string) => address === '::1' || address.startsWith('127.')

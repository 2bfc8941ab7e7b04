// The page's live connection: one stream for everything the page listens to. Made for phones: a hidden page closes it, a silent
// connection is given up, and a page that comes back is told what it missed.

export type LiveMessage = { topic: string; summary?: unknown; spread?: number }
type Hear = (message: LiveMessage) => void

/** The browser functions that the connection needs; tests bring their own. */
export type Around = {
  open: (url: string) => Pick<EventSource, 'close' | 'addEventListener'>
  now: () => number
  random: () => number
  /** Returns whether the page is hidden. */
  hidden: () => boolean
  /** Calls back when the page is hidden or shown or the network comes back, and when the page is left. */
  watch: (changed: () => void, left: () => void) => void
  /** Returns whether the browser came back to the page, and may show a stored copy of it. */
  cameBack: () => boolean
}

export const inBrowser: Around = {
  open: (url) => new EventSource(url),
  now: () => performance.now(),
  random: Math.random,
  hidden: () => document.visibilityState === 'hidden',
  watch: (changed, left) => {
    document.addEventListener('visibilitychange', changed)
    window.addEventListener('pageshow', changed)
    window.addEventListener('online', changed)
    window.addEventListener('pagehide', left)
  },
  // The short old way: this script has to be small, and every browser knows it.
  cameBack: () => performance.navigation.type === 2,
}

/** A time before anything the server remembers: then it sends the present state at once. */
const longAgo = -1e9

const hiddenPatience = 20_000
/** The most silence in ms. The server says something every 20 seconds. */
const silence = 45_000
const longestWait = 30_000
/** The time after which a connection was a good one: the next wait is short again. */
const good = 5000
/** The most time in ms between loading a page's data and showing it. */
const loading = 5000
const mostTopics = 8

export class LiveLine {
  readonly #around: Around
  readonly #hearers = new Map<string, Set<Hear>>()
  #source: ReturnType<Around['open']> | undefined
  #url = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #silent: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #openedAt: number | undefined
  #heardAt = 0
  /** The time until which the page's data was fresh. The first page was made when its visitor asked for it, at zero. */
  #freshAt = 0
  #used = false

  constructor(around: Around) {
    this.#around = around
    if (around.cameBack()) this.#freshAt = longAgo
    around.watch(
      () => this.#look(),
      () => this.#hangUp(),
    )
  }

  /** Listens to topics until the returned function is called. */
  listen(topics: string[], hear: Hear): () => void {
    const entered = this.#around.now() - loading
    if (this.#used) this.#freshAt = this.#hearers.size === 0 ? entered : Math.min(this.#freshAt, entered)
    this.#used = true
    for (const topic of topics) this.#hearers.set(topic, (this.#hearers.get(topic) ?? new Set()).add(hear))
    this.#plan(30)
    return () => {
      for (const topic of topics) {
        const hearers = this.#hearers.get(topic)
        hearers?.delete(hear)
        if (hearers?.size === 0) this.#hearers.delete(topic)
      }
      this.#plan(30)
    }
  }

  /** The page's data was just loaded again. */
  loaded(): void {
    this.#freshAt = Math.max(this.#freshAt, this.#around.now() - loading)
  }

  #plan(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), ms)
  }

  /** Reacts when the page was hidden or shown, or the network came back. */
  #look() {
    clearTimeout(this.#timer)
    if (!this.#around.hidden()) {
      if (!this.#source) this.#plan(this.#around.random() * 300)
    } else
      this.#timer = setTimeout(() => {
        if (this.#around.hidden()) this.#hangUp()
      }, hiddenPatience)
  }

  #hangUp() {
    clearTimeout(this.#timer)
    clearTimeout(this.#silent)
    if (!this.#source) return
    // Nothing was missed up to the last message of the connection.
    if (this.#openedAt !== undefined) this.#freshAt = Math.max(this.#freshAt, this.#heardAt)
    this.#openedAt = undefined
    this.#source.close()
    this.#source = undefined
    this.#url = ''
  }

  #connect() {
    const topics = [...this.#hearers.keys()].sort().slice(0, mostTopics)
    const url = topics.map((topic) => `topic=${topic}`).join('&')
    if (url === this.#url && this.#source) return
    const entered = this.#source ? this.#freshAt : Number.POSITIVE_INFINITY
    this.#hangUp()
    this.#freshAt = Math.min(this.#freshAt, entered)
    if (topics.length === 0 || this.#around.hidden()) return
    const age = Math.max(0, Math.round(this.#around.now() - this.#freshAt))
    const source = this.#around.open(`/live?${url}&age=${age}`)
    this.#source = source
    this.#url = url
    this.#heard()
    source.addEventListener('open', () => {
      this.#openedAt = this.#around.now()
      // The server has sent, or will send now, what was missed before.
      this.#freshAt = this.#openedAt
      this.#heard()
    })
    source.addEventListener('beat', () => this.#heard())
    source.addEventListener('changed', (event) => {
      this.#heard()
      const message = JSON.parse((event as MessageEvent<string>).data) as LiveMessage
      for (const hear of this.#hearers.get(message.topic) ?? []) hear(message)
    })
    source.addEventListener('error', () => {
      if (this.#source === source) this.#lost()
    })
  }

  #heard() {
    this.#heardAt = this.#around.now()
    clearTimeout(this.#silent)
    this.#silent = setTimeout(() => this.#lost(), silence)
  }

  /** Reconnects after a wait that doubles, never at the same time as all others. */
  #lost() {
    const stood = this.#openedAt !== undefined && this.#around.now() - this.#openedAt > good
    this.#failures = stood ? 0 : this.#failures + 1
    this.#hangUp()
    this.#plan(Math.min(longestWait, 500 * 2 ** this.#failures) * (0.5 + this.#around.random() / 2))
  }
}

import {
  type Arrival,
  type DoorEvent,
  type DoorGuest,
  doorMost,
  type SyncAsked,
  type Synced,
} from '#app/invitations/door/event.ts'
import { passIn, type ReadPass, signedOf } from '#app/invitations/door/pass.ts'
import { isForSearch, type Met, type Signed, type Verdict, verdictOf } from '#app/invitations/door/verdict.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Book } from './book.ts'
import { type DoorHeading, type DoorInfo, type DoorStore, openStore } from './store.ts'

// The phone as a door. It decides by itself, stores its events, and sends them when it can.

/** 'elsewhere': another tab is the door. 'outside': this phone has joined no door. */
type Phase = 'starting' | 'elsewhere' | 'outside' | 'joining' | 'open' | 'shut'
type How = 'scan' | 'code' | 'search'
/** The verdict on the screen. `done`: the event stored for it. */
export type Shown = { verdict: Verdict; how: How; done: DoorEvent | null }
type Trouble = 'not stored' | 'not reached' | { words: string }

export class DoorPhone {
  phase: Phase = 'starting'
  shown: Shown | null = null
  trouble: Trouble | null = null
  /** False once a call did not reach the server. */
  online = true
  express = false
  store!: DoorStore
  book = new Book({ about: undefined, lines: [], arrivals: [], queue: [] })
  version = 0
  /** When a guest was last checked on this phone. */
  touched = Date.now()
  #code: string | null
  #joining: DoorInfo['joining'] = null
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #call: Promise<void> | undefined
  #next: Promise<void> | undefined
  #listeners = new Set<() => void>()

  constructor(code: string | null) {
    this.#code = code
  }

  listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  #tell(change: Partial<Pick<DoorPhone, 'phase' | 'shown' | 'trouble' | 'online' | 'express'>> = {}): void {
    Object.assign(this, change)
    this.version += 1
    for (const listener of this.#listeners) listener()
  }

  async start(): Promise<void> {
    await alone(() => this.#tell({ phase: 'elsewhere' }))
    this.store = await openStore()
    const saved = await this.store.read()
    this.book = new Book(saved)
    this.#joining = saved.about?.joining ?? null
    const { head } = this.book
    if (this.#code) this.#tell({ phase: 'joining' })
    else if (head) this.#tell({ phase: head.state === 'open' ? 'open' : 'shut' })
    // A phone without stored data may still be a door: its browser may have the cookie.
    else this.#tell({ phase: navigator.onLine ? 'starting' : 'outside' })
    if (!this.#code) await this.sync()
    if (this.phase === 'starting') this.#tell({ phase: 'outside', trouble: null })
    for (const [where, what] of [
      [window, 'online'],
      [document, 'visibilitychange'],
    ] as const)
      where.addEventListener(what, () => document.visibilityState === 'visible' && void this.sync())
  }

  /** True while the address has a code to join with. */
  get hasCode(): boolean {
    return this.#code !== null
  }

  get waits(): number {
    return this.book.queue.length
  }

  async join(): Promise<void> {
    const code = this.#code!
    const known = this.#joining
    const key = known?.code === code ? known.key : newKey()
    this.#joining = { code, key }
    await this.store.about({ joining: this.#joining, head: this.book.head, ahead: this.book.ahead })
    const answer = await askJoin(code, key)
    if (answer.is === 'unreached') return this.#tell({ trouble: 'not reached' })
    if (answer.is === 'no') return this.#tell({ trouble: { words: answer.words } })
    await this.store.wipe()
    this.book = new Book({ about: undefined, lines: [], arrivals: [], queue: [] })
    this.#code = null
    history.replaceState(null, '', '/door')
    this.#tell({ phase: 'starting', trouble: null })
    await this.sync()
    if (this.phase === 'starting') this.#tell({ trouble: 'not reached' })
  }

  /** Leaves the door. Waiting events have to be sent first. */
  async leave(): Promise<void> {
    await this.sync()
    if (this.waits > 0) return this.#tell({ trouble: 'not reached' })
    const answer = await askLeave()
    if (answer.is === 'unreached') return this.#tell({ trouble: 'not reached' })
    clearTimeout(this.#timer)
    this.#joining = null
    await this.store.wipe()
    this.book = new Book({ about: undefined, lines: [], arrivals: [], queue: [] })
    this.#tell({ phase: 'outside', shown: null, trouble: null })
  }

  /** Checks a scanned or typed text: a pass, or the code of one. */
  async meet(text: string, how: 'scan' | 'code'): Promise<void> {
    const read = passIn(text)
    const guest = read ? this.book.guest(read.pass.invitation) : this.book.byCode(passCodeIn(text))
    if (read) {
      const signed = await signedBy(read, this.book.head!.occasion)
      return this.#show({ what: 'pass', pass: read.pass, signed, guest }, how)
    }
    if (guest) return this.#show({ what: 'guest', guest }, how)
    const typed = oneLine(text).slice(0, doorMost.name)
    return this.#show(how === 'code' && isForSearch(typed) ? { what: 'nobody', typed } : { what: 'nothing' }, how)
  }
  pick = (guest: DoorGuest): Promise<void> => this.#show({ what: 'guest', guest }, 'search')

  async #show(met: Met, how: How): Promise<void> {
    this.touched = Date.now()
    const id = met.what === 'pass' ? met.pass.invitation : met.what === 'guest' ? met.guest.id : null
    const { cancelled } = this.book.head!.occasion
    const verdict = verdictOf(met, this.book.inside(id), { cancelled })
    // In express mode green is shown once the event is on the disk.
    if (this.express && verdict.colour === 'green') return this.#letIn({ verdict, how, done: null }, verdict.lets[0]!)
    this.#tell({ shown: { verdict, how, done: null }, trouble: null })
  }
  letIn = async (people: number): Promise<void> => {
    if (this.shown && !this.shown.done) await this.#letIn(this.shown, people)
  }
  async #letIn(shown: Shown, people: number): Promise<void> {
    const { invitation, saw } = shown.verdict
    const { how } = shown
    const done = await this.#did({ kind: 'in', undoes: null, invitation, people, how, saw, name: null })
    if (done) this.#tell({ shown: { ...shown, done } })
  }
  /** Lets in a person who is on no list. */
  walkIn = async (name: string, people: number): Promise<boolean> => {
    const event = { kind: 'in', undoes: null, invitation: null, people, how: 'walk-in', saw: 'walk-in' } as const
    return Boolean(await this.#did({ ...event, name: name.trim() || null }))
  }
  undo = async ({ id, invitation, how, saw }: Pick<Arrival, 'id' | 'invitation' | 'how' | 'saw'>): Promise<void> => {
    const done = await this.#did({ kind: 'undo', undoes: id, invitation, people: 0, how, saw, name: null })
    if (done && this.shown?.done?.id === id) this.#tell({ shown: null })
  }
  close = (): void => this.#tell({ shown: null, trouble: null })
  setExpress = (express: boolean): void => this.#tell({ express })

  /** Stores an event; if this phone can't store, the server must have it first. Null if neither worked. */
  async #did(what: Omit<DoorEvent, 'id' | 'nr' | 'phoneAt'>): Promise<DoorEvent | null> {
    this.touched = Date.now()
    const event = this.book.made(what)
    try {
      await this.store.add(event)
    } catch {
      this.store = { ...this.store, keeps: false, add: async () => {} }
    }
    this.book.did(event)
    if (!this.store.keeps) {
      await this.sync()
      if (this.book.queue.some(({ id }) => id === event.id)) {
        this.book.queue = this.book.queue.filter(({ id }) => id !== event.id)
        this.book.hear({ whole: false, lines: [], arrivals: [] })
        this.#tell({ trouble: 'not stored' })
        return null
      }
    } else void this.sync()
    this.#tell({ trouble: null })
    return event
  }

  /** Asks the server now. Callers during a running call share the next one. */
  sync(): Promise<void> {
    if (this.#call) {
      this.#next ??= this.#call.then(() => this.sync())
      return this.#next
    }
    this.#next = undefined
    clearTimeout(this.#timer)
    this.#call = this.#sync().finally(() => {
      this.#call = undefined
      if (this.phase === 'open' || this.phase === 'shut')
        this.#timer = setTimeout(() => void this.sync(), pauseAfter(this.#failures, this.waits))
    })
    return this.#call
  }

  async #sync(isSecond = false): Promise<void> {
    const { book } = this
    const events = book.queue.slice(0, 200)
    const began = Date.now()
    const since = book.head?.since ?? null
    const unsent = book.queue.length - events.length
    const answer = await askSync({ since, events, aheadMs: book.ahead, unsent })
    if (answer.is === 'yes') {
      this.#failures = 0
      book.ahead = Math.round((began + Date.now()) / 2 - answer.value.now)
      return this.#hear(answer.value)
    }
    if (answer.is === 'no' && answer.status === 401) {
      const joined = book.head ? await joinAgain(this.#joining) : 'no'
      if (joined === 'no') return this.#tell({ phase: book.head ? 'shut' : 'outside' })
      // Waiting events are sent now, not after the backoff that grew with each failed call.
      if (joined === 'yes' && !isSecond) return this.#sync(true)
    }
    if (answer.is === 'no' && answer.status === 409) await this.#renumber()
    this.#failures = Math.min(6, this.#failures + 1)
    if (this.online) this.#tell({ online: false })
  }

  async #hear({ state, since, whole, lines, arrivals, count, taken, door, doors, occasion }: Synced): Promise<void> {
    const { book } = this
    const isOpen = state === 'open'
    book.head = {
      state,
      since: isOpen ? since : null,
      door,
      doors: isOpen ? doors : (book.head?.doors ?? []),
      occasion,
    }
    const own = book.sent(taken)
    // A closed door deletes its guest list, once no event waits.
    const forgets = !isOpen && this.waits === 0
    const news = { whole: (whole && isOpen) || forgets, lines, arrivals: forgets ? [] : [...own, ...arrivals] }
    book.hear(news)
    // A guest was removed from the list: ask for the whole list again.
    if (isOpen && book.guests !== count) book.head.since = null
    const about = { joining: this.#joining, head: book.head, ahead: book.ahead }
    await this.store.change({ about, ...news, gone: taken }).catch(() => {})
    this.#tell({ online: true, phase: isOpen ? 'open' : 'shut', ...(isOpen ? {} : { shown: null }) })
  }

  async #renumber(): Promise<void> {
    const answer = await askSync({
      since: this.book.head?.since ?? null,
      events: [],
      aheadMs: this.book.ahead,
      unsent: this.waits,
    })
    if (answer.is !== 'yes') return
    await this.store.add(...this.book.renumber(answer.value.door.lastNr)).catch(() => {})
  }
}

// The three calls of a door. Each returns an answer, or says that the server could not be reached.

type Answer<Value> = { is: 'yes'; value: Value } | { is: 'no'; status: number; words: string } | { is: 'unreached' }

/** In milliseconds: a network that takes a request and never answers counts as none. */
const longest = 25_000

async function post<Value>(call: string, sent: object): Promise<Answer<Value>> {
  try {
    const answer = await fetch(`/api/door/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
      credentials: 'same-origin',
      signal: AbortSignal.timeout(longest),
    })
    const value = await answer.json()
    if (answer.ok) return { is: 'yes', value }
    // A server error is no refusal.
    if (answer.status >= 500) return { is: 'unreached' }
    return { is: 'no', status: answer.status, words: String(value.error ?? '') }
  } catch {
    return { is: 'unreached' }
  }
}

const every = 5000
const slowest = 60_000
/** Milliseconds until the next call: few while events wait, more with each failure, and random, so that phones don't call together. */
function pauseAfter(failures: number, waits: number): number {
  const pause = waits > 0 && failures === 0 ? 200 : every * 2 ** failures
  return Math.min(slowest, pause) * (0.75 + Math.random() / 2)
}

const askJoin = (code: string, key: string) => post<{ joined: true }>('join', { code, key })
/** Joins again with the same secret: a browser that is killed may lose a cookie of the last half a minute. */
const joinAgain = async (made: { code: string; key: string } | null) =>
  made ? (await askJoin(made.code, made.key)).is : 'no'
const askSync = (asked: SyncAsked) => post<Synced>('sync', asked)
const askLeave = () => post<{ left: true }>('leave', {})

// Checks of a pass's signature. Modern browsers do it themselves; for others a small library is loaded.

type Bytes = Uint8Array<ArrayBuffer>
type Verify = (signature: Bytes, text: Bytes, key: Bytes) => Promise<boolean>

const bytesIn = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const own: Verify = async (signature, text, key) =>
  crypto.subtle.verify(
    'Ed25519',
    await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']),
    signature,
    text,
  )

/** The second test of RFC 8032: an implementation that can't tell this pair from a wrong one is not used. */
const known = {
  key: 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw',
  text: new Uint8Array([0x72]),
  signature: 'kqAJqfDUyrhyDoILX2QlQKKye1QWUD-Ps3YiI-vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA',
}

let chosen: Promise<Verify> | undefined
const verify = (): Promise<Verify> => {
  chosen ??= choose()
  return chosen
}

async function choose(): Promise<Verify> {
  const [key, signature] = [bytesIn(known.key), bytesIn(known.signature)]
  const tells = await Promise.all([own(signature, known.text, key), own(signature, new Uint8Array([1]), key)]).catch(
    () => [false, true],
  )
  if (tells[0] && !tells[1]) return own
  const { verifyAsync } = await import('@noble/ed25519')
  return (signature, text, key) => verifyAsync(signature, text, key)
}

async function signedBy({ body, signature }: ReadPass, occasion: DoorHeading['occasion']): Promise<Signed> {
  const tells = await verify()
  const text = signedOf(body)
  const isOf = async (keys: string[]) => {
    for (const key of keys) if (await tells(signature, text, bytesIn(key)).catch(() => false)) return true
    return false
  }
  if (await isOf(occasion.keys)) return { by: 'us' }
  for (const { name, startsAt, keys } of occasion.others)
    if (await isOf(keys)) return { by: 'other', occasion: name, startsAt }
  return { by: 'nobody' }
}

// Before a phone becomes a door it must be the only tab, and needs a secret of its own.

/** Lets one tab scan: two would number their events alike. `waits` is called when another tab is the door. */
async function alone(waits: () => void): Promise<void> {
  if (!navigator.locks) return
  const held = (options: LockOptions) =>
    new Promise<boolean>((has) => {
      void navigator.locks.request('door', options, (lock) => {
        has(lock !== null)
        // The lock is held until the tab is closed.
        return lock ? new Promise(() => {}) : undefined
      })
    })
  if (await held({ ifAvailable: true })) return
  waits()
  await held({})
}

/** Makes the secret that a phone sends with each call: 256 random bits. */
const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Returns a guest's code as typed, without spaces and marks. */
export const passCodeIn = (text: string): string =>
  text
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

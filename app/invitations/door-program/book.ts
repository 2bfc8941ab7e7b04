import type { Arrival, DoorEvent, DoorGuest, DoorLine } from '#app/invitations/door/event.ts'
import { countedOf, type Flag, flagsOf, headsOf, partyOf } from '#app/invitations/door/verdict.ts'
import type { DoorHeading, Saved } from './store.ts'

// The phone's data in memory: the guest list, and who came at which door.

const guestOf = ([id, code, version, seats, state, adults, children, name, lastFour, ended]: DoorLine): DoorGuest => ({
  id,
  code,
  version,
  seats,
  state,
  adults,
  children,
  name,
  lastFour,
  ended: ended ?? null,
})

/** Removes marks and capitals, so that 'Gikuyu' finds 'Gĩkũyũ'. */
const plainName = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export class Book {
  head: DoorHeading | null = null
  /** How far this phone's clock is ahead of the server's. */
  ahead = 0
  /** Unsent events, in order. */
  queue: DoorEvent[] = []
  /** Arrivals that were not undone, in order. */
  counted: Arrival[] = []
  flags: Flag[] = []
  #guests = new Map<string, DoorGuest>()
  #codes = new Map<string, DoorGuest>()
  #names: { guest: DoorGuest; plain: string }[] = []
  #arrivals = new Map<string, Arrival>()
  #inside = new Map<string, Arrival[]>()
  #lastNr = 0

  constructor({ about, lines, arrivals, queue }: Saved) {
    this.head = about?.head ?? null
    this.ahead = about?.ahead ?? 0
    this.queue = queue.sort((a, b) => a.nr - b.nr)
    this.#lastNr = Math.max(this.head?.door.lastNr ?? 0, this.queue.at(-1)?.nr ?? 0)
    this.hear({ whole: true, lines, arrivals })
  }

  get guests(): number {
    return this.#guests.size
  }
  get heads(): number {
    return headsOf(this.counted)
  }
  guest = (id: string): DoorGuest | undefined => this.#guests.get(id)
  byCode = (code: string): DoorGuest | undefined => this.#codes.get(code)
  inside = (invitation: string | null): Arrival[] => (invitation && this.#inside.get(invitation)) || []
  /** Arrivals of this phone that were not undone, newest first. */
  get own(): Arrival[] {
    return this.counted.filter(({ door }) => door === this.head?.door.id).reverse()
  }
  doorName = (id: string): string => this.head?.doors.find(([one]) => one === id)?.[1] ?? ''
  nameOf = ({ invitation, name }: Pick<Arrival, 'invitation' | 'name'>): string =>
    (invitation && this.#guests.get(invitation)?.name) || name || ''

  /** Finds guests by name, code or the last four digits. */
  find(text: string, most = 8): DoorGuest[] {
    const words = plainName(text).split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const found: DoorGuest[] = []
    for (const { guest, plain } of this.#names) {
      if (words.every((word) => plain.includes(word))) found.push(guest)
      if (found.length === most) break
    }
    return found
  }

  /** Makes a new event of this phone, with the next number. */
  made(event: Omit<DoorEvent, 'id' | 'nr' | 'phoneAt'>): DoorEvent {
    this.#lastNr += 1
    return { ...event, id: crypto.randomUUID(), nr: this.#lastNr, phoneAt: Date.now() }
  }

  /** Counts an event, once it is stored. */
  did(event: DoorEvent): void {
    this.queue.push(event)
    this.#count()
  }

  /** Removes events that the server has from the queue. The server's own copies follow, or came before. */
  sent(ids: string[]): Arrival[] {
    const gone = new Set(ids)
    const known = this.queue.filter(({ id }) => gone.has(id)).map((event) => this.#arrivalOf(event))
    for (const arrival of known) this.#arrivals.set(arrival.id, arrival)
    this.queue = this.queue.filter(({ id }) => !gone.has(id))
    return known
  }

  hear({ whole, lines, arrivals }: { whole: boolean; lines: DoorLine[]; arrivals: Arrival[] }): void {
    if (whole) {
      this.#guests.clear()
      this.#arrivals.clear()
    }
    for (const line of lines) this.#guests.set(line[0], guestOf(line))
    for (const arrival of arrivals) this.#arrivals.set(arrival.id, arrival)
    if (whole || lines.length > 0) this.#index()
    this.#lastNr = Math.max(this.#lastNr, this.head?.door.lastNr ?? 0)
    this.#count()
  }

  /** Renumbers the whole queue, in its order: the server already has other events under some of its numbers. */
  renumber(lastNr: number): DoorEvent[] {
    this.#lastNr = Math.max(this.#lastNr, lastNr)
    this.queue = this.queue.map((event) => ({ ...event, nr: ++this.#lastNr }))
    return this.queue
  }

  #index(): void {
    this.#codes = new Map([...this.#guests.values()].map((guest) => [guest.code, guest]))
    this.#names = [...this.#guests.values()]
      .map((guest) => ({ guest, plain: `${plainName(guest.name)} ${guest.code.toLowerCase()} ${guest.lastFour}` }))
      .sort((a, b) => (a.plain < b.plain ? -1 : 1))
  }

  #arrivalOf({ nr: _, phoneAt, ...event }: DoorEvent): Arrival {
    const at = phoneAt - this.ahead
    return { ...event, door: this.head?.door.id ?? '', at, received: at }
  }

  #count(): void {
    const waiting = this.queue.map((event) => this.#arrivalOf(event))
    this.counted = countedOf([
      ...new Map([...this.#arrivals, ...waiting.map((one) => [one.id, one] as const)]).values(),
    ])
    this.#inside = new Map()
    for (const arrival of this.counted) {
      const before = this.#inside.get(arrival.invitation ?? '')
      if (before) before.push(arrival)
      else this.#inside.set(arrival.invitation ?? '', [arrival])
    }
    const party = (invitation: string) => {
      const guest = this.#guests.get(invitation)
      return guest ? partyOf(guest) : 0
    }
    this.flags = flagsOf(this.counted, party)
  }
}

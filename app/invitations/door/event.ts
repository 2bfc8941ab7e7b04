import type { InvitationState } from '#app/invitations/guests/invitation.ts'

// What a door and we tell each other. A phone keeps all of this.

type How = 'scan' | 'code' | 'search' | 'walk-in'
/** What the door knew when it let them in. */
export type Saw = 'good' | 'again' | 'over' | 'unanswered' | 'declined' | 'unlisted' | 'walk-in'

/** One thing that was done at a door, made on the phone. */
export type DoorEvent = {
  id: string
  /** Its number on that phone, from 1. */
  nr: number
  kind: 'in' | 'undo'
  /** The event that is taken back. */
  undoes: string | null
  invitation: string | null
  people: number
  how: How
  saw: Saw
  name: string | null
  /** In milliseconds, by the phone's clock. */
  phoneAt: number
}

/** A guest as a door's list has them. */
export type DoorGuest = {
  id: string
  code: string
  version: number
  seats: number
  state: InvitationState
  adults: number | null
  children: number | null
  name: string
  lastFour: string
  /** When the pass before was replaced, or the invitation withdrawn. */
  ended: number | null
}
/** The same in as few signs as can be: five thousand of them are sent to each phone. */
export type DoorLine = [
  id: string,
  code: string,
  version: number,
  seats: number,
  state: InvitationState,
  adults: number | null,
  children: number | null,
  name: string,
  lastFour: string,
  /** Only where it is so. */
  ended?: number,
]
/** What was done at any door, as we know it. `at`: by our clock. */
export type Arrival = {
  id: string
  door: string
  kind: 'in' | 'undo'
  undoes: string | null
  invitation: string | null
  people: number
  how: How
  saw: Saw
  name: string | null
  at: number
  received: number
}

/** How it is with an occasion's doors: not yet, now, over, shut by the host or the back office, or this one revoked. */
export type DoorState = 'early' | 'open' | 'over' | 'closed' | 'revoked'

export type SyncAsked = {
  /** What the last answer gave; null asks for all. */
  since: string | null
  events: DoorEvent[]
  /** How far the phone's clock is ahead of ours. */
  aheadMs: number
  unsent: number
}

export type Synced = {
  state: DoorState
  /** Our clock. */
  now: number
  /** The ids that need not be sent again. */
  taken: string[]
  since: string
  /** True when these are all there are. */
  whole: boolean
  lines: DoorLine[]
  arrivals: Arrival[]
  /** How many guests there are, so that a door notices that some are gone. */
  count: number
  /** `lastNr`: the highest number of its events that we know, so that a phone that lost its own goes on after it. */
  door: { id: string; name: string; lastNr: number }
  doors: [id: string, name: string][]
  occasion: {
    id: string
    name: string
    title: string
    zone: string
    startsAt: number
    /** Until when doors are open. */
    until: number
    cancelled: boolean
    /** When, where it is known. */
    cancelledAt: number | null
    walkIns: boolean
    /** The public keys whose passes are good. */
    keys: string[]
    /** Other occasions of the same people: their passes are real, but not for here. */
    others: { name: string; startsAt: number; keys: string[] }[]
  }
}

export const doorMost = {
  batch: 200,
  doors: 12,
  doorName: 40,
  name: 100,
  /** Of one door: so many a phone can't scan. */
  eventsAnHour: 3000,
  eventsOfDoor: 20_000,
  /** Of an occasion without a number of seats; with one, twice as many as there are seats, and so many anyway. */
  walkIns: 5000,
  walkInsAnyway: 500,
}

const hour = 3_600_000
/** Doors are open from two days before an occasion until a day after it. */
const opensBefore = 48 * hour
export const closesAfter = 24 * hour
/** From when on phones can join, where that is not yet. */
export function opensLater({ startsAt }: { startsAt: Date }, now: Date): Date | null {
  const opens = new Date(startsAt.getTime() - opensBefore)
  return opens > now ? opens : null
}

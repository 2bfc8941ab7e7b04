import type { InvitationState } from '#app/invitations/guests/invitation.ts'

// The messages between a door and the server. A phone stores all of this.

type How = 'scan' | 'code' | 'search' | 'walk-in'
/** The door's knowledge when it let the guest in. */
export type Saw = 'good' | 'again' | 'over' | 'unanswered' | 'declined' | 'unlisted' | 'walk-in'

/** An event at a door, made on the phone. */
export type DoorEvent = {
  id: string
  /** The event's number on that phone, from 1. */
  nr: number
  kind: 'in' | 'undo'
  /** The event that this one undoes. */
  undoes: string | null
  invitation: string | null
  people: number
  how: How
  saw: Saw
  name: string | null
  /** In milliseconds, by the phone's clock. */
  phoneAt: number
}

/** A guest on a door's list. */
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
  /** When the previous pass was replaced, or the invitation withdrawn. */
  ended: number | null
}
/** A guest in compact form: five thousand of them are sent to each phone. */
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
  /** Missing if `ended` is null. */
  ended?: number,
]
/** An event at any door, as the server knows it. `at`: by the server's clock. */
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

/** The state of an occasion's doors: not yet open, open, over, shut by the host or the back office, or this one revoked. */
export type DoorState = 'early' | 'open' | 'over' | 'closed' | 'revoked'

export type SyncAsked = {
  /** The `since` of the last answer; null asks for everything. */
  since: string | null
  events: DoorEvent[]
  /** How far the phone's clock is ahead of the server's. */
  aheadMs: number
  unsent: number
}

export type Synced = {
  state: DoorState
  /** The server's time. */
  now: number
  /** The ids that need not be sent again. */
  taken: string[]
  since: string
  /** True if the lists are complete, not only changes. */
  whole: boolean
  lines: DoorLine[]
  arrivals: Arrival[]
  /** How many guests there are, so that a door notices that some were removed. */
  count: number
  /** `lastNr`: the highest number of its events that we know; a phone that lost its own count continues from there. */
  door: { id: string; name: string; lastNr: number }
  doors: [id: string, name: string][]
  occasion: {
    id: string
    name: string
    title: string
    zone: string
    startsAt: number
    /** When the doors close. */
    until: number
    cancelled: boolean
    /** The cancellation's time, if known. */
    cancelledAt: number | null
    walkIns: boolean
    /** The public keys of valid passes. */
    keys: string[]
    /** Other occasions of the same gathering: their passes are genuine, but not for this one. */
    others: { name: string; startsAt: number; keys: string[] }[]
  }
}

export const doorMost = {
  batch: 200,
  doors: 12,
  doorName: 40,
  name: 100,
  /** Limits of one door: no phone can scan more. */
  eventsAnHour: 3000,
  eventsOfDoor: 20_000,
  /** Limits of an occasion. With a number of seats: twice as many walk-ins as seats, but at least `walkInsAnyway`. */
  walkIns: 5000,
  walkInsAnyway: 500,
}

const hour = 3_600_000
/** Doors are open from two days before an occasion until a day after it. */
const opensBefore = 48 * hour
export const closesAfter = 24 * hour
/** Returns from when on phones can join; null if they can now. */
export function opensLater({ startsAt }: { startsAt: Date }, now: Date): Date | null {
  const opens = new Date(startsAt.getTime() - opensBefore)
  return opens > now ? opens : null
}

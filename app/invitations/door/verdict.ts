import type { InvitationState } from '#app/invitations/guests/invitation.ts'
import type { Arrival, DoorGuest, Saw } from './event.ts'
import type { Pass } from './pass.ts'

// The verdict on a guest at the door. Pure: it uses only the phone's data.

/** The signer of a pass: this occasion, another one of the same gathering, or nobody. */
export type Signed = { by: 'us' } | { by: 'other'; occasion: string; startsAt?: number | null } | { by: 'nobody' }

/** A scanned or typed text, or a picked guest. */
export type Met =
  | { what: 'pass'; pass: Pass; signed: Signed; guest: DoorGuest | undefined }
  | { what: 'guest'; guest: DoorGuest }
  | { what: 'nobody'; typed: string }
  | { what: 'nothing' }

type Colour = 'green' | 'amber' | 'red' | 'grey'
type Word =
  | 'welcome'
  | 'newer'
  | 'some'
  | 'all'
  | 'maybe'
  | 'unanswered'
  | 'declined'
  | 'waiting'
  | 'replaced'
  | 'withdrawn'
  | 'elsewhere'
  | 'cancelled'
  | 'forged'
  | 'no name'
  | 'no number'
  | 'nothing'

export type Verdict = {
  colour: Colour
  word: Word
  name: string
  /** Null if the door can't know the invitation. */
  invitation: string | null
  /** How many the pass is for, and how many of them are in. */
  party: number
  came: number
  /** The last arrival by this invitation. */
  last: Arrival | null
  /** Numbers on the buttons: how many may be let in; empty if nobody is. */
  lets: number[]
  /** The value stored with the arrival. */
  saw: Saw
  /** Two taps for a doubtful case. */
  taps: 1 | 2
  /** The other occasion that the pass is for. */
  occasion?: string
  /** When the pass was replaced, withdrawn or cancelled, or when that other occasion begins; null if unknown. */
  when: number | null
}

type Party = Pick<DoorGuest, 'state' | 'adults' | 'children' | 'seats'>
/** Returns how many a guest may bring: the number they gave, or their seats. */
export const partyOf = ({ state, adults, children, seats }: Party): number =>
  state === 'yes' || state === 'offered' ? (adults ?? 0) + (children ?? 0) || seats : seats

const downFrom = (many: number) => Array.from({ length: Math.max(0, many) }, (_, nr) => many - nr)
const blank: Omit<Verdict, 'colour' | 'word'> = {
  name: '',
  invitation: null,
  party: 0,
  came: 0,
  last: null,
  lets: [],
  saw: 'over',
  taps: 1,
  when: null,
}

const answered: Record<Exclude<InvitationState, 'yes' | 'withdrawn'>, { word: Word; saw: Saw }> = {
  invited: { word: 'unanswered', saw: 'unanswered' },
  asked: { word: 'unanswered', saw: 'unanswered' },
  maybe: { word: 'maybe', saw: 'unanswered' },
  no: { word: 'declined', saw: 'declined' },
  waiting: { word: 'waiting', saw: 'unanswered' },
  offered: { word: 'waiting', saw: 'unanswered' },
}

/** True for a typed search: a name, or the end of a number. Anything else is a pass, or a text mistaken for one. */
export const isForSearch = (typed: string): boolean => /^[\p{L}\p{M}\s.,&'’-]+$|^\d{4}$/u.test(typed)

/** Computes the verdict. `inside`: arrivals by this invitation that were not undone, in order. */
export function verdictOf(
  met: Met,
  inside: Arrival[],
  occasion: { cancelled: boolean; cancelledAt?: number | null },
): Verdict {
  if (met.what === 'nothing') return { ...blank, colour: 'grey', word: 'nothing' }
  if (met.what === 'nobody') {
    const isName = /\p{L}/u.test(met.typed)
    return { ...blank, colour: 'grey', word: isName ? 'no name' : 'no number', name: isName ? met.typed : '' }
  }
  // The list proves nothing about a pass: a pass with a wrong signature is refused, even if its guest is on the list.
  if (met.what === 'pass' && met.signed.by === 'nobody') return { ...blank, colour: 'red', word: 'forged' }
  if (met.what === 'pass' && met.signed.by === 'other') return elsewhere(met.pass, met.signed)
  const { guest } = met
  const isNewer = met.what === 'pass' && (!guest || met.pass.version > guest.version)
  const party = isNewer ? met.pass.seats : partyOf(guest!)
  const invitation = guest?.id ?? (met.what === 'pass' ? met.pass.invitation : null)
  const came = headsOf(inside)
  const known = { ...blank, name: guest?.name ?? '', invitation, party, came, last: inside.at(-1) ?? null }
  const twice = { ...known, colour: 'red' as const, lets: downFrom(party), taps: 2 as const }
  const red = (word: Word, when: number | null = null): Verdict => ({ ...twice, word, when })
  if (occasion.cancelled) return red('cancelled', occasion.cancelledAt)
  if (guest?.state === 'withdrawn') return red('withdrawn', guest.ended)
  if (met.what === 'pass' && guest && met.pass.version < guest.version) return red('replaced', guest.ended)
  const rest = downFrom(party - came)
  if (came >= party && came > 0) return { ...known, colour: 'amber', word: 'all', lets: downFrom(party), saw: 'again' }
  if (!isNewer && guest!.state !== 'yes') {
    const { word, saw } = answered[guest!.state as keyof typeof answered]
    return { ...known, colour: 'amber', word: came > 0 ? 'some' : word, lets: rest, saw }
  }
  const saw = isNewer ? 'unlisted' : 'good'
  if (came > 0) return { ...known, colour: 'amber', word: 'some', lets: rest, saw }
  return { ...known, colour: 'green', word: isNewer ? 'newer' : 'welcome', lets: rest, saw }
}

const elsewhere = ({ seats }: Pass, { occasion, startsAt = null }: Signed & { by: 'other' }): Verdict => {
  const twice = { ...blank, taps: 2 as const, party: seats, lets: downFrom(seats) }
  return { ...twice, colour: 'red', word: 'elsewhere', occasion, when: startsAt }
}

// Computes who is inside, and who was let in twice: the phones and the server get the same result from the same events.

/** Sorts by the time of the event, not by when it was received. */
const inOrder = (a: Arrival, b: Arrival): number => a.at - b.at || a.received - b.received || (a.id < b.id ? -1 : 1)

/** Returns arrivals that were not undone, in order. */
export function countedOf(arrivals: Arrival[]): Arrival[] {
  const undone = new Set(arrivals.flatMap(({ undoes }) => undoes ?? []))
  return arrivals.filter(({ kind, id }) => kind === 'in' && !undone.has(id)).sort(inOrder)
}

/** Counts all people who were let in, flagged ones too. */
export const headsOf = (counted: Arrival[]): number => counted.reduce((sum, { people }) => sum + people, 0)

/** An arrival that seemed good at its door, though others had come by the same pass. `other`: the first of them at another door. */
export type Flag = { arrival: Arrival; other: Arrival }

/** Finds double arrivals. `party`: how many an invitation is for. The first arrivals fill it; later ones are flagged. */
export function flagsOf(counted: Arrival[], party: (invitation: string, arrival: Arrival) => number): Flag[] {
  const before = new Map<string, Arrival[]>()
  return counted.flatMap((arrival) => {
    const { invitation, saw } = arrival
    if (!invitation) return []
    const earlier = before.get(invitation) ?? []
    before.set(invitation, [...earlier, arrival])
    const other = earlier.find(({ door }) => door !== arrival.door)
    const isOver = headsOf(earlier) + arrival.people > party(invitation, arrival)
    return other && isOver && (saw === 'good' || saw === 'unlisted') ? [{ arrival, other }] : []
  })
}

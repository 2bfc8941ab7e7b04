import { type ComparedGuest, type KnownGuest, moreGroups } from './compare-guests.ts'
import { guestNameMax, guestNoteMax, seatsMax } from './invitation.ts'
import type { ReadGuest } from './read-guest.ts'

// What becomes of the rows of a list when the host has said how it is with those that repeat somebody.

/** `one`: the same guest, or one household. `two`: both are kept, the second without the number. */
export type Choice = 'one' | 'two'
export type GuestChoices = {
  /** Seats of those whose line says nothing. */
  seats: number
  groups: string[]
  choiceOf: (row: ComparedGuest) => Choice
  /** Whether a line that looks like a message is a guest all the same. */
  takes: (row: ComparedGuest) => boolean
}

/** A guest to be made, or one of the list that is told more of. Their seats are for each occasion that is chosen. */
export type Planned = {
  known: KnownGuest | null
  name: string
  phone: string | null
  email: string | null
  note: string
  groups: string[]
  /** What a new invitation has. */
  seats: number
  /** What is added to an invitation that there is. */
  more: number
}

export type Plan = {
  planned: Planned[]
  /** Rows whose household would have more seats than one can have. */
  tooMany: number[]
}

/** True for rows about which the host may say something. */
export const isAsked = ({ is, byName }: ComparedGuest): boolean => is === 'shared' || byName

export function planOf(rows: readonly ComparedGuest[], known: readonly KnownGuest[], choices: GuestChoices): Plan {
  const phones = new Set(known.flatMap(({ phone }) => phone ?? []))
  const byRow = new Map<number, Planned>()
  const byKnown = new Map<string, Planned>()
  const plan: Plan = { planned: [], tooMany: [] }
  const add = (one: Planned) => {
    plan.planned.push(one)
    if (one.phone) phones.add(one.phone)
    return one
  }
  const otherOf = ({ other }: ComparedGuest): Planned | undefined => {
    if (!other) return undefined
    if ('row' in other) return byRow.get(other.row)
    const before = byKnown.get(other.known.id)
    if (before) return before
    const made = add(ofKnown(other.known, choices))
    byKnown.set(other.known.id, made)
    return made
  }
  for (const row of rows) {
    if (row.is === 'said' && !choices.takes(row)) continue
    const isTwo = row.is === 'new' || row.is === 'said' || (isAsked(row) && choices.choiceOf(row) === 'two')
    const one = isTwo ? undefined : otherOf(row)
    const target = one ?? add(ofRow(row, phones, choices))
    byRow.set(row.nr, target)
    if (one) join(one, row, phones, choices)
    if (target.seats > seatsMax || (target.known?.seats ?? 0) + target.more > seatsMax) plan.tooMany.push(row.nr)
  }
  return plan
}

const ofRow = (row: ReadGuest, phones: ReadonlySet<string>, { seats, groups }: GuestChoices): Planned => ({
  known: null,
  name: row.name,
  phone: row.phone && !phones.has(row.phone) ? row.phone : null,
  email: row.email,
  note: row.note,
  groups: moreGroups(row.groups, groups),
  seats: row.seats ?? seats,
  more: 0,
})

const ofKnown = (known: KnownGuest, { seats, groups }: GuestChoices): Planned => ({
  known,
  name: known.name,
  phone: known.phone,
  email: known.email,
  note: known.note,
  groups: moreGroups(known.groups, groups),
  seats: known.seats ?? seats,
  more: 0,
})

/** A row that is the same guest fills in what is missing; one of the same household brings a name and seats. */
function join(one: Planned, row: ComparedGuest, phones: Set<string>, { seats }: GuestChoices): void {
  if (row.is === 'shared') {
    const more = row.seats ?? seats
    one.seats += more
    if (one.known) one.more += more
    const both = `${one.name} & ${row.name}`
    if (both.length <= guestNameMax) one.name = both
    else one.note = noted(one.note, `& ${row.name}`)
  } else if (!one.phone && row.phone && !phones.has(row.phone)) {
    one.phone = row.phone
    phones.add(row.phone)
  }
  if (row.is === 'twice' && row.seats !== null) one.seats = Math.max(one.seats, row.seats)
  if (row.is === 'there' && one.known?.seats === null && row.seats !== null) one.seats = row.seats
  one.email ??= row.email
  one.groups = moreGroups(one.groups, row.groups)
  if (!one.known && row.note) one.note = noted(one.note, row.note)
}

const noted = (note: string, more: string): string =>
  [note, more].filter(Boolean).join(', ').slice(0, guestNoteMax).trim()

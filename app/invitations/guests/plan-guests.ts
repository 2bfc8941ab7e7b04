import { type ComparedGuest, type KnownGuest, moreGroups } from './compare-guests.ts'
import { guestNameMax, guestNoteMax, seatsMax } from './invitation.ts'
import type { ReadGuest } from './read-guest.ts'

// Plans the rows of a list after the host has decided about those that repeat a guest.

/** `one`: the same guest, or one household. `two`: both are kept, the second without the number. */
export type Choice = 'one' | 'two'
export type GuestChoices = {
  /** The seats for lines that name no number. */
  seats: number
  groups: string[]
  choiceOf: (row: ComparedGuest) => Choice
  /** True if a line that looks like a message is a guest all the same. */
  takes: (row: ComparedGuest) => boolean
}

/** A guest to be made, or one on the list who gets more details. The seats apply to each chosen occasion. */
export type Planned = {
  known: KnownGuest | null
  name: string
  phone: string | null
  email: string | null
  note: string
  groups: string[]
  /** The seats of a new invitation. */
  seats: number
  /** The seats added to an existing invitation. */
  more: number
}

export type Plan = {
  planned: Planned[]
  /** The rows whose household would exceed the most seats of an invitation. */
  tooMany: number[]
}

/** True for rows that the host decides about. */
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

/** Joins a row to a guest: the same guest gets missing details, a household gets a name and seats. */
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

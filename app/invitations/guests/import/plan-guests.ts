import { guestNameMax, guestNoteMax, seatsMax } from '#app/invitations/guests/invitation.ts'
import type { ReadGuest } from './read-guest.ts'
import type { GuestLine, GuestsReading } from './read-guests.ts'

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

// Compares a list that was read with the guests who are already there, so that nobody is entered twice and nothing is hidden.

/** A guest on the list, with the fields that a new list may repeat. */
export type KnownGuest = {
  id: string
  name: string
  phone: string | null
  email: string | null
  groups: string[]
  note: string
  /** The most seats that the guest has for an occasion; null if invited to none. */
  seats: number | null
}

export type Differs = 'phone' | 'email' | 'seats' | 'groups'

/** `there`: on the list already. `twice`: repeats an earlier line. `shared`: another guest has this number. `said`: perhaps no guest. */
export type ComparedGuest = ReadGuest &
  GuestLine & {
    nr: number
    is: 'new' | 'there' | 'twice' | 'shared' | 'said'
    /** The guest who is there or has the number: on the list, or in the row with this number. */
    other: { known: KnownGuest } | { row: number } | null
    otherName: string
    /** Only the name says that they are the same guest: the host may say that they are two. */
    byName: boolean
    differs: Differs[]
  }

/** Folds a name, so that two spellings of one guest are equal. */
const foldedName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, (cut) => (/^\p{M}+$/u.test(cut) ? '' : ' '))
    .toLowerCase()
    .trim()

/** Returns the names of an entry: a household that shares a number has the names of all who were entered under it. */
const namesOf = (name: string, note: string): string[] =>
  [name, ...name.split(' & '), ...note.split(', ').flatMap((part) => (part.startsWith('& ') ? [part.slice(2)] : []))]
    .map(foldedName)
    .filter(Boolean)

type Entry = {
  names: string[]
  name: string
  phone: string | null
  email: string | null
  is: NonNullable<ComparedGuest['other']>
}

export function comparedGuests(
  { guests }: Pick<GuestsReading, 'guests'>,
  known: readonly KnownGuest[],
): ComparedGuest[] {
  const index = new Index()
  for (const one of known) index.add({ ...one, names: namesOf(one.name, one.note), is: { known: one } })
  return guests.map((guest, at) => {
    const found = index.find(guest)
    const row = {
      ...guest,
      nr: at + 1,
      is: 'new',
      other: null,
      otherName: '',
      byName: false,
      differs: [],
    } as ComparedGuest
    if (found) Object.assign(row, comparedWith(guest, found))
    else if (guest.isSaid || guest.doubt) row.is = 'said'
    else index.add({ ...guest, names: namesOf(guest.name, guest.note), is: { row: row.nr } })
    if (row.is === 'shared')
      index.add({ ...guest, phone: null, names: namesOf(guest.name, guest.note), is: { row: row.nr } })
    return row
  })
}

type Found = { entry: Entry; by: 'phone' | 'email' | 'name' | 'number alone' }

class Index {
  private readonly phones = new Map<string, Entry>()
  private readonly names = new Map<string, Entry[]>()

  add(entry: Entry) {
    if (entry.phone && !this.phones.has(entry.phone)) this.phones.set(entry.phone, entry)
    for (const name of new Set(entry.names)) this.names.set(name, [...(this.names.get(name) ?? []), entry])
  }

  find({ name, phone, email }: ReadGuest): Found | undefined {
    const folded = foldedName(name)
    const named = (this.names.get(folded) ?? []).slice(0, 50)
    const holder = phone ? this.phones.get(phone) : undefined
    if (holder?.names.includes(folded)) return { entry: holder, by: 'phone' }
    const mailed = email ? named.find((one) => one.email === email) : undefined
    if (mailed && !holder) return { entry: mailed, by: 'email' }
    // Two guests share a number: keep the second without it, or add it to the first one's household.
    const unnumbered = named.find((one) => one.phone === null)
    if (holder) return unnumbered ? { entry: unnumbered, by: 'name' } : { entry: holder, by: 'number alone' }
    const namesake = phone ? unnumbered : named[0]
    return namesake ? { entry: namesake, by: 'name' } : undefined
  }
}

function comparedWith(guest: ReadGuest, { entry, by }: Found): Partial<ComparedGuest> {
  const beside = { other: entry.is, otherName: entry.name }
  if (by === 'number alone') return { ...beside, is: 'shared' }
  const is = 'known' in entry.is ? ('there' as const) : ('twice' as const)
  return {
    ...beside,
    is,
    byName: by === 'name',
    differs: 'known' in entry.is ? differences(guest, entry.is.known) : [],
  }
}

function differences(guest: ReadGuest, known: KnownGuest): Differs[] {
  const found: Differs[] = []
  if (guest.phone && guest.phone !== known.phone) found.push('phone')
  if (guest.email && guest.email !== known.email) found.push('email')
  if (guest.seats !== null && known.seats !== null && guest.seats !== known.seats) found.push('seats')
  if (moreGroups(known.groups, guest.groups).length > known.groups.length) found.push('groups')
  return found
}

/** Joins the groups of both guests, each once. */
function moreGroups(groups: readonly string[], more: readonly string[]): string[] {
  const has = new Set(groups.map((one) => one.toLowerCase()))
  return [...groups, ...more.filter((one) => !has.has(one.toLowerCase()))].slice(0, 10)
}

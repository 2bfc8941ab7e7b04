import type { ReadGuest } from './read-guest.ts'
import type { GuestLine, GuestsReading } from './read-guests.ts'

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
export function moreGroups(groups: readonly string[], more: readonly string[]): string[] {
  const has = new Set(groups.map((one) => one.toLowerCase()))
  return [...groups, ...more.filter((one) => !has.has(one.toLowerCase()))].slice(0, 10)
}

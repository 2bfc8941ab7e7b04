import type { InvitationState } from './invitation.ts'

// A guest as the list shows them, from invited to thanked.

/** A guest's answer to one occasion. */
export type SaidInRow = {
  no: number
  occasion: string
  state: InvitationState
  seats: number
  people: number
  gives: boolean
}
/** The number of people who came with a guest to one occasion. */
type Came = { no: number; occasion: string; people: number }
export type GuestRow = {
  id: string
  name: string
  /** True if neither the name nor the name for the card can be drawn. */
  undrawn: boolean
  /** Whole for hosts, masked for administrators. */
  phone: string | null
  email: string | null
  groups: string[]
  note: string
  sentAt: Date | null
  seenOn: string | null
  /** The guest gave a number on the open link that is on the list already. */
  claims: boolean
  answers: SaidInRow[]
  /** The guest's invitation was taken back. */
  uninvited: boolean
  /** In cents, without anonymous gifts. */
  pledged: number
  paid: number
  /** The people who came with the guest, for each occasion. */
  came: Came[]
  thankedAt: Date | null
}
/** Numbers of people. They are never added up: the people of one occasion may come to another one, too. */
export type PeopleCount = { yes: number; maybe: number; silent: number; came: number }
/** The totals of all guests found: guests, people at each occasion, and amounts in cents. */
export type GuestCount = {
  guests: number
  people: (PeopleCount & { occasion: string })[]
  pledged: number
  paid: number
}

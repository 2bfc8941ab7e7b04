import type { InvitationState } from './invitation.ts'

// A guest as the list shows them, from invited to thanked.

/** What a guest said to one occasion. */
export type SaidInRow = {
  no: number
  occasion: string
  state: InvitationState
  seats: number
  people: number
  gives: boolean
}
/** How many people came with a guest to one occasion. */
type Came = { no: number; occasion: string; people: number }
export type GuestRow = {
  id: string
  name: string
  /** Neither the name nor one for the card can be drawn. */
  undrawn: boolean
  /** Whole for hosts, masked for administrators. */
  phone: string | null
  email: string | null
  groups: string[]
  note: string
  sentAt: Date | null
  seenOn: string | null
  /** They gave a number on the open link that is on the list already. */
  claims: boolean
  answers: SaidInRow[]
  /** They were invited, and it was taken back. */
  uninvited: boolean
  /** In cents; nothing anonymous is in it. */
  pledged: number
  paid: number
  /** People who came with them, to each occasion. */
  came: Came[]
  thankedAt: Date | null
}
/** How many people: who comes to one occasion may come to another one, too, so they are never added up. */
export type PeopleCount = { yes: number; maybe: number; silent: number; came: number }
/** What all that is found comes to: guests, people at each occasion, and amounts in cents. */
export type GuestCount = {
  guests: number
  people: (PeopleCount & { occasion: string })[]
  pledged: number
  paid: number
}

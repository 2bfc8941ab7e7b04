import { msg } from '@lingui/core/macro'
import { oneLine } from '#app/kit/lines.ts'
import { choice, type FilterOf, flagField, type ListField, search } from '#app/kit/list.ts'
import type { GuestFilter } from './guest-filter.ts'
import { type InvitationState, invitationStateWords } from './invitation.ts'

// The filters of the guest list and their names in its address: a field for each step from invited to thanked.

const yesOrNo = ['yes', 'no'] as const
const all = msg({ message: 'All', context: 'guests' })

export const guestFields = {
  q: search(msg`Name, phone number or email`, { className: 'w-full sm:w-80' }),
  occasion: {
    kind: 'choice',
    label: msg`Occasion`,
    all: msg({ message: 'All', context: 'occasions' }),
    options: [],
    read: (typed) => (typed && /^([1-9]|1\d|20)$/.test(typed) ? typed : null),
  } satisfies ListField<string | null>,
  group: {
    kind: 'choice',
    label: msg`Group`,
    all: msg({ message: 'All', context: 'groups' }),
    options: [],
    read: (typed) => oneLine(typed ?? '').slice(0, 40),
  } satisfies ListField<string>,
  sent: choice({
    label: msg`Card`,
    all,
    of: yesOrNo,
    words: { yes: msg({ message: 'Sent', context: 'card' }), no: msg({ message: 'Not sent', context: 'card' }) },
  }),
  seen: choice({
    label: msg`Page`,
    all,
    of: yesOrNo,
    words: { yes: msg({ message: 'Seen', context: 'page' }), no: msg({ message: 'Not seen', context: 'page' }) },
  }),
  answer: choice({
    label: msg`Answer`,
    all: msg({ message: 'All', context: 'answers' }),
    of: ['yes', 'maybe', 'no', 'invited', 'asked', 'waiting', 'offered'],
    words: invitationStateWords,
  }),
  pledge: choice({
    label: msg`Pledge`,
    all,
    of: ['yes', 'open', 'no'],
    words: {
      yes: msg({ message: 'Pledged', context: 'guest' }),
      open: msg`Pledged, not all paid`,
      no: msg({ message: 'Not pledged', context: 'guest' }),
    },
  }),
  paid: choice({
    label: msg`Gift`,
    all,
    of: yesOrNo,
    words: { yes: msg({ message: 'Paid', context: 'guest' }), no: msg({ message: 'Not paid', context: 'guest' }) },
  }),
  came: choice({
    label: msg`At the door`,
    all,
    of: yesOrNo,
    words: { yes: msg({ message: 'Came', context: 'guest' }), no: msg({ message: 'Did not come', context: 'guest' }) },
  }),
  thanked: choice({
    label: msg`Thanks`,
    all,
    of: yesOrNo,
    words: {
      yes: msg({ message: 'Thanked', context: 'guest' }),
      no: msg({ message: 'Not thanked', context: 'guest' }),
    },
  }),
  gives: flagField(msg`Will give`),
  claims: flagField(msg`Whose number?`),
}
/** The filter as the list's form has it. */
export type GuestsAsked = FilterOf<typeof guestFields>

/** Converts the form's filter to the query's. */
export const guestFilterOf = ({ occasion, ...rest }: GuestsAsked): GuestFilter => ({
  ...rest,
  occasion: occasion === null ? null : Number(occasion),
})

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

import { msg } from '@lingui/core/macro'
import { oneLine } from '#app/kit/lines.ts'
import { choice, type FilterOf, flagField, type ListField, search } from '#app/kit/list.ts'
import type { GuestFilter } from './guest-filter.ts'
import { invitationStateWords } from './invitation.ts'

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

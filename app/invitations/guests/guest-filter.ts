import { noIn } from '#app/invitations/occasions/occasion.ts'
import { oneLine } from '#app/kit/lines.ts'
import { type InvitationState, invitationStates } from './invitation.ts'

// Which guests of a list are meant: what the address of the list says, and what a message to them remembers.

export type YesOrNo = 'yes' | 'no'
/** Pledged; pledged and not all of it paid; not pledged. */
export type Pledged = 'yes' | 'open' | 'no'
export type GuestFilter = {
  /** The number of an occasion that they are invited to. */
  occasion: number | null
  group: string
  answer: InvitationState | null
  sent: YesOrNo | null
  seen: YesOrNo | null
  /** Who came by the open link with a number that is on the list already. */
  claims: boolean
  /** A part of the name, or of the number. */
  q: string
  /** They can't come, but will give. */
  gives?: boolean
  pledge?: Pledged | null
  paid?: YesOrNo | null
  came?: YesOrNo | null
  thanked?: YesOrNo | null
  /** They came, or gave. */
  helped?: boolean
}

/** What is asked about what they gave or promised: for those who may see it. */
export const asksOfGifts = ({ pledge, paid, helped }: Pick<GuestFilter, 'pledge' | 'paid' | 'helped'>): boolean =>
  Boolean(pledge || paid || helped)

const yesOrNo = (text: string | null) => (text === 'yes' || text === 'no' ? text : null)

/** Whatever is in the address, something sensible comes of it. */
export function guestFilterIn(query: URLSearchParams): GuestFilter {
  const pledge = query.get('pledge')
  return {
    occasion: noIn(query.get('occasion')) || null,
    group: oneLine(query.get('group') ?? '').slice(0, 100),
    answer: invitationStates.find((state) => state === query.get('answer')) ?? null,
    sent: yesOrNo(query.get('sent')),
    seen: yesOrNo(query.get('seen')),
    claims: query.get('claims') === 'on',
    q: oneLine(query.get('q') ?? '').slice(0, 100),
    gives: query.get('gives') === 'on',
    pledge: pledge === 'open' ? pledge : yesOrNo(pledge),
    paid: yesOrNo(query.get('paid')),
    came: yesOrNo(query.get('came')),
    thanked: yesOrNo(query.get('thanked')),
    helped: query.get('helped') === 'on',
  }
}

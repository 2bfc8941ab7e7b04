import { noIn } from '#app/invitations/occasions/occasion.ts'
import { oneLine } from '#app/kit/lines.ts'
import { type InvitationState, invitationStates } from './invitation.ts'

// The filter of a guest list: read from the list's address, and remembered by a message to those guests.

export type YesOrNo = 'yes' | 'no'
/** yes: pledged; open: pledged and not fully paid; no: not pledged. */
export type Pledged = 'yes' | 'open' | 'no'
export type GuestFilter = {
  /** The number of an occasion that the guests are invited to. */
  occasion: number | null
  group: string
  answer: InvitationState | null
  sent: YesOrNo | null
  seen: YesOrNo | null
  /** Guests of the open link whose number is on the list already. */
  claims: boolean
  /** A part of the name, or of the number. */
  q: string
  /** Guests who can't come, but will give. */
  gives?: boolean
  pledge?: Pledged | null
  paid?: YesOrNo | null
  came?: YesOrNo | null
  thanked?: YesOrNo | null
  /** Guests who came, or gave. */
  helped?: boolean
}

/** True if the filter asks about gifts or pledges, which only some may see. */
export const asksOfGifts = ({ pledge, paid, helped }: Pick<GuestFilter, 'pledge' | 'paid' | 'helped'>): boolean =>
  Boolean(pledge || paid || helped)

const yesOrNo = (text: string | null) => (text === 'yes' || text === 'no' ? text : null)

/** Reads the filter from an address. Ignores values that it does not know. */
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

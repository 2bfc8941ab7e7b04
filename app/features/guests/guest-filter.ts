import { oneLine } from '#app/kit/lines.ts'
import { type State, states } from './invitation.ts'

// Which guests of a list are meant: what the address of the list says, and what a message to them remembers.

export type GuestFilter = {
  /** The number of an occasion that they are invited to. */
  occasion: number | null
  group: string
  answer: State | null
  sent: 'yes' | 'no' | null
  seen: 'yes' | 'no' | null
  /** Who came by the open link with a number that is on the list already. */
  claims: boolean
  /** A part of the name, or of the number. */
  q: string
}

const yesOrNo = (text: string | null) => (text === 'yes' || text === 'no' ? text : null)

/** Whatever is in the address, something sensible comes of it. */
export function guestFilterIn(query: URLSearchParams): GuestFilter {
  const occasion = query.get('occasion') ?? ''
  return {
    occasion: /^([1-9]|1\d|20)$/.test(occasion) ? Number(occasion) : null,
    group: oneLine(query.get('group') ?? '').slice(0, 100),
    answer: states.find((state) => state === query.get('answer')) ?? null,
    sent: yesOrNo(query.get('sent')),
    seen: yesOrNo(query.get('seen')),
    claims: query.get('claims') === 'on',
    q: oneLine(query.get('q') ?? '').slice(0, 100),
  }
}

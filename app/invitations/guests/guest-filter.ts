import { msg } from '@lingui/core/macro'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { oneLine } from '#app/kit/lines.ts'
import { filterQuery } from '#app/kit/list.ts'
import type { Words } from '#app/kit/says.ts'
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

// The ready filters: hosts' most frequent questions about their guests. Each is an address of the list like any other.

export const readyNames = ['owing', 'unseen', 'silent', 'unthanked', 'giving'] as const
export type ReadyFilter = (typeof readyNames)[number]

export const readyFilters: Record<ReadyFilter, { words: Words; filter: Partial<GuestFilter> }> = {
  owing: { words: msg`Said yes, pledged, has not paid`, filter: { answer: 'yes', pledge: 'yes', paid: 'no' } },
  unseen: { words: msg`Sent, not seen`, filter: { sent: 'yes', seen: 'no' } },
  silent: { words: msg`Seen, no answer`, filter: { seen: 'yes', answer: 'invited' } },
  unthanked: { words: msg`Came, not thanked`, filter: { came: 'yes', thanked: 'no' } },
  giving: { words: msg`Said no, will give`, filter: { answer: 'no', gives: true } },
}

/** Returns the address of a ready filter. Keeps the occasion that the list is narrowed to. */
export const readyAddress = (ready: ReadyFilter, occasion: string | null): string =>
  filterQuery({ occasion, ...readyFilters[ready].filter })

/** Returns the ready filter that the list shows now. */
export const readyOf = (filter: Record<string, unknown>): ReadyFilter | 'all' | undefined => {
  const asked = filterQuery({ ...filter, occasion: null })
  const same = (wanted: Partial<GuestFilter>) => String(sorted(filterQuery(wanted))) === String(sorted(asked))
  return same({}) ? 'all' : readyNames.find((name) => same(readyFilters[name].filter))
}

function sorted(query: string): URLSearchParams {
  const names = new URLSearchParams(query)
  names.sort()
  return names
}

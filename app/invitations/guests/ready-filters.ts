import { msg } from '@lingui/core/macro'
import { filterQuery } from '#app/kit/list.ts'
import type { Words } from '#app/kit/says.ts'
import type { GuestFilter } from './guest-filter.ts'

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

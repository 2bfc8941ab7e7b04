import { filterQuery } from '#app/kit/list.ts'

// Whom a host thanks. Each is an address of the form for messages, where those who were thanked before are left out.

export const thankedFor = ['came', 'gave', 'either'] as const
export type ThankedFor = (typeof thankedFor)[number]

const filters: Record<ThankedFor, Record<string, string>> = {
  came: { came: 'yes' },
  gave: { paid: 'yes' },
  either: { helped: 'on' },
}

/** The query that means them, as the list of guests and its messages read it. */
export const thanksQuery = (whom: ThankedFor): string => filterQuery({ ...filters[whom], thanked: 'no' })

/** How many guests wait for a word of thanks. */
export type Unthanked = Record<ThankedFor, number>

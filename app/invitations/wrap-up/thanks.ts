import { filterQuery } from '#app/kit/list.ts'

// Groups of guests to thank. Each has an address of the message form, which leaves out guests already thanked.

export const thankedFor = ['came', 'gave', 'either'] as const
export type ThankedFor = (typeof thankedFor)[number]

const filters: Record<ThankedFor, Record<string, string>> = {
  came: { came: 'yes' },
  gave: { paid: 'yes' },
  either: { helped: 'on' },
}

/** Returns the query of a group, for the list of guests and the message form. */
export const thanksQuery = (whom: ThankedFor): string =>
  filterQuery({ kind: 'thanks', ...filters[whom], thanked: 'no' })

/** Returns the address of the form for thanking a group. */
export const thanksAddress = (slug: string, whom: ThankedFor): string =>
  `/gathering/${slug}/messages/new${thanksQuery(whom)}`

/** How many guests of each group are not thanked yet. */
export type Unthanked = Record<ThankedFor, number>

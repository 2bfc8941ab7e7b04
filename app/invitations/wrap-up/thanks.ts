import { filterQuery } from '#app/kit/list.ts'

// Whom a host thanks. Each is an address of the form for messages, where those who were thanked before are left out.

export const thankedFor = ['came', 'gave', 'either'] as const
export type ThankedFor = (typeof thankedFor)[number]

const filters: Record<ThankedFor, Record<string, string>> = {
  came: { came: 'yes' },
  gave: { paid: 'yes' },
  either: { helped: 'on' },
}

/** The query that means them, as the list of guests and the form for messages read it. */
export const thanksQuery = (whom: ThankedFor): string =>
  filterQuery({ kind: 'thanks', ...filters[whom], thanked: 'no' })

/** The form for a message of thanks to them. */
export const thanksAddress = (slug: string, whom: ThankedFor): string =>
  `/gathering/${slug}/messages/new${thanksQuery(whom)}`

/** How many guests wait for a word of thanks. */
export type Unthanked = Record<ThankedFor, number>

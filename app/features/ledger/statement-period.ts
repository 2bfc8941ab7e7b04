import { askedDay } from '#app/kit/time.ts'

/** The first and the last day of a statement, both of Nairobi and both included; null where it is open. */
export type Span = { from: string | null; to: string | null }

/** What an address asks for. Two days the wrong way round mean what lies between them. */
export function spanIn(query: URLSearchParams): Span {
  const [from, to] = [askedDay(query, 'from'), askedDay(query, 'to')]
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** The same as the end of an address; nothing for all days. */
export const queryOf = ({ from, to }: Span): string => {
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) })
  return query.size > 0 ? `?${query}` : ''
}

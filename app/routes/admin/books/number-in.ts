import { data } from 'react-router'

/** The number in an address; without one there is no such thing. */
export function numberIn(text: string | undefined): number {
  if (!text || !/^\d{1,15}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

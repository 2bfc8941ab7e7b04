import type { DonationPage, PublicDonation } from './donation.ts'

// The gifts that an open page shows: what it began with, what came since, and the older ones it was asked for.

/**
 * Joins a fresh beginning of the list, however short, with the rest that the page knows. New gifts come on top; refunded ones
 * go; nothing falls off at the end of a list that a person is reading. Returns undefined if so many came since that the two
 * don't meet: then there is a gap, and the page has to ask for more.
 */
export function joinedGifts(known: DonationPage, fresh: DonationPage): DonationPage | undefined {
  const oldest = fresh.donations.at(-1)?.id
  if (fresh.next === null || oldest === undefined) return fresh
  if ((known.donations[0]?.id ?? 0) < oldest) return undefined
  const rest = known.donations.filter(({ id }) => id < oldest)
  return rest.length === 0 ? fresh : { donations: [...fresh.donations, ...rest], next: known.next }
}

/** Appends the next part of the list. */
export function withMoreGifts(known: DonationPage, older: DonationPage): DonationPage {
  const oldest = known.donations.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return { donations: [...known.donations, ...older.donations.filter(({ id }) => id < oldest)], next: older.next }
}

/** Restores a page from JSON, where a time is text. */
export const received = ({ donations, next }: DonationPage): DonationPage => ({
  donations: donations.map((one): PublicDonation => ({ ...one, at: new Date(one.at) })),
  next,
})

import type { DonationPage, PublicDonation } from './donation.ts'

type Told = { donors: number; gifts: DonationPage }

/** Returns how many gifts came in between, and the newest; undefined if none did. */
export function arrived(before: { donors: number; newest: number }, { donors, gifts }: Told) {
  const fresh = gifts.donations.filter(({ id }) => id > before.newest)
  const [one] = fresh
  if (!one) return undefined
  return { count: Math.max(fresh.length, donors - before.donors), one: one as Pick<PublicDonation, 'name' | 'amount'> }
}

/** Returns the state that later gifts are compared with. */
export const standOf = ({ donors, gifts }: Told) => ({ donors, newest: gifts.donations[0]?.id ?? 0 })

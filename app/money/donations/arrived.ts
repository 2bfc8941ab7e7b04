import type { DonationPage, PublicDonation } from './donation.ts'

type Told = { donors: number; gifts: DonationPage }

/** What came in between: how many gifts, and the newest. Undefined when none did. */
export function arrived(before: { donors: number; newest: number }, { donors, gifts }: Told) {
  const fresh = gifts.donations.filter(({ id }) => id > before.newest)
  const [one] = fresh
  if (!one) return undefined
  return { count: Math.max(fresh.length, donors - before.donors), one: one as Pick<PublicDonation, 'name' | 'amount'> }
}

/** By which it is known later what came since. */
export const standOf = ({ donors, gifts }: Told) => ({ donors, newest: gifts.donations[0]?.id ?? 0 })

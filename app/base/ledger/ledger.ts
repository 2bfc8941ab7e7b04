/** The platform's share of each donation where the owner bears it: 5 %, in hundredths of a percent. */
const ownerBears = 500

/** Returns the platform's share under a drive's policy, in hundredths of a percent of the gift. */
export function feeBpsOf(policy: string): number {
  if (policy === 'withhold_at_payout') return ownerBears
  if (policy === 'platform_absorbs') return 0
  throw new Error(`nobody has built the fee policy ${policy} yet`)
}

/** Returns the platform's share of a drive's gifts that is withheld from a withdrawal. */
export const withheldBps = (policy: string): number => (policy === 'donor_on_top' ? 0 : feeBpsOf(policy))

/** Computes the platform's share of an amount in cents, half a cent rounded up. In whole numbers throughout. */
export const feeOf = (amount: number, bps: number): number => Number((BigInt(amount) * BigInt(bps) + 5000n) / 10_000n)

/** A drive's money, in cents, and the platform's share of it. */
export type Money = { available: number; payable: number; feeBps: number }

/**
 * Computes what an owner receives for a withdrawal: the amount less the platform's share of it, and never more than the ledger owes.
 * Each gift's share was rounded alone, so the sum may differ by a few cents: the withdrawal that empties the balance receives all
 * that is owed.
 */
export function netOf(amount: number, { available, payable, feeBps }: Money): number {
  if (amount <= 0 || amount > available) throw new Error('a withdrawal is more than nothing and no more than there is')
  const part = amount === available ? payable : Math.min(payable, amount - feeOf(amount, feeBps))
  return Math.min(amount, Math.max(0, part))
}

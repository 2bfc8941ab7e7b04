import { usualFeeBps } from '#app/kit/fee.ts'

/** The fee of a drive as its row has it: set when it was opened, and never changed. */
export type DriveFee = { fee_policy: string; fee_bps: number }

/** Returns the platform's share of a drive's gifts, in hundredths of a percent of the gift. */
export function feeBpsOf({ fee_policy, fee_bps }: DriveFee): number {
  if (fee_policy === 'donor_on_top') throw new Error(`nobody has built the fee policy ${fee_policy} yet`)
  return fee_bps
}

/** Returns the platform's share of a drive's gifts that is withheld from a withdrawal. */
export const withheldBps = (drive: DriveFee): number => (drive.fee_policy === 'donor_on_top' ? 0 : feeBpsOf(drive))

/**
 * Returns the share of a payment above which a charge that we bear looks like a mistake: the fee, but no less than the usual 5 %. An
 * operator who takes less pays the charges from other money.
 */
export const mostChargeBps = (feeBps: number): number => Math.max(feeBps, usualFeeBps)

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

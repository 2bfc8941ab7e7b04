// Packages have prices in US dollars and are paid for in shillings.

/** Digits of a rate that count: 129.5 shillings to the dollar are 1,295,000 of these parts. */
const parts = 10_000

/**
 * Converts a price from cents of US dollars at a rate of shillings to the dollar, to cents: rounded to a whole
 * shilling, half a one up, and never nothing. Computed in whole numbers, so that the price shown is the price charged.
 */
export function kesFor(dollarCents: number, rate: number): number {
  const product = BigInt(dollarCents) * BigInt(Math.round(rate * parts))
  const shilling = BigInt(100 * parts)
  const shillings = (product + shilling / 2n) / shilling
  return Number(shillings > 0n ? shillings : 1n) * 100
}

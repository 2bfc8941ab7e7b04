import { hundredthsIn } from './amount.ts'

// The platform's fee in hundredths of a percent (bps): 500 is 5 %.

/** The fee of new drives until administrators choose another one. */
export const usualFeeBps = 500
/** The highest fee that can be chosen. */
const mostFeeBps = 1500

/** Reads a typed percentage, such as 5, 2.75 or 5 %; undefined for a bad one. */
export function feeBpsIn(text: string): number | undefined {
  const bps = hundredthsIn(text.replace(/\s*%$/, ''))
  return bps !== undefined && bps <= mostFeeBps ? bps : undefined
}

/** Writes the fee as it is typed: '5', '2.75'. */
export const feePercent = (bps: number): string => String(bps / 100)

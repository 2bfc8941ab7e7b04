import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What became of a gift whose money went back: we gave it back, or the payer's bank took it.

/** In cents. `chargedBack`: of what went back, what the payer's bank took. */
export type GoneBack = { amount: number; reversed: number; chargedBack: number }

/** In a word. */
export function goneBackWords({ amount, reversed, chargedBack }: GoneBack): Words {
  const isWhole = reversed === amount
  if (chargedBack === 0) return isWhole ? msg`Refunded` : msg`Partly refunded`
  if (chargedBack < reversed) return msg`Refunded and charged back`
  return isWhole ? msg`Charged back by the payer’s bank` : msg`Partly charged back by the payer’s bank`
}

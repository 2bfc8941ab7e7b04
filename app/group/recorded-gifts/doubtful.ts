import { msg } from '@lingui/core/macro'
import { plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

// Amounts to confirm before they are recorded: a zero too many is quickly typed, and counts for everybody.

/** The amount, in cents, that an envelope rarely exceeds. */
export const rarely = 100_000_000
/** The factor over the largest gift, and the fewest gifts for this comparison. */
export const [times, fewest] = [10, 3]

export type RecordedDoubt = 'largest' | 'much' | 'goal'

/** Asks whether the amount is right, and gives the reason. */
export function isItRight(doubt: RecordedDoubt, { name, amount }: { name: string | null; amount: number }): Words {
  const [sum, much] = [plainMoney(amount), plainMoney(rarely)]
  if (doubt === 'much')
    return name
      ? msg`${sum} from ${name}: is it right? It is more than ${much}.`
      : msg`${sum}: is it right? It is more than ${much}.`
  if (doubt === 'goal')
    return name
      ? msg`${sum} from ${name}: is it right? It is more than the goal.`
      : msg`${sum}: is it right? It is more than the goal.`
  return name
    ? msg`${sum} from ${name}: is it right? It is at least ${times} times any other gift here.`
    : msg`${sum}: is it right? It is at least ${times} times any other gift here.`
}

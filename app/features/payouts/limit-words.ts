import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import type { Limits, Outcome, Way } from './outcome.ts'

/** Why one transfer can't be of such a size, as the owner reads it at the amount; undefined when it can. */
export function limitWords(
  to: { type: Way; operator?: string },
  { parts }: Pick<Outcome, 'parts'>,
  limits: Limits,
  agreed = 1,
): Words | undefined {
  const limit = limits[to.type]
  if (!limit) return undefined
  const [least, most] = [moneyText(limit.minCents), moneyText(limit.maxCents)]
  if (parts.some((part) => part.net < limit.minCents)) return msg`The smallest transfer there is ${least}.`
  if (parts.length === agreed) return undefined
  const name = to.operator
  const count = parts.length
  if (count > 1 && to.type === 'bank') return msg`Bank limit: ${most} per transfer. Send it in ${count} parts.`
  if (count > 1)
    return name
      ? msg`${name} limit: ${most} per transfer. Send it in ${count} parts.`
      : msg`Mobile money limit: ${most} per transfer. Send it in ${count} parts.`
  if (count === 1) return msg`One transfer is enough for this amount. Please check it and confirm again.`
  return to.type === 'bank'
    ? msg`Bank limit: ${most} per transfer. Withdraw a smaller amount.`
    : msg`This is too much for mobile money, even in parts. Withdraw less or choose a bank.`
}

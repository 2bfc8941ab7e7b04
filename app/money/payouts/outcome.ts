import { msg } from '@lingui/core/macro'
import { type Money, netOf } from '#app/base/ledger/ledger.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { type Destination, type MethodShown, payoutMin } from './payout.ts'

// The outcome of a withdrawal, computed by the same rule where it is typed and where it is filed.

export type PayoutWay = Destination['type']
/** The least and the most that one transfer can be, in cents; a way without limits is missing. */
export type Limits = Partial<Record<PayoutWay, { minCents: number; maxCents: number }>>

/** A transfer: what it takes from the balance, the fee, and what is sent. */
export type OutcomePart = { amount: number; fee: number; net: number }
export type PayoutOutcome = OutcomePart & {
  /** The balance afterwards. */
  stays: number
  /** The typed part that can't be sent, because it is less than a shilling. */
  unsent: number
  /** The transfers; more than one if a single one would be over the limit. Empty if even the most parts are too few. */
  parts: OutcomePart[]
}

/** The most transfers that a withdrawal can be split into. */
export const mostParts = 10

/** Computes the outcome; undefined for one that would be refused. */
export function outcomeOf(
  amount: number | undefined,
  way: PayoutWay,
  { mayAsk, limits, ...money }: Money & { mayAsk: number; limits: Limits },
): PayoutOutcome | undefined {
  if (amount === undefined || amount < payoutMin || amount > mayAsk) return undefined
  const parts = partsOf(amount, way, money, limits[way]?.maxCents ?? Number.POSITIVE_INFINITY)
  const all = parts.length > 0 ? parts : [partToSend(amount, way, money)]
  const sum = (of: (part: OutcomePart) => number) => all.reduce((total, part) => total + of(part), 0)
  const taken = sum((part) => part.amount)
  return {
    amount: taken,
    fee: sum(({ fee }) => fee),
    net: sum(({ net }) => net),
    stays: money.available - taken,
    unsent: amount - taken,
    parts,
  }
}

/** Returns what the owner would receive that way for all that can be withdrawn now, in one sum. */
export function receivable(
  { mayAsk, ...money }: Money & { mayAsk: number },
  way: PayoutWay,
): { net: number; fee: number } {
  const all = mostOf(mayAsk, way)
  if (all >= payoutMin) return partToSend(all, way, money)
  const net = mayAsk > 0 ? netOf(mayAsk, money) : 0
  return { net, fee: mayAsk - net }
}

/** Returns the most that can be asked for that way: mobile wallets and Paybills take whole shillings, so cents are left out. */
export const mostOf = (mayAsk: number, way: PayoutWay): number => (way === 'bank' ? mayAsk : mayAsk - (mayAsk % 100))

/**
 * Computes one transfer. A mobile wallet or a Paybill takes only whole shillings: the balance keeps what can't be sent, and the smallest
 * withdrawal leaves the cents to the next one.
 */
export function partToSend(amount: number, way: PayoutWay, money: Money): OutcomePart {
  const net = netOf(amount, money)
  const cents = way === 'bank' ? 0 : net % 100
  if (cents === 0) return { amount, fee: amount - net, net }
  let taken = amount - cents
  // If all is withdrawn, the balance keeps just those cents; otherwise the fee of the taken amount is the usual one.
  if (amount !== money.available) while (taken > payoutMin && netOf(taken, money) > net - cents) taken--
  taken = Math.max(payoutMin, taken)
  return { amount: taken, fee: taken - (net - cents), net: net - cents }
}

/** Splits it into as few equal parts as the limit allows, in steps whose fee is whole shillings; the last one takes the rest. */
function partsOf(amount: number, way: PayoutWay, money: Money, max: number): OutcomePart[] {
  const least = Math.max(1, Math.ceil(partToSend(amount, way, money).net / max))
  for (let count = least; count <= mostParts; count++) {
    const parts = splitIn(count, amount, way, money)
    if (parts.every(({ net }) => net <= max)) return parts
  }
  return []
}

/** Returns the smallest sum whose fee and net are whole shillings: KES 20 for a fee of 5 %, KES 400 for 2.75 %. */
const stepOf = (feeBps: number): number => (100 * 10_000) / divisorOf(10_000, feeBps)

/** Returns the greatest common divisor. */
const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b))

function splitIn(count: number, amount: number, way: PayoutWay, money: Money): OutcomePart[] {
  const fits = Math.floor(amount / count)
  const step = fits < stepOf(money.feeBps) ? 100 : stepOf(money.feeBps)
  const equal = Math.floor(fits / step) * step
  const parts: OutcomePart[] = []
  let { available, payable } = money
  for (let nr = 1; nr <= count; nr++) {
    const part = partToSend(nr < count ? equal : amount - equal * (count - 1), way, { ...money, available, payable })
    parts.push(part)
    available -= part.amount
    payable -= part.net
  }
  return parts
}

/** Explains to the owner, at the amount, why one transfer can't be of such a size; undefined if it can. */
export function limitWords(
  to: { type: PayoutWay; operator?: string },
  { parts }: Pick<PayoutOutcome, 'parts'>,
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

/** Returns the first choice: the newest method that can be used. */
export const firstChoice = (methods: MethodShown[]): string =>
  methods.find(({ usableFrom, isEnded }) => !usableFrom && !isEnded)?.id ?? 'mobile_money'

/** Returns the chosen account: a saved one, or the kind of a new one. */
export function accountOfMethod(method: string, methods: MethodShown[]): { type: PayoutWay; operator?: string } {
  const saved = methods.find(({ id }) => id === method)
  if (saved) return { type: saved.type, ...(saved.type === 'mobile_money' ? { operator: saved.through } : {}) }
  return { type: method === 'bank' || method === 'institution' ? method : 'mobile_money' }
}

/** Returns how money goes if nothing else is chosen. */
export const firstWay = (methods: MethodShown[]): PayoutWay => accountOfMethod(firstChoice(methods), methods).type

import { payoutRails } from '#app/platform/provider.server.ts'
import type { Rail } from '#app/platform/provider.ts'
import { settings } from '#app/platform/settings.server.ts'
import type { Limits, Way } from './outcome.ts'

/** How the provider sends money there, and how much of it at once; undefined where it sends none. */
export const railOf = (rail: Rail, rails = payoutRails()) => rails.find((one) => one.rail === rail)

/** What one transfer can be. What is sent by hand to a bank has no limit of ours; a wallet's own limit always holds. */
export function limitsOf(): Limits {
  const ways: Way[] = settings.PAYOUTS === 'provider' ? ['mobile_money', 'bank'] : ['mobile_money']
  return Object.fromEntries(
    ways.flatMap((way) => {
      const rail = railOf(way)
      return rail ? [[way, { minCents: rail.minCents, maxCents: rail.maxCents }]] : []
    }),
  )
}

/** The most that one transfer can be, where this one is more. */
export function overLimit(way: Way, net: number): number | null {
  const most = limitsOf()[way]?.maxCents
  return most !== undefined && net > most ? most : null
}

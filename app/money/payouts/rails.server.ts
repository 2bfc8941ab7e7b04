import { isMobileMoney, mobileMoney } from '#app/platform/mobile-money.server.ts'
import { nameOf, payoutRails, provider, providerNamed } from '#app/platform/provider.server.ts'
import type { Provider, Rail } from '#app/platform/provider.ts'
import { settings } from '#app/platform/settings.server.ts'
import { byPhone } from './by-phone.server.ts'
import type { Carrier } from './carrier.ts'
import type { Limits, Way } from './outcome.ts'
import type { Destination } from './payout.ts'
import { forgetRecipient, recipientOf } from './recipient.server.ts'

/** How the provider sends money there, and how much of it at once; undefined where it sends none. */
export const railOf = (rail: Rail, rails = payoutRails()) => rails.find((one) => one.rail === rail)

/** The name of who sends there what is approved now: M-Pesa to its own wallets where it is set up to, else the provider. */
export function carrierFor(to: Destination): string {
  const rail = mobileMoney()?.capabilities()
  const isTheirs = to.type === 'mobile_money' && to.operator === 'M-Pesa'
  return rail?.sends && isTheirs ? rail.name : nameOf(provider())
}

/** Who sends what names them. One that is not set up any more gives no answer. */
export const carrierNamed = (name: string): Carrier =>
  isMobileMoney(name) ? byPhone(mobileMoney()!) : byProvider(providerNamed(name))

const byProvider = (by: Provider): Carrier => ({
  name: nameOf(by),
  limits: ({ type }) => railOf(type, by.capabilities().payoutRails),
  ready: (db, { destination, owner }) => recipientOf(db, by, destination, owner),
  forget: (db, { destination, owner }) => forgetRecipient(db, by, destination, owner),
  transfer: (_, what) => by.transfer(what),
  verify: (_, reference) => by.verifyTransfer(reference),
  mostPause: 3600,
})

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

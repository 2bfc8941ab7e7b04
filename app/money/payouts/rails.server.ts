import { createHash } from 'node:crypto'
import { reason } from '#app/kit/provider-reasons.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isMobileMoney, mobileMoney } from '#app/platform/mobile-money.server.ts'
import { nameOf, payoutRails, provider, providerNamed } from '#app/platform/provider.server.ts'
import type { Failure, Provider, Rail } from '#app/platform/provider.ts'
import { settings } from '#app/platform/settings.server.ts'
import { byPhone } from './by-phone.server.ts'
import type { Carrier } from './carrier.ts'
import type { Limits, PayoutWay } from './outcome.ts'
import type { Destination, Operator } from './payout.ts'

/** Returns how the provider sends money there, and how much at once; undefined if it sends none. */
export const railOf = (rail: Rail, rails = payoutRails()) => rails.find((one) => one.rail === rail)

/** Names the carrier of what is approved now: M-Pesa to its own wallets if it is set up to, else the provider. */
export function carrierFor(to: Destination): string {
  const rail = mobileMoney()?.capabilities()
  const isTheirs = to.type === 'mobile_money' && to.operator === 'M-Pesa'
  return rail?.sends && isTheirs ? rail.name : nameOf(provider())
}

/** Returns the carrier of this name. One that is not set up any more gives no answer. */
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

/** Returns the limits of one transfer. We have none for money sent by hand to a bank; a wallet's own limit always holds. */
export function transferLimits(): Limits {
  const ways: PayoutWay[] = settings.PAYOUTS === 'provider' ? ['mobile_money', 'bank'] : ['mobile_money']
  return Object.fromEntries(
    ways.flatMap((way) => {
      const rail = railOf(way)
      return rail ? [[way, { minCents: rail.minCents, maxCents: rail.maxCents }]] : []
    }),
  )
}

/** Returns the most that one transfer can be, if this one is more. */
export function overLimit(way: PayoutWay, net: number): number | null {
  const most = transferLimits()[way]?.maxCents
  return most !== undefined && net > most ? most : null
}

type Account = { rail: Rail; code: string; name: string; account: string }

/** `nowhere`: nobody can send money there, and why. */
type Recipient = { is: 'recipient'; code: string; known: boolean } | { is: 'nowhere'; why: string } | Failure

/** Returns the provider's code for a destination. The provider is told of each once; telling it again does no harm. */
async function recipientOf(db: Db, by: Provider, to: Destination, owner: string): Promise<Recipient> {
  const hash = hashOf(to, owner)
  const before = await db
    .selectFrom('payout_recipients')
    .where('provider', '=', nameOf(by))
    .where('destination_hash', '=', hash)
    .select('code')
    .executeTakeFirst()
  if (before) return { is: 'recipient', code: before.code, known: true }
  const account = await accountOf(by, to, owner)
  if ('is' in account) return account
  const answer = await by.recipient(account)
  if (answer.is === 'failure') return answer
  await db
    .insertInto('payout_recipients')
    .values({ provider: nameOf(by), destination_hash: hash, code: answer.code })
    .onConflict((same) => same.columns(['provider', 'destination_hash']).doUpdateSet({ code: answer.code }))
    .execute()
  return { is: 'recipient', code: answer.code, known: false }
}

/** Forgets a code that the provider does not know any more, such as after our account there was changed. */
async function forgetRecipient(db: Db, by: Provider, to: Destination, owner: string): Promise<void> {
  await db
    .deleteFrom('payout_recipients')
    .where('provider', '=', nameOf(by))
    .where('destination_hash', '=', hashOf(to, owner))
    .execute()
}

const hashOf = (to: Destination, owner: string): string =>
  createHash('sha256')
    .update(JSON.stringify(to.type === 'bank' ? [to.bank, to.account, to.name] : [to.operator, to.phone, owner]))
    .digest('hex')

async function accountOf(
  by: Provider,
  to: Destination,
  owner: string,
): Promise<Account | { is: 'nowhere'; why: string } | Failure> {
  if (to.type === 'mobile_money')
    return { rail: 'mobile_money', code: walletCode[to.operator], name: owner, account: localPhone(to.phone) }
  const answer = await by.banks()
  if (answer.is === 'failure') return answer
  const bank = bankNamed(
    answer.banks.filter(({ rail }) => rail === 'bank'),
    to.bank,
  )
  if (!bank) return { is: 'nowhere', why: reason('no_such_bank', { bank: to.bank }) }
  return { rail: 'bank', code: bank.code, name: to.name, account: to.account }
}

/** The provider's codes for wallets. For banks it publishes a list, which has names of its own. */
const walletCode: Record<Operator, string> = { 'M-Pesa': 'MPESA', 'Airtel Money': 'ATL_KE', 'T-Kash': '97' }

/** The words that one list writes and the other leaves out. */
const idle = new Set(['bank', 'banking', 'kenya', 'k', 'limited', 'ltd', 'plc', 'of', 'the', 'company', 'co'])

const key = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replaceAll('co-op', 'coop')
    .replaceAll('&', ' and ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !idle.has(word))
    .join(' ')

type Bank = { code: string; name: string }

/**
 * Finds the bank that a person means, or none: money never goes to one that is merely similar. Exactly the same name wins; else
 * the names are compared without the words that say nothing, and the answer must be the only one.
 */
function bankNamed<One extends Bank>(banks: One[], name: string): One | undefined {
  const typed = name.trim().toLowerCase()
  const same = banks.filter((bank) => bank.name.trim().toLowerCase() === typed)
  if (same.length === 1) return same[0]
  const wanted = key(name)
  const alike = wanted ? banks.filter((bank) => key(bank.name) === wanted) : []
  return alike.length === 1 ? alike[0] : undefined
}

/** Returns '0712345678' for '+254712345678': the provider's format for numbers of wallets. */
const localPhone = (phone: string): string => phone.replace(/^\+254/, '0')

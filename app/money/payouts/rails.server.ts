import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { type ReasonCode, reason } from '#app/kit/provider-reasons.ts'
import { endOfDay } from '#app/kit/time.ts'
import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { tariffOn } from '#app/money/mpesa/charges.server.ts'
import { isResting } from '#app/money/mpesa/requests.server.ts'
import {
  askWhatBecame,
  leftNow,
  leftToSend,
  orderSend,
  type SentNow,
  whatBecame,
} from '#app/money/mpesa/send.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import {
  isMobileMoney,
  type MobileMoney,
  mobileMoney,
  type SendEnd,
} from '#app/platform/providers/mobile-money.server.ts'
import { nameOf, payoutRails, provider, providerNamed } from '#app/platform/providers/provider.server.ts'
import type { Failure, Missing, Provider, Rail, TransferFacts } from '#app/platform/providers/provider.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import type { Limits, PayoutWay } from './outcome.ts'
import { type Destination, mostADay, type Operator } from './payout.ts'

/** Returns how the provider sends money there, and how much at once; undefined if it sends none. */
export const railOf = (rail: Destination['type'], rails = payoutRails()) => rails.find((one) => one.rail === rail)

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
    .update(JSON.stringify(factsOf(to, owner)))
    .digest('hex')

function factsOf(to: Destination, owner: string): string[] {
  if (to.type === 'institution') return [to.institution, to.account]
  return to.type === 'bank' ? [to.bank, to.account, to.name] : [to.operator, to.phone, owner]
}

async function accountOf(
  by: Provider,
  to: Destination,
  owner: string,
): Promise<Account | { is: 'nowhere'; why: string } | Failure> {
  if (to.type === 'mobile_money')
    return { rail: 'mobile_money', code: walletCode[to.operator], name: owner, account: localPhone(to.phone) }
  // Money for an institution is sent by hand.
  if (to.type === 'institution') return { is: 'nowhere', why: reason('no_such_account') }
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

// Withdrawals that M-Pesa sends. It says at once that it takes one, and posts the result later; if no post comes, we ask. It
// has one order for each reference, so that one whose answer was lost may be ordered again.

const byPhone = (rail: MobileMoney): Carrier => ({
  name: rail.capabilities().name,
  limits: ({ type }) => (type === 'mobile_money' ? (rail.capabilities().sends ?? undefined) : undefined),
  ready,
  forget: async () => {},
  transfer: async (db, { reference, amountCents: cents, recipient: phone }) => {
    const answer = await orderSend(db, { reference, cents, phone })
    return answer.is === 'failure' ? answer : { is: 'transfer', state: 'pending', code: null, fee: null }
  },
  verify,
  mostPause: 300,
})

async function ready(db: Db, load: Load): Promise<Readiness> {
  const { destination: to } = load
  if (to.type !== 'mobile_money') return { is: 'nowhere', why: reason('no_such_account') }
  if (await isResting(db)) return { is: 'waits', stopped: true }
  const recipient = { is: 'recipient', code: to.phone, known: false } as const
  // An order that M-Pesa may have taken is repeated whatever the balance: M-Pesa says itself if that is too little.
  if (load.state !== 'sending') return recipient
  if ((await sentToday(db, load)) + load.net > mostADay) return { is: 'waits', stopped: false }
  const left = await leftNow(db, { attempt: load.id })
  if (left === 'not known') {
    await askBalance(db)
    return { is: 'waits', stopped: false }
  }
  return left >= load.net + (await tariffOn(db, 'b2c', load.net, new Date())) ? recipient : shortOf(db, load)
}

/** Sums what went to the phone of this attempt since midnight in Nairobi, and what was to be sent there before it. */
async function sentToday(db: Db, { id }: Load): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select ${before(await midnight(db))} as sum
    from payout_attempts x join payout_requests q on q.id = x.payout_id where x.id = ${id}::bigint`.execute(db)
  return rows[0]!.sum
}

/** Returns which of these requests are approved and wait because their phone would receive more than it may on one day. */
export async function waitingForADay(db: Db, payoutIds: number[]): Promise<Set<number>> {
  if (payoutIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select q.id from payout_attempts x join payout_requests q on q.id = x.payout_id
    where q.id = any(${payoutIds}::bigint[]) and x.provider = 'mpesa' and x.state = 'sending'
      and ${before(await midnight(db))} + q.net > ${mostADay}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const midnight = async (db: Db) => new Date(endOfDay(await databaseNow(db)) - 86_400_000)

/** Sums what went to the phone of attempt x, of request q, since then, and what was to be sent there before it. */
const before = (since: Date) => sql<number>`(
  select coalesce(sum(o.net), 0)::bigint from payout_attempts a join payout_requests o on o.id = a.payout_id
  where a.provider = 'mpesa' and o.destination ->> 'phone' = q.destination ->> 'phone' and a.id <> x.id
    and (a.state in ('pending', 'unknown', 'success') and a.updated_at >= ${since} or a.state = 'sending' and a.id < x.id))`

/** Fails if M-Pesa said since the approval that there is too little; an older figure may have been put right, so it asks again. */
async function shortOf(db: Db, { id }: Load): Promise<Readiness> {
  const { at } = (await leftToSend(db))!
  const { rows } = await sql<{ isNews: boolean }>`
    select created_at <= ${at} as "isNews" from payout_attempts where id = ${id}::bigint`.execute(db)
  if (rows[0]!.isNews) return { is: 'nowhere', why: reason('no_money') }
  await askBalance(db)
  return { is: 'waits', stopped: false }
}

async function verify(db: Db, reference: string): Promise<FoundTransfer> {
  const now = await whatBecame(db, reference)
  if (now.is === 'missing') return now
  if (now.is === 'done') return done(db, reference, now)
  if (now.is === 'ended')
    return {
      is: 'transfer',
      state: 'failed',
      code: null,
      fee: null,
      why: reason(reasons[now.end] ?? 'transfer_failed'),
    }
  await askWhatBecame(db, reference)
  if (now.isTaken) return { is: 'transfer', state: 'pending', code: null, fee: null }
  return { is: 'failure', class: 'unknown', message: 'M-Pesa has not said whether it took the order' }
}

const reasons: Partial<Record<SendEnd, ReasonCode>> = {
  no_money: 'no_money',
  over_limit: 'receiver_limit',
  account_full: 'receiver_full',
  not_registered: 'not_registered',
  no_such_number: 'not_registered',
  ours: 'not_let_in',
}

/** Reports that it arrived. A sum other than the one asked for is for a person, and is not booked. */
async function done(
  db: Db,
  reference: string,
  { receipt, cents, isOther }: SentNow & { is: 'done' },
): Promise<FoundTransfer> {
  const asked = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .where('a.reference', '=', reference)
    .select('o.net')
    .executeTakeFirst()
  if (asked?.net !== cents) {
    const facts = { sent: cents, net: asked?.net ?? 0 }
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'transfer of another amount', reference, facts))
    return { is: 'transfer', state: 'pending', code: null, fee: null }
  }
  const fee = await tariffOn(db, 'b2c', cents, new Date())
  return { is: 'transfer', state: 'success', code: receipt, fee, isOther }
}

// The carriers that send withdrawals: the provider of cards and banks, or M-Pesa itself.

/** `nowhere`: nobody can send money there, and why. `waits`: not now. */
type Readiness =
  | { is: 'recipient'; code: string; known: boolean }
  | { is: 'nowhere'; why: string }
  | { is: 'waits'; stopped: boolean }
  | Failure

/** The withdrawal to be sent. */
export type Load = {
  id: number
  reference: string
  destination: Destination
  /** The full name of the person who asked for it. */
  owner: string
  net: number
  state: 'sending' | 'pending' | 'unknown'
}

type FoundTransfer = ({ is: 'transfer' } & TransferFacts & { isOther?: boolean }) | Missing | Failure

export type Carrier = {
  /** The name as the database keeps it. */
  name: string
  /** Returns how much it sends at once, in cents; undefined if it sends none there. */
  limits: (to: Destination) => { minCents: number; maxCents: number } | undefined
  /** Returns the carrier's name for the destination, before it is sent. */
  ready: (db: Db, load: Load) => Promise<Readiness>
  /** Forgets that name: the carrier does not know it any more. */
  forget: (db: Db, load: Load) => Promise<void>
  transfer: (
    db: Db,
    what: { reference: string; amountCents: number; recipient: string; reason: string },
  ) => Promise<({ is: 'transfer' } & TransferFacts) | Failure>
  /** Returns what became of it. */
  verify: (db: Db, reference: string) => Promise<FoundTransfer>
  /** The most seconds between two checks. */
  mostPause: number
}

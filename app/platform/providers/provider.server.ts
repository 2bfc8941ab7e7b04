import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { isMobileMoney, mobileMoney } from './mobile-money.server.ts'
import type { Capabilities, Failure, Provider } from './provider.ts'

// The payment providers, chosen once, when the app opens. Each database row names its provider, so that several can be
// in use at once.

let chosen: Provider[] = []

/** Sets the providers. The first is for all that is new; the others continue with rows that name them. */
export function useProvider(...those: [Provider, ...Provider[]]): void {
  chosen = those
}

/** Returns the provider for new payments and transfers. */
export function provider(): Provider {
  const [first] = chosen
  if (!first) throw new Error('no payment provider was chosen')
  return first
}

/** Returns the provider that a row names. One that is not set up any more gives no answer: its payments wait, and nothing is lost. */
export const providerNamed = (name: string): Provider =>
  chosen.find((one) => one.capabilities().name === name) ?? absent(name)

export const providers = (): Provider[] => chosen
export const nameOf = (one: Provider): string => one.capabilities().name

function absent(name: string): Provider {
  const fails = async (): Promise<Failure> => {
    sayAbsent(name)
    return { is: 'failure', class: 'retry', code: 'not_set_up', message: 'this provider is not set up' }
  }
  return {
    capabilities: () => ({ ...noCapabilities, name }),
    readEvent: () => ({ is: 'forged' }),
    initialize: fails,
    verify: fails,
    listSuccess: fails,
    banks: fails,
    recipient: fails,
    transfer: fails,
    verifyTransfer: fails,
    listTransfers: fails,
    refund: fails,
    continueRefund: fails,
    listRefunds: fails,
    refundsBetween: fails,
    dispute: fails,
    answerDispute: fails,
    listDisputes: fails,
    balance: fails,
  }
}

const noCapabilities: Omit<Capabilities, 'name'> = {
  currency: 'KES',
  minCents: 0,
  maxCents: 0,
  wholeShillings: false,
  channels: [],
  channelMax: {},
  payoutRails: [],
  checkoutOrigins: [],
}

const sayAbsent = (name: string) =>
  log.error({ provider: name }, 'a payment provider that rows name is not set up: what is its own waits')

/** The origins besides ours that forms may lead to: a form that starts a payment ends at the provider's page. */
export const checkoutOrigins = (): string[] => chosen.flatMap((one) => one.capabilities().checkoutOrigins)

/** The ways to send money to owners, and the limits of each. */
export const payoutRails = (): Capabilities['payoutRails'] => chosen[0]?.capabilities().payoutRails ?? []

// While a provider refuses our key, nothing is sent through it and nothing counts as failed: the fault is ours, and
// everything waits until an administrator has corrected it.

/** True also for a provider that is not set up. */
export async function isStopped(db: Db, name: string): Promise<boolean> {
  if (chosen.some((one) => nameOf(one) === name) || isMobileMoney(name)) return isAmongStopped(db, name)
  sayAbsent(name)
  return true
}

/** Each gift asks this, when it is begun and when it is booked: questions of the same moment are asked together. */
const isAmongStopped = inBatchesOn(async (db: Db, names: string[]): Promise<boolean[]> => {
  const rows = await db.selectFrom('provider_stops').select('provider').execute()
  const stopped = new Set(rows.map((row) => row.provider))
  return names.map((name) => stopped.has(name))
})

/** Tells the same of a provider that is set up, as a part of a larger query. */
export const isStoppedNow = (name: string) => sql<boolean>`exists (select from provider_stops where provider = ${name})`

/** Returns the names of the providers that are set up and accept our key. */
export async function openProviders(db: Db): Promise<string[]> {
  const names = chosen.map(nameOf)
  const stopped = await Promise.all(names.map((name) => isAmongStopped(db, name)))
  return names.filter((_, at) => !stopped[at])
}

/** Records that our key is refused. True if that is new. */
export async function stopProvider(db: Db, name: string, { message, status, code }: Failure): Promise<boolean> {
  log.error({ provider: name, status, code }, 'the provider refuses our key: nothing is sent until it takes it again')
  const row = await db
    .insertInto('provider_stops')
    .values({ provider: name, why: message.slice(0, 500) })
    .onConflict((same) => same.doNothing())
    .returning('provider')
    .executeTakeFirst()
  return row !== undefined
}

/** Asks each stopped provider something harmless; once it accepts our key, everything continues. Run by cron. */
export async function tryStopped(db: Db): Promise<'open' | 'stopped'> {
  const open = await openProviders(db)
  const stopped = chosen.filter((one) => !open.includes(nameOf(one)))
  const tried = await Promise.all([...stopped.map((one) => tryOne(db, one)), tryPhones(db)])
  return tried.every((isOpen) => isOpen) ? 'open' : 'stopped'
}

/** Asks about a request that never existed: an answer, even a rejection, means that our key is accepted. */
async function tryPhones(db: Db): Promise<boolean> {
  const rail = mobileMoney()
  const name = rail?.capabilities().name
  if (!rail || !name || !(await isAmongStopped(db, name))) return true
  const answer = await rail.askPrompt('ws_CO_of_nobody')
  if (answer.is === 'failure' && answer.class !== 'rejected') return false
  await takenAgain(db, name)
  return true
}

async function tryOne(db: Db, one: Provider): Promise<boolean> {
  const answer = await one.balance()
  if (answer.is === 'failure' && answer.class !== 'rejected') return false
  await takenAgain(db, nameOf(one))
  return true
}

async function takenAgain(db: Db, name: string): Promise<void> {
  await db.deleteFrom('provider_stops').where('provider', '=', name).execute()
  log.warn({ provider: name }, 'the provider takes our key again')
}

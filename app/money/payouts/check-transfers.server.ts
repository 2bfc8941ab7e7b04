import { sql } from 'kysely'
import { keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { type KeepingOn, keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import { askedGauge } from '#app/platform/processes/metrics.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped, nameOf, openProviders, providers, tryStopped } from '#app/platform/providers/provider.server.ts'
import type { Provider, TransferFacts } from '#app/platform/providers/provider.ts'
import { carrierNamed } from './rails.server.ts'
import { applyTransfer, overdueAttempts } from './send.server.ts'
import { strangeTransfer } from './transfer.server.ts'

// The provider's own news of transfers, and the regular checks by cron.

/** Handles news that something became of a transfer: the provider is asked what. */
export async function transferTold(db: Db, reference: string): Promise<'done' | 'later'> {
  const attempt = await attemptOf(db, reference)
  if (!attempt) {
    await strange(db, reference)
    return 'done'
  }
  const answer = await carrierNamed(attempt.provider).verify(db, reference)
  if (answer.is === 'missing') log.warn({ reference }, 'the provider told of a transfer that it does not know')
  if (answer.is === 'failure' && answer.class === 'config') await keyRefused(db, attempt.provider, answer)
  if (answer.is !== 'transfer') return 'later'
  await applyTransfer(db, reference, answer)
  return 'done'
}

const attemptOf = (db: Db, reference: string) =>
  db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .where('a.reference', '=', reference)
    .select(['a.provider', 'a.state', 'o.net'])
    .executeTakeFirst()

const strange = (db: Db, reference: string): Promise<void> =>
  db.transaction().execute((tx) => raiseDiscrepancy(tx, strangeTransfer, reference.slice(0, 200), {}))

/** Advances every overdue open attempt, and checks whether a provider that refused us takes us again. */
export async function checkTransfers(db: Db): Promise<void> {
  await tryStopped(db)
  const by = await openProviders(db)
  const phone = mobileMoney()?.capabilities().name
  if (phone && !(await isStopped(db, phone))) by.push(phone)
  if (by.length === 0) return
  await overdueAttempts(db)
  const rows = await db
    .selectFrom('payout_attempts as a')
    .where('a.state', 'in', ['sending', 'pending', 'unknown'])
    .where('a.provider', 'in', by)
    .where('a.created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .select(['a.reference', 'a.payout_id', 'a.state'])
    .limit(500)
    .execute()
  for (const { reference, payout_id, state } of rows)
    await db
      .transaction()
      .execute((tx) => raiseDiscrepancy(tx, 'transfer without an end', reference, { payout: payout_id, state }))
}

/** A transfer in the provider's list. */
export type ListedTransfer = TransferFacts & { reference: string; amount: number }

/** Compares a transfer of this provider with ours; if the provider is ahead of us, that is booked. */
export async function compareTransfer(
  db: Db,
  { reference, amount, ...facts }: ListedTransfer,
  by: string,
): Promise<void> {
  const attempt = await attemptOf(db, reference)
  if (attempt?.provider !== by) return strange(db, reference)
  if (attempt.net !== amount) {
    const said = { sent: amount, net: attempt.net }
    return db.transaction().execute((tx) => raiseDiscrepancy(tx, 'transfer of another amount', reference, said))
  }
  await applyTransfer(db, reference, facts)
}

const figures = `
  select count(*) as open, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
    count(*) filter (where state = 'unknown') as unknown, (select count(*) from provider_stops) as stopped
  from payout_attempts where state in ('sending', 'pending', 'unknown')`

const says = {
  open: 'transfers whose end is not known yet',
  oldest: 'the age of the first of them in seconds',
  unknown: 'those of which nobody knows whether they were taken',
  stopped: '1 while the provider refuses our key',
}
askedGauge('transfers', says, figures)

const days = 3
const mostPages = 500

/**
 * Compares what each provider has sent in the last days with what we have had sent, both ways. If the provider is ahead of us,
 * that is booked; anything else is for a person. Run by cron, each day.
 */
export async function compareTransfers(db: Db): Promise<'compared' | 'not compared'> {
  const all = await Promise.all(providers().map((one) => compareWith(db, one)))
  return all.every((isCompared) => isCompared) ? 'compared' : 'not compared'
}

async function compareWith(db: Db, by: Provider): Promise<boolean> {
  const to = await databaseNow(db)
  const from = new Date(to.getTime() - days * 86_400_000)
  const listed = new Set<string>()
  const each = keepingOn()
  for (let page: number | null = 1; page !== null; ) {
    const answer = await by.listTransfers({ from, to, page })
    if (answer.is === 'failure' || page > mostPages) {
      log.warn({ page, code: answer.is === 'failure' ? answer.code : 'too many' }, 'transfers could not be compared')
      each.end()
      return false
    }
    for (const transfer of answer.transfers) {
      listed.add(transfer.reference)
      if (transfer.state !== 'success' && transfer.state !== 'returned') continue
      await each.go(() => compareTransfer(db, transfer, nameOf(by)))
    }
    page = answer.next
  }
  await missingThere(db, by, listed, each)
  each.end()
  return true
}

/** Looks for transfers of ours that arrived and that the provider does not list. It is asked about each before anybody is called. */
async function missingThere(db: Db, by: Provider, listed: Set<string>, each: KeepingOn): Promise<void> {
  const ours = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .where('a.state', '=', 'success')
    .where('a.provider', '=', nameOf(by))
    .where('a.created_at', '>', sql<Date>`now() - make_interval(days => ${days - 1})`)
    .where('a.updated_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .select(['a.reference', 'a.payout_id', 'o.net'])
    .execute()
  for (const one of ours.filter(({ reference }) => !listed.has(reference))) await each.go(() => lookFor(db, by, one))
}

type Lacking = { reference: string; payout_id: number; net: number }

async function lookFor(db: Db, by: Provider, { reference, payout_id: payout, net }: Lacking): Promise<void> {
  const answer = await by.verifyTransfer(reference)
  if (answer.is === 'transfer') await applyTransfer(db, reference, answer)
  else if (answer.is === 'missing')
    await db
      .transaction()
      .execute((tx) => raiseDiscrepancy(tx, 'transfer the provider does not know', reference, { payout, net }))
}

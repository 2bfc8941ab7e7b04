import { sql } from 'kysely'
import { keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { lockWallet, type Wallet } from '#app/base/ledger/wallet.server.ts'
import { brand } from '#app/kit/brand.ts'
import { reason } from '#app/kit/provider-reasons.ts'
import { type Db, databaseNow, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { type KeepingOn, keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import {
  isLeaseHeld,
  type Lease,
  type Leased,
  layLease,
  overdueLeased,
  takeLease,
} from '#app/platform/jobs/lease.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { askedGauge } from '#app/platform/processes/metrics.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped, nameOf, openProviders, providers, tryStopped } from '#app/platform/providers/provider.server.ts'
import type { Failure, Provider, TransferFacts } from '#app/platform/providers/provider.ts'
import { isRefunding, whyStopped } from './decide.server.ts'
import type { Destination } from './payout.ts'
import { type Carrier, carrierNamed, type Load } from './rails.server.ts'
import { notSigned } from './sign.server.ts'
import {
  isForgotten,
  strangeTransfer,
  transferFailed,
  transferFound,
  transferOpen,
  transferReturned,
  transferSucceeded,
} from './transfer.server.ts'

// The only place that sends money. An attempt is advanced here again and again until the provider has said what became of it:
// the provider is asked first, and only what it does not know is sent, always under the same reference.

/** Advances an open attempt: sends it, or asks what became of it. May run as often as it likes, and at the same time. */
export async function sendTransfer(db: Db, { attemptId }: { attemptId: number }): Promise<void> {
  const attempt = await takeAttempt(db, attemptId)
  if (!attempt) return
  if (await isStopped(db, attempt.by.name)) return releasePayout(db, attempt, { stopped: true })
  if (attempt.state === 'sending') return send(db, attempt)
  const answer = await attempt.by.verify(db, attempt.reference)
  if (answer.is === 'missing') return send(db, attempt)
  if (answer.is === 'failure') return wait(db, attempt, answer)
  return learn(db, attempt, answer)
}

async function send(db: Db, attempt: TakenPayout): Promise<void> {
  const why = beyondLimits(attempt)
  if (why) return putBack(db, attempt, why)
  const to = await attempt.by.ready(db, attempt)
  if (to.is === 'nowhere') return putBack(db, attempt, to.why)
  if (to.is === 'waits') return releasePayout(db, attempt, to)
  if (to.is === 'failure')
    return to.class === 'rejected' ? putBack(db, attempt, to.why ?? to.message) : wait(db, attempt, to)
  if (!(await isCompared(db, attempt.by.name))) return releasePayout(db, attempt)
  const last = await beforeSending(db, attempt)
  if (last === 'not ours') return
  // The attempt stays open, so that nobody sends it again meanwhile.
  if (last === 'waits') return releasePayout(db, attempt)
  if (last !== 'sends') return putBack(db, attempt, reason(last))
  const answer = await attempt.by.transfer(db, {
    reference: attempt.reference,
    recipient: to.code,
    // The owner's part: the platform's share stays here.
    amountCents: attempt.net,
    reason: `${brand()} withdrawal ${attempt.payoutId}`,
  })
  if (answer.is === 'transfer') return learn(db, attempt, answer)
  if (answer.class !== 'rejected' && answer.code !== 'duplicate_reference') return wait(db, attempt, answer)
  return refused(db, attempt, answer, to.known)
}

/**
 * Handles a provider that would not take it. Perhaps it has it already, from a try whose answer was lost: so it is asked before
 * anybody may try again with another reference.
 */
async function refused(db: Db, attempt: TakenPayout, { code, message, why }: Failure, isKnown: boolean): Promise<void> {
  const found = await attempt.by.verify(db, attempt.reference)
  if (found.is === 'transfer') return learn(db, attempt, found)
  if (found.is === 'failure') return wait(db, attempt, found)
  // The provider says both that it has the reference and that it has not: another worker is still writing.
  if (code === 'duplicate_reference') return releasePayout(db, attempt)
  if (isKnown && /recipient/i.test(`${code} ${message}`)) {
    await attempt.by.forget(db, attempt)
    return releasePayout(db, attempt)
  }
  return putBack(db, attempt, why ?? message)
}

/** Opens the request again. Only the worker that holds the lease may say that nothing was sent. */
async function putBack(db: Db, attempt: TakenPayout, why: string): Promise<void> {
  if (!attempt.isFresh()) return
  await transferFailed(db, attempt.reference, why, attempt.lease)
  log.warn({ payout: attempt.payoutId, reference: attempt.reference }, 'a withdrawal could not be sent')
}

async function wait(db: Db, attempt: TakenPayout, failure: Failure): Promise<void> {
  const { class: kind, status, code } = failure
  log.warn({ reference: attempt.reference, class: kind, status, code }, 'nobody knows what became of a transfer')
  if (kind !== 'config') return releasePayout(db, attempt)
  await keyRefused(db, attempt.by.name, failure)
  return releasePayout(db, attempt, { stopped: true })
}

async function learn(db: Db, attempt: TakenPayout, facts: TransferFacts): Promise<void> {
  if ((await applyTransfer(db, attempt.reference, facts)) === 'open') return releasePayout(db, attempt)
  // The first news that it arrived may come without the cost.
  if (facts.state === 'success' && facts.fee === null) {
    const again = await attempt.by.verify(db, attempt.reference)
    if (again.is === 'transfer') await applyTransfer(db, attempt.reference, again)
  }
}

/** Applies what the provider says of a transfer, however often and in whatever order it says so. */
async function applyTransfer(
  db: Db,
  reference: string,
  { state, code, fee, why, isOther = false }: TransferFacts & { isOther?: boolean },
): Promise<'done' | 'already' | 'open'> {
  const said = code ? { code } : {}
  await transferFound(db, reference, said)
  if (state === 'pending') {
    await transferOpen(db, reference, { state: 'pending', ...said })
    return 'open'
  }
  if (state === 'success') return transferSucceeded(db, reference, { fee, isOther, ...said })
  if (state === 'returned') return transferReturned(db, reference, why ?? reason('money_came_back'), fee)
  const failed = await transferFailed(db, reference, why ?? reason('transfer_failed'))
  // A transfer that had arrived and failed after all is money that came back.
  return failed === 'done' ? failed : transferReturned(db, reference, why ?? reason('transfer_failed'), fee)
}

/** Explains to the person who decides why the provider does not send it; undefined if it does. */
function beyondLimits({ by, destination, net }: TakenPayout): string | undefined {
  const limits = by.limits(destination)
  if (!limits) return reason('no_such_account')
  const { minCents: least, maxCents: most } = limits
  if (net < least) return reason('too_little', { least, net })
  return net > most ? reason('too_much', { most, net }) : undefined
}

// The leases of attempts to send money: only the worker that holds the lease sends.

export type TakenPayout = Lease & Load & { payoutId: number; driveId: string; by: Carrier }

const attempts: Leased = {
  table: 'payout_attempts',
  isOpen: sql<boolean>`state in ('sending', 'pending', 'unknown')`,
  again: (db, id, runAt) =>
    enqueue(db, 'send-transfer', { attemptId: id }, { key: String(id), ...(runAt ? { runAt } : {}) }),
}

/** Takes an open attempt that no other worker has. */
export async function takeAttempt(db: Db, attemptId: number): Promise<TakenPayout | undefined> {
  const lease = await takeLease(db, attempts, attemptId)
  if (!lease) return undefined
  const row = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .innerJoin('profiles as p', 'p.user_id', 'o.user_id')
    .where('a.id', '=', attemptId)
    .select(['a.id', 'a.payout_id', 'a.reference', 'a.provider', 'a.state', 'o.net', 'o.destination'])
    .select(['o.fund_drive_id', 'p.full_name'])
    .executeTakeFirstOrThrow()
  return {
    ...lease,
    id: row.id,
    payoutId: row.payout_id,
    reference: row.reference,
    by: carrierNamed(row.provider),
    net: row.net,
    driveId: row.fund_drive_id,
    state: row.state as TakenPayout['state'],
    destination: row.destination as unknown as Destination,
    owner: row.full_name,
  }
}

type KeptBack = 'forgotten' | 'unsigned' | 'not_made_here' | 'owed' | 'refunding' | 'frozen' | 'suspended' | 'denied'
/**
 * `sends`: no other worker does. `not ours`: another worker has the lease by now. `waits`: it is not to be sent, and was asked
 * for so lately that it may arrive all the same. `owed`: the drive came into debt meanwhile; `refunding`: a refund was started
 * meanwhile that the balance does not cover; `forgotten`: the provider has a transfer that our books lack; `unsigned`: too few treasurers agree any more; `not_made_here`: it was changed in the
 * database; `frozen`, `suspended`: an administrator stopped it meanwhile; `denied`: the one it is for does not know of it.
 */
type Last = 'sends' | 'not ours' | 'waits' | KeptBack

/** The time after which a transfer that the provider still does not know of never reached it. */
const lostAfter = sql`interval '1 hour'`

/**
 * Marks the last step before the provider is asked to send: from here on nobody knows what becomes of it until the provider has
 * said so. The wallet is locked, so that money which goes back at this moment comes before it or after it.
 */
const beforeSending = (db: Db, taken: TakenPayout): Promise<Last> =>
  inOneGo(db, async (tx) => {
    const wallet = await lockWallet(tx, taken.driveId)
    const forgotten = (await isForgotten(tx, taken.payoutId)) ? 'forgotten' : undefined
    const kept = forgotten ?? (await notSigned(tx, taken)) ?? (await keptBack(tx, wallet))
    if (kept) return taken.state === 'sending' || (await isLost(tx, taken)) ? kept : 'waits'
    const { numUpdatedRows } = await tx
      .updateTable('payout_attempts')
      .set({ state: 'unknown', updated_at: sql<Date>`now()` })
      .where('id', '=', taken.id)
      .where(isLeaseHeld(attempts, taken))
      .executeTakeFirst()
    return numUpdatedRows === 1n && taken.isFresh() ? 'sends' : 'not ours'
  })

async function keptBack(tx: Tx, wallet: Wallet): Promise<KeptBack | undefined> {
  if (wallet.debt > 0) return 'owed'
  if (await isRefunding(tx, wallet)) return 'refunding'
  return whyStopped(tx, wallet)
}

/** True if the provider does not know of it, although it was asked to send it so long ago. */
const isLost = async (tx: Tx, { id }: TakenPayout): Promise<boolean> =>
  (await tx
    .selectFrom('payout_attempts')
    .where('id', '=', id)
    .where(sql<boolean>`updated_at < now() - ${lostAfter}`)
    .select('id')
    .executeTakeFirst()) !== undefined

const releasePayout = (db: Db, taken: TakenPayout, how: { stopped?: boolean } = {}): Promise<void> =>
  layLease(db, attempts, taken, { ...how, mostPause: taken.by.mostPause })

/** Finds open attempts whose next check is overdue. Run by cron. */
export const overdueAttempts = (db: Db): Promise<number> => overdueLeased(db, attempts)

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
type ListedTransfer = TransferFacts & { reference: string; amount: number }

/** Compares a transfer of this provider with ours; if the provider is ahead of us, that is booked. */
export async function compareTransfer(
  db: Db,
  { reference, amount, ...facts }: ListedTransfer,
  by: string,
): Promise<void> {
  const attempt = await attemptOf(db, reference)
  if (attempt?.provider !== by) return strange(db, reference)
  // The end of a transfer on its way is told, or asked for.
  if (facts.state === 'pending') return
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
      if (transfer.state === 'failed') continue
      await each.go(() => compareTransfer(db, transfer, nameOf(by)))
    }
    page = answer.next
  }
  await missingThere(db, by, listed, each)
  each.end()
  await sql`insert into transfers_compared (provider, place) values (${nameOf(by)}, ${here})
    on conflict (provider) do update set place = excluded.place, at = now()`.execute(db)
  return true
}

/** The database, and the start of its server. */
const here = sql<string>`(select oid || ' ' || extract(epoch from pg_postmaster_start_time()) from pg_database where datname = current_database())`

/**
 * True if nothing is sent by a provider that we have forgotten: a database that was restored is compared before anything is sent,
 * and so is one whose server has started since. One that was never compared has sent nothing. M-Pesa lists no transfers.
 */
async function isCompared(db: Db, name: string): Promise<boolean> {
  const by = providers().find((one) => nameOf(one) === name)
  if (!by) return true
  const { rows } = await sql`select from transfers_compared where provider = ${name} and place <> ${here}`.execute(db)
  return rows.length === 0 || compareWith(db, by)
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

import { sql, type UpdateObject } from 'kysely'
import { type Db, databaseNow, inOneGo, isHeld, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import type { DB } from '#db/types.ts'
import { withheldBps } from './ledger.ts'
import { balanceOf, post } from './post.server.ts'

// A drive's wallet. Money in is appended beside it and locks nothing; money out locks it first. Everybody locks in this order: drive,
// payment, wallet, payout or subscription.

export type Wallet = {
  driveId: string
  credited: number
  reversed: number
  reserved: number
  debt: number
  /** The amount for withdrawals, before disputed gifts are taken off. */
  available: number
  /** The reason why an administrator froze it; null if it is not frozen. */
  frozen: string | null
}

/** Returns a drive's money as its owner sees it, without locking anything. */
export async function balanceNow(db: Db, driveId: string) {
  const row = await db
    .selectFrom('wallets as w')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'w.fund_drive_id')
    .innerJoin('fund_drives as d', 'd.id', 'w.fund_drive_id')
    .where('w.fund_drive_id', '=', driveId)
    .select(['t.raised_amount', 'w.credited', 'w.reversed', 'w.reserved', 'w.debt', 'w.written_off'])
    .select(['w.frozen_at', 'w.frozen_why', 'd.fee_policy', 'd.fee_bps'])
    .select(
      sql<number>`(select coalesce(sum(o.amount), 0)::bigint from payout_requests o
        where o.fund_drive_id = w.fund_drive_id and o.status in ('waiting', 'processing', 'approved'))`.as('underWay'),
    )
    .executeTakeFirstOrThrow()
  const raised = row.raised_amount ?? 0
  const unfolded = raised - (row.credited - row.reversed)
  const debt = Math.max(0, row.debt - unfolded)
  const available = raised - row.reserved + debt + row.written_off
  const waiting = await heldOf(db, driveId)
  const held = Math.min(available, waiting.held)
  const frozen = row.frozen_at && row.frozen_why
  const mayAsk = debt > 0 || frozen !== null ? 0 : available - held
  return {
    raised,
    reversed: row.reversed,
    withdrawn: row.reserved,
    underWay: row.underWay,
    available,
    held,
    refunding: waiting.refunding,
    debt,
    mayAsk,
    frozen,
    /** The platform's share of this drive's gifts, in hundredths of a percent. */
    feeBps: withheldBps(row),
  }
}

/** Returns the drive's money with the owner's balance in the books, from which the form computes a withdrawal's payout. */
export async function fundsOf(db: Db, driveId: string) {
  const [balance, payable] = await Promise.all([balanceNow(db, driveId), balanceOf(db, { drive: driveId })])
  return { ...balance, payable }
}
export type Funds = Awaited<ReturnType<typeof fundsOf>>

/** Sums the gifts that payers' banks dispute or that are being refunded; and those being refunded alone. A gift counts once. */
export async function heldOf(db: Db | Tx, driveId: string): Promise<{ held: number; refunding: number }> {
  const { rows } = await sql<{ held: number; refunding: number }>`
    select coalesce(sum(least(x.amount, p.amount - p.reversed)), 0)::bigint as held,
      coalesce(sum(least(x.refunding, p.amount - p.reversed)), 0)::bigint as refunding
    from (
      select payment_id, sum(amount) as amount, sum(refunding) as refunding from (
        select payment_id, amount, 0 as refunding from disputes where status = 'open'
        union all
        select payment_id, amount, amount from reversals where kind = 'refund' and state = 'open') o
      group by payment_id) x
    join payments p on p.id = x.payment_id
    where p.fund_drive_id = ${driveId} and exists (select from donations g where g.payment_id = p.id)`.execute(db)
  return rows[0]!
}

/** Builds the statement that adds gifts to their drives' raised sums. It waits for nobody, however many come at once. */
export const addRaised = (gifts: { driveId: string; amount: number }[]) =>
  sql`insert into wallet_deltas (fund_drive_id, credit) select drive, credit
    from unnest(${gifts.map(({ driveId }) => driveId)}::uuid[], ${gifts.map(({ amount }) => amount)}::bigint[]) g (drive, credit)`

/**
 * Locks the wallet and brings it up to date. The lock closes the race of two withdrawals, each of which would see the same money;
 * waiting gifts are folded in the same transaction, so that they are counted once.
 */
export async function lockWallet(tx: Tx, driveId: string): Promise<Wallet> {
  // A long lock by another transaction must not block this one, or hold a connection that others need.
  await sql`set local lock_timeout = '3s'`.execute(tx)
  // Not `for update`: new rows that refer to the drive must not wait for it.
  const locked = await tx
    .selectFrom('wallets')
    .where('fund_drive_id', '=', driveId)
    .select('fund_drive_id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) throw new Error(`drive ${driveId} has no wallet`)
  await fold(tx, driveId)
  const row = await tx.selectFrom('wallets').where('fund_drive_id', '=', driveId).selectAll().executeTakeFirstOrThrow()
  const { credited, reversed, reserved, debt } = row
  return {
    driveId,
    credited,
    reversed,
    reserved,
    debt,
    available: credited - reversed - reserved + debt + row.written_off,
    frozen: row.frozen_at && row.frozen_why,
  }
}

/** Folds new gifts, which pay a debt first; a first-time giver adds to the donors. The wallet is locked by now. */
async function fold(tx: Tx, driveId: string): Promise<void> {
  // Sums the rows that the statement really deletes, never up to an id: rows that commit late would be skipped.
  const { rows } = await sql<{ credit: number; donors: number }>`
    with gone as (delete from wallet_deltas where fund_drive_id = ${driveId} returning credit, donors)
    select coalesce(sum(credit), 0)::bigint as credit, coalesce(sum(donors), 0)::bigint as donors from gone`.execute(tx)
  const { credit, donors } = rows[0]!
  if (credit === 0 && donors === 0) return
  await tx
    .updateTable('wallets')
    .set({
      credited: sql`credited + ${credit}::bigint`,
      donors: sql`donors + ${donors}::bigint`,
      debt: sql`debt - least(debt, ${credit}::bigint)`,
    })
    .where('fund_drive_id', '=', driveId)
    .execute()
}

/** Sets money aside for a withdrawal. */
export const setAside = ({ driveId }: Wallet, tx: Tx, amount: number) =>
  change(tx, driveId, { reserved: sql`reserved + ${amount}::bigint` })

/** Frees the money set aside for a withdrawal that failed. It pays a debt first. */
export const release = ({ driveId }: Wallet, tx: Tx, amount: number) =>
  change(tx, driveId, {
    reserved: sql`reserved - ${amount}::bigint`,
    debt: sql`debt - least(debt, ${amount}::bigint)`,
  })

/** Takes back a gift's money. A missing amount becomes a debt. */
export const takeBackGift = (wallet: Wallet, tx: Tx, amount: number) =>
  change(tx, wallet.driveId, {
    reversed: sql`reversed + ${amount}::bigint`,
    debt: sql`debt + ${Math.max(0, amount - wallet.available)}::bigint`,
  })

/** Gives up a drive's debt, at the platform's loss. The wallet is locked by now. */
export async function writeOff(
  wallet: Wallet,
  tx: Tx,
  { note, by }: { note: string; by: string | null },
): Promise<void> {
  const owed = await balanceOf(tx, { drive: wallet.driveId })
  const posted = Math.min(wallet.debt, Math.max(0, -owed))
  const { id } = await tx
    .insertInto('write_offs')
    .values({ fund_drive_id: wallet.driveId, debt: wallet.debt, posted, note, decided_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await change(tx, wallet.driveId, { debt: 0, written_off: sql`written_off + ${wallet.debt}::bigint` })
  await post(tx, 'write_off', id, [{ leg: 1, debit: 'losses', credit: { drive: wallet.driveId }, amount: posted }])
}

/** Freezes the wallet with a reason, or unfreezes it. The wallet is locked by now. */
export const freeze = ({ driveId }: Wallet, tx: Tx, why: string | null) =>
  change(tx, driveId, { frozen_at: why === null ? null : sql<Date>`now()`, frozen_why: why ?? '' })

async function change(tx: Tx, driveId: string, set: UpdateObject<DB, 'wallets'>): Promise<void> {
  await tx.updateTable('wallets').set(set).where('fund_drive_id', '=', driveId).execute()
}

const drivesAtOnce = 500

/** Folds every drive that has something to fold, one transaction each. Run by cron. */
export async function foldWallets(db: Db): Promise<number> {
  const rows = await db.selectFrom('wallet_deltas').select('fund_drive_id').distinct().limit(drivesAtOnce).execute()
  let folded = 0
  for (const { fund_drive_id } of rows) folded += await foldOne(db, fund_drive_id)
  return folded
}

/** Folds one drive. A wallet that another transaction holds is folded later: the others don't wait for it. */
async function foldOne(db: Db, driveId: string): Promise<0 | 1> {
  try {
    await inOneGo(db, (tx) => lockWallet(tx, driveId))
    return 1
  } catch (error) {
    if (isHeld(error)) return 0
    throw error
  }
}

/**
 * Folds, and comes back in a second while there is something to fold. Cron can't run more often than once a minute, and in a minute a
 * drive that everybody shares gathers more gifts than its total should have to add up each time.
 */
export async function foldInTurn(db: Db): Promise<void> {
  if ((await foldWallets(db)) === 0) return
  const runAt = new Date((await databaseNow(db)).getTime() + 1000)
  await enqueue(db, 'fold-wallets', {}, { key: 'again', runAt })
}

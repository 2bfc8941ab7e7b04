import { sql } from 'kysely'
import { fundsOf } from '#app/base/ledger/wallet.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts as occasionSays } from '#app/invitations/occasions/occasion.ts'
import { Refusal } from '#app/kit/says.ts'
import { spendingLines } from '#app/money/spending/receipts.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { overNow } from './occasions.server.ts'
import { type BooksSay, type FinalAccount, wrapUpMost, wrapUpTexts } from './wrap-up.ts'
import type { AccountTyped, LineTyped } from './wrap-up-forms.ts'

// The final account: money in comes from the books, spending is the host's word, and the rest is computed.

/** Reads the figures of a gathering's drive from the books; null without a drive. Only sums, never a name. */
export async function booksOf(db: Db, gatheringId: string): Promise<BooksSay | null> {
  const drive = await db
    .selectFrom('gatherings as g')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .where('g.id', '=', gatheringId)
    .select(['d.id', 'd.hides_recorded as hidden', 'b.shown'])
    .select(
      sql<number>`(select coalesce(sum(p.paid), 0)::bigint from pledges p where p.fund_drive_id = d.id)`.as('kept'),
    )
    .executeTakeFirst()
  if (!drive) return null
  const [{ raised, withdrawn, underWay, available, payable }, feeTaken] = await Promise.all([
    fundsOf(db, drive.id),
    feeTakenFrom(db, drive.id),
  ])
  const cash = drive.hidden ? null : (drive.shown ?? 0)
  // The balance is more than the owner can be paid: the difference is our fee, taken with the next withdrawals.
  const fee = feeTaken + Math.max(0, available - payable)
  return { raised, cash, kept: drive.kept, withdrawn: withdrawn - underWay, fee, feeTaken }
}

/** Reads lines for an account from the receipts of the gathering's drive; none without a drive. */
export async function linesFromReceipts(db: Db, gatheringId: string): Promise<LineTyped[]> {
  const { drive } = await db
    .selectFrom('gatherings')
    .where('id', '=', gatheringId)
    .select('fund_drive_id as drive')
    .executeTakeFirstOrThrow()
  return drive === null ? [] : spendingLines(db, drive, wrapUpMost.lines)
}

/** Sums our fee on withdrawals that are done or on their way. */
async function feeTakenFrom(db: Db, driveId: string): Promise<number> {
  const { fee } = await db
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', driveId)
    .where('status', '<>', 'rejected')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('fee'), sql<number>`0`).as('fee'))
    .executeTakeFirstOrThrow()
  return fee
}

/** Returns a gathering's account as written; null if there is none. */
export async function accountOfGathering(db: Db | Tx, gatheringId: string): Promise<FinalAccount | null> {
  const row = await db
    .selectFrom('gathering_accounts')
    .where('gathering_id', '=', gatheringId)
    .select(['version', 'made_at as madeAt', 'changed_at as changedAt'])
    .executeTakeFirst()
  return row ? { ...row, lines: await linesOf(db, gatheringId) } : null
}

/** Returns the account as the guests of a gathering read it, with the current figures of the books; null if there is none. */
export async function accountSeen(
  db: Db,
  gatheringId: string,
): Promise<{ books: BooksSay; account: FinalAccount } | null> {
  const account = await accountOfGathering(db, gatheringId)
  const books = account && (await booksOf(db, gatheringId))
  return account && books ? { books, account } : null
}

const linesOf = (db: Db | Tx, gatheringId: string): Promise<LineTyped[]> =>
  db
    .selectFrom('account_lines')
    .where('gathering_id', '=', gatheringId)
    .orderBy('no')
    .select(['what', 'amount'])
    .execute()

/**
 * Writes the account, or refuses if another window wrote another one meanwhile. The same lines again change nothing. Returns the current
 * version.
 */
export const saveAccount = (db: Db, mine: Hosting, { version, lines }: AccountTyped, now = new Date()) =>
  changingGathering(db, mine, async (tx, { id }) => {
    if ((await overNow(tx, id, now)) !== 'all') throw new Refusal(wrapUpTexts.beforeTheLast)
    const { drive } = await tx
      .selectFrom('gatherings')
      .where('id', '=', id)
      .select('fund_drive_id as drive')
      .executeTakeFirstOrThrow()
    if (drive === null) throw new Refusal(wrapUpTexts.noDrive)
    const known = await accountOfGathering(tx, id)
    if (known && JSON.stringify(known.lines) === JSON.stringify(lines)) return { version: known.version }
    if (version !== (known?.version ?? 0)) throw new Refusal(occasionSays.stale)
    if (known)
      await tx
        .updateTable('gathering_accounts')
        .set({ version: version + 1, changed_at: now })
        .where('gathering_id', '=', id)
        .execute()
    else await tx.insertInto('gathering_accounts').values({ gathering_id: id, made_at: now }).execute()
    await writeLines(tx, id, lines)
    return { version: version + 1 }
  })

async function writeLines(tx: Tx, id: string, lines: LineTyped[]): Promise<void> {
  await tx.deleteFrom('account_lines').where('gathering_id', '=', id).execute()
  const rows = lines.map((line, at) => ({ gathering_id: id, no: at + 1, ...line }))
  if (rows.length > 0) await tx.insertInto('account_lines').values(rows).execute()
}

import { sql } from 'kysely'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { DiscrepancyKind } from '#app/base/ledger/discrepancy.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { unplacedDecided } from '#app/money/payments/unplaced.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { claimsDecided } from './claims.server.ts'

// Money that had no place and went back to its payer, however we learn of it: its row is closed, and it leaves the books.

type Heard = {
  suspenseId: number
  /** The code of the reversal, if it is told. */
  back: string | null
}

/**
 * Books that M-Pesa gave it back. `known`: it was closed before. `placed`: it became a gift meanwhile, so it is that payment
 * that went back.
 */
export async function bookReturned(tx: Tx, { suspenseId, back }: Heard): Promise<'closed' | 'known' | 'placed'> {
  const money = await lockMoney(tx, suspenseId)
  if (money.state === 'placed') return 'placed'
  if (money.state === 'closed') {
    if (back) await nameReturn(tx, money, back)
    return 'known'
  }
  // Also if nobody here had asked for it: from now on it can't be placed.
  const kept = { reserved_at: sql<Date>`coalesce(reserved_at, now())`, back: sql<'unknown'>`coalesce(back, 'unknown')` }
  await tx.updateTable('suspense').set(kept).where('id', '=', suspenseId).execute()
  if (back) await keepCode(tx, suspenseId, back)
  await closeReturned(tx, money, { code: back, by: null, note: back ?? '' })
  return 'closed'
}

async function lockMoney(tx: Tx, id: number) {
  const money = await tx
    .selectFrom('suspense')
    .where('id', '=', id)
    .select(['id', 'provider', 'provider_tx_id as providerId', 'amount', 'state'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = tx.selectFrom('mpesa_receipts').where('suspense_id', '=', id).select('receipt')
  return { ...money, receipt: (await known.executeTakeFirst())?.receipt ?? null }
}

/** Keeps the code of a return. False if the code belongs to another return. */
export async function keepCode(tx: Tx, suspenseId: number, code: string): Promise<boolean> {
  const kept = await tx
    .insertInto('suspense_returns')
    .values({ receipt: code, suspense_id: suspenseId })
    .onConflict((same) => same.doNothing())
    .returning('receipt')
    .executeTakeFirst()
  return kept !== undefined
}

/** Adds the code to a return that is known already. A second, different code means that it went back twice. */
async function nameReturn(tx: Tx, { id, providerId, amount }: Returned, back: string): Promise<void> {
  const known = await tx
    .selectFrom('suspense_returns')
    .where('suspense_id', '=', id)
    .select('receipt')
    .executeTakeFirst()
  if (known?.receipt === back || (!known && (await keepCode(tx, id, back)))) return
  await raiseDiscrepancy(tx, twice, providerId, { amount, code: back })
}

type Returned = {
  id: number
  provider: string
  /** Its number at the provider. */
  providerId: string
  amount: number
  receipt: string | null
}
type How = { code: string | null; by: string | null; note: string }

/**
 * Closes money that goes back, whose row is locked. Returns the discrepancies about it that a statement had raised before it
 * was known here.
 */
export async function closeReturned(tx: Tx, money: Returned, { code, by, note }: How): Promise<number[]> {
  const { id, provider, amount, receipt } = money
  const laidDown = { next_check_at: null, lease: null, leased_until: null }
  const closed = { state: 'closed', closed_at: sql<Date>`now()`, closed_by: by, note: note.slice(0, 1000) } as const
  await tx
    .updateTable('suspense')
    .set({ ...closed, ...laidDown })
    .where('id', '=', id)
    .execute()
  await post(tx, 'suspense', id, [{ leg: 3, debit: 'suspense', credit: clearingOf(provider), amount }])
  if (receipt) await claimsDecided(tx, receipt)
  await returnSeenTo(tx, money, by)
  await unplacedDecided(tx, provider, money.providerId, by)
  await tell(tx, 'office:desk')
  return code ? explain(tx, { code, amount, by }) : []
}

/** The reasons to call a person while money goes back. Their subject is its number at M-Pesa. */
const calls: DiscrepancyKind[] = ['return by hand', 'return waits for money', 'return without an end']
const twice = 'unplaced money went back twice'
export const returnDiscrepancies = [...calls, twice]

/** Closes what a person was called for about its return. */
export const returnSeenTo = (tx: Tx, { providerId }: Pick<Returned, 'providerId'>, by: string | null) =>
  discrepanciesDecided(tx, calls, providerId, by)

/** Closes what an earlier statement called a person for: this return explains it. */
export async function explain(
  tx: Tx,
  { code, amount, by }: { code: string; amount: number; by: string | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with line as (
      update mpesa_lines set became = 'known' where receipt = ${code} and became = 'break' and withdrawn = ${amount}::bigint
      returning receipt)
    update discrepancies b set state = 'closed', closed_at = now(), closed_by = ${by}::uuid, note = ${code}
    from line where b.kind = 'a line of the statement' and b.subject = line.receipt and b.state = 'open' returning b.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

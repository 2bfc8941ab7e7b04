import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { feeBpsOf, feeOf } from '#app/base/ledger/ledger.ts'
import { post } from '#app/base/ledger/post.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

// The charges in a statement, and the fee that was booked with the money. Whichever comes first, the two together book what was
// charged, once.

type Charged = { charged: number; booked: number; amount: number | null; lastLine: number | null }

/** Locks the money of a code: its charges are added up. */
export const lockCharges = (tx: Tx, receipt: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mpesa charge ${receipt}`}, 0))`.execute(tx)

async function chargedFor(tx: Tx, receipt: string): Promise<Charged> {
  const { rows } = await sql<Charged>`
    select coalesce(sum(l.withdrawn - l.paid_in), 0)::bigint as charged, max(l.id) as "lastLine",
      (coalesce(sum(l.corrected), 0) + coalesce((select coalesce(p.provider_fee, s.provider_fee) from mpesa_receipts r
          left join payments p on p.id = r.payment_id left join suspense s on s.id = r.suspense_id
          where r.receipt = ${receipt}), 0)
        + coalesce((select a.fee from payout_attempts a where a.provider = 'mpesa' and a.provider_code = ${receipt}), 0)
        + coalesce((select s.fee from refund_sends s where s.code = ${receipt}), 0))::bigint as booked,
      (select r.amount from mpesa_receipts r where r.receipt = ${receipt}) as amount
    from mpesa_lines l where l.kind = 'charge' and l.linked = ${receipt} and l.became is not null`.execute(tx)
  return rows[0]!
}

/** Books the difference, either way, between all charges and what is booked. */
async function correct(tx: Tx, line: number, leg: number, by: number): Promise<void> {
  const [debit, credit] =
    by > 0 ? (['provider_fees', 'mpesa_clearing'] as const) : (['mpesa_clearing', 'provider_fees'] as const)
  if (by !== 0) await post(tx, 'fee_corrected', line, [{ leg, debit, credit, amount: Math.abs(by) }])
}

/** Books a charge from a statement; the caller holds the lock. Returns what was booked for it. */
export async function bookCharge(tx: Tx, line: { id: number; receipt: string; cents: number }): Promise<number> {
  const before = await chargedFor(tx, line.receipt)
  const charged = before.charged + line.cents
  const corrected = charged - before.booked
  await correct(tx, line.id, 1, corrected)
  await callAbove(tx, line.receipt, charged, before.amount)
  return corrected
}

/** Squares the fees of money that was just placed: what a statement charged for it before is not booked again. Little of it was. */
export async function squareCharges(tx: Tx, placed: string[]): Promise<void> {
  if (placed.length === 0) return
  const receipts = placed.toSorted()
  await sql`
    select pg_advisory_xact_lock(hashtextextended('mpesa charge ' || c.receipt, 0))
    from (select receipt from unnest(${receipts}::text[]) u (receipt) order by receipt) c`.execute(tx)
  const { rows } = await sql<{ receipt: string }>`
    select u.receipt from unnest(${receipts}::text[]) u (receipt)
    where exists (select from mpesa_lines l where l.linked = u.receipt and l.kind = 'charge' and l.became is not null)
    order by u.receipt`.execute(tx)
  for (const { receipt } of rows) await squareCharged(tx, receipt)
}

async function squareCharged(tx: Tx, receipt: string): Promise<void> {
  const { charged, booked, amount, lastLine } = await chargedFor(tx, receipt)
  if (lastLine === null) return
  await correct(tx, lastLine, 2, charged - booked)
  await sql`update mpesa_lines set corrected = corrected + ${charged - booked}::bigint where id = ${lastLine}::bigint`.execute(
    tx,
  )
  await callAbove(tx, receipt, charged, amount)
}

/** Calls a person if the charge is more than our share. The charge is true and stays booked. */
async function callAbove(tx: Tx, receipt: string, charged: number, amount: number | null): Promise<void> {
  if (amount === null) return
  const share = feeOf(amount, feeBpsOf('withhold_at_payout'))
  if (charged > share) await raiseDiscrepancy(tx, 'a tariff above our share', receipt, { amount, fee: charged })
}

import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import { post } from '#app/base/ledger/post.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

// Lines of a statement that say that money left: for our bank, or back to its payer.

type ToBank = { receipt: string; withdrawn: number; at: Date; by: string }

/**
 * What left for our bank is a settlement, once by its code; one that an administrator booked or filed before is the same. Where
 * one of the same amount has another name, a person is asked whether it is the same.
 */
export async function bookToBank(tx: Tx, line: ToBank): Promise<'booked' | 'known' | 'asked' | 'other'> {
  const { receipt, withdrawn, at, by } = line
  const named = await lockSettlement(tx, receipt)
  if (named && !(named.isToBank && named.amount === withdrawn)) return 'other'
  if (named?.bookedAt) return 'known'
  if (!named && (await isPerhapsBooked(tx, line))) return 'asked'
  const { rows } = await sql<{ id: number }>`
    insert into settlements (provider, reference, direction, amount, day, why, asked_by, booked_by, booked_at)
    values ('mpesa', ${receipt}, 'to_bank', ${withdrawn}::bigint, (${at}::timestamptz at time zone 'Africa/Nairobi')::date,
      'M-Pesa statement', ${by}::uuid, ${by}::uuid, now())
    on conflict (lower(reference)) do update set booked_by = excluded.booked_by, booked_at = now() returning id`.execute(
    tx,
  )
  await post(tx, 'settlement', rows[0]!.id, [
    { leg: 1, debit: 'settlement_bank', credit: 'mpesa_clearing', amount: withdrawn },
  ])
  return 'booked'
}

async function lockSettlement(tx: Tx, reference: string) {
  const { rows } = await sql<{ amount: number; isToBank: boolean; bookedAt: Date | null }>`
    select amount, provider = 'mpesa' and direction = 'to_bank' as "isToBank", booked_at as "bookedAt"
    from settlements where lower(reference) = lower(${reference}) for update`.execute(tx)
  return rows[0]
}

/** Days between the statement's line and a settlement that a person books by the bank's own words. */
const near = 7

async function isPerhapsBooked(tx: Tx, { receipt, withdrawn, at }: ToBank): Promise<boolean> {
  const { rows } = await sql<{ reference: string }>`
    select reference from settlements s where provider = 'mpesa' and direction = 'to_bank' and amount = ${withdrawn}::bigint
      and abs(day - (${at}::timestamptz at time zone 'Africa/Nairobi')::date) <= ${near}
      and not exists (select from mpesa_lines l where l.kind = 'to_bank' and lower(l.receipt) = lower(s.reference))
    order by id limit 1`.execute(tx)
  const [like] = rows
  if (like)
    await raiseBreak(tx, 'a settlement that may be booked already', receipt, {
      amount: withdrawn,
      reference: like.reference,
    })
  return like !== undefined
}

/** It is known under this code that this was sent: to an owner, or back to its payer by a refund or by an administrator. */
export async function isRecordedReturn(tx: Tx, { receipt, withdrawn }: Pick<ToBank, 'receipt' | 'withdrawn'>) {
  const { rows } = await sql`
    select from suspense_returns r join suspense s on s.id = r.suspense_id
    where r.receipt = ${receipt} and s.amount = ${withdrawn}::bigint
    union all select from reversals v where v.provider = 'mpesa' and v.kind = 'refund' and v.state = 'done'
      and v.ext_id = ${receipt} and v.amount = ${withdrawn}::bigint
    union all select from payout_attempts a join payout_requests o on o.id = a.payout_id
      where a.provider = 'mpesa' and a.state = 'success' and a.provider_code = ${receipt}
        and o.net = ${withdrawn}::bigint`.execute(tx)
  return rows.length > 0
}

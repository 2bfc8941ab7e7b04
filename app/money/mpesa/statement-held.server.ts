import { sql } from 'kysely'
import { askOrAgree, needsTwo } from '#app/base/approvals/approvals.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'

// The limit of what an administrator can book alone with the statements that they send.

type Asked = { by: string; agreedAt: Date | null; held: number | null }

/** True while a second administrator has to agree to the booking; sending it counts as the first one's agreement. */
export const isStatementHeld = (db: Db, id: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Asked>`
      select by, agreed_at as "agreedAt", held from mpesa_statements where id = ${id}::bigint for update`.execute(tx)
    const { by, agreedAt, held } = rows[0]!
    if (agreedAt) return false
    const sum = await wouldBook(tx, id, by)
    if (!(await needsTwo(tx, sum, by))) return false
    if (held !== null) return true
    await sql`update mpesa_statements set held = ${sum}::bigint where id = ${id}::bigint`.execute(tx)
    const word = { about: 'statement', subject: String(id), value: 'book', why: 'M-Pesa statement' } as const
    await askOrAgree(tx, { ...word, by: { id: by, address: '' } })
    await tell(tx, 'office:desk')
    return true
  })

/** Sums, in cents, what it would book, with what this person's statements of the last day have booked: many small ones are a large one. */
async function wouldBook(tx: Tx, id: number, by: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(case when l.kind = 'charge' then abs(l.corrected) else l.paid_in + l.withdrawn end)
        filter (where l.became in ('new', 'fee', 'settlement', 'back')), 0)
      + coalesce(sum(l.paid_in + l.withdrawn) filter (where l.became is null and s.id = ${id}::bigint and (
        (l.kind = 'in' and (r.receipt is null or r.state = 'heard')) or (l.kind = 'to_bank' and b.booked_at is null)
        or (l.kind = 'back' and not exists (select from reversals v where v.provider = 'mpesa' and v.ext_id = l.receipt and v.state = 'done')
          and not exists (select from suspense_returns w where w.receipt = l.receipt))
        or (l.kind = 'charge' and l.paid_in + l.withdrawn <> coalesce(p.provider_fee, u.provider_fee,
          (select a.fee from payout_attempts a where a.provider = 'mpesa' and a.provider_code = l.linked),
          (select w.fee from refund_sends w where w.code = l.linked), 0)))), 0) as sum
    from mpesa_statements s join mpesa_lines l on l.statement_id = s.id
      left join mpesa_receipts r on r.receipt = case l.kind when 'charge' then l.linked else l.receipt end
      left join payments p on p.id = r.payment_id left join suspense u on u.id = r.suspense_id
      left join settlements b on l.kind = 'to_bank' and lower(b.reference) = lower(l.receipt)
    where s.id = ${id}::bigint or (s.by = ${by}::uuid and s.agreed_at is null and s.created_at > now() - interval '1 day')`.execute(
    tx,
  )
  return Number(rows[0]!.sum)
}

/** Agrees to a statement. True for the second of two: then it is booked. The word of the first is kept. */
export async function agreeStatement(tx: Tx, id: number, { by, why }: { by: Actor; why: string }): Promise<boolean> {
  const word = { about: 'statement', subject: String(id), value: 'book' } as const
  const { isAgreed } = await askOrAgree(tx, { ...word, by, why })
  if (!isAgreed) return false
  await sql`update mpesa_statements set agreed_by = ${by.id}::uuid, agreed_at = now() where id = ${id}::bigint`.execute(
    tx,
  )
  await enqueue(tx, 'import-statement', { statementId: id }, { key: String(id) })
  return true
}

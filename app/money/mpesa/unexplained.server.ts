import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { MobileMoney } from '#app/platform/mobile-money.ts'

/**
 * Calls a person for each request of which nobody knows a day later whether it was paid, and of which nothing is left to ask. Once
 * for a gift: a person who has closed it is not called again. Two are explained without them: one that nobody said was paid, where
 * the list names requests and does not name this one, and one whose code a person is called for, or whose money waits on the desk.
 */
export async function callForUnexplained(db: Db, rail: MobileMoney): Promise<void> {
  const hasList = rail.capabilities().proves.includes('list')
  const { rows } = await sql<{ reference: string; amount: number; account: string }>`
    select distinct on (p.id) p.reference, p.amount, q.account
    from mpesa_prompts q join payments p on p.id = q.payment_id
    where q.state = 'unknown' and q.ask_at is null and q.code is distinct from '0'
      and coalesce(q.sent_at, q.created_at) < now() - interval '24 hours'
      and not exists (select from recon_breaks b where b.kind = 'a request that nobody can explain' and b.subject = p.reference)
      and not exists (select from mpesa_receipts r join recon_breaks b on b.kind = 'a code that nobody lists' and b.subject = r.receipt
        where r.prompt_id = q.id)
      and (q.told = 'paid' or not (${hasList} and exists (select from mpesa_receipts r
        where r.prompt_id is not null and r.heard_by = 'list' and r.proved_at > coalesce(q.sent_at, q.created_at) + interval '1 hour')))
    order by p.id, q.id desc limit 100`.execute(db)
  for (const { reference, amount, account } of rows)
    await db
      .transaction()
      .execute((tx) => raiseBreak(tx, 'a request that nobody can explain', reference, { reference, amount, account }))
}

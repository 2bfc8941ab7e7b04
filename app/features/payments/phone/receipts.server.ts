import { sql } from 'kysely'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { MobileMoney, Receipt } from '#app/platform/mobile-money.ts'
import { raiseBreak } from '../../ledger/books.server.ts'
import { openRail } from './begin.server.ts'
import { letReceiptIn } from './let-in.server.ts'

// M-Pesa's own codes of money that came in. A code stands here once, so that money which is heard of in four ways counts once.

/** A code that was posted to us. It is no proof, but names what to look for. */
export async function hearReceipt(db: Db, promptId: number, receipt: string): Promise<void> {
  await sql`
    update mpesa_receipts r set prompt_id = ${promptId}::bigint
    where r.receipt = ${receipt} and r.prompt_id is null and r.state = 'heard' and r.heard_by = 'confirmation'
      and not exists (select from mpesa_receipts o where o.prompt_id = ${promptId}::bigint)`.execute(db)
  await sql`
    insert into mpesa_receipts (receipt, amount, account, heard_by, prompt_id)
    select ${receipt}, p.amount, q.account, 'callback', q.id
    from mpesa_prompts q join payments p on p.id = q.payment_id where q.id = ${promptId}::bigint
    on conflict do nothing`.execute(db)
}

const hours = 48
const mostPages = 500

/** Everything that M-Pesa lists of the last two days is let in. By the clock. Returns how many were new to the books. */
export async function listReceipts(db: Db): Promise<number> {
  const rail = await openRail(db)
  if (!rail?.capabilities().proves.includes('list')) return 0
  // M-Pesa is asked by the second: one that is not over yet is asked about, too.
  const to = new Date(Math.ceil((await databaseNow(db)).getTime() / 1000) * 1000)
  const from = new Date(to.getTime() - hours * 3_600_000)
  const each = keepingOn()
  let found = 0
  let offset = 0
  for (let page = 0; ; page++) {
    const answer = await rail.list({ from, to, offset })
    if (answer.is === 'failure' || page > mostPages) {
      log.warn({ page, code: answer.is === 'failure' ? answer.code : 'too many' }, 'receipts could not be compared')
      break
    }
    found += await letIn(db, rail, answer.receipts, each)
    if (answer.next === null) break
    offset = answer.next
  }
  await lookForHeard(db)
  each.end()
  return found
}

async function letIn(db: Db, rail: MobileMoney, listed: Receipt[], each: ReturnType<typeof keepingOn>) {
  const { rows } = await sql<{ receipt: string }>`
    select receipt from mpesa_receipts where receipt = any(${listed.map(({ receipt }) => receipt)}::text[])
      and state <> 'heard' and heard_by not in ('callback', 'confirmation')`.execute(db)
  const known = new Set(rows.map(({ receipt }) => receipt))
  let found = 0
  for (const one of listed) {
    if (known.has(one.receipt)) continue
    if (await each.go(() => letReceiptIn(db, rail, one, 'list'))) found++
  }
  return found
}

/** A code that was posted to us two hours ago and that no list and no question knows: a person has to look. */
export async function lookForHeard(db: Db): Promise<void> {
  const heard = await db
    .selectFrom('mpesa_receipts')
    .where('state', '=', 'heard')
    .where('proved_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '2 hours'`)
    .select(['receipt', 'account', 'amount'])
    .limit(100)
    .execute()
  for (const { receipt, account, amount } of heard)
    await db.transaction().execute((tx) => raiseBreak(tx, 'a code that nobody lists', receipt, { account, amount }))
}

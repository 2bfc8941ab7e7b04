import { sql } from 'kysely'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { MobileMoney, Receipt } from '#app/platform/mobile-money.ts'
import { raiseBreak } from '../../ledger/books.server.ts'
import { keepUnplaced } from '../unplaced.server.ts'
import { openRail } from './begin.server.ts'
import { credit, paidInFull } from './credit.server.ts'

// M-Pesa's own codes of money that came in. A code stands here once, so that money which is heard of in four ways counts once.

/** A code that was posted to us. It is no proof, but names what to look for. */
export const hearReceipt = (db: Db, promptId: number, receipt: string) =>
  sql`
    insert into mpesa_receipts (receipt, amount, account, heard_by, prompt_id)
    select ${receipt}, p.amount, q.account, 'callback', q.id
    from mpesa_prompts q join payments p on p.id = q.payment_id where q.id = ${promptId}::bigint
    on conflict do nothing`.execute(db)

const hours = 48
const mostPages = 500

/** Everything that M-Pesa lists of the last two days is let in. By the clock. Returns how many were new to the books. */
export async function listReceipts(db: Db): Promise<number> {
  const rail = await openRail(db)
  if (!rail?.capabilities().proves.includes('list')) return 0
  const to = await databaseNow(db)
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
      and state <> 'heard' and heard_by = 'list'`.execute(db)
  const known = new Set(rows.map(({ receipt }) => receipt))
  let found = 0
  for (const one of listed) {
    if (known.has(one.receipt)) continue
    if (await each.go(() => letReceiptIn(db, rail, one, 'list'))) found++
  }
  return found
}

type Row = { state: string; promptId: number | null; isOther: boolean }

/** What proves that money came in. */
export type ProvedBy = 'list' | 'status' | 'statement'

/** Money that is proved to have come in finds its place, once. True when it was new to the books. */
export async function letReceiptIn(db: Db, rail: MobileMoney, one: Receipt, by: ProvedBy): Promise<boolean> {
  const name = rail.capabilities().name
  const row = await prove(db, one, by)
  if (row.isOther) {
    await db.transaction().execute((tx) => raiseBreak(tx, 'a code that fits no request', one.receipt, factsOf(one)))
    return false
  }
  if (row.state !== 'heard') return false
  const prompt = row.promptId === null ? undefined : await requestOf(db, row.promptId)
  if (prompt && prompt.amount === one.cents) {
    await credit(db, name, prompt, by)
    return true
  }
  await db.transaction().execute(async (tx) => {
    const why = prompt ? 'wrong amount' : 'unknown account'
    const unplaced = { provider: name, reference: one.account, why, payment: undefined } as const
    await keepUnplaced(tx, unplaced, paidInFull(one.cents, one.receipt))
    await sql`
      update mpesa_receipts r set state = 'unplaced', suspense_id = s.id, prompt_id = null
      from suspense s where r.receipt = ${one.receipt} and s.provider = ${name} and s.provider_tx_id = ${one.receipt}`.execute(
      tx,
    )
  })
  return true
}

const factsOf = ({ account, cents }: Receipt) => ({ account, amount: cents })

/**
 * Writes down what M-Pesa lists. A code that we only heard of takes on what the list says, and the request that the list
 * names; one that is placed already has to be as it was placed.
 */
const prove = (
  db: Db,
  { receipt, shortcode, cents, account, tail, name, paidAt }: Receipt,
  by: ProvedBy,
): Promise<Row> =>
  db.transaction().execute(async (tx) => {
    const named = await tx
      .selectFrom('mpesa_prompts as q')
      .where('q.account', '=', account.toUpperCase())
      .where(sql<boolean>`not exists (
        select from mpesa_receipts o where o.prompt_id = q.id and o.receipt <> ${receipt} and o.heard_by in ('list', 'status', 'statement'))`)
      .select('q.id')
      .forUpdate()
      .executeTakeFirst()
    // A code that was only told for this request was made up, or belongs elsewhere: it waits until it is listed itself.
    if (named)
      await sql`
        update mpesa_receipts set prompt_id = null, payment_id = null, suspense_id = null, state = 'heard', proved_by = null, proved_at = null
        where prompt_id = ${named.id}::bigint and receipt <> ${receipt} and heard_by = 'callback'`.execute(tx)
    const { rows } = await sql<Row>`
      insert into mpesa_receipts as r (receipt, shortcode, amount, account, tail, name, paid_at, heard_by, proved_by, proved_at, prompt_id)
      values (${receipt}, ${shortcode}, ${cents}, ${account}, ${tail}, ${name}, ${paidAt}, ${by}, ${by}, now(), ${named?.id ?? null})
      on conflict (receipt) do update set shortcode = excluded.shortcode, tail = excluded.tail, name = excluded.name,
        paid_at = excluded.paid_at, heard_by = ${by}, proved_by = coalesce(r.proved_by, ${by}), proved_at = coalesce(r.proved_at, now()),
        account = case when r.state = 'heard' then excluded.account else r.account end,
        amount = case when r.state = 'heard' then excluded.amount else r.amount end,
        prompt_id = case when r.state = 'heard' then excluded.prompt_id else r.prompt_id end
      returning r.state, r.prompt_id as "promptId",
        r.state <> 'heard' and (r.amount <> ${cents}::bigint or upper(r.account) <> upper(${account})) as "isOther"`.execute(
      tx,
    )
    return rows[0]!
  })

const requestOf = (db: Db, id: number) =>
  db
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.id', '=', id)
    .select(['q.id', 'p.reference', 'p.amount', 'q.account', 'q.phone'])
    .executeTakeFirstOrThrow()

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

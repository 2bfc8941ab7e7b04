import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { MobileMoney, Receipt } from '#app/platform/mobile-money.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { raiseBreak } from '../../ledger/books.server.ts'
import { bookUnasked } from '../place.server.ts'
import { keepUnplaced } from '../unplaced.server.ts'
import { settleClaims } from './claims.server.ts'
import { credit, type Proof, paidInFull } from './credit.server.ts'
import { readTyped } from './typed.server.ts'

// Money that M-Pesa says it has for us, when we asked: it settles the request that it names, or is a gift to the drive whose
// code was typed, or waits for a person.

type Row = { state: string; promptId: number | null; isOther: boolean }

/** True when it was new to the books. However often it is let in, and whichever answer names it, its money counts once. */
export async function letReceiptIn(db: Db, rail: MobileMoney, one: Receipt, by: Proof): Promise<boolean> {
  const row = await prove(db, one, by)
  if (row.isOther) {
    const facts = { account: one.account, amount: one.cents }
    await db.transaction().execute((tx) => raiseBreak(tx, 'a code that fits no request', one.receipt, facts))
    return false
  }
  if (row.state !== 'heard') return false
  const { name } = rail.capabilities()
  if (row.promptId === null) return placeTyped(db, name, one)
  await credit(db, name, await requestOf(db, row.promptId), by)
  return true
}

/**
 * Writes down what M-Pesa says. A code that we only heard of takes on what is proved, and the request that is named, where
 * the amount is what was asked; one that is placed already has to be as it was placed.
 */
const prove = (db: Db, one: Receipt, by: Proof): Promise<Row> =>
  db.transaction().execute(async (tx) => {
    const { receipt, shortcode, cents, account, tail, name, paidAt } = one
    const promptId = await requestNamedBy(tx, one)
    // A code that was only told for this request was made up, or belongs elsewhere: it waits until it is proved itself.
    if (promptId !== null)
      await sql`
        update mpesa_receipts set prompt_id = null, payment_id = null, suspense_id = null, state = 'heard', proved_by = null, proved_at = null
        where prompt_id = ${promptId}::bigint and receipt <> ${receipt} and ${onlyTold}`.execute(tx)
    const { rows } = await sql<Row>`
      insert into mpesa_receipts as r (receipt, shortcode, amount, account, tail, name, paid_at, heard_by, proved_by, proved_at, prompt_id)
      values (${receipt}, ${shortcode}, ${cents}, ${account}, ${tail}, ${name}, ${paidAt}, ${by}, ${by}, now(), ${promptId})
      on conflict (receipt) do update set shortcode = excluded.shortcode,
        tail = coalesce(excluded.tail, r.tail), name = coalesce(excluded.name, r.name),
        paid_at = excluded.paid_at, heard_by = excluded.heard_by, proved_by = coalesce(r.proved_by, excluded.proved_by), proved_at = coalesce(r.proved_at, now()),
        account = case when r.state = 'heard' then excluded.account else r.account end,
        amount = case when r.state = 'heard' then excluded.amount else r.amount end,
        prompt_id = case when r.state = 'heard' then excluded.prompt_id else r.prompt_id end
      returning r.state, r.prompt_id as "promptId",
        r.state <> 'heard' and (r.amount <> ${cents}::bigint or upper(r.account) <> upper(${account})) as "isOther"`.execute(
      tx,
    )
    return rows[0]!
  })

const onlyTold = sql`heard_by in ('callback', 'confirmation')`

/**
 * Locked, but not for those whose rows name it: a code that is told at the same moment has locked its own row, and would wait
 * for this one. Null when no request asked for this, or another code that is proved has settled it.
 */
async function requestNamedBy(tx: Tx, { receipt, account, cents }: Receipt): Promise<number | null> {
  const { asked } = await readTyped(tx, account)
  const named = await tx
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.account', '=', asked)
    .where('p.amount', '=', cents)
    .where(sql<boolean>`not exists (
      select from mpesa_receipts o where o.prompt_id = q.id and o.receipt <> ${receipt} and not (o.${onlyTold}))`)
    .select('q.id')
    .forNoKeyUpdate('q')
    .executeTakeFirst()
  return named?.id ?? null
}

const requestOf = (db: Db, id: number) =>
  db
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.id', '=', id)
    .select(['q.id', 'p.reference', 'p.amount', 'q.account', 'q.phone'])
    .executeTakeFirstOrThrow()

/** A payment that its payer sent by themselves. In one transaction: its code, its gift, or its place among the unplaced. */
const placeTyped = (db: Db, provider: string, one: Receipt): Promise<boolean> =>
  inOneGo(db, async (tx) => {
    const free = await tx
      .selectFrom('mpesa_receipts')
      .where('receipt', '=', one.receipt)
      .where('state', '=', 'heard')
      .select('receipt')
      .forUpdate()
      .executeTakeFirst()
    if (!free) return false
    const facts = paidInFull(one.cents, one.receipt)
    const drive = await driveFor(tx, one.account)
    if (drive?.id) {
      const { paymentId } = await bookUnasked(tx, { provider, driveId: drive.id, facts })
      await tx
        .updateTable('mpesa_receipts')
        .set({ state: 'placed', payment_id: paymentId })
        .where('receipt', '=', one.receipt)
        .execute()
      await settleClaims(tx, one.receipt)
      return true
    }
    if (!drive && (await isPerhapsAsked(tx, one))) return false
    const why = drive ? 'drive is gone' : 'unknown account'
    await keepUnplaced(tx, { provider, reference: one.account, why, payment: undefined }, facts)
    await sql`
      update mpesa_receipts r set state = 'unplaced', suspense_id = s.id
      from suspense s where r.receipt = ${one.receipt} and s.provider = ${provider} and s.provider_tx_id = ${one.receipt}`.execute(
      tx,
    )
    await settleClaims(tx, one.receipt)
    return true
  })

/** The drive whose code was typed, or whose request named this account before; `id` is null once it is deleted. */
async function driveFor(tx: Tx, account: string): Promise<{ id: string | null } | undefined> {
  const { found, asked } = await readTyped(tx, account)
  if (found) return { id: found.driveId }
  return tx
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.account', '=', asked)
    .select('p.fund_drive_id as id')
    .executeTakeFirst()
}

/**
 * It has no account of ours, and at that hour a request of the same amount was paid whose code is not known: most likely it
 * is the same money, which must not be booked twice. After a day a person is called.
 */
async function isPerhapsAsked(tx: Tx, { receipt, account, cents, paidAt }: Receipt): Promise<boolean> {
  const { rows } = await sql<{ reference: string; isOld: boolean }>`
    select p.reference, ${paidAt}::timestamptz < now() - interval '24 hours' as "isOld"
    from mpesa_prompts q join payments p on p.id = q.payment_id
    where q.state = 'paid' and p.amount = ${cents}
      and coalesce(q.sent_at, q.created_at) between ${paidAt}::timestamptz - interval '1 hour' and ${paidAt}::timestamptz + interval '1 hour'
      and not exists (select from mpesa_receipts r where r.prompt_id = q.id) limit 1`.execute(tx)
  const [like] = rows
  if (like?.isOld)
    await raiseBreak(tx, 'a code like a gift without one', receipt, {
      account,
      amount: cents,
      reference: like.reference,
    })
  return like !== undefined
}

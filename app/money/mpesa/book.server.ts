import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { trackEvent } from '#app/money/payments/events.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import type { MobileMoney, MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { bookGifts } from './book-gifts.server.ts'
import { bookRequests } from './book-requests.server.ts'
import { insertCodes, replaceTold } from './codes.server.ts'
import type { Proof } from './credit.server.ts'
import { gaveBack } from './gave-back.server.ts'
import { type BookedReceipt, bookProved } from './place-receipts.server.ts'
import { readTyped } from './typed.server.ts'

// The booking of money that M-Pesa names when we ask: its answer is stored, then the money is booked.

type Row = { state: string; promptId: number | null; account: string; amount: number; isOther: boolean }

type Heard = { one: MobileReceipt; by: Proof; provider: string }

/**
 * Books money that M-Pesa names, and returns whether it is new, held back, or known. Whichever answer names it, it counts once.
 * Money that comes at the same moment is booked together.
 */
export const bookReceipt = (db: Db, rail: MobileMoney, one: MobileReceipt, by: Proof): Promise<BookedReceipt> =>
  trackEvent('booking', bookOne(db, { one, by, provider: rail.capabilities().name }))

const bookOne = inBatchesOrAlone<Db, Heard, BookedReceipt>(bookTogether, bookAlone, { ways: 2, most: 100 })

/** Books gifts that people sent by themselves, and those by a request on the phone. Undefined for each that is not plainly either. */
async function bookTogether(db: Db, heard: Heard[]): Promise<(BookedReceipt | undefined)[]> {
  const typed = await bookGifts(db, heard)
  const left = heard.filter((_, at) => typed[at] === undefined)
  const asked = left.length > 1 ? await bookRequests(db, left) : []
  const became = new Map(left.map((one, at) => [one, asked[at]]))
  return heard.map((one, at) => typed[at] ?? became.get(one))
}

async function bookAlone(db: Db, { one, by, provider }: Heard): Promise<BookedReceipt> {
  const row = await prove(db, one, by)
  if (row.isOther) {
    // The typed account stays with the code: at times it is the name or the number of its payer.
    const facts = { amount: one.cents, booked: row.amount }
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'a code that fits no request', one.receipt, facts))
    return 'known'
  }
  if (row.state !== 'heard') return 'known'
  return bookProved(db, provider, { ...one, account: row.account, promptId: row.promptId, by })
}

/**
 * Stores what M-Pesa says. A code that was only told takes on what is proved, and the request that it names if the amount is
 * the one asked for; a placed code has to agree with its place. An answer without an account, as for a till, does not
 * contradict the account that was told.
 */
const prove = (db: Db, one: MobileReceipt, by: Proof): Promise<Row> =>
  db.transaction().execute(async (tx) => {
    const { receipt, cents } = one
    const account = one.account || (await accountTold(tx, receipt))
    const promptId = await requestNamedBy(tx, { ...one, account })
    // A code that was only told for this request was made up, or belongs elsewhere: it waits for its own proof.
    if (promptId !== null)
      await sql`
        update mpesa_receipts set prompt_id = null, payment_id = null, suspense_id = null, state = 'heard', proved_by = null, proved_at = null
        where prompt_id = ${promptId}::bigint and receipt <> ${receipt} and ${isPerhapsMadeUp}`.execute(tx)
    const rows = await insertCodes(tx, [{ ...one, account, by, promptId }], { onConflict: replaceTold })
    const row = rows[0]!
    const differs = row.amount !== cents || (account !== '' && row.account.toUpperCase() !== account.toUpperCase())
    return { ...row, isOther: row.state !== 'heard' && differs }
  })

async function accountTold(tx: Tx, receipt: string): Promise<string> {
  const told = await tx.selectFrom('mpesa_receipts').where('receipt', '=', receipt).select('account').executeTakeFirst()
  return told?.account ?? ''
}

const onlyTold = sql`heard_by in ('callback', 'confirmation')`
/** A code that M-Pesa gave back on our order is not made up. */
const isPerhapsMadeUp = sql`${onlyTold}
  and not exists (select from mpesa_asks a where a.subject = mpesa_receipts.receipt and ${gaveBack('a')})`

/**
 * Locks the request for no key update: rows that refer to it must not wait, as a code told at the same moment has locked its
 * own row. Returns null if no request asked for this, or another proved code has settled it.
 */
async function requestNamedBy(tx: Tx, { receipt, account, cents }: MobileReceipt): Promise<number | null> {
  const { asked } = await readTyped(tx, account)
  const named = await tx
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.account', '=', asked)
    .where('p.amount', '=', cents)
    .select('q.id')
    .forNoKeyUpdate('q')
    .executeTakeFirst()
  // Checked after the lock: another code may have settled it while this one waited.
  return named && !(await hasOther(tx, named.id, receipt)) ? named.id : null
}

/** True if there is another proved code. */
async function hasOther(tx: Tx, promptId: number, receipt: string): Promise<boolean> {
  const { rows } = await sql`
    select from mpesa_receipts where prompt_id = ${promptId}::bigint and receipt <> ${receipt} and not (${isPerhapsMadeUp})`.execute(
    tx,
  )
  return rows.length > 0
}

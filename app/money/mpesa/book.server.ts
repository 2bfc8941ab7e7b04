import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { drivesOfAccounts } from '#app/drives/codes/codes.server.ts'
import { trackEvent } from '#app/money/payments/events.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import { bookUnasked } from '#app/money/payments/place.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import type { MobileMoney, MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { squareCharges, tariffsOn } from './charges.server.ts'
import { settleClaims } from './claims.server.ts'
import { insertCodes, readTyped, replaceTold, typedAccountOf } from './codes.server.ts'
import { creditRequests, type Proof, textThanks } from './credit.server.ts'
import { type BookedReceipt, bookProved } from './place-receipts.server.ts'

// M-Pesa's answers that it gave a payment back, on an order of ours.

/** M-Pesa's code for a payment that went back before. */
export const before = 'R000001'

/** Builds the condition that M-Pesa says the payment went back, so its code is not made up. */
export const gaveBack = (orders = 'mpesa_asks') =>
  sql`${sql.ref(`${orders}.what`)} = 'reversal' and ${sql.ref(`${orders}.code`)} in ('0', ${sql.lit(before)})`

/**
 * Finds orders that M-Pesa carried out minutes ago, and whose payment is in the books still: the job was lost, or the money has
 * another place than when it was ordered.
 */
export async function leftToBook(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from mpesa_asks a join mpesa_receipts r on r.receipt = a.subject
      left join suspense s on s.id = r.suspense_id left join payments p on p.id = r.payment_id
    where ${gaveBack('a')} and a.answered_at < now() - interval '1 minute' and (s.state = 'open' or p.reversed < p.amount)
    order by a.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

// The booking of money that M-Pesa names when we ask: its answer is stored, then the money is booked.

type Row = { state: string; promptId: number | null; account: string; amount: number; isOther: boolean }

type Heard = { one: MobileReceipt; by: Proof; provider: string }
/** The drives that the typed accounts lead to. */
type Drives = Awaited<ReturnType<typeof drivesOfAccounts>>

/**
 * Books money that M-Pesa names, and returns whether it is new, held back, or known. Whichever answer names it, it counts once.
 * Money that comes at the same moment is booked together.
 */
export const bookReceipt = (db: Db, rail: MobileMoney, one: MobileReceipt, by: Proof): Promise<BookedReceipt> =>
  trackEvent('booking', bookOne(db, { one, by, provider: rail.capabilities().name }))

const bookOne = inBatchesOrAlone<Db, Heard, BookedReceipt>(bookTogether, bookAlone, { ways: 2, most: 100 })

/** Books gifts that people sent by themselves, and those by a request on the phone. Undefined for each that is not plainly either. */
async function bookTogether(db: Db, heard: Heard[]): Promise<(BookedReceipt | undefined)[]> {
  const drives = await drivesOfAccounts(
    db,
    heard.map(({ one }) => one.account),
  )
  const typed = await bookGifts(db, heard, drives)
  const left = heard.filter((_, at) => typed[at] === undefined)
  const asked = left.length > 1 ? await bookRequests(db, left, drives) : []
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

// The booking of gifts by a request on the phone, when hundreds are paid in the same second: plain ones are booked together.

type Asked = Heard & { promptId: number; reference: string; account: string; phone: string | null }

/**
 * Books plain requests together. Undefined for each other one: it is booked alone, and finds there what was done here. Waits
 * for nothing but the code itself: a request that another transaction has locked is booked alone.
 */
async function bookRequests(db: Db, heard: Heard[], drives: Drives): Promise<('new' | undefined)[]> {
  const asked = await proveRequests(db, heard, drives)
  // A single payment would wait for its drive and its payment, and delay the others behind it.
  if (asked.length < 2) return []
  const applied = await creditRequests(
    db,
    asked.map(({ one, by, provider, promptId: id, reference, account, phone }) => ({
      provider,
      one: { id, reference, account, phone, amount: one.cents },
      by,
      paidAt: one.paidAt,
    })),
  )
  const booked = new Set(asked.filter((_, at) => applied[at]).map(({ one }) => one))
  return heard.map(({ one }) => (booked.has(one) ? 'new' : undefined))
}

/**
 * Stores what M-Pesa says of codes that name a request of ours, of its amount, which no other code names. In a transaction of
 * its own, as for one alone; first the requests, then the codes in order, so that two transactions at once don't deadlock.
 */
async function proveRequests(db: Db, heard: Heard[], drives: Drives): Promise<Asked[]> {
  const byAccount = accountsNamed(heard, drives)
  if (byAccount.size === 0) return []
  return inOneGo(db, async (tx) => {
    const named = await requestsNamed(tx, byAccount)
    if (named.length === 0) return []
    const rows = await insertCodes(
      tx,
      named.map(({ one, by, promptId }) => ({ ...one, by, promptId })),
      {
        where: sql`not exists (select from mpesa_receipts o where o.prompt_id = m.prompt_id and o.receipt <> m.receipt)`,
        onConflict: sql`${replaceTold} where r.state = 'heard'`,
      },
    )
    const proved = new Set(rows.map(({ receipt }) => receipt))
    return named.filter(({ one }) => proved.has(one.receipt))
  })
}

type ByAccount = Map<string, Heard & { account: string }>

/** Groups payments by the account of the request that they may be. Each request and each code once. */
function accountsNamed(heard: Heard[], drives: Drives): ByAccount {
  const seen = new Set<string>()
  const byAccount: ByAccount = new Map()
  for (const each of heard) {
    const { receipt } = each.one
    const account = typedAccountOf(drives.get(each.one.account), each.one.account)
    if (account !== '' && !seen.has(receipt) && !byAccount.has(account)) byAccount.set(account, { ...each, account })
    seen.add(receipt)
  }
  return byAccount
}

/** Locks the requests, but not for rows that refer to them. */
async function requestsNamed(tx: Tx, byAccount: ByAccount): Promise<Asked[]> {
  const all = [...byAccount.values()]
  const { rows } = await sql<{ promptId: number; account: string; phone: string | null; reference: string }>`
    select q.id as "promptId", q.account, q.phone, p.reference
    from unnest(${all.map(({ account }) => account)}::text[], ${all.map(({ one }) => one.cents)}::bigint[]) m (account, cents)
      join mpesa_prompts q on q.account = m.account join payments p on p.id = q.payment_id and p.amount = m.cents
    order by q.id for no key update of q skip locked`.execute(tx)
  return rows.map((row) => ({ ...byAccount.get(row.account)!, ...row }))
}

// The booking of gifts under the code of a drive, which are nearly all that people pay by themselves. They are booked together:
// after a day without a connection there are thousands.

type Gift = Heard & { driveId: string }

/** Books plain gifts together. Undefined for each other payment: that is booked alone. */
async function bookGifts(db: Db, heard: Heard[], drives: Drives): Promise<('new' | undefined)[]> {
  const gifts = plainGifts(heard, drives)
  if (gifts.length === 0) return []
  // Proves in a transaction of its own, as for one alone: a claim made at this moment waits for a code that it can see.
  const proved = await proveGifts(db, gifts)
  const mine = gifts.filter(({ one }) => proved.has(one.receipt))
  const booked = mine.length > 0 ? await bookProvedGifts(db, mine) : new Set()
  const isBooked = new Set(mine.filter(({ one }) => booked.has(one.receipt)).map(({ one }) => one))
  return heard.map(({ one }) => (isBooked.has(one) ? 'new' : undefined))
}

/** Picks payments whose account is the code of a drive and nothing behind it, so no request of ours has it. Each code once. */
function plainGifts(heard: Heard[], drives: Drives): Gift[] {
  const seen = new Set<string>()
  return heard.flatMap((each) => {
    const found = drives.get(each.one.account)
    if (!found?.driveId || found.tag !== null || seen.has(each.one.receipt)) return []
    seen.add(each.one.receipt)
    return [{ ...each, driveId: found.driveId }]
  })
}

/**
 * Stores what M-Pesa says of codes that are new, or that were told for no request. Returns them. In order, so that two
 * transactions at once don't deadlock.
 */
async function proveGifts(db: Db, gifts: Gift[]): Promise<Set<string>> {
  const rows = await insertCodes(
    db,
    gifts.map(({ one, by }) => ({ ...one, by, promptId: null })),
    { onConflict: sql`${replaceTold} where r.state = 'heard' and r.prompt_id is null` },
  )
  return new Set(rows.map(({ receipt }) => receipt))
}

/** Books all of them or none: then each is tried alone. */
const bookProvedGifts = (db: Db, gifts: Gift[]): Promise<Set<string>> =>
  inOneGo(db, async (tx) => {
    const free = await freeAmong(tx, gifts)
    const mine = gifts.filter(({ one }) => free.has(one.receipt))
    if (mine.length === 0) return free
    const fees = await tariffsOn(
      tx,
      'paybill',
      mine.map(({ one: { cents, paidAt } }) => ({ cents, at: paidAt })),
    )
    const booked = await bookUnasked(
      tx,
      mine.map(({ one, driveId, provider }, at) => ({
        provider,
        driveId,
        facts: paidInFull(one.cents, one.receipt, fees[at]),
      })),
    )
    await sql`
      update mpesa_receipts r set state = 'placed', payment_id = b.payment_id
      from unnest(${mine.map(({ one }) => one.receipt)}::text[], ${booked.map(({ paymentId }) => paymentId)}::bigint[])
        as b (receipt, payment_id) where r.receipt = b.receipt`.execute(tx)
    await textThanks(
      tx,
      mine.flatMap(({ one: { receipt: code, phone } }, at) =>
        phone ? { code, paymentId: booked[at]!.paymentId, phone } : [],
      ),
    )
    await settleOthers(tx, free)
    return free
  })

/** Locks the codes that no other transaction has booked or named meanwhile. */
async function freeAmong(tx: Tx, gifts: Gift[]): Promise<Set<string>> {
  const { rows } = await sql<{ receipt: string }>`
    select receipt from mpesa_receipts
    where receipt = any(${gifts.map(({ one }) => one.receipt)}::text[]) and state = 'heard' and prompt_id is null
    order by receipt for update`.execute(tx)
  return new Set(rows.map(({ receipt }) => receipt))
}

/** Settles what waited for the codes of placed money: charges of a statement, claims of givers. Few have either. */
async function settleOthers(tx: Tx, placed: Set<string>): Promise<void> {
  const receipts = [...placed].sort()
  await squareCharges(tx, receipts)
  const { rows } = await sql<{ receipt: string; isClaimed: boolean }>`
    select u.receipt, exists (select from claims c where c.receipt = u.receipt and c.state = 'waiting') as "isClaimed"
    from unnest(${receipts}::text[]) u (receipt) order by u.receipt`.execute(tx)
  for (const { receipt, isClaimed } of rows) if (isClaimed) await settleClaims(tx, receipt)
}

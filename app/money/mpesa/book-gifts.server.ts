import { sql } from 'kysely'
import { drivesOfAccounts } from '#app/drives/codes/codes.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import { bookUnasked } from '#app/money/payments/place.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { squareCharges } from './charges.server.ts'
import { settleClaims } from './claims.server.ts'
import { insertCodes, replaceTold } from './codes.server.ts'
import { type Proof, textThanks } from './credit.server.ts'
import { tariffsOn } from './tariffs.server.ts'

// The booking of gifts under the code of a drive, which are nearly all that people pay by themselves. They are booked together:
// after a day without a connection there are thousands.

type Heard = { one: MobileReceipt; by: Proof; provider: string }
type Gift = Heard & { driveId: string }

/** Books plain gifts together. Undefined for each other payment: that is booked alone. */
export async function bookGifts(db: Db, heard: Heard[]): Promise<('new' | undefined)[]> {
  const gifts = await plainGifts(db, heard)
  if (gifts.length === 0) return []
  // Proves in a transaction of its own, as for one alone: a claim made at this moment waits for a code that it can see.
  const proved = await proveTogether(db, gifts)
  const mine = gifts.filter(({ one }) => proved.has(one.receipt))
  const booked = mine.length > 0 ? await bookTogether(db, mine) : new Set()
  const isBooked = new Set(mine.filter(({ one }) => booked.has(one.receipt)).map(({ one }) => one))
  return heard.map(({ one }) => (isBooked.has(one) ? 'new' : undefined))
}

/** Picks payments whose account is the code of a drive and nothing behind it, so no request of ours has it. Each code once. */
async function plainGifts(db: Db, heard: Heard[]): Promise<Gift[]> {
  const drives = await drivesOfAccounts(
    db,
    heard.map(({ one }) => one.account),
  )
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
async function proveTogether(db: Db, gifts: Gift[]): Promise<Set<string>> {
  const rows = await insertCodes(
    db,
    gifts.map(({ one, by }) => ({ ...one, by, promptId: null })),
    { onConflict: sql`${replaceTold} where r.state = 'heard' and r.prompt_id is null` },
  )
  return new Set(rows.map(({ receipt }) => receipt))
}

/** Books all of them or none: then each is tried alone. */
const bookTogether = (db: Db, gifts: Gift[]): Promise<Set<string>> =>
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

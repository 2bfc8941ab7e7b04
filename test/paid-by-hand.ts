import { listReceipts } from '#app/features/payments/phone/receipts.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Receipt } from '#app/platform/mobile-money.ts'
import { nextNr, type Rail } from './pretend-rail.ts'

// Money that payers sent to our Paybill by the menu of their phone.

/** A code of M-Pesa that was not there yet. */
export const newCode = (): string => `SKC${String(nextNr()).padStart(7, '0')}`

/** What a payer sent by hand, listed by M-Pesa. */
export async function paidByHand(db: Db, rail: Rail, account: string, own: Partial<Receipt> = {}): Promise<Receipt> {
  const one = { shortcode: '174379', cents: 30_000, account, tail: '126', name: 'AMINA Y', paidAt: new Date() }
  const receipt = { receipt: newCode(), ...one, ...own }
  rail.listed = [receipt]
  await listReceipts(db)
  return receipt
}

/** What nobody could place, with its number on the desk. */
export async function unplacedMoney(db: Db, rail: Rail, account = 'CHURCH ROOF', cents = 20_000) {
  const one = await paidByHand(db, rail, account, { cents })
  const { id } = await db
    .selectFrom('suspense')
    .where('provider_tx_id', '=', one.receipt)
    .select('id')
    .executeTakeFirstOrThrow()
  return { ...one, id }
}

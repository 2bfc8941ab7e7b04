import { codesOf } from '#app/drives/codes/codes.server.ts'
import type { ClaimOutcome } from '#app/money/mpesa/claims.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { nextNr, type Rail } from './pretend-rail.ts'

// Money that payers sent to our Paybill by the menu of their phone.

/** A code of M-Pesa that was not there yet. */
export const newCode = (): string => `SKC${String(nextNr()).padStart(7, '0')}`

/** What a payer sent by hand to this account, as M-Pesa tells of it. */
export const sentTo = (account: string, own: Partial<MobileReceipt> = {}): MobileReceipt => {
  const one = { shortcode: '174379', cents: 20_000, account, tail: '126', name: 'AMINA Y', paidAt: new Date() }
  return { receipt: newCode(), ...one, ...own }
}

/** A receipt that M-Pesa lists: of KES 300, unless an amount is named. */
export async function paidByHand(
  db: Db,
  rail: Rail,
  account: string,
  own: Partial<MobileReceipt> = {},
): Promise<MobileReceipt> {
  const receipt = sentTo(account, { cents: 30_000, ...own })
  await listing(db, rail)(receipt)
  return receipt
}

/** What a giver types who says that this payment is theirs. */
export const claiming = (receipt: string, own: Partial<ClaimOutcome> = {}): ClaimOutcome => {
  const typed = { tail: '126', name: 'Amina Yusuf', message: 'Pole sana', phone: '', anonymous: false }
  return { receipt, ...typed, ...own }
}

/** The number of a drive with one digit wrong: a claim for the drive places what was sent to it. */
export async function slipOf(db: Db, drive: { id: string }): Promise<string> {
  const { number } = await codesOf(db, drive.id)
  return `${number.slice(0, 2)}${(Number(number[2]) + 1) % 10}${number.slice(3)}`
}

/** Says that M-Pesa lists these and nothing else, has the list read, and tells how many were new. */
export const listing =
  (db: Db, rail: Rail) =>
  (...receipts: MobileReceipt[]): Promise<number> => {
    rail.listed = receipts
    return listReceipts(db)
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

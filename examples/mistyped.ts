import { bookReceipt } from '#app/money/mpesa/book.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pretendPaidByHand } from '#app/platform/mpesa/pretended-daraja.server.ts'
import type { MobileMoney } from '#app/platform/providers/mobile-money.server.ts'

/**
 * A payer meant HEAL, and typed something else: this money waits on the desk. It is there at once, and stays there when M-Pesa's
 * list names it, as the list does a few minutes later.
 */
export async function payMistyped(db: Db, rail: MobileMoney): Promise<void> {
  const paid = await pretendPaidByHand({ phone: '254722000148', account: 'HEEL', cents: 150_000 })
  await bookReceipt(db, rail, paid, 'list')
}

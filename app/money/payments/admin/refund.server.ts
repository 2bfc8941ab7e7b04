import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import { refundTexts } from '#app/money/refunds/refund.ts'
import { fileRefund } from '#app/money/refunds/refund-by-admin.server.ts'
import { type Db, inOneGo } from '#app/platform/db.server.ts'

type Back = { amount: number; left: number; why: string; key: string }

/** Gives a donation, or a part of it, back for an administrator. The line in the log is written with the refund or not at all. */
export const refundGift = (db: Db, paymentId: number, { amount, left, why, key }: Back, by: Actor): Promise<void> =>
  inOneGo(db, async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .where('id', '=', paymentId)
      .where('kind', '=', 'donation')
      .select(['reference', 'fund_drive_id'])
      .executeTakeFirst()
    if (!payment) throw new Refusal(refundTexts.missing, { status: 404 })
    const asked = { amount, by: by.id, note: why, form: { key, left } }
    const { id, again } = await fileRefund(tx, payment.reference, asked)
    if (again) return
    await record(tx, {
      by,
      act: 'refund asked',
      noun: 'donation',
      subject: paymentId,
      why,
      before: { left },
      after: { amount, refund: id, drive: payment.fund_drive_id },
    })
  })

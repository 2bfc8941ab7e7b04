import { sql } from 'kysely'
import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { giveUpRefund } from '#app/money/refunds/refund.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { type AskedBack, agreed, askedBackTexts, leftThere } from './refund.ts'

// Gifts that givers asked back on a day on which much was asked back: an administrator decides about each.

/** Spelt out: once Postgres plans without the values, only these words tell it which index fits. */
const waits = sql<boolean>`r.kind = 'refund' and r.state = 'open' and r.progress = 'office'`
const waiting = sql`reversals r join payments p on p.id = r.payment_id join fund_drives d on d.id = p.fund_drive_id where ${waits}`
export const waitingBacks: TasksWaiting = {
  from: sql`(select from ${waiting}) w`,
  oldest: sql`select p.id::text as id, r.created_at as at, r.amount, d.title from ${waiting} order by r.created_at`,
}

const oneWaiting = (db: Db | Tx, payment: number) =>
  db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.id', '=', payment)
    .where(waits)
    .select(['p.id', 'r.id as refund', 'r.amount', 'd.title', 'd.id as driveId'])
    .executeTakeFirst()

/** Returns what the dialogs show; a 404 where nothing waits. */
export async function askedBackAt(db: Db, payment: string): Promise<AskedBack> {
  const found = await oneWaiting(db, numberIn(payment))
  if (!found) throw data(null, { status: 404 })
  const { id, refund, amount, title } = found
  return { id, refund, amount, title }
}

/** The gift to decide about. A second administrator waits for the payment, and is told that the first has decided. */
const askedBack: About<number, AskedBack & { driveId: string }> = {
  noun: 'donation',
  at: ({ params }) => numberIn(params.payment),
  async find(tx, id, by) {
    const payment = tx.selectFrom('payments').where('id', '=', id).where('kind', '=', 'donation').select('id')
    if (!(await payment.forUpdate().executeTakeFirst())) throw new Refusal(askedBackTexts.missing, { status: 404 })
    const found = await oneWaiting(tx, id)
    if (!found) throw new Refusal(askedBackTexts.meanwhile)
    if (await mayManage(tx, by.id, found.driveId, 'read')) throw new Refusal(askedBackTexts.own, { status: 403 })
    return found
  },
  async after(tx, { id, driveId }) {
    await tell(tx, `payment:${id}`)
    await tell(tx, `drive:${driveId}`)
    await tell(tx, 'office:desk')
  },
}

/** The decision to send it back. The money was held for it since its giver asked. */
export const agreeToBack = decision({
  of: askedBack,
  act: 'back agreed',
  words: agreed,
  async run(tx, { refund, amount }) {
    await tx
      .updateTable('reversals')
      .set({ progress: 'waiting', next_check_at: sql<Date>`now()` })
      .where('id', '=', refund)
      .where('progress', '=', 'office')
      .execute()
    await enqueue(tx, 'send-refund', { reversalId: refund }, { key: String(refund) })
    return { after: { refund, amount } }
  },
})

/** The decision to leave it where it is. */
export const refuseBack = decision({
  of: askedBack,
  act: 'back refused',
  words: leftThere,
  async run(tx, { refund, amount }) {
    await giveUpRefund(tx, refund)
    await enqueue(tx, 'mail-back-refused', { reversalId: refund }, { key: String(refund) })
    return { after: { refund, amount } }
  },
})

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'

// Who hears of a gift, and when. The payment's own transaction adds one job and no more: a drive that thousands give to
// must not wait for the mail of each. That job decides the rest, all of it or nothing.

/** So many gifts of a drive are told one by one; the later ones of a day together. */
const oneByOne = 10

/** A receipt for whoever gave, and the owner is told at once or with the day's other gifts. */
export const giftArrived = (db: Db, { donationId }: { donationId: number }, now = new Date()): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const gift = await tx
      .selectFrom('donations')
      .where('id', '=', donationId)
      .select('fund_drive_id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'mail-receipt', { donationId }, { key: String(donationId) })
    const driveId = gift.fund_drive_id
    if ((await placeOf(tx, driveId, donationId)) <= oneByOne)
      return void (await enqueue(tx, 'mail-gift', { donationId }, { key: String(donationId) }))
    await tx
      .insertInto('gift_news')
      .values({ donation_id: donationId, fund_drive_id: driveId })
      .onConflict((same) => same.doNothing())
      .execute()
    await enqueue(tx, 'mail-gift-digest', { driveId }, { key: driveId, runAt: digestAt(driveId, now) })
  })

/** 1 for the drive's first gift; no further than it matters is counted. */
async function placeOf(tx: Tx, driveId: string, donationId: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select count(*)::int as place from (
      select from donations where fund_drive_id = ${driveId} and id <= ${donationId} limit ${oneByOne + 1}
    ) earlier`.execute(tx)
  return rows[0]!.place
}

/**
 * Six in the evening in Nairobi, when a treasurer sits down; spread over half an hour, so that not all drives' mails go
 * out at the same moment. All gifts of a day name the same moment: it is one job.
 */
export function digestAt(driveId: string, now: Date): Date {
  const minute = createHash('sha256').update(driveId).digest()[0]! % 30
  const at = new Date(now)
  at.setUTCHours(15, minute, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return at
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueueAll } from '#app/platform/jobs/queue.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'

// Who hears of a gift, and when. The gifts' own transaction adds one job and no more: a drive that thousands give to
// must not wait for the mail of each. That job decides the rest, all of it or nothing.

/** So many gifts of a drive are told one by one; the later ones of a day together. */
const oneByOne = 10

/** A receipt for the person who gave, and the owner is told at once or with the day's other gifts. */
export const giftsArrived = (db: Db, { donationIds }: { donationIds: number[] }, now = new Date()): Promise<void> =>
  // Two that add the same drives' evening mails may wait for each other in a circle; then one is done again.
  inOneGo(db, async (tx) => {
    const gifts = await placesOf(tx, donationIds)
    const later = gifts.filter(({ place }) => place > oneByOne)
    if (later.length > 0)
      await tx
        .insertInto('gift_news')
        .values(later.map(({ id, drive }) => ({ donation_id: id, fund_drive_id: drive })))
        .onConflict((same) => same.doNothing())
        .execute()
    await enqueueAll(tx, [
      ...gifts.map(({ id }) => mailOf('mail-receipt', id)),
      ...gifts.filter(({ place }) => place <= oneByOne).map(({ id }) => mailOf('mail-gift', id)),
      ...[...new Set(later.map(({ drive }) => drive))].sort().map((drive) => digestOf(drive, now)),
    ])
  })

const mailOf = (name: 'mail-receipt' | 'mail-gift', donationId: number) => ({
  name,
  carries: { donationId },
  key: String(donationId),
})
const digestOf = (driveId: string, now: Date) => ({
  name: 'mail-gift-digest' as const,
  carries: { driveId },
  key: driveId,
  runAt: digestAt(driveId, now),
})

/** The gifts' drives, and which gift of its drive each is, 1 for the first; no further than it matters is counted. */
async function placesOf(tx: Tx, ids: number[]): Promise<{ id: number; drive: string; place: number }[]> {
  const { rows } = await sql<{ id: number; drive: string; place: number }>`
    select g.id, g.fund_drive_id as drive, (
      select count(*)::int from (
        select from donations where fund_drive_id = g.fund_drive_id and id <= g.id limit ${oneByOne + 1}::int
      ) earlier
    ) as place
    from donations g where g.id = any(${ids}::bigint[]) order by g.id`.execute(tx)
  return rows
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

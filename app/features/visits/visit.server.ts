import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { cursorOf, placeIn } from '#app/kit/cursor.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { isDay } from '#app/kit/time.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/limits.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { onceOf } from '#app/platform/sent-once.server.ts'
import { heldDrive } from '../drives/active.server.ts'
import { says, type Visit, type VisitStatus, visitStatuses } from './visit.ts'
import type { visitForm } from './visit-forms.ts'

/** Files a guest's wish to come by, and queues the mails to guest and owner. A form that is sent twice is filed once. */
export const bookVisit = (
  db: Db,
  slug: string,
  asked: z.output<typeof visitForm>,
  language: Language,
): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    const drive = await openDrive(tx, slug)
    const { key, name, email, phone, date, time, guests, message } = asked
    const once = onceOf(key, name, email, phone, date, time, guests, message)
    const filed = await tx
      .insertInto('fund_drive_reservations')
      .values({
        ...{ fund_drive_id: drive.id, name, email, phone, message, language, once },
        ...{ visit_date: date, visit_time: time, number_of_guests: guests },
      })
      .onConflict((same) => same.columns(['fund_drive_id', 'once']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!filed) return sentBefore(tx, drive.id, once!)
    const { id } = filed
    await enqueue(tx, 'mail-visit-booked', { visitId: id }, { key: id })
    await enqueue(tx, 'mail-visit-asked', { visitId: id }, { key: id })
    await tell(tx, `drive:${drive.id}`)
    return { id }
  })

const sentBefore = (tx: Tx, driveId: string, once: string) =>
  tx
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .where('once', '=', once)
    .select('id')
    .executeTakeFirstOrThrow()

/**
 * Confirms or cancels a visit of one's own drive and queues the mail that tells the guest. Deciding the same again
 * changes nothing and sends nothing: one statement compares and sets, so of two clicks at once one decides. Whoever decides
 * differently about what another window has decided meanwhile is told.
 */
export const decideVisit = (
  db: Db,
  driveId: string,
  {
    visit,
    status,
    sequence: seen,
  }: { visit: string; status: 'confirmed' | 'cancelled'; sequence?: number | undefined },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    let change = tx
      .updateTable('fund_drive_reservations')
      .set({ status, sequence: sql`sequence + 1`, updated_at: new Date() })
      .where('id', '=', visit)
      .where('fund_drive_id', '=', driveId)
      .where('status', '<>', status)
    if (seen !== undefined) change = change.where('sequence', '=', seen)
    const changed = await change.returning('sequence').executeTakeFirst()
    if (!changed) return refuseUnlessDecided(tx, driveId, { visit, status })
    const { sequence } = changed
    await enqueue(tx, 'mail-visit-decided', { visitId: visit, sequence }, { key: `${visit}:${sequence}` })
    await tell(tx, `drive:${driveId}`)
  })

async function refuseUnlessDecided(tx: Tx, driveId: string, { visit, status }: { visit: string; status: VisitStatus }) {
  const row = await tx
    .selectFrom('fund_drive_reservations')
    .where('id', '=', visit)
    .where('fund_drive_id', '=', driveId)
    .select('status')
    .executeTakeFirst()
  if (!row) throw new Refusal(says.missing, { status: 404 })
  if (row.status !== status) throw new Refusal(says.decidedElsewhere)
}

type VisitPage = { visits: Visit[]; next: string | null }

/** What the address of the list asks for. Whatever stands there, something sensible comes of it. */
export type Asked = { status?: string | null; day?: string | null; cursor?: string | null; limit?: number }

/** The visits of a drive, newest first, page by page. */
export async function visitsOf(
  db: Db,
  driveId: string,
  { status, day, cursor, limit = 50 }: Asked = {},
): Promise<VisitPage> {
  const wanted = visitStatuses.find((one) => one === status)
  const after = placeIn(cursor)
  let query = db
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .select([
      'id',
      'name',
      'email',
      'phone',
      'visit_time as time',
      'number_of_guests as guests',
      'message',
      'status',
      'sequence',
    ])
    .select(['created_at as bookedAt', sql<string>`visit_date::text`.as('date')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (wanted) query = query.where('status', '=', wanted)
  if (day && isDay(day)) query = query.where('visit_date', '=', sql<Date>`${day}::date`)
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.at}, ${after.id}::uuid)`)
  const rows = await query.execute()
  const visits = rows.slice(0, limit).map((row) => ({ ...row, status: row.status as VisitStatus }))
  const last = visits.at(-1)
  return { visits, next: rows.length > limit && last ? cursorOf(last.bookedAt, last.id) : null }
}

/** How many guests are confirmed, on one day or in all. */
export async function headCount(db: Db, driveId: string, day?: string | null): Promise<number> {
  let query = db
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .where('status', '=', 'confirmed')
    .select((make) => make.fn.coalesce(make.fn.sum<number>('number_of_guests'), sql<number>`0`).as('guests'))
  if (day && isDay(day)) query = query.where('visit_date', '=', sql<Date>`${day}::date`)
  return (await query.executeTakeFirstOrThrow()).guests
}

export async function countVisits(db: Db, driveId: string): Promise<number> {
  const row = await db
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .select((make) => make.fn.countAll<number>().as('visits'))
    .executeTakeFirstOrThrow()
  return row.visits
}

/** Each booking sends two mails, one of them to an address that anybody may type: few per address, and per network. */
export const visitLimits = (email: string, address: string): Limit[] => [
  { name: 'visit-mail', key: email, times: 5, seconds: 3600 },
  { name: 'visit', key: address, times: chosen('VISITS_AN_HOUR'), seconds: 3600 },
]

/** Each decision sends a mail to an address that anybody may have typed: an owner may change their mind a few times. */
export const decisionLimits = (visit: string): Limit[] => [
  { name: 'visit-decision', key: visit, times: 10, seconds: 3600 },
]

async function openDrive(tx: Tx, slug: string): Promise<{ id: string }> {
  const drive = await heldDrive(tx, slug)
  if (!drive) throw new Refusal(says.driveMissing, { status: 404 })
  return drive
}

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lockedDrive, shutRefusal } from '#app/drives/drive/active.server.ts'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { isDay, noonOf, shortDayIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { hasStopped, sendSms, smsBrand, withdrawSms } from '#app/platform/sms/outbox.server.ts'
import { isOver, type VisitPlace, type VisitStatus, visitTexts } from './visit.ts'
import type { placeForm, visitForm } from './visit-forms.ts'

/**
 * Files a guest's wish to come by, and queues the mails to guest and owner. A form that is sent twice is filed once. A
 * time that has passed is refused, but not to a phone that sends again what was filed in time.
 */
export const bookVisit = (
  db: Db,
  slug: string,
  asked: z.output<typeof visitForm>,
  language: Language,
  now = new Date(),
): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    const drive = await openDrive(tx, slug)
    const { key, name, email, phone, date, time, guests, message } = asked
    const once = onceOf(key, name, email, phone, date, time, guests, message)
    if (isOver(date, time, now)) return (await sentBefore(tx, drive.id, once)) ?? refusePast()
    const filed = await tx
      .insertInto('fund_drive_reservations')
      .values({
        fund_drive_id: drive.id,
        name,
        email,
        phone,
        message,
        language,
        once,
        visit_date: date,
        visit_time: time,
        number_of_guests: guests,
      })
      .onConflict((same) => same.columns(['fund_drive_id', 'once']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!filed) return (await sentBefore(tx, drive.id, once))!
    const { id } = filed
    await enqueue(tx, 'mail-visit-booked', { visitId: id }, { key: id })
    await enqueue(tx, 'mail-visit-asked', { visitId: id }, { key: id })
    await tell(tx, `drive:${drive.id}`)
    return { id }
  })

const sentBefore = (tx: Tx, driveId: string, once: string | null) =>
  tx
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .where('once', '=', once)
    .select('id')
    .executeTakeFirst()

const refusePast = () => {
  throw new Refusal(visitTexts.timePast, { status: 422, field: 'time' })
}

/**
 * Confirms or cancels a visit of one's own drive and queues the mail that tells the guest. Deciding the same again
 * changes nothing and sends nothing: one statement compares and sets, so of two clicks at once one decides. A person who decides
 * differently about what another window has decided meanwhile is told. A visit that has begun is no longer decided about.
 */
export const decideVisit = (
  db: Db,
  driveId: string,
  {
    visit,
    status,
    sequence: seen,
  }: { visit: string; status: 'confirmed' | 'cancelled'; sequence?: number | undefined },
  now = new Date(),
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    let change = tx
      .updateTable('fund_drive_reservations')
      .set({ status, sequence: sql`sequence + 1`, updated_at: new Date() })
      .where('id', '=', visit)
      .where('fund_drive_id', '=', driveId)
      .where('status', '<>', status)
      .where(begins, '>', now)
    if (seen !== undefined) change = change.where('sequence', '=', seen)
    const changed = await change.returning('sequence').executeTakeFirst()
    if (!changed) return refuseUnlessDecided(tx, driveId, { visit, status }, now)
    const { sequence } = changed
    await enqueue(tx, 'mail-visit-decided', { visitId: visit, sequence }, { key: `${visit}:${sequence}` })
    await textDecided(tx, visit, sequence)
    await tell(tx, `drive:${driveId}`)
  })

/** When a visit begins: its day and time are Nairobi's. */
export const begins = sql<Date>`((visit_date + visit_time::time) at time zone 'Africa/Nairobi')`

async function refuseUnlessDecided(
  tx: Tx,
  driveId: string,
  { visit, status }: { visit: string; status: VisitStatus },
  now: Date,
) {
  const row = await tx
    .selectFrom('fund_drive_reservations')
    .where('id', '=', visit)
    .where('fund_drive_id', '=', driveId)
    .select(['status', sql<boolean>`${begins} <= ${now}`.as('over')])
    .executeTakeFirst()
  if (!row) throw new Refusal(visitTexts.missing, { status: 404 })
  if (row.status !== status && row.over) throw new Refusal(visitTexts.overByNow)
  if (row.status !== status) throw new Refusal(visitTexts.decidedElsewhere)
}

/** Counts the guests who are confirmed: for one day, or for all visits to come. */
export async function headCount(db: Db, driveId: string, day?: string | null, now = new Date()): Promise<number> {
  let query = db
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .where('status', '=', 'confirmed')
    .select((make) => make.fn.coalesce(make.fn.sum<number>('number_of_guests'), sql<number>`0`).as('guests'))
  query = day && isDay(day) ? query.where('visit_date', '=', sql<Date>`${day}::date`) : query.where(begins, '>', now)
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

/** How many visits that are still to come wait for the organiser's answer. */
export async function countPending(db: Db, driveId: string, today: string): Promise<number> {
  const row = await db
    .selectFrom('fund_drive_reservations')
    .where('fund_drive_id', '=', driveId)
    .where('status', '=', 'pending')
    .where('visit_date', '>=', sql<Date>`${today}::date`)
    .select((make) => make.fn.countAll<number>().as('visits'))
    .executeTakeFirstOrThrow()
  return row.visits
}

/** Each booking sends two mails, one of them to an address that anybody may type: few per address, and per network. */
export const visitLimits = (email: string, address: string): Limit[] => [
  { name: 'visit-mail', key: email, times: 5, seconds: 3600 },
  { often: true, name: 'visit', key: address, times: chosen('VISITS_AN_HOUR'), seconds: 3600 },
]

/** Each decision sends a mail to an address that anybody may have typed: an owner may change their mind a few times. */
export const decisionLimits = (visit: string): Limit[] => [
  { name: 'visit-decision', key: visit, times: 10, seconds: 3600 },
]

async function openDrive(tx: Tx, slug: string): Promise<{ id: string }> {
  const drive = await lockedDrive(tx, slug)
  if (!drive) throw await shutRefusal(tx, slug, visitTexts.driveMissing)
  return drive
}

// The text messages to guests of a visit: many look at no mail.

type VisitSms = { status: 'confirmed' | 'cancelled'; drive: string; day: string; time: string; place: string }

/** Writes the organiser's decision. The title is shortened until it fits; where the place finds no room, the mail has it. */
function visitSms(words: I18n, { status, drive: title, day, time, place }: VisitSms): string {
  const where = inGsm7(place)
  const brief = (drive: string) =>
    status === 'cancelled'
      ? words._(msg`The organiser can't receive you on ${day}, ${time}, for ${drive}. STOP ends texts`)
      : words._(msg`Your visit for ${drive} on ${day}, ${time} is confirmed. STOP ends texts`)
  const whole = (drive: string) =>
    words._(msg`Your visit for ${drive} on ${day}, ${time} is confirmed. Come to: ${where}. STOP ends texts`)
  const named = inGsm7(title) || smsBrand()
  return smsWith(named, status === 'confirmed' && where && fits(whole(leastOf(named))) ? whole : brief)
}

/** Returns as much of a title as tells which drive it is. */
const leastOf = (title: string) => `${[...title].slice(0, 10).join('')}..`

/** Texts the guest what was decided, in its transaction, on the budget of the drive's owner. */
async function textDecided(tx: Tx, visit: string, sequence: number): Promise<void> {
  const { rows } = await sql<{
    phone: string
    status: 'confirmed' | 'cancelled'
    language: string | null
    title: string
    day: string
    time: string
    place: string
    owner: string
  }>`select v.phone, v.status, v.language, d.title, v.visit_date::text as day, v.visit_time as time,
      coalesce(nullif(p.address, ''), d.location) as place, d.user_id as owner
    from fund_drive_reservations v join fund_drives d on d.id = v.fund_drive_id
      left join visit_places p on p.fund_drive_id = d.id
    where v.id = ${visit}`.execute(tx)
  const row = rows[0]
  if (!row?.phone || (await hasStopped(tx, row.phone))) return
  const language = knownLanguage(row.language)
  const { status, title, time, place, owner } = row
  const told = { status, drive: title, day: shortDayIn(language, noonOf(row.day)), time, place }
  // After two decisions in one night, only the later one is told in the morning.
  await withdrawSms(tx, [`visit ${visit} ${sequence - 1}`])
  const text = visitSms(wordsIn(language, catalogues[language]), told)
  await sendSms(tx, { key: `visit ${visit} ${sequence}`, phone: row.phone, text, money: false, host: owner })
}

const none: VisitPlace = { address: null, directions: null, phone: null }

/** Reads where the guests of a drive come to, as its owner says it. */
export const placeOfVisits = async (db: Db, driveId: string): Promise<VisitPlace> =>
  (await db
    .selectFrom('visit_places')
    .where('fund_drive_id', '=', driveId)
    .select(['address', 'directions', 'phone'])
    .executeTakeFirst()) ?? none

/** Saves where guests come to. Emails of visits that are confirmed from now on say it. */
export const savePlace = (db: Db, driveId: string, place: z.output<typeof placeForm>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .insertInto('visit_places')
      .values({ fund_drive_id: driveId, ...place })
      .onConflict((same) => same.column('fund_drive_id').doUpdateSet({ ...place, updated_at: new Date() }))
      .execute()
    await tell(tx, `drive:${driveId}`)
  })

/** Deletes where guests came to, with the account of the person who wrote it; the drive stays for the books. */
export const forgetPlaces = async (tx: Tx, ownerId: string): Promise<void> => {
  const own = tx.selectFrom('fund_drives').where('user_id', '=', ownerId).select('id')
  await tx.deleteFrom('visit_places').where('fund_drive_id', 'in', own).execute()
}

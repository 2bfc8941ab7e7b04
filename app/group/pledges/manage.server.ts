import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import { hourAt } from '#app/kit/time.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { untilMorning } from '#app/platform/sms/send.server.ts'
import { mayText, mayTextLate, releasePledge, writePledge } from './pledge.server.ts'
import { nextReminder, pledgeTexts, reminderDue, reminderWords } from './pledge.ts'
import type { writtenForm } from './pledge-forms.ts'
import { type PledgeNews, tellGiver } from './tell.server.tsx'
import { linkOfPledge, renewLink } from './token.server.ts'

// Acts on pledges by people who manage a drive. Each checks the right to record.

/** Writes down another person's promise. */
export async function writeFor(
  db: Db,
  mine: Mine,
  { key, ...pledge }: z.output<typeof writtenForm>,
  now = new Date(),
): Promise<{ id: number; waits: boolean }> {
  const whose = { anonymous: false, source: 'organiser', by: mine.ownerId, clientKey: key } as const
  const byText = pledge.agreed && pledge.phone !== null && (await mayText())
  return changingDrive(db, mine, 'record', async (tx, { id: driveId }) => {
    const { id } = await writePledge(tx, { ...pledge, ...whose, driveId }, byText)
    await refuseOther(tx, id, pledge)
    return { id, waits: byText && pledge.email === null && untilMorning(now) !== undefined }
  })
}

/**
 * Refuses a form key that wrote another pledge. The same form may have written it before. With other values, such as when a browser
 * goes back to it and the next name is typed, it is another pledge, which needs a key of its own.
 */
async function refuseOther(tx: Tx, id: number, pledge: Omit<z.output<typeof writtenForm>, 'key'>): Promise<void> {
  const row = await tx
    .selectFrom('pledges')
    .where('id', '=', id)
    .select(['amount', 'name', 'phone', 'email', 'agreed', sql<string | null>`due_on::text`.as('dueOn')])
    .executeTakeFirstOrThrow()
  if (!isDeepStrictEqual(row, pledge)) throw usedForAnother(pledgeTexts.another)
}

export const releaseFor = (db: Db, mine: Mine, id: number): Promise<void> =>
  changingDrive(db, mine, 'record', async (tx, { id: driveId }) => {
    await found(tx, driveId, id)
    await releasePledge(tx, { id, by: mine.ownerId })
  })

/** Returns the whole number, for the person who asks, and records that they did. */
export const phoneForPledge = (db: Db, mine: Mine, id: number, by: Actor): Promise<{ phone: string }> =>
  changingDrive(db, mine, 'givers', async (tx, { id: driveId }) => {
    const { phone } = await reached(tx, driveId, id)
    await record(tx, { by, act: 'revealed', noun: 'pledge', subject: id })
    return { phone: phoneWhole(phone) }
  })

/** Returns the WhatsApp address of a reminder that the organiser sends. It names the number, so the access is recorded. */
export const whatsAppFor = (
  db: Db,
  mine: Mine,
  id: number,
  by: Actor,
  say: (words: Words) => string,
): Promise<string> =>
  changingDrive(db, mine, 'givers', async (tx, { id: driveId, slug }) => {
    const { phone, title, source, client_key, ...pledge } = await reached(tx, driveId, id)
    await record(tx, { by, act: 'revealed', noun: 'pledge', subject: id })
    // The link of a pledge is its giver's secret; the organiser only passes on links of pledges that they wrote down.
    await renewLink(tx, { id, client_key })
    const link = source === 'giver' ? `${publicAddress()}/fundraiser/${slug}` : linkOfPledge(client_key)
    const text = say(reminderWords({ ...pledge, title, link }))
    return `https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`
  })

/** Returns an open pledge, for cash or a chosen gift. */
export async function openFor(db: Db | Tx, driveId: string, id: number) {
  const pledge = await pledgeFor(db, driveId, id)
  return pledge?.state === 'open' ? pledge : undefined
}

/** Returns a pledge of the drive, in any state. */
export const pledgeFor = (db: Db | Tx, driveId: string, id: number) =>
  db
    .selectFrom('pledges')
    .where('id', '=', id)
    .where('fund_drive_id', '=', driveId)
    .select(['id', 'amount', 'paid', 'anonymous', 'state'])
    .select(sql<string>`case when anonymous then '' else name end`.as('name'))
    .executeTakeFirst()

const found = async (tx: Tx, driveId: string, id: number) => {
  const row = await tx
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('g.id', '=', id)
    .where('g.fund_drive_id', '=', driveId)
    .select(['g.name', 'g.phone', 'g.anonymous', 'g.amount', 'g.paid', 'g.source', 'g.client_key', 'd.title'])
    .executeTakeFirst()
  if (!row) throw new Refusal(pledgeTexts.gone, { status: 404 })
  return row
}

/** Returns the pledge with its phone. Nobody of the drive learns an anonymous giver's number. */
async function reached(tx: Tx, driveId: string, id: number) {
  const row = await found(tx, driveId, id)
  if (row.anonymous || !row.phone) throw new Refusal(pledgeTexts.gone, { status: 404 })
  return { ...row, phone: row.phone }
}

/** The hours of Nairobi's day between which reminders are sent: nobody is reminded at night. */
const [morning, evening] = [8, 20]
const atOnce = 200

/** Reminds givers before, on, or a week after the day of their pledge. Run by cron. Returns how many pledges were looked at. */
export async function remindPledges(db: Db, now = new Date()): Promise<number> {
  const hour = hourAt(now)
  if (hour < morning || hour >= evening) return 0
  // A failed one does not keep the others from being reminded, and is tried again the next time.
  const each = keepingOn()
  for (let [all, last] = [0, 0]; ; ) {
    const due = await dueAfter(db, last, now)
    for (const { id, waits } of due)
      await each.go(async () => {
        if (!waits) return inOneGo(db, (tx) => remind(tx, id, now))
        if (await mayTextLate()) await inOneGo(db, (tx) => tellLate(tx, id))
      })
    all += due.length
    last = due.at(-1)?.id ?? last
    if (due.length < atOnce) {
      each.end()
      return all
    }
  }
}

const dueAfter = (db: Db, last: number, now: Date) =>
  db
    .selectFrom('pledges')
    .where('remind_at', '<=', now)
    .where('id', '>', last)
    .select(['id', sql<boolean>`source = 'giver' and not agreed`.as('waits')])
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Sends the first message of a pledge that was made when the texts of the day were used up. */
async function tellLate(tx: Tx, id: number): Promise<void> {
  const row = await tx
    .updateTable('pledges')
    .set({ remind_at: null })
    .where('id', '=', id)
    .where('agreed', '=', false)
    .where('remind_at', 'is not', null)
    .returning('state')
    .executeTakeFirst()
  if (row?.state === 'open') await tellGiver(tx, id, 'written')
}

/**
 * Sends one reminder, and sets the time of the next. The lock closes two races: two jobs would both remind, and a pledge that is
 * released at this moment would be reminded of afterwards. Reminders due while the drive was paused are left out, not sent later.
 */
async function remind(tx: Tx, id: number, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('pledges as g')
    .where('g.id', '=', id)
    .where('g.remind_at', '<=', now)
    .select([
      'g.state',
      'g.reminded',
      'g.stopped_at',
      'g.agreed',
      sql<boolean>`g.amount - g.unagreed > g.paid`.as('isOwed'),
    ])
    .select([sql<string | null>`g.due_on::text`.as('dueOn')])
    .select(
      sql<boolean>`exists (select from open_drives o where o.id = g.fund_drive_id and o.takes_gifts)`.as('isOpen'),
    )
    .forUpdate('g')
    .executeTakeFirst()
  if (!row) return
  const nr = row.dueOn === null ? -1 : reminderDue(row.dueOn, now)
  const next = nextReminder(row.dueOn, now)
  const ends = row.state === 'released' || row.stopped_at !== null || !row.agreed
  await tx
    .updateTable('pledges')
    .set({ reminded: Math.max(row.reminded, nr + 1), remind_at: ends ? null : (next?.at ?? null) })
    .where('id', '=', id)
    .execute()
  if (!ends && row.isOwed && row.state === 'open' && row.isOpen && nr >= row.reminded)
    await tellGiver(tx, id, nr as PledgeNews)
}

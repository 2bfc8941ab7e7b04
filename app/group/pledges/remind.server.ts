import { sql } from 'kysely'
import { hourAt } from '#app/kit/time.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { mayTextLate } from './pledge.server.ts'
import { nextReminder, reminderDue } from './pledge.ts'
import { type PledgeNews, tellGiver } from './tell.server.ts'

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

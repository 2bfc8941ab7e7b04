import { sql } from 'kysely'
import { guestFilter } from '#app/invitations/guests/guest-filter.server.ts'
import type { GuestFilter } from '#app/invitations/guests/guest-filter.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { idIn } from '#app/kit/ids.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { ofForm, type Sending, sendingOf, usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { writeMessage } from './lines.server.ts'
import { messageMost, messageTexts } from './message.ts'
import type { Composed } from './message-forms.ts'
import { occasionAt } from './occasion-at.server.ts'

// Messages that the host writes to the guests matched by a filter of the list.

/** Counts the guests who would get a message now, by way, without those who want no messages. */
export async function recipientsMeant(db: Db, gatheringId: string, filter: GuestFilter) {
  const { rows } = await sql<{ all: number; quiet: number; mail: number }>`
    select count(*) filter (where s.quiet_at is null) as all, count(s.quiet_at) filter (where s.forgotten_at is null) as quiet,
      count(s.email) filter (where s.quiet_at is null) as mail
    from supporters s where ${guestFilter(gatheringId, filter)}`.execute(db)
  return rows[0]!
}

/** Writes a message to the guests of a filter. A form sent twice writes one message. Returns its id and the number of guests. */
export const compose = (
  db: Db,
  mine: Hosting,
  filter: GuestFilter,
  { kind, words, byHand, many, key }: Pick<Composed, 'kind' | 'words' | 'byHand' | 'many' | 'key'>,
): Promise<{ id: string; many: number }> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const sending = sendingOf(key, kind, words, String(byHand), JSON.stringify(filter))
    const before = sending && (await writtenBefore(tx, gatheringId, sending))
    if (before) return before
    await refuseTooMany(tx, gatheringId)
    const recipients = await recipientsOfMessage(tx, gatheringId, filter)
    if (recipients.length === 0) throw new Refusal(messageTexts.nobody)
    if (recipients.length !== many) throw new Refusal(messageTexts.othersNow)
    const occasionId = filter.occasion === null ? null : await occasionAt(tx, gatheringId, filter.occasion)
    const once = sending?.once ?? null
    const about = { gatheringId, occasionId, kind, words, filter, once, madeBy: mine.personId, byHand }
    const id = await writeMessage(tx, about, recipients)
    return { id: id!, many: recipients.length }
  })

/** Finds the message of an earlier send of this form. A form with other content is another message, and needs a new key. */
async function writtenBefore(tx: Tx, gatheringId: string, sending: Sending) {
  const row = await tx
    .selectFrom('messages as m')
    .where('m.gathering_id', '=', gatheringId)
    .where(ofForm('m.once', sending))
    .select(['m.id', 'm.once'])
    .select(sql<number>`(select count(*) from message_lines l where l.message_id = m.id)`.as('many'))
    .executeTakeFirst()
  if (row && row.once !== sending.once) throw usedForAnother(messageTexts.another)
  return row && { id: row.id, many: row.many }
}

async function refuseTooMany(tx: Tx, gatheringId: string): Promise<void> {
  const { n } = await tx
    .selectFrom('messages')
    .where('gathering_id', '=', gatheringId)
    .where('made_by', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= messageMost.messagesADay) throw new Refusal(messageTexts.manyToday)
}

/** Selects the guests who get a message, by name. */
export const recipientsOfMessage = (tx: Tx, gatheringId: string, filter: GuestFilter) =>
  tx
    .selectFrom('supporters as s')
    .where(guestFilter(gatheringId, filter))
    .where('s.quiet_at', 'is', null)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .select(['s.id', 's.email', 's.phone', 's.language'])
    .limit(5000)
    .execute()

/** Ends a message: its unsent lines are skipped. */
export const stopMessage = (db: Db, mine: Hosting, id: string): Promise<void> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const stopped = await tx
      .updateTable('messages')
      .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())` })
      .where('gathering_id', '=', gatheringId)
      .where('id', '=', idIn(id))
      .returning('id')
      .executeTakeFirst()
    if (!stopped) throw new Refusal(messageTexts.missing, { status: 404 })
    await tx
      .updateTable('message_lines')
      .set({ state: 'skipped', why: 'stopped', at: sql<Date>`now()` })
      .where('message_id', '=', id)
      .where('state', '=', 'queued')
      .execute()
    await tell(tx, `gathering:${gatheringId}`)
  })

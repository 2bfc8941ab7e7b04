import { sql } from 'kysely'
import { noteSent } from '#app/invitations/guests/answers/wishes.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { endsAt } from '#app/invitations/occasions/occasion.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { idIn } from '#app/kit/web-address.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lineTold } from './begin.server.ts'
import { handText } from './by-phone.ts'
import { messageTexts } from './message.ts'

// Guests without mail and text are written to from the host's own phone, one by one. Only the host knows that a line was sent.

/** The next guest, the text to send, and how many guests wait, this one included. */
export type NextByHand = {
  line: number
  name: string
  phone: string | null
  text: string
  left: number
  /** The address of the guest's own card as a picture, for an invitation; of their card of thanks, for thanks. */
  picture: string | null
}

/** Returns the next guest of a message who waits for the host's phone, after the postponed one. Skips guests who must not be written to. */
export const nextByHand = (db: Db, gatheringId: string, messageId: string, after: number): Promise<NextByHand | null> =>
  db.transaction().execute(async (tx) => {
    const waiting = tx
      .selectFrom('message_lines as l')
      .innerJoin('messages as m', 'm.id', 'l.message_id')
      .where('m.id', '=', idIn(messageId))
      .where('m.gathering_id', '=', gatheringId)
      .where('l.way', '=', 'hand')
      .where('l.state', '=', 'queued')
    const lines = await waiting
      .orderBy(sql<boolean>`l.id > ${after}`, 'desc')
      .orderBy('l.id')
      .select('l.id')
      .select(sql<number>`count(*) over ()`.as('left'))
      .limit(50)
      .execute()
    for (const [nr, { id, left }] of lines.entries()) {
      const told = await lineTold(tx, id)
      if ('why' in told) continue
      const words = wordsIn(told.told.language, catalogues[told.told.language])
      const { name, kind } = told.told
      const file = kind === 'invitation' ? 'card' : kind === 'thanks' ? 'thanks' : null
      const picture = file && `/i/${told.link}/${file}.jpg`
      return { line: id, name, phone: told.phone, text: handText(words, told.told), left: left - nr, picture }
    }
    return null
  })

/** Marks a line as sent, on the host's word. The versions it told are stored, so that guests who know the old time hear of a change. */
export const handSent = (db: Db, mine: Hosting, messageId: string, lineId: number, now = new Date()): Promise<void> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const line = await tx
      .selectFrom('message_lines as l')
      .innerJoin('messages as m', 'm.id', 'l.message_id')
      .where('l.id', '=', lineId)
      .where('m.id', '=', idIn(messageId))
      .where('m.gathering_id', '=', gatheringId)
      .where('l.way', '=', 'hand')
      .select(['l.state', 'l.supporter_id as supporterId', 'm.kind'])
      .forUpdate('l')
      .executeTakeFirst()
    if (!line) throw new Refusal(messageTexts.missing, { status: 404 })
    if (line.state !== 'queued') return
    const told = await lineTold(tx, lineId)
    const versions = 'why' in told ? '{}' : told.versions
    await tx.updateTable('message_lines').set({ state: 'sent', versions, at: now }).where('id', '=', lineId).execute()
    if (line.kind === 'invitation') await noteSent(tx, line.supporterId, now)
    await tell(tx, `gathering:${gatheringId}`)
  })

/** Counts the lines of all messages that wait for the host's phone; returns the newest such message. */
export async function waitingForPhone(db: Db, gatheringId: string): Promise<{ many: number; message: string | null }> {
  const { rows } = await sql<{ many: number; message: string | null }>`
    select count(*) as many, (array_agg(m.id order by m.created_at desc))[1] as message
    from message_lines l join messages m on m.id = l.message_id left join occasions o on o.id = m.occasion_id
    where m.gathering_id = ${gatheringId} and l.way = 'hand' and l.state = 'queued' and m.kind in ('reminder', 'change', 'cancelled', 'offer')
      and ${endsAt('o')} > now()`.execute(db)
  return rows[0]!
}

import { sql } from 'kysely'
import { mailAnswered } from '#app/invitations/guests/mails.server.ts'
import { sendMessage } from '#app/invitations/messages/send.server.ts'
import type { Db } from '#app/platform/db.server.ts'

// What guests find in the mailbox, once the jobs about them have run.

/** The filter of the list that leaves nobody out. */
export const everybody = {
  occasion: null,
  group: '',
  answer: null,
  sent: null,
  seen: null,
  claims: false,
  q: '',
} as const

/** Sends all that waits, as the worker would. */
export async function sendAll(db: Db, now = new Date()): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct m.id, m.created_at from messages m
    join message_lines l on l.message_id = m.id where l.state = 'queued' and l.way <> 'hand' order by m.created_at`.execute(
    db,
  )
  for (const { id } of rows) await sendMessage(db, { messageId: id }, { now })
}

/** The mails about answers that were not sent yet. */
export async function mailAnswers(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`select (payload ->> 'answerId')::bigint as id
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-answered' order by j.id`.execute(db)
  for (const { id } of rows) await mailAnswered(db, { answerId: id })
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail-answered'`.execute(db)
}

export type Found = { subject: string; text: string; raw: string }
export const mailsTo = async (db: Db, email: string): Promise<Found[]> =>
  (await sql<Found>`select subject, text, raw from sandbox.mails where to_address = ${email} order by id`.execute(db))
    .rows

/** The calendar files of some mails, as their readers' programs take them out. */
export const filesIn = (mails: Found[]): string[] =>
  mails.flatMap(({ raw }) => {
    const part = /filename="?invitation\.ics"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+?)\r\n--/.exec(raw)?.[1]
    return part ? [Buffer.from(part, 'base64').toString()] : []
  })

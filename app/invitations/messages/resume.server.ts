import { sql } from 'kysely'
import { noteSent } from '#app/invitations/guests/sent.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { smsPrefix } from './send.server.ts'

/**
 * Runs by cron: resumes lines that have been under way for fifteen minutes. A mail is sent once more, and after that marked as unsure; a
 * text is in the outbox, which knows its result and never sends it again.
 */
export async function resumeLines(db: Db, now = new Date()): Promise<void> {
  const { rows: again } = await sql<{ id: string }>`
    with stuck as (
      update message_lines l set at = ${now}, state = case when tries < 2 then 'queued' else 'unsure' end
      where l.state = 'sending' and l.at < ${now}::timestamptz - interval '15 minutes'
        and (l.way = 'mail' or l.tries = 0)
      returning l.message_id)
    select distinct message_id as id from stuck`.execute(db)
  for (const { id } of again) await enqueue(db, 'send-message', { messageId: id }, { key: id })
  const { rows: told } = await sql<{ supporter: string; state: string; kind: string }>`
    update message_lines l set at = ${now},
      state = case when o.state in ('sent', 'delivered') then 'sent' when o.state = 'maybe_sent' then 'unsure'
        when o.state = 'stopped' then 'skipped' else 'failed' end,
      why = case o.state when 'stopped' then 'stop' when 'failed' then 'sms failed' end
    from sms_outbox o, messages m
    where m.id = l.message_id and l.state = 'sending' and l.way = 'sms' and o.key = ${smsPrefix} || l.id
      and (o.state in ('sent', 'delivered', 'failed', 'stopped')
        or (o.state = 'maybe_sent' and o.tried_at < ${now}::timestamptz - interval '15 minutes'))
    returning l.supporter_id as supporter, l.state, m.kind`.execute(db)
  for (const { supporter, state, kind } of told)
    if (kind === 'invitation' && state === 'sent') await noteSent(db, supporter, now)
  // A delivery report may come for an unsure line.
  await sql`
    update message_lines l set state = 'sent' from sms_outbox o
    where l.state = 'unsure' and l.way = 'sms' and l.at > ${now}::timestamptz - interval '3 days'
      and o.key = ${smsPrefix} || l.id and o.state = 'delivered'`.execute(db)
}

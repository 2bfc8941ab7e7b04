import { sql } from 'kysely'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { type MessageRecipient, writeMessage } from './lines.server.ts'
import { messageMost } from './message.ts'
import { dueAt, isNight, type Rule, rulesOf } from './remind-at.ts'

// Runs by cron: guests who come are reminded of the day, silent ones of their answer.

/** Writes the reminders that are due now. Returns how many guests get one. */
export async function remindGuests(db: Db, now = new Date()): Promise<number> {
  const each = keepingOn()
  let reminded = 0
  for (const occasion of await soon(db, now))
    for (const { rule, moment } of dueNow(occasion, now))
      reminded += (await each.go(() => inOneGo(db, (tx) => remind(tx, occasion, { rule, moment, now })))) ?? 0
  each.end()
  return reminded
}

/** Selects occasions that begin, or whose deadline ends, in the next days. No reminder is due earlier. */
const soon = (db: Db, now: Date) =>
  db
    .selectFrom('occasions as o')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('o.status', '=', 'planned')
    .where('g.status', '=', 'open')
    .where(hostIsHere)
    .where('o.starts_at', '>', now)
    .where(
      sql<boolean>`least(o.starts_at, coalesce(o.answers_until, o.starts_at)) < ${now}::timestamptz + interval '8 days'`,
    )
    .orderBy('o.starts_at')
    .select(['o.id', 'o.gathering_id as gatheringId', 'o.kind', 'o.zone', 'o.starts_at as startsAt'])
    .select(['o.answers_until as answersUntil'])
    .select(
      sql<Date>`greatest(o.created_at, (select max(c.at) from occasion_changes c where c.occasion_id = o.id))`.as(
        'since',
      ),
    )
    .limit(5000)
    .execute()

type Soon = {
  id: string
  gatheringId: string
  kind: OccasionKind
  zone: string
  startsAt: Date
  answersUntil: Date | null
  /** When the occasion was made, or last moved. */
  since: Date
}
type Due = { rule: Rule; moment: Date }

/** Finds the reminders due now. Skips those due before the occasion was made or moved: guests were just told. */
function dueNow({ kind, zone, startsAt, answersUntil, since }: Soon, now: Date): Due[] {
  if (isNight(now, zone)) return []
  return rulesOf(kind, answersUntil !== null).flatMap((rule) => {
    const moment = rule.of === 'start' ? startsAt : answersUntil!
    const due = dueAt(moment, rule.hours, zone)
    return due <= now && moment > now && due >= since ? [{ rule, moment }] : []
  })
}

/** Writes one reminder of one occasion. Its row is written first: a concurrent second caller finds it done. */
async function remind(tx: Tx, occasion: Soon, { rule, moment, now }: Due & { now: Date }): Promise<number> {
  const { rows } = await sql`
    insert into occasion_reminders (occasion_id, whom, of, before, done_at, done_for)
    values (${occasion.id}, ${rule.whom}, ${rule.of}, make_interval(hours => ${rule.hours}), ${now}, ${moment})
    on conflict (occasion_id, whom, of, before) do update set done_at = excluded.done_at, done_for = excluded.done_for
      where not occasion_reminders.is_off and occasion_reminders.done_for is distinct from excluded.done_for
    returning occasion_id`.execute(tx)
  if (rows.length === 0) return 0
  const recipients = await whoIsReminded(tx, occasion.id, rule.whom)
  if (recipients.length === 0) return 0
  const once = `reminder ${occasion.id} ${rule.whom} ${rule.of} ${rule.hours} ${moment.toISOString()}`
  const filter = { silent: rule.whom === 'silent' }
  const about = { gatheringId: occasion.gatheringId, occasionId: occasion.id, kind: 'reminder' as const, filter, once }
  const isNew = await writeMessage(tx, about, recipients)
  return isNew ? recipients.length : 0
}

/** Selects the guests to remind: no No, nobody who wants no messages, and nobody more than five times about one occasion. */
async function whoIsReminded(tx: Tx, occasionId: string, whom: Rule['whom']): Promise<MessageRecipient[]> {
  const meant =
    whom === 'coming'
      ? sql`i.state in ('yes', 'maybe')`
      : sql`i.state = 'invited' and (s.sent_at is not null or s.seen_on is not null)`
  const { rows } = await sql<MessageRecipient>`
    select s.id, s.email, s.phone, s.language from invitations i join supporters s on s.id = i.supporter_id
    where i.occasion_id = ${occasionId} and ${meant} and s.quiet_at is null and s.merged_into is null
      and (select count(*) from message_lines l join messages m on m.id = l.message_id
        where l.supporter_id = s.id and m.occasion_id = ${occasionId} and m.kind = 'reminder'
          and l.state <> 'skipped') < ${messageMost.reminders}
    order by lower(s.name), s.id`.execute(tx)
  return rows
}

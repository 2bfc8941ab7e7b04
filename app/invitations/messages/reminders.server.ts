import { sql } from 'kysely'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import { localAt, momentAt } from '#app/kit/zones.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { type MessageRecipient, occasionAt, writeMessage } from './lines.server.ts'
import { messageMost } from './message.ts'

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

// The host's choices about automatic messages: which reminders go out, and that a change is told now.

export type OccasionChoices = {
  no: number
  name: string
  /** Time or place was changed, and guests are not told yet. */
  changed: boolean
  reminders: (Rule & { on: boolean })[]
}

/** Returns the occasions of a gathering that are still to come, with their reminders. */
export async function choicesOf(db: Db, gatheringId: string): Promise<OccasionChoices[]> {
  const rows = await db
    .selectFrom('occasions as o')
    .where('o.gathering_id', '=', gatheringId)
    .where('o.status', '=', 'planned')
    .where('o.starts_at', '>', sql<Date>`now()`)
    .orderBy('o.starts_at')
    .select(['o.no', 'o.name', 'o.kind', 'o.answers_until as until'])
    .select(
      sql<boolean>`occasion_facts(o.id, o.told_version) is distinct from occasion_facts(o.id, o.version)`.as('changed'),
    )
    .select(
      sql<string[]>`array(select whom || ' ' || of || ' ' || extract(epoch from before)::int / 3600
        from occasion_reminders r where r.occasion_id = o.id and r.is_off)`.as('off'),
    )
    .limit(20)
    .execute()
  return rows.map(({ no, name, kind, until, changed, off }) => ({
    no,
    name,
    changed,
    reminders: rulesOf(kind, until !== null).map((rule) => ({ ...rule, on: !off.includes(keyOf(rule)) })),
  }))
}

/** Names a reminder in a form. */
const keyOf = ({ whom, of, hours }: Rule): string => `${whom} ${of} ${hours}`

/** Saves which reminders of an occasion the host wants. */
export const saveReminders = (db: Db, mine: Hosting, no: number, wanted: string[]): Promise<void> =>
  changingGathering(db, mine, async (tx, { id }) => {
    const occasion = await tx
      .selectFrom('occasions')
      .where('id', '=', await occasionAt(tx, id, no))
      .select(['id', 'kind', 'answers_until as until'])
      .executeTakeFirstOrThrow()
    for (const rule of rulesOf(occasion.kind, occasion.until !== null))
      await sql`insert into occasion_reminders (occasion_id, whom, of, before, is_off)
        values (${occasion.id}, ${rule.whom}, ${rule.of}, make_interval(hours => ${rule.hours}), ${!wanted.includes(keyOf(rule))})
        on conflict (occasion_id, whom, of, before) do update set is_off = excluded.is_off`.execute(tx)
  })

// The times of reminders, by the kind of an occasion. Pure: the current time is an argument.

export type Rule = { whom: 'coming' | 'silent'; of: 'start' | 'deadline'; hours: number }

const day = 24
/** Returns the reminders of an occasion of this kind. Without a deadline, silent guests are reminded before the start. */
export function rulesOf(kind: OccasionKind, hasDeadline: boolean): Rule[] {
  if (kind === 'burial' || kind === 'memorial')
    return [
      { whom: 'coming', of: 'start', hours: day },
      { whom: 'coming', of: 'start', hours: 3 },
      ...(hasDeadline ? [{ whom: 'silent', of: 'deadline', hours: day } as const] : []),
    ]
  if (kind === 'chama' || kind === 'church') return [{ whom: 'coming', of: 'start', hours: day }]
  return [
    { whom: 'coming', of: 'start', hours: 2 * day },
    hasDeadline ? { whom: 'silent', of: 'deadline', hours: 2 * day } : { whom: 'silent', of: 'start', hours: 7 * day },
  ]
}

const hour = 3_600_000
const [evening, morning] = ['20:00', '07:00']

/** Tells whether it is night there, from eight in the evening to seven in the morning: nobody is woken up. */
export const isNight = (at: Date, zone: string): boolean => {
  const clock = localAt(at, zone).slice(11)
  return clock >= evening || clock < morning
}

/**
 * Returns when a reminder so many hours before a moment is due. At night it moves to seven in the morning if that is at least two hours
 * before the moment; else to seven in the evening before.
 */
export function dueAt(moment: Date, hours: number, zone: string): Date {
  const wished = new Date(moment.getTime() - hours * hour)
  if (!isNight(wished, zone)) return wished
  const clock = localAt(wished, zone).slice(11)
  const next = clock >= evening ? dayLater(wished, zone, 1) : localAt(wished, zone).slice(0, 10)
  const seven = momentAt(`${next}T${morning}`, zone)
  if (seven.getTime() + 2 * hour <= moment.getTime()) return seven
  return momentAt(`${dayLater(seven, zone, -1)}T19:00`, zone)
}

/** Returns the calendar day in that zone, so many days later. */
function dayLater(at: Date, zone: string, days: number): string {
  const noon = momentAt(`${localAt(at, zone).slice(0, 10)}T12:00`, zone)
  return localAt(new Date(noon.getTime() + days * day * hour), zone).slice(0, 10)
}

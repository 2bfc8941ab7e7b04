import { sql } from 'kysely'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { occasionAt } from './occasion-at.server.ts'
import { type Rule, rulesOf } from './remind-at.ts'

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

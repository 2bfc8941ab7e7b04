import { type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { nameRecorded, whenGiven } from './donations.server.ts'
import type { Found } from './donations-list.tsx'
import type { Filter } from './find-gifts.server.ts'

// Gifts that were recorded by hand, in the owner's list of donations. A drive has 5,000 of them at most.

/** Searched is only what is shown. None of them came through a channel of ours. */
const recordedOf = (db: Db, driveId: string, { search, channel, day }: Filter) =>
  db
    .selectFrom('recorded_gifts as r')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .$if(channel !== null && channel !== 'recorded', (none) => none.where(sql<SqlBool>`false`))
    .$if(day !== null, (some) => some.where(sql<SqlBool>`r.given_on = ${day}::date`))
    .$if(search !== '', (some) =>
      some.where(
        sql<SqlBool>`(r.note ilike ${containing(search)} or (not r.anonymous and r.name ilike ${containing(search)}))`,
      ),
    )

/** As rows of the list of donations. */
export const recordedRows = (db: Db, driveId: string, filter: Filter) =>
  recordedOf(db, driveId, filter)
    .innerJoin('profiles as o', 'o.user_id', 'r.recorded_by')
    .select([sql<number>`r.place`.as('id'), 'r.anonymous', 'r.note as message', whenGiven.as('at'), 'r.amount'])
    .select([sql<number>`0::bigint`.as('reversed'), sql<'recorded'>`'recorded'`.as('channel'), nameRecorded.as('name')])
    .select([sql<string | null>`null::text`.as('email'), sql<string | null>`o.full_name`.as('recordedBy')])
    .select(sql<number>`0::bigint`.as('chargedBack'))

/** How many there are, and what they come to. */
export const recordedFound = (db: Db, driveId: string, filter: Filter): Promise<{ count: number; raised: number }> =>
  recordedOf(db, driveId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(r.amount), 0)::bigint`.as('raised'))
    .executeTakeFirstOrThrow()

/** Both together, where the one is known. */
export const withRecorded = (found: Found | null, more: { count: number; raised: number }): Found | null =>
  found && { count: found.count + more.count, raised: found.raised === null ? null : found.raised + more.raised }

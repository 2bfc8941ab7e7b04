import { type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import type { OwnRecorded } from './own-list.tsx'

/** Most people have a few; the copy of their data has them all. */
const mostShown = 50

/** Returns gifts that others recorded for a person, to any drive, the newest first, and whether there are more. */
export async function recordedFor(db: Db, personId: string): Promise<{ gifts: OwnRecorded[]; isMore: boolean }> {
  const rows = await db
    .selectFrom('recorded_gifts as r')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .where(sql<SqlBool>`r.id in (select recorded_for(${personId}))`)
    .select(['r.id', 'r.amount', 'r.method', 'r.receipt', 'r.anonymous', 'f.title', 'f.slug', 'p.full_name as by'])
    .select([sql<string>`r.given_on::text`.as('givenOn'), sql<boolean>`r.voided_at is not null`.as('isVoid')])
    .orderBy('r.id', 'desc')
    .limit(mostShown + 1)
    .execute()
  return { gifts: rows.slice(0, mostShown), isMore: rows.length > mostShown }
}

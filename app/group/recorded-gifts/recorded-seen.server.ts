import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, pageOfRows } from '#app/platform/list.server.ts'

const order = byNumber('r.id')
const atOnce = 50

/** Returns the recorded gifts that visitors see, newest first: no anonymous giver's name, no note, and no hidden gift. */
export async function recordedSeen(db: Db, driveId: string, after: string | null) {
  const query = db
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .innerJoin('fund_drives as d', 'd.id', 'r.fund_drive_id')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .where('d.recorded_hidden_at', 'is', null)
    .select(['r.id', 'r.amount', 'r.method', 'r.anonymous', 'p.full_name as by'])
    .select(sql<string>`case when r.anonymous then '' else r.name end`.as('name'))
    .select(sql<string>`r.given_on::text`.as('givenOn'))
  const asked = { sort: 'number', order: 'desc', after } as const
  return pageOfRows(query, { ...order, asked, size: atOnce })
}

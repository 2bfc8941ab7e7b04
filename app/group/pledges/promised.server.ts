import { type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { type PledgeState, pledgePath } from './pledge.ts'
import { tokenOf } from './token.server.ts'

export type Promised = {
  id: number
  title: string
  amount: number
  paid: number
  dueOn: string | null
  state: PledgeState
  /** The page of the pledge, where it is paid, changed and released. */
  path: string
}

/** More than anybody keeps at a time. */
const mostShown = 50

/** Returns a person's promises to any drive, the open ones first, then the newest. */
export async function promisedBy(db: Db, personId: string): Promise<Promised[]> {
  const rows = await db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as f', 'f.id', 'g.fund_drive_id')
    .where(sql<SqlBool>`g.id in (select promised_by(${personId}))`)
    .select([
      'g.id',
      'f.title',
      'g.amount',
      'g.paid',
      'g.state',
      'g.client_key',
      sql<string | null>`g.due_on::text`.as('dueOn'),
    ])
    .orderBy(sql`g.state = 'open'`, 'desc')
    .orderBy('g.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ client_key, ...pledge }) => ({ ...pledge, path: pledgePath(tokenOf(client_key)) }))
}

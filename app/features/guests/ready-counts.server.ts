import { sql } from 'kysely'
import { filterQuery } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { guestFilter } from './guest-filter.server.ts'
import { guestFilterIn } from './guest-filter.ts'
import { type Ready, readyAddress, readyNames } from './ready-filters.ts'

/** How many guests each ready filter finds, by the question that the list itself asks; `all` are those without one. */
export async function readyCounts(
  db: Db,
  gatheringId: string,
  occasion: string | null,
): Promise<Record<Ready | 'all', number>> {
  const meant = (address: string) => guestFilter(gatheringId, guestFilterIn(new URLSearchParams(address)))
  const counts = readyNames.map(
    (name) => sql`count(*) filter (where ${meant(readyAddress(name, occasion))}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<Ready | 'all', number>>`
    select count(*) as all, ${sql.join(counts)} from supporters s where ${meant(filterQuery({ occasion }))}`.execute(db)
  return rows[0]!
}

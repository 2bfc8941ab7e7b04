import { sql } from 'kysely'
import { filterQuery } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { guestFilter } from './guest-filter.server.ts'
import { asksOfGifts, guestFilterIn } from './guest-filter.ts'
import { type ReadyFilter, readyAddress, readyFilters, readyNames } from './ready-filters.ts'

/** Counts the guests that each ready filter finds, by the list's own condition; `all` counts those without a filter. */
export async function readyCounts(
  db: Db,
  gatheringId: string,
  { occasion, seesGifts }: { occasion: string | null; seesGifts: boolean },
): Promise<Record<ReadyFilter | 'all', number>> {
  const meant = (address: string) => guestFilter(gatheringId, guestFilterIn(new URLSearchParams(address)))
  const counts = readyNames.map((name) => {
    const isSeen = seesGifts || !asksOfGifts(readyFilters[name].filter)
    return sql`count(*) filter (where ${isSeen ? meant(readyAddress(name, occasion)) : sql`false`}) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<ReadyFilter | 'all', number>>`
    select count(*) as all, ${sql.join(counts)} from supporters s where ${meant(filterQuery({ occasion }))}`.execute(db)
  return rows[0]!
}

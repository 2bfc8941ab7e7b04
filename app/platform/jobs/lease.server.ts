import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

// Things that the world outside is asked about until it has answered, such as a transfer: at most one worker looks after
// each at a time, under a lease, and says when it is looked after next.

/** Longer than everything that one look does. */
const seconds = 180
/** Seconds until it is looked after again, each time; then hourly. */
const pauses = [10, 60, 300, 1800]
const stopPause = 300
const atOnce = 500

/** A table of such things, with the columns lease, leased_until, checks and next_check_at. */
export type Leased = {
  table: string
  /** Which of its rows need looking after. */
  isOpen: RawBuilder<boolean>
  /** Has it looked after, now or then. */
  again: (db: Db | Tx, id: number, runAt?: Date) => Promise<unknown>
}

export type Lease = {
  lease: string
  /** False once the lease may be over, by the clock of this machine: then another person may be at it. */
  isFresh: () => boolean
}

/** Takes one that is open and that nobody has. A person who comes too early comes again when the lease is over. */
export async function takeLease(db: Db, { table, isOpen, again }: Leased, id: number): Promise<Lease | undefined> {
  const [began, ticks] = [Date.now(), performance.now()]
  const lease = randomUUID()
  const { rows } = await sql`
    update ${sql.table(table)} set lease = ${lease}, leased_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and ${isOpen} and (leased_until is null or leased_until < now()) returning id`.execute(db)
  // Two clocks: one goes on while the machine sleeps, the other can't be put back.
  const passed = () => Math.max(Date.now() - began, performance.now() - ticks)
  if (rows.length > 0) return { lease, isFresh: () => passed() < (seconds - 60) * 1000 }
  const other = await sql<{ until: Date | null }>`
    select leased_until as until from ${sql.table(table)} where id = ${id} and ${isOpen}`.execute(db)
  const until = other.rows[0]?.until
  if (until) await again(db, id, until)
  return undefined
}

/** True of a row that is open and still ours. */
export const isLeaseHeld = ({ isOpen }: Leased, { lease }: Lease): RawBuilder<boolean> =>
  sql<boolean>`lease = ${lease} and leased_until > now() and ${isOpen}`

/**
 * Lays it down until it is looked after next; nothing happens to one that is closed meanwhile. A stop is not counted: as
 * long as the provider refuses our key, nothing is learnt.
 */
export const layLease = (
  db: Db,
  { table, isOpen, again }: Leased,
  { id, lease }: Lease & { id: number },
  { stopped = false, mostPause = 3600 }: { stopped?: boolean; mostPause?: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const pause = stopped
      ? sql`${stopPause}::int`
      : sql`least(coalesce((${sql.val(pauses)}::int[])[checks + 1], 3600), ${mostPause}::int)`
    const { rows } = await sql<{ next: Date }>`
      update ${sql.table(table)} set lease = null, leased_until = null, checks = checks + ${stopped ? 0 : 1},
        next_check_at = now() + make_interval(secs => ${pause})
      where id = ${id} and lease = ${lease} and ${isOpen} returning next_check_at as next`.execute(tx)
    if (rows[0]) await again(tx, id, rows[0].next)
  })

/** Finds open ones whose next look is overdue, should their job have been lost. By the clock. */
export async function overdueLeased(db: Db, { table, isOpen, again }: Leased): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${isOpen} and next_check_at < now() - interval '30 seconds'
    order by next_check_at limit ${atOnce}`.execute(db)
  for (const { id } of rows) await again(db, id)
  return rows.length
}

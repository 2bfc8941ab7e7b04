import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

// Leases for things that we ask the outside world about until it has answered, such as a transfer: at most one worker
// checks each at a time, under a lease, and sets the time of its next check.

/** Longer than everything that one check does. */
const seconds = 180
/** The pauses in seconds between checks; then hourly. */
const pauses = [10, 60, 300, 1800]
const stopPause = 300
const atOnce = 500

/** A table of such things, with the columns lease, leased_until, checks and next_check_at. */
export type Leased = {
  table: string
  /** True for rows that need checks. */
  isOpen: RawBuilder<boolean>
  /** Enqueues the check of a row, now or at a time. */
  again: (db: Db | Tx, id: number, runAt?: Date) => Promise<unknown>
}

export type Lease = {
  lease: string
  /** False once the lease may have expired, by this machine's clocks: another worker may be at it then. */
  isFresh: () => boolean
}

/** Takes the lease of an open row that nobody holds. While another worker holds it, enqueues a check for its end. */
export async function takeLease(db: Db, { table, isOpen, again }: Leased, id: number): Promise<Lease | undefined> {
  const [began, ticks] = [Date.now(), performance.now()]
  const lease = randomUUID()
  const { rows } = await sql`
    update ${sql.table(table)} set lease = ${lease}, leased_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and ${isOpen} and (leased_until is null or leased_until < now()) returning id`.execute(db)
  // Two clocks: one continues while the machine sleeps, the other can't be put back.
  const passed = () => Math.max(Date.now() - began, performance.now() - ticks)
  if (rows.length > 0) return { lease, isFresh: () => passed() < (seconds - 60) * 1000 }
  const other = await sql<{ until: Date | null }>`
    select leased_until as until from ${sql.table(table)} where id = ${id} and ${isOpen}`.execute(db)
  const until = other.rows[0]?.until
  if (until) await again(db, id, until)
  return undefined
}

/** The condition that a row is open and the lease still ours. */
export const isLeaseHeld = ({ isOpen }: Leased, { lease }: Lease): RawBuilder<boolean> =>
  sql<boolean>`lease = ${lease} and leased_until > now() and ${isOpen}`

/**
 * Releases the lease until the next check; does nothing to a row that was closed meanwhile. A stop is not counted: while
 * the provider refuses our key, a check learns nothing.
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

/** Finds open rows whose check is overdue, in case their job was lost. Run by cron. */
export async function overdueLeased(db: Db, { table, isOpen, again }: Leased): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${isOpen} and next_check_at < now() - interval '30 seconds'
    order by next_check_at limit ${atOnce}`.execute(db)
  for (const { id } of rows) await again(db, id)
  return rows.length
}

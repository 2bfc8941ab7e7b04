import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type LedgerMark, type OwnAccounts, ownAccountsOf } from './fresh.server.ts'

/** The books at one moment: all reads within it are consistent, though money comes in meanwhile. */
export type Moment = { tx: Tx; mark: LedgerMark & { keptAt: Date }; ownAccounts: OwnAccounts; today: string }

export const atOneMoment = <Read>(db: Db, read: (moment: Moment) => Promise<Read>): Promise<Read> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<LedgerMark & { keptAt: Date; today: string }>`
        select snap::text, pg_snapshot_xmin(snap)::text as since, kept_at as "keptAt",
          (now() at time zone 'Africa/Nairobi')::date::text as today
        from sum_marks`.execute(tx)
      const { today, ...mark } = rows[0]!
      return read({ tx, mark, ownAccounts: await ownAccountsOf(tx), today })
    })

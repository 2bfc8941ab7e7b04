import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import type { Figures } from './figures.ts'

/** What changes on a public page while people look at it, as its loader shows it to those who may see the drive. */
export const figuresOf = async (db: Db, driveId: string): Promise<Figures | undefined> =>
  (await read(db, driveId))?.figures

/**
 * The same for everybody who listens: made once per tick. Undefined when not everybody may see the drive: then a page
 * that listens learns only that something changed, and asks what it may show.
 */
export async function publicFigures(db: Db, driveId: string): Promise<Figures | undefined> {
  const found = await read(db, driveId)
  return found?.isOpen ? found.figures : undefined
}

async function read(db: Db, driveId: string): Promise<{ figures: Figures; isOpen: boolean } | undefined> {
  const row = await db
    .selectFrom('fund_drives as d')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('subscriptions as s', (join) => join.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .leftJoinLateral(
      (make) =>
        make
          .selectFrom('fund_drive_comments')
          .whereRef('fund_drive_id', '=', 'd.id')
          .where('state', '=', 'shown')
          .select(({ fn }) => [fn.countAll<number>().as('comments'), fn.max<number | null>('id').as('newest')])
          .as('c'),
      (join) => join.onTrue(),
    )
    .leftJoin('open_drives as o', 'o.id', 'd.id')
    .where('d.id', '=', driveId)
    .where('u.deleted_at', 'is', null)
    .select(['t.raised_amount', 't.donors', 'c.comments', 'c.newest', 's.remaining_views', 'o.id as open'])
    .select(sql<string>`extract(epoch from d.updated_at)::text`.as('version'))
    .executeTakeFirst()
  if (!row) return undefined
  const figures = {
    raised: row.raised_amount ?? 0,
    donors: row.donors ?? 0,
    comments: row.comments ?? 0,
    newestComment: row.newest ?? 0,
    version: row.version,
  }
  return { figures, isOpen: row.open !== null && (row.remaining_views ?? 0) > 0 }
}

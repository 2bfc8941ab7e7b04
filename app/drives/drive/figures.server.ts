import { sql } from 'kysely'
import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { PublicFigures } from './figures.ts'
import { type Summed, summed, totalsOf } from './totals.ts'

/**
 * Returns the figures that change on an open public page, for all listeners: computed once per tick. Undefined when not
 * everybody may see the drive: then a listening page learns only that something changed, and asks what it may show.
 */
export async function publicFigures(db: Db, driveId: string): Promise<PublicFigures | undefined> {
  const [row] = await figures(db, { driveId })
  return row?.open ? figuresOf(row) : undefined
}

type Counted = Summed & {
  pledged: number | null
  comments: number | null
  newest_comment: number | null
  changed: string
}

/** Builds the figures as a page's loader has them. */
export function figuresOf(row: Counted): PublicFigures {
  const { raised, recorded, donors } = totalsOf(row, 0)
  return {
    raised,
    recorded,
    pledged: row.pledged ?? 0,
    donors,
    comments: row.comments ?? 0,
    newestComment: row.newest_comment ?? 0,
    // A page that is not hydrated yet can't draw amounts beside the books: they make it another version.
    version: row.pledged || row.shown ? `${row.changed} ${row.shown} ${row.pledged}` : row.changed,
  }
}

/** When the drive itself was last changed, as text in full precision. */
export const changedAt = sql<string>`extract(epoch from d.updated_at)::text`

const figures = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('open_drives as o')
    .innerJoin('fund_drives as d', 'd.id', 'o.id')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .leftJoin('comment_counts as c', 'c.fund_drive_id', 'd.id')
    .leftJoin('subscriptions as s', (join) => join.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .where('d.id', '=', driveId)
    .select(['c.shown as comments', 'c.newest as newest_comment', changedAt.as('changed')])
    .select(['b.pledged', ...summed])
    .select(sql<boolean>`s.remaining_views > 0`.as('open')),
)

import { sql } from 'kysely'
import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { PublicFigures } from './figures.ts'
import { type Summed, summed, totalsOf } from './totals.ts'

/**
 * What changes on a public page while people look at it, for everybody who listens: made once per tick. Undefined when not
 * everybody may see the drive: then a page that listens learns only that something changed, and asks what it may show.
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

/** The same as a page's loader has it. */
export function figuresOf(row: Counted): PublicFigures {
  const { raised, recorded, donors } = totalsOf(row, 0)
  return {
    raised,
    recorded,
    pledged: row.pledged ?? 0,
    donors,
    comments: row.comments ?? 0,
    newestComment: row.newest_comment ?? 0,
    // What is beside the books is drawn by the page alone: for those who sleep it is another version.
    version: row.pledged || row.shown ? `${row.changed} ${row.shown} ${row.pledged}` : row.changed,
  }
}

/** When the drive itself was last changed, as a text that has every digit. */
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

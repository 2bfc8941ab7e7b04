import { sql } from 'kysely'
import { pictureOf } from '#app/base/pictures/picture.server.ts'
import { hasPaywall } from '#app/drives/views/credits.server.ts'
import { creditLevel } from '#app/drives/views/view.ts'
import { oneLine } from '#app/kit/lines.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { statuses } from './drive.ts'
import { summed, totalsOf } from './figures.ts'
import { ownCategory, shownCategory } from './own-categories.server.ts'

/** The filter in the dashboard's address. Invalid values are ignored. */
export type DashboardFilter = { search?: string | null; status?: string | null; cursor?: string | null }

const cardsAtOnce = 24
const sorts = { opened: { by: sql.ref('d.created_at'), kind: 'moment' } } as const satisfies Record<string, Sort>
const id = { column: sql.ref('d.id'), kind: 'uuid' } as const

/** A person's drives: three figures over all of them, and a page of cards, newest first. */
export async function dashboardOf(db: Db, ownerId: string, asked: DashboardFilter = {}) {
  const [stats, page] = await Promise.all([statsOf(db, ownerId), cardsOf(db, ownerId, asked)])
  return { stats, ...page }
}

async function statsOf(db: Db, ownerId: string) {
  const row = await db
    .selectFrom('fund_drives as d')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .where('d.user_id', '=', ownerId)
    .select(({ fn }) => [
      fn.coalesce(sql<number>`sum(t.raised_amount + coalesce(b.shown, 0))`, sql<number>`0`).as('raised'),
      // The part of `raised` that did not pass through us.
      fn.coalesce(fn.sum<number>('b.shown'), sql<number>`0`).as('recorded'),
      // A goal that is kept for later is no goal now, unless its money is in the other sum.
      sql<number>`coalesce(sum(d.goal_amount) filter (where d.collect_donations or t.raised_amount + b.shown > 0), 0)`.as(
        'goal',
      ),
      sql<number>`count(*) filter (where d.status = 'active')`.as('active'),
      fn.countAll<number>().as('total'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** Returns a person's drives that everybody may open, newest first: active ones, and those that have ended. */
export async function publicCardsOf(db: Db, ownerId: string) {
  const { cards, next } = await cardsOf(db, ownerId, {}, true)
  return { cards, areMore: next !== null }
}

async function cardsOf(db: Db, ownerId: string, { search, status, cursor }: DashboardFilter, isPublic = false) {
  const words = oneLine(search ?? '').slice(0, 100)
  const wanted = statuses.find((one) => one === status)
  let query = drivesOf(db, ownerId)
  if (wanted) query = query.where('d.status', '=', wanted)
  if (isPublic) query = query.where('d.status', 'in', ['active', 'completed']).where('d.stopped_at', 'is', null)
  if (words)
    query = query.where(({ or, eb }) =>
      or([eb('d.title', 'ilike', containing(words)), eb('d.campaign_slogan', 'ilike', containing(words))]),
    )
  const asked = { sort: 'opened', order: 'desc', after: cursor ?? null } as const
  const { rows, next } = await pageOfRows(query, { sorts, asked, id, size: cardsAtOnce })
  return { cards: rows.map(cardOf), next }
}

const drivesOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .leftJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .leftJoin('pictures as pic', 'pic.url', 'face.url')
    .leftJoin('subscriptions as s', (on) => on.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .where('d.user_id', '=', ownerId)
    .select(['d.id', 'd.slug', 'd.title', 'd.campaign_slogan', 'd.category', 'face.url as face', 'd.status'])
    .select(['d.collect_donations', 'd.goal_amount', 'd.created_at', 'd.published_at'])
    .select(summed)
    .select(ownCategory.as('own_category'))
    .select(['pic.width', 'pic.height', 'pic.colour', 'pic.focus_x', 'pic.focus_y', 's.remaining_views'])

type Row = Awaited<ReturnType<ReturnType<typeof drivesOf>['executeTakeFirstOrThrow']>>

const cardOf = (row: Row) => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  slogan: row.campaign_slogan,
  category: shownCategory(row),
  image: row.face,
  picture: pictureOf(row.face, row),
  status: row.status,
  draft: row.published_at === null,
  collects: row.collect_donations,
  goal: row.goal_amount,
  ...totalsOf(row, row.goal_amount),
  /** Nobody can open a drive without views. */
  viewsAreGone: hasPaywall() && creditLevel(row.remaining_views ?? 0) === 'exhausted',
  createdAt: row.created_at,
})

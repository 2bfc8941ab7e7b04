import { msg } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import { pictureOf } from '#app/base/pictures/picture.server.ts'
import { daysLeft } from '#app/drives/drive/drive.ts'
import { summed, totalsOf } from '#app/drives/drive/figures.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import { ownCategory, shownCategory } from '#app/drives/drive/own-categories.server.ts'
import { hasPaywall } from '#app/drives/views/credits.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { isConfirmed } from '#app/people/accounts/people.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import {
  type DiscoverAsked,
  type DiscoverCard,
  type DiscoverSort,
  type Listing,
  type ListingNeed,
  listingTexts,
  searchWords,
} from './discover.ts'

/** The name of the list, for the footer. */
export const discoverName = msg`Discover fundraisers`

// The list of fundraisers for everybody. Its order follows from what people gave and from days: nobody can pay for a place in it.

const cardsAtOnce = 24

const percent = sql<number>`((t.raised_amount + coalesce(b.shown, 0)) * 100 / nullif(d.goal_amount, 0))`
const sorts = {
  newest: { by: sql.ref('d.published_at'), kind: 'moment' },
  nearly: { by: percent, kind: 'number' },
  ending: { by: sql`(d.end_date - date '2020-01-01')`, kind: 'number' },
} as const satisfies Record<DiscoverSort, Sort>
const id = { column: sql.ref('d.id'), kind: 'uuid' } as const
const today = sql`(now() at time zone 'Africa/Nairobi')::date`

/** The drives whose owners list them, and that visitors can open, read and support at this moment. */
const listedDrives = (db: Db) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('open_drives as o', 'o.id', 'd.id')
    .innerJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .where('d.listed_at', 'is not', null)
    .where('d.stopped_at', 'is', null)
    .where('d.description', 'is not', null)
    .where('face.url', 'is not', null)
    .where(sql<SqlBool>`(d.end_date is null or d.end_date >= ${today})`)
    .$if(hasPaywall() && chosen('VIEW_LOCK') === 'closes', (query) => query.where(sql<SqlBool>`has_views(d.id)`))

/** Returns the query of such a list. A test reads it: nothing of views that were bought is in it. */
export function discoverQuery(db: Db, { q, category, sort }: Omit<DiscoverAsked, 'after'>) {
  let query = listedDrives(db)
  for (const word of searchWords(q))
    query = query.where(
      sql<SqlBool>`(d.title || ' ' || d.campaign_slogan || ' ' || d.location) ilike ${containing(word)}`,
    )
  if (/^\d/.test(category)) query = query.where('d.own_category_id', '=', Number(category))
  else if (category) query = query.where(sql<SqlBool>`d.category = ${category}`)
  if (sort === 'ending') query = query.where('d.end_date', 'is not', null)
  return query
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .leftJoin('pictures as pic', 'pic.url', 'face.url')
    .$if(sort === 'nearly', (nearly) =>
      nearly.where('d.collect_donations', '=', true).where(sql<SqlBool>`${percent} between 70 and 99`),
    )
    .select(['d.id', 'd.slug', 'd.title', 'd.category', 'd.location', 'd.collect_donations', 'd.goal_amount'])
    .select(['face.url as face', 'pic.width', 'pic.height', 'pic.colour', 'pic.focus_x', 'pic.focus_y', ...summed])
    .select([ownCategory.as('own_category'), sql<string | null>`d.end_date::text`.as('end_date')])
}

type Discovered = { cards: DiscoverCard[]; next: string | null }

/** Reads a page of the list from the database. */
export async function readDiscovered(db: Db, asked: DiscoverAsked): Promise<Discovered> {
  const { sort, after } = asked
  const list = { sort, order: sort === 'ending' ? ('asc' as const) : ('desc' as const), after }
  const { rows, next } = await pageOfRows(discoverQuery(db, asked), { sorts, asked: list, id, size: cardsAtOnce })
  const day = dayAt(new Date())
  const cards = rows.map((row): DiscoverCard => {
    const { total } = totalsOf(row, row.goal_amount)
    return {
      slug: row.slug,
      title: row.title,
      category: shownCategory(row),
      location: row.location,
      picture: pictureOf(row.face, row),
      money: row.collect_donations ? { goal: row.goal_amount, total } : null,
      days: daysLeft(row.end_date, day),
    }
  })
  return { cards, next }
}

/** How long a list is kept, in milliseconds. */
export const keptFor = 60_000
/** The first pages: one for each category and order. The operator's categories are few. */
const mostKept = 200
const kept = new Map<string, { until: number; page: Promise<Discovered> }>()

/**
 * Returns a page of the list. The first pages are kept for a minute; a search and later pages are read each time, and limited for one
 * network.
 */
export async function discovered(db: Db, asked: DiscoverAsked, address: string, now = Date.now()): Promise<Discovered> {
  const { q, after, category, sort } = asked
  if (q || after) {
    await takeTry([{ name: 'discover', key: household(address), times: 120, seconds: 60 }])
    return readDiscovered(db, asked)
  }
  const name = `${sort} ${category}`
  const known = kept.get(name)
  if (known && now < known.until) return known.page
  if (kept.size >= mostKept) kept.clear()
  const page = readDiscovered(db, asked)
  kept.set(name, { until: now + keptFor, page })
  page.catch(() => kept.delete(name))
  return page
}

/** The most addresses that one sitemap may name. */
const sitemapMax = 50_000
let sitemap: { until: number; slugs: Promise<string[]> } | undefined

/** Returns the slugs of the listed drives for search engines, the newest first. They are kept for a minute. */
export function listedSlugs(db: Db, now = Date.now()): Promise<string[]> {
  if (sitemap && now < sitemap.until) return sitemap.slugs
  const rows = listedDrives(db)
    .select('d.slug')
    .orderBy('d.published_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(sitemapMax)
  const slugs = rows.execute().then((found) => found.map(({ slug }) => slug))
  sitemap = { until: now + keptFor, slugs }
  slugs.catch(() => {
    sitemap = undefined
  })
  return slugs
}

/** Whether a drive is listed, and what it lacks, for its owner. */
export async function listingOf(db: Db | Tx, driveId: string): Promise<Listing> {
  const row = await db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .where('d.id', '=', driveId)
    .select(['d.listed_at', 'd.unlisted_at', 'd.unlisted_why', 'face.url as face'])
    .select([sql<boolean>`d.description is not null`.as('story'), isConfirmed.as('contact')])
    .executeTakeFirstOrThrow()
  const has: Record<ListingNeed, boolean> = { picture: row.face !== null, story: row.story, contact: row.contact }
  return {
    listed: row.listed_at !== null,
    why: row.unlisted_at && row.unlisted_why,
    lacks: (Object.keys(has) as ListingNeed[]).filter((need) => !has[need]),
    usesViews: hasPaywall(),
  }
}

/** Lists a drive for everybody, or takes it off. Refuses one that lacks what is needed, and one that we took off. */
export const setListed = (db: Db, mine: Mine, listed: boolean): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, drive) => {
    const now = await listingOf(tx, drive.id)
    if (listed && now.why !== null) throw new Refusal(listingTexts.takenOff, { field: 'listed' })
    if (listed && now.lacks.length > 0) throw new Refusal(listingTexts.lacks, { status: 422, field: 'listed' })
    if (listed === now.listed) return
    await tx
      .updateTable('fund_drives')
      .set({ listed_at: listed ? new Date() : null })
      .where('id', '=', drive.id)
      .execute()
  })

import { sql } from 'kysely'
import { hasPaywall } from '#app/drives/views/credits.server.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { daysLeft } from './drive.ts'
import { summed, totalsOf } from './figures.ts'
import { isSlug } from './slug.ts'

/** The public facts of a drive, for programs. Amounts are shillings. docs/develop/api.md explains each. */
export type DriveForPrograms = {
  id: string
  title: string
  /** Null, as all figures, where the drive collects no money. */
  goal: number | null
  /** The total; and `recorded`, the part that did not come through us. */
  raised: number | null
  recorded: number | null
  percent: number | null
  donors: number | null
  status: 'active' | 'completed'
  /** The address of its picture. */
  picture: string | null
  /** The last day, by Nairobi's calendar. */
  ends: string | null
}

/**
 * The drive that visitors know by this slug: an active one, also without views left, and one that has ended. One that is
 * paused, or was shut, is as if it did not exist, as on its page.
 */
export async function driveForPrograms(db: Db, slug: string, origin: string): Promise<DriveForPrograms | undefined> {
  const row = isSlug(slug) ? await knownDrive(db, slug).executeTakeFirst() : undefined
  if (!row) return undefined
  const { id, title, status, face: image, ends } = row
  const { total, recorded, percent, donors } = totalsOf(row, row.goal_amount)
  const figures = row.collect_donations
    ? { goal: row.goal_amount / 100, raised: total / 100, recorded: recorded / 100, percent, donors }
    : { goal: null, raised: null, recorded: null, percent: null, donors: null }
  const picture = image && URL.canParse(image, origin) ? new URL(image, origin).href : null
  return { id, title, ...figures, status: status as DriveForPrograms['status'], picture, ends }
}

/** Selects the drive's public facts, without its story: programs ask for them often. */
const knownDrive = (db: Db, slug: string) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .innerJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.slug', '=', slug)
    .where('d.status', 'in', ['active', 'completed'])
    .where('d.stopped_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select(['d.id', 'd.title', 'd.status', 'face.url as face', 'd.collect_donations', 'd.goal_amount'])
    .select(summed)
    .select(sql<string | null>`d.end_date::text`.as('ends'))

/** A wide limit: many sites may share one address. */
export const programLimits = (address: string): Limit[] => [
  { name: 'read-drive', key: address, times: 300, seconds: 60 },
]

/** The drive that the landing page shows as an example, where there is one. */
const slug = 'heal-mama-achieng'

/** Returns what the landing page shows of the example drive, with its true figures; null while visitors can't open that drive. */
export async function landingDrive(db: Db, now: Date) {
  const row = await knownDrive(db, slug)
    .innerJoin('subscriptions as s', (join) => join.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .$if(hasPaywall(), (query) => query.where('s.remaining_views', '>', 0))
    .innerJoin('open_drives as o', 'o.id', 'd.id')
    .where('o.takes_gifts', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { id, title, goal_amount: goal, ends } = row
  const { total: raised, donors, percent } = totalsOf(row, goal)
  return { id, slug, title, raised, goal, donors, percent, days: daysLeft(ends, dayAt(now)) }
}

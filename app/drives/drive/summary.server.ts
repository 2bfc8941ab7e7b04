import { sql } from 'kysely'
import { hasPaywall } from '#app/drives/views/credits.server.ts'
import { localeOf } from '#app/kit/languages.ts'
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
  { often: true, name: 'read-drive', key: address, times: 300, seconds: 60 },
]

const everyFiveMinutes = 5 * 60_000
type AllFigures = { raised: number; campaigns: number; countries: number; until: number }
let known: AllFigures | undefined
let counting: Promise<AllFigures> | undefined

/**
 * Returns the sum of all gifts in the books less refunds, in cents, the number of drives with a gift, and of their countries in Africa.
 * The figures hold for five minutes: counting reads every drive, so it is not done for each visitor. A drive that was shut does not count.
 */
export async function figuresOfAll(db: Db, now: number): Promise<AllFigures> {
  if (known && now < known.until) return known
  counting ??= counted(db, now).finally(() => {
    counting = undefined
  })
  known = await counting
  return known
}

async function counted(db: Db, now: number): Promise<AllFigures> {
  const { raised, campaigns, places } = await db
    .selectFrom('fund_drive_totals as t')
    .innerJoin('fund_drives as d', 'd.id', 't.fund_drive_id')
    .where('t.raised_amount', '>', 0)
    .where('d.stopped_at', 'is', null)
    .select([
      sql<number>`coalesce(sum(t.raised_amount), 0)::bigint`.as('raised'),
      sql<number>`count(*)`.as('campaigns'),
      // An address ends with its country.
      sql<string[]>`coalesce(array_agg(distinct lower(btrim(regexp_replace(d.location, '^.*,', ''), ' .'))), '{}')`.as(
        'places',
      ),
    ])
    .executeTakeFirstOrThrow()
  const countries = new Set(places.flatMap((place) => africanCountries().get(place) ?? []))
  return { raised, campaigns, countries: countries.size, until: now + everyFiveMinutes }
}

const african =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW'
let codes: Map<string, string> | undefined
/** The countries of Africa, by their names in every language of the product. */
function africanCountries(): Map<string, string> {
  codes ??= new Map(
    Object.values(localeOf).flatMap((locale) => {
      const names = new Intl.DisplayNames([locale], { type: 'region' })
      return african.split(' ').map((code) => [names.of(code)!.toLowerCase(), code] as const)
    }),
  )
  return codes
}

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

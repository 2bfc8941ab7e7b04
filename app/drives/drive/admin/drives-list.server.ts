import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { withheldBps } from '#app/base/ledger/ledger.ts'
import { driveWithCode } from '#app/drives/codes/codes.server.ts'
import { totalsOf } from '#app/drives/drive/figures.ts'
import { ownCategory, shownCategory } from '#app/drives/drive/own-categories.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { phoneInstead, reachSeen } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import type { DriveLine, DriveMark, DriveSeen } from './drive-admin.ts'
import { type DrivesTotals, drivesView } from './drives-list.tsx'

// All drives, as administrators list them.

/** Gifts that are not folded yet, and recorded ones that are shown: the order counts what the figure counts. */
const waiting = sql`coalesce((select sum(x.credit) from wallet_deltas x where x.fund_drive_id = d.id), 0)::bigint`
const recordedShown = sql`case when d.hides_recorded or d.recorded_hidden_at is not null then 0 else coalesce((
  select sum(r.amount) from recorded_gifts r where r.fund_drive_id = d.id and r.voided_at is null), 0)::bigint end`

const sorts = {
  created: { by: sql`d.created_at`, kind: 'moment' },
  raised: { by: sql`(w.credited - w.reversed + ${waiting} + ${recordedShown})`, kind: 'number' },
  title: { by: sql`lower(d.title)`, kind: 'text' },
} satisfies Record<string, Sort>

type Filter = FilterOf<typeof drivesView.fields>

export const drivesList = adminList({
  view: drivesView,
  noun: 'drive',
  file: 'fund-drives',
  sorts,
  async read(db, { filter, list }, size) {
    const id = { column: sql`d.id`, kind: 'uuid' } as const
    const { rows, next } = await pageOfRows(withColumns(found(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(lineOf), next }
  },
  /** Counts the drives found, and sums what they have raised, to the cent. */
  totals: (db, { filter }): Promise<DrivesTotals> =>
    db
      .with('found', () => found(db, filter).select(['d.id', sql<number>`w.credited - w.reversed`.as('folded')]))
      .selectFrom('found')
      .select(({ fn }) => fn.countAll<number>().as('drives'))
      .select(
        sql<number>`(coalesce(sum(folded), 0) + (select coalesce(sum(x.credit), 0) from wallet_deltas x
          where x.fund_drive_id in (select id from found)) + (
          select coalesce(sum(r.amount), 0) from recorded_gifts r join fund_drives o on o.id = r.fund_drive_id
          where r.voided_at is null and not o.hides_recorded and o.recorded_hidden_at is null
            and r.fund_drive_id in (select id from found)))::bigint`.as('raised'),
      )
      .executeTakeFirstOrThrow(),
})

/** A drive as administrators see it, no matter whose it is. */
export async function driveSeen(db: Db, slug: string): Promise<DriveSeen | undefined> {
  if (!isSlug(slug)) return undefined
  const row = await withColumns(found(db, {}))
    .where('d.slug', '=', slug)
    .select([
      'd.category',
      'd.location',
      'd.fee_policy',
      'd.fee_bps',
      'd.stopped_at',
      'd.stopped_why',
      'w.frozen_at',
      'w.frozen_why',
      'd.recorded_hidden_at',
      'd.recorded_hidden_why',
      'd.listed_at',
      'd.unlisted_at',
      'd.unlisted_why',
    ])
    .select(recorded.as('recorded'))
    .select(ownCategory.as('own_category'))
    .select(sql<string | null>`d.end_date::text`.as('end_date'))
    .select(codes.as('codes'))
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...lineOf(row),
    category: shownCategory(row),
    location: row.location,
    endDate: row.end_date,
    feeBps: withheldBps(row),
    codes: mobileMoney() ? row.codes : [],
    stop: row.stopped_at && { at: row.stopped_at, why: row.stopped_why },
    freeze: row.frozen_at && { at: row.frozen_at, why: row.frozen_why },
    recorded: row.recorded ?? 0,
    listed: row.listed_at !== null,
    unlisted: row.unlisted_at && { at: row.unlisted_at, why: row.unlisted_why },
    hidden: row.recorded_hidden_at && { at: row.recorded_hidden_at, why: row.recorded_hidden_why },
  }
}

const recorded = sql<number | null>`(select b.recorded from drive_beside b where b.fund_drive_id = d.id)`

/** The drive's codes, those that its owner shares first. */
const codes = sql<string[]>`array(select c.code from drive_codes c
  where c.fund_drive_id = d.id order by c.retired_at is not null, c.since desc, c.code)`

/** A person's drives, newest first. */
export const drivesOfPerson = async (db: Db, userId: string): Promise<DriveLine[]> =>
  (
    await withColumns(found(db, {}))
      .where('d.user_id', '=', userId)
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(mostShown)
      .execute()
  ).map(lineOf)
/** More drives than anybody has; the list of all drives finds the rest by the owner's address. */
const mostShown = 100

/** Finds the drives of a filter, joining only what the filter needs. */
function found(db: Db, { search, status, mark }: Partial<Filter>) {
  let query = db.selectFrom('fund_drives as d').innerJoin('wallets as w', 'w.fund_drive_id', 'd.id')
  if (search) {
    const like = containing(search)
    query = query.where(sql<SqlBool>`(d.title ilike ${like} or d.slug ilike ${like}
      or d.user_id in (select id from users where email ilike ${like}) or d.id = ${driveWithCode(search)})`)
  }
  if (status) query = query.where('d.status', '=', status)
  return mark ? query.where(isMarked[mark]) : query
}

const isMarked: Record<DriveMark, ReturnType<typeof sql<SqlBool>>> = {
  stopped: sql<SqlBool>`d.stopped_at is not null`,
  frozen: sql<SqlBool>`w.frozen_at is not null`,
  'used-up': sql<SqlBool>`exists (
    select from subscriptions s where s.fund_drive_id = d.id and s.status = 'active' and s.remaining_views = 0)`,
  owes: sql<SqlBool>`w.debt > 0`,
}

/** Adds the columns of a row. Sums are subqueries here, so they are computed only for the rows shown. */
const withColumns = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'd.user_id')
    .select(['d.id', 'd.slug', 'd.title', 'd.status', 'd.goal_amount', 'd.collect_donations', 'd.created_at'])
    .select(['u.id as owner_id', 'u.email', 'p.full_name', phoneInstead.as('phone')])
    .select([
      sql<boolean>`d.stopped_at is not null`.as('stopped'),
      sql<boolean>`w.frozen_at is not null`.as('frozen'),
      sql<boolean>`u.suspended_at is not null`.as('suspended'),
      sql<boolean>`u.deleted_at is not null`.as('gone'),
      sql<boolean>`w.debt > 0`.as('owes'),
      sql<number>`(select t.raised_amount from fund_drive_totals t where t.fund_drive_id = d.id)`.as('raised_amount'),
      sql<number>`(select t.donors from fund_drive_totals t where t.fund_drive_id = d.id)`.as('donors'),
      sql<number>`(select b.shown from drive_beside b where b.fund_drive_id = d.id)`.as('shown'),
      sql<number>`(select b.givers from drive_beside b where b.fund_drive_id = d.id)`.as('givers'),
      sql<number>`coalesce((select s.remaining_views from subscriptions s
        where s.fund_drive_id = d.id and s.status = 'active'), 0)`.as('views_left'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

/** Returns the total as the drive's page shows it, with what was recorded by hand. */
function givenTo(row: Row) {
  const { total, donors } = totalsOf(row, row.goal_amount)
  return { raised: total, donors }
}

const lineOf = (row: Row): DriveLine => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  status: row.status,
  owner: {
    id: row.owner_id,
    name: row.full_name,
    suspended: row.suspended,
    gone: row.gone,
    // A tombstone's address leads nowhere.
    email: row.gone ? '' : reachSeen(row),
  },
  stopped: row.stopped,
  frozen: row.frozen,
  owes: row.owes,
  ...givenTo(row),
  goal: row.collect_donations ? row.goal_amount : null,
  viewsLeft: row.views_left,
  created: row.created_at,
})

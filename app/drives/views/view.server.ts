import { isbot } from 'isbot'
import { sql } from 'kysely'
import { dayAt } from '#app/kit/time.ts'
import { type Db, inOneGo, plannedEachTime, type Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { isNear, shortAddress } from '#app/platform/http/network-address.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tellingAll } from '#app/platform/live/live.server.ts'
import { inBatchesAt, inBatchesOn, patient } from '#app/platform/postgres/batches.server.ts'
import { inPartsOf } from '#app/platform/postgres/parts.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { hasPaywall } from './credits.server.ts'
import { deviceTypeOf } from './report-view.ts'
import {
  type CountedView,
  countView,
  type FoundView,
  type Looking,
  levelReached,
  networkKey,
  ownStays,
  stayMinutes,
  type Tracked,
  type ViewSource,
} from './view.ts'

/** Counts a visitor's stay: one credit in thirty minutes, and never one that the drive does not have. */
export async function trackView(db: Db, driveId: string, looking: Looking): Promise<Tracked> {
  const seen = await lookTogether(db, { driveId, visitor: looking.visitor })
  if (!seen) return 'missing'
  const { ownerId, isStaying } = seen
  if (looking.isAdmin || looking.personId === ownerId || isCrawler(looking.userAgent)) return 'free'
  if (looking.isUnproven || !hasPaywall()) {
    await keepFreeLook(db, driveId, looking)
    return 'free'
  }
  // Most looks belong to a stay that goes on: they don't wait for credits.
  if (isStaying) return 'again'
  const taken = await takersOf(db)(driveId, { ownerId, looking })
  // The database has the newer choice.
  if (taken === 'free') await keepFreeLook(db, driveId, looking)
  return taken === 'blocked' && chosen('VIEW_LOCK') === 'stays_open' ? 'free' : taken
}

/** Reads all looks of this moment together, at any drive. */
const lookTogether = inBatchesOn((db: Db, all: Look[]) => look(db, all), patient)

/** Returns, for each drive, the batches of those who wait for its credits. */
function takersOf(db: Db) {
  const takers = opened.get(db) ?? newTakers(db)
  opened.set(db, takers)
  return takers
}
const opened = new WeakMap<Db, ReturnType<typeof newTakers>>()
const newTakers = (db: Db) =>
  inBatchesAt((driveId, all: { ownerId: string; looking: Looking }[]): Promise<Tracked[]> => {
    const looks = all.map(({ looking }) => looking)
    return inOneGo(db, (tx) => takeCredits(tx, driveId, all[0]!.ownerId, looks))
  }, patient)

type Look = { driveId: string; visitor: string }

/** Finds the owner of each drive, and whether the visitor's stay goes on; undefined for a drive that nobody can see. */
async function look(db: Db, all: Look[]): Promise<({ ownerId: string; isStaying: boolean } | undefined)[]> {
  const { rows } = await sql<{ nr: number; ownerId: string; isStaying: boolean }>`${plannedEachTime}
    select l.nr, d.user_id as "ownerId", stay.here is true as "isStaying"
    from unnest(${all.map(({ driveId }) => driveId)}::uuid[], ${all.map(({ visitor }) => visitor)}::text[])
      with ordinality l (drive, visitor, nr)
    join open_drives d on d.id = l.drive
    left join lateral (
      select true as here from fund_drive_views v
      where v.fund_drive_id = l.drive and v.visitor = l.visitor
        and v.viewed_at > now() - make_interval(mins => ${stayMinutes}) and ${inPartsOf(stayMinutes)}
      limit 1) stay on true`.execute(db)
  const found = new Map(rows.map((row) => [row.nr, row]))
  return all.map((_, at) => found.get(at + 1))
}

/** True while a visitor's stay that was counted goes on. */
export async function isStaying(db: Db, driveId: string, visitor: string): Promise<boolean> {
  const { rows } = await sql`${plannedEachTime}
    select from fund_drive_views v
    where fund_drive_id = ${driveId} and visitor = ${visitor}
      and viewed_at > now() - make_interval(mins => ${stayMinutes}) and ${inPartsOf(stayMinutes)}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the visitors whose stays go on at this drive, and until when by this process's monotonic clock. */
export async function staysOf(db: Db, driveId: string): Promise<Map<string, number>> {
  const asked = performance.now()
  const { rows } = await sql<{ visitor: string; left: number }>`${plannedEachTime}
    select visitor, extract(epoch from max(viewed_at) + make_interval(mins => ${stayMinutes}) - now())::float8 * 1000 as left
    from fund_drive_views v
    where fund_drive_id = ${driveId} and viewed_at > now() - make_interval(mins => ${stayMinutes})
      and ${inPartsOf(stayMinutes)}
    group by visitor`.execute(db)
  return new Map(rows.map(({ visitor, left }) => [visitor, asked + left]))
}

/**
 * How often one network may ask for views to be counted. A village may share one address, and those who come too many
 * at once ask again a little later; but nobody keeps the app busy by loading a page again and again.
 */
export const viewLimits = (address: string): Limit[] => [
  { often: true, name: 'view', key: address, times: 600, seconds: 60 },
]

// A program that a person points at our address on purpose is no crawler: what it asks to be counted is counted.
const tools = /^(curl|wget|httpie|python|node|undici|axios|got|deno|bun|go-http-client|okhttp|java|php|ruby|postman)/i

/** True for search engines, and for what fetches the preview of a shared link. */
export function isCrawler(userAgent: string): boolean {
  // A browser without a window runs the page like any other.
  return !tools.test(userAgent) && isbot(userAgent.replace(/headless/gi, ''))
}

const minutesOfDay = 24 * 60

/**
 * The most free looks of one network that are stored in a day: a person who makes them up fills no disk. Looks that our page
 * reports are more, as a village may share one address.
 */
const mostOfNetwork = { reported: 5000, unproven: 200 }

/**
 * Writes a look down that costs nothing, once in thirty minutes. It is nobody's stay: under a key of its own it neither
 * opens a page whose views are used up, nor keeps a later look of the same visitor from being counted.
 */
async function keepFreeLook(db: Db, driveId: string, looking: Looking): Promise<void> {
  const { visitor, address, deviceType, userAgent, location, isUnproven } = looking
  const most = mostOfNetwork[isUnproven ? 'unproven' : 'reported']
  const source = isUnproven ? null : (looking.source ?? null)
  const [key, network] = [`free ${visitor}`, shortAddress(address)]
  await sql`${plannedEachTime}
    insert into fund_drive_views (fund_drive_id, visitor, device_type, viewer_ip, location, source)
    select ${driveId}, ${key}, ${deviceType ?? deviceTypeOf(userAgent)}, ${network}, ${location || 'Unknown'}, ${source}::text
    where not exists (
      select from fund_drive_views v
      where v.fund_drive_id = ${driveId} and v.visitor = ${key}
        and v.viewed_at > now() - make_interval(mins => ${stayMinutes}) and ${inPartsOf(stayMinutes)})
    and ${most} > (
      select count(*) from (
        select from fund_drive_views v
        where v.fund_drive_id = ${driveId} and v.viewer_ip = ${network} and v.subscription_id is null
          and v.viewed_at > now() - interval '1 day' and ${inPartsOf(minutesOfDay)}
        limit ${most}) those)`.execute(db)
}

/**
 * Takes the credits of all who look at a drive in one moment, in one transaction: the drive's credits are locked once, and
 * what is left is given out in the order in which they came.
 */
export async function takeCredits(tx: Tx, driveId: string, ownerId: string, looks: Looking[]) {
  // A purchase may close the row while we wait for it: then the one that took its place is there on a second look.
  const credits = (await lockShortly(tx, driveId)) ?? (await lockShortly(tx, driveId))
  if (!credits) return looks.map(() => 'blocked' as const)
  if (credits.is_free) return looks.map(() => 'free' as const)
  const lookers = looks.map(({ visitor, address }) => ({ visitor, network: networkOf(address) }))
  const all = countView(lookers, await found(tx, driveId, lookers, credits.remaining_views))
  const counted = all.flatMap((one, nr) => (one.is === 'counted' ? [{ ...looks[nr]!, visitor: one.visitor }] : []))
  if (counted.length > 0) await keep(tx, { driveId, ownerId, credits }, counted)
  return all.map(({ is }: CountedView) => is)
}

/**
 * Locks the drive's credits as `lockCredits` does, on the terms of a view. Views are no money: a crash of the database
 * may lose their last second, so nobody waits for the disk; and nobody waits for long where a person holds the credits.
 * The operators' newest choice is read along: once visits are free, no process takes a credit.
 */
async function lockShortly(tx: Tx, driveId: string) {
  const { rows } = await sql<{ id: string; remaining_views: number; is_free: boolean }>`
    select s.id, s.remaining_views, (
      select o.value = 'off' from operator_choices o where o.name = 'VIEWS_PAYWALL' order by o.id desc limit 1) is true as is_free
    from (select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '3s', true)) terms,
      subscriptions s
    where s.fund_drive_id = ${driveId} and s.status = 'active'
    for no key update of s`.execute(tx)
  return rows[0]
}

/** Returns a visitor's network; none for an address near by, a proxy that hides who it was. */
const networkOf = (address: string) => (isNear(address) ? '' : shortAddress(address))

/**
 * Reads the stays that go on, and the networks' views. Read after the credits were locked, so that it holds all that
 * others have counted. Each is looked up for itself: neither a busy drive nor many at once make it read more than that.
 */
async function found(
  tx: Tx,
  driveId: string,
  lookers: { visitor: string; network: string }[],
  remaining: number,
): Promise<FoundView> {
  const networks = [...new Set(lookers.map(({ network }) => network))].filter(Boolean)
  const keys = [...new Set(lookers.map(({ visitor }) => visitor)), ...networks.map(networkKey)]
  const { rows } = await sql<{ key: string; views: number | null }>`${plannedEachTime}
    select k.key, null as views
    from unnest(${keys}::text[]) k (key), lateral (
      select from fund_drive_views v
      where v.fund_drive_id = ${driveId} and v.visitor = k.key
        and v.viewed_at > now() - make_interval(mins => ${stayMinutes}) and ${inPartsOf(stayMinutes)}
      limit 1) stay
    union all
    select n.network, day.views
    from unnest(${networks}::text[]) n (network), lateral (
      select count(*) as views from (
        select from fund_drive_views v
        where v.fund_drive_id = ${driveId} and v.viewer_ip = n.network and v.viewed_at > now() - interval '1 day'
          and v.subscription_id is not null and ${inPartsOf(minutesOfDay)}
        limit ${ownStays(remaining)}) those) day`.execute(tx)
  return {
    remaining,
    staying: new Set(rows.flatMap(({ key, views }) => (views === null ? [key] : []))),
    ofNetworks: new Map(rows.flatMap(({ key, views }) => (views === null ? [] : [[key, views]]))),
  }
}

type About = { driveId: string; ownerId: string; credits: { id: string; remaining_views: number } }

/**
 * Writes down what was counted, and has the owner told when few views or none are left. Notifies the owner's pages;
 * with the last credit, also open pages, which learn that the drive is shut.
 */
async function keep(tx: Tx, { driveId, ownerId, credits }: About, looks: Looking[]): Promise<void> {
  const isLast = looks.length === credits.remaining_views
  const topics = [`person:${ownerId}`, ...(isLast ? [`drive:${driveId}`] : [])]
  const { rows } = await sql<{ kept: number }>`
    with taken as (
      update subscriptions set
        remaining_views = remaining_views - ${looks.length}::int, used_views = used_views + ${looks.length}::int
      where id = ${credits.id}
      returning id
    ), kept as (
      insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, viewer_ip, location, source)
      select ${driveId}, taken.id, look.visitor, look.device, look.network, coalesce(look.place, 'Unknown'), look.source
      from taken, unnest(
        ${looks.map(({ visitor }) => visitor)}::text[],
        ${looks.map(({ deviceType, userAgent }) => deviceType ?? deviceTypeOf(userAgent))}::text[],
        ${looks.map(({ address }) => shortAddress(address))}::text[],
        ${looks.map(({ location }) => location || null)}::text[],
        ${looks.map(({ source }) => source ?? null)}::text[]
      ) with ordinality look (visitor, device, network, place, source, nr)
      order by look.nr
      returning 1
    )
    select (select count(*) from kept) as kept, (${tellingAll(topics)}) as told`.execute(tx)
  if (rows[0]?.kept !== looks.length) throw new Error('views were not kept as they were counted')
  const level = levelReached(credits.remaining_views, credits.remaining_views - looks.length)
  if (level && chosen('VIEW_LOCK') === 'closes')
    await enqueue(tx, 'mail-views-left', { driveId, level }, { key: `${credits.id} ${level}` })
}

// A drive's views, as the owner sees them.

/** How many views the drive has had: the credits used say so without counting rows, and those that cost nothing are few. */
export async function countViews(db: Db, driveId: string): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select (select coalesce(sum(used_views), 0) from subscriptions where fund_drive_id = ${driveId})
      + (select count(*) from fund_drive_views where fund_drive_id = ${driveId} and subscription_id is null)
      + (select coalesce(sum(views), 0)::bigint from views_gone where fund_drive_id = ${driveId} and subscription_id is null)
      + (select coalesce(sum(views), 0)::bigint from view_months where fund_drive_id = ${driveId} and subscription_id is null)
      as views`.execute(db)
  return rows[0]!.views
}

export type Charts = {
  /** Every day of the span, also those without a view. */
  days: { day: string; views: number }[]
  /** The 24 hours of Nairobi's day. */
  hours: number[]
  devices: { name: string; views: number }[]
  /** The ten most frequent places. */
  places: { name: string; views: number }[]
  /** The sources that visitors came from, as far as they are known. */
  sources: { name: ViewSource; views: number }[]
}

type Row = { day: string; what: 'hour' | 'device' | 'place' | 'source'; name: string; views: number }

/** Returns the views of the last so many days by day, hour, device and place, from sums that are kept as views come. */
export async function chartsOf(db: Db, driveId: string, { days = 30, now = new Date() } = {}): Promise<Charts> {
  const span = Array.from({ length: days }, (_, ago) => dayAt(new Date(now.getTime() - (days - 1 - ago) * 86_400_000)))
  const { rows } = await sql<Row>`
    select case when what = 'hour' then day end::text as day, what, name, sum(views)::bigint as views
    from view_sums where fund_drive_id = ${driveId} and day >= ${span[0]}::date
    group by 1, 2, 3 having sum(views) > 0 order by views desc, name`.execute(db)
  const byDay = new Map(span.map((day) => [day, 0]))
  const hours = Array<number>(24).fill(0)
  for (const { day, what, name, views } of rows) {
    if (what !== 'hour') continue
    byDay.set(day, (byDay.get(day) ?? 0) + views)
    hours[Number(name)]! += views
  }
  return {
    days: span.map((day) => ({ day, views: byDay.get(day) ?? 0 })),
    hours,
    devices: named(rows, 'device'),
    places: named(rows, 'place').slice(0, 10),
    sources: named(rows, 'source') as Charts['sources'],
  }
}

const named = (rows: Row[], by: Row['what']) =>
  rows.flatMap(({ what, name, views }) => (what === by ? [{ name, views }] : []))

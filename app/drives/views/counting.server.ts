import { sql } from 'kysely'
import { isNear, shortAddress } from '#app/kit/addresses.ts'
import { chosen } from '#app/platform/choices.server.ts'
import { plannedAnew, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tellingAll } from '#app/platform/live/live.server.ts'
import { type Counted, count, type Found, networkKey } from './counting.ts'
import { deviceTypeOf } from './device.ts'
import { type Looking, levelReached, ownStays, stayMinutes } from './view.ts'

/**
 * Takes the credits of all who look at a drive in one moment, in one transaction: the drive's credits are locked once, and
 * what is left is given out in the order in which they came.
 */
export async function takeCredits(tx: Tx, driveId: string, ownerId: string, looks: Looking[]) {
  // A purchase may close the row while we wait for it: then the one that took its place is there on a second look.
  const credits = (await lockShortly(tx, driveId)) ?? (await lockShortly(tx, driveId))
  if (!credits) return looks.map(() => 'blocked' as const)
  const lookers = looks.map(({ visitor, address }) => ({ visitor, network: networkOf(address) }))
  const all = count(lookers, await found(tx, driveId, lookers, credits.remaining_views))
  const counted = all.flatMap((one, nr) => (one.is === 'counted' ? [{ ...looks[nr]!, visitor: one.visitor }] : []))
  if (counted.length > 0) await keep(tx, { driveId, ownerId, credits }, counted)
  return all.map(({ is }: Counted) => is)
}

/**
 * Locks the drive's credits, see `lockCredits`, on the terms of a view. It is no money: a crash of the database may forget
 * the last second of them, so nobody waits for the disk; and nobody waits for long where a person holds the credits.
 */
async function lockShortly(tx: Tx, driveId: string) {
  const { rows } = await sql<{ id: string; remaining_views: number }>`
    select s.id, s.remaining_views
    from (select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '3s', true)) terms,
      subscriptions s
    where s.fund_drive_id = ${driveId} and s.status = 'active'
    for no key update of s`.execute(tx)
  return rows[0]
}

/** What comes from near by came through a proxy that hides who it was: no network of visitors. */
const networkOf = (address: string) => (isNear(address) ? '' : shortAddress(address))

/**
 * The stays that go on, and what the networks had. Asked after the credits were locked, so that it holds all that others
 * have counted. Each is looked up for itself: neither a busy drive nor many at once make it read more than that.
 */
async function found(
  tx: Tx,
  driveId: string,
  lookers: { visitor: string; network: string }[],
  remaining: number,
): Promise<Found> {
  const networks = [...new Set(lookers.map(({ network }) => network))].filter(Boolean)
  const keys = [...new Set(lookers.map(({ visitor }) => visitor)), ...networks.map(networkKey)]
  const { rows } = await sql<{ key: string; views: number | null }>`${plannedAnew}
    select k.key, null as views
    from unnest(${keys}::text[]) k (key), lateral (
      select from fund_drive_views v
      where v.fund_drive_id = ${driveId} and v.visitor = k.key
        and v.viewed_at > now() - make_interval(mins => ${stayMinutes})
      limit 1) stay
    union all
    select n.network, day.views
    from unnest(${networks}::text[]) n (network), lateral (
      select count(*) as views from (
        select from fund_drive_views v
        where v.fund_drive_id = ${driveId} and v.viewer_ip = n.network and v.viewed_at > now() - interval '1 day'
          and v.subscription_id is not null
        limit ${ownStays(remaining)}) those) day`.execute(tx)
  return {
    remaining,
    staying: new Set(rows.flatMap(({ key, views }) => (views === null ? [key] : []))),
    ofNetworks: new Map(rows.flatMap(({ key, views }) => (views === null ? [] : [[key, views]]))),
  }
}

type About = { driveId: string; ownerId: string; credits: { id: string; remaining_views: number } }

/**
 * Writes down what was counted, and has the owner told when few views or none are left. The owner's pages count along; with the last credit, pages that are open learn that the
 * drive is shut.
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

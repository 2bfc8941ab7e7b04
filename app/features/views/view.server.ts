import { sql } from 'kysely'
import { isNear, shortAddress } from '#app/kit/addresses.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/limits.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { isCrawler } from './crawler.server.ts'
import { lockCredits } from './credits.server.ts'
import { type DeviceType, deviceTypeOf, ownStays, stayMinutes } from './view.ts'

/** Who looks at a drive. */
export type Looking = {
  /** The key that stands for the visitor. */
  visitor: string
  address: string
  userAgent: string
  /** What the visitor's browser says of itself; else it is read from the user agent. */
  deviceType?: DeviceType | undefined
  location?: string | undefined
  /** The account they are signed in with. */
  personId?: string | null | undefined
  isAdmin?: boolean | undefined
}

/**
 * What became of a look: it cost a credit, belongs to a stay that is counted already, costs nothing (the owner, an
 * administrator, a crawler), found no credit left, or there is no such drive to look at.
 */
export type Tracked = 'counted' | 'again' | 'free' | 'blocked' | 'missing'

/** Counts a visitor's stay: one credit in thirty minutes, and never one that the drive does not have. */
export async function trackView(db: Db, driveId: string, looking: Looking): Promise<Tracked> {
  const drive = await db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', driveId)
    .where('d.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .select('d.user_id')
    .executeTakeFirst()
  if (!drive) return 'missing'
  if (looking.isAdmin || looking.personId === drive.user_id || isCrawler(looking.userAgent)) return 'free'
  // Most looks are of a stay that goes on: they wait for nobody.
  if (await isStaying(db, driveId, looking.visitor)) return 'again'
  return db.transaction().execute((tx) => takeCredit(tx, driveId, drive.user_id, looking))
}

/** True while a visitor's stay that was counted goes on. */
export async function isStaying(db: Db | Tx, driveId: string, visitor: string): Promise<boolean> {
  const row = await db
    .selectFrom('fund_drive_views')
    .where('fund_drive_id', '=', driveId)
    .where('visitor', '=', visitor)
    .where('viewed_at', '>', sql<Date>`now() - make_interval(mins => ${stayMinutes})`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * How often one network may ask for views to be counted. A village may share one address, and those who come too many
 * at once ask again a little later; but nobody keeps the house busy by loading a page again and again.
 */
export const viewLimits = (address: string): Limit[] => [{ name: 'view', key: address, times: 60, seconds: 60 }]

async function takeCredit(tx: Tx, driveId: string, ownerId: string, looking: Looking): Promise<Tracked> {
  // A view is no money: a crash of the database may forget the last second of them.
  await sql`set local synchronous_commit = off`.execute(tx)
  // A purchase may close the row while we wait for it: then the one that took its place is there on a second look.
  const credits = (await lockCredits(tx, driveId)) ?? (await lockCredits(tx, driveId))
  if (!credits) return 'blocked'
  if (await isStaying(tx, driveId, looking.visitor)) return 'again'
  if (credits.remaining_views <= 0) return 'blocked'
  const visitor = await countsFor(tx, driveId, looking, credits.remaining_views)
  if (visitor !== looking.visitor && (await isStaying(tx, driveId, visitor))) return 'again'
  await tx
    .updateTable('subscriptions')
    .set({ remaining_views: sql`remaining_views - 1`, used_views: sql`used_views + 1` })
    .where('id', '=', credits.id)
    .execute()
  await tx
    .insertInto('fund_drive_views')
    .values({
      fund_drive_id: driveId,
      subscription_id: credits.id,
      visitor,
      device_type: looking.deviceType ?? deviceTypeOf(looking.userAgent),
      viewer_ip: shortAddress(looking.address),
      ...(looking.location ? { location: looking.location } : {}),
    })
    .execute()
  // The owner's pages count along. With the last credit, pages that are open learn that the drive is shut.
  await tell(tx, `person:${ownerId}`)
  if (credits.remaining_views === 1) await tell(tx, `drive:${driveId}`)
  return 'counted'
}

/**
 * Whom a look is counted for: the visitor, or their whole network once that has used up its part of the credits. A
 * program that throws its cookie away, or calls itself another browser each time, is a new visitor each time; so it is
 * its network that keeps it from shutting a drive.
 */
async function countsFor(tx: Tx, driveId: string, { visitor, address }: Looking, remaining: number): Promise<string> {
  const network = shortAddress(address)
  // What comes from near by came through a proxy that hides who it was: no network of visitors.
  if (network === '' || isNear(address)) return visitor
  const full = await tx
    .selectFrom('fund_drive_views')
    .where('fund_drive_id', '=', driveId)
    .where('viewer_ip', '=', network)
    .where('viewed_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('viewed_at', 'desc')
    .offset(ownStays(remaining) - 1)
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return full ? `network ${network}` : visitor
}

import { sql } from 'kysely'
import { shortAddress } from '#app/kit/addresses.ts'
import type { Db } from '#app/platform/db.server.ts'
import { deviceTypeOf, type Looking, stayMinutes } from './view.ts'

/** So many of one network are written down in a day: the person who makes them up fills no disk. */
const mostOfNetwork = 200

/**
 * Writes a look down that costs nothing, once in thirty minutes. It is nobody's stay: under a key of its own it neither
 * opens a page whose views are used up, nor keeps a later look of the same visitor from being counted.
 */
export async function keepFreeLook(db: Db, driveId: string, looking: Looking): Promise<void> {
  const { visitor, address, deviceType, userAgent, location } = looking
  const [key, network] = [`free ${visitor}`, shortAddress(address)]
  await sql`
    insert into fund_drive_views (fund_drive_id, visitor, device_type, viewer_ip, location)
    select ${driveId}, ${key}, ${deviceType ?? deviceTypeOf(userAgent)}, ${network}, ${location || 'Unknown'}
    where not exists (
      select from fund_drive_views v
      where v.fund_drive_id = ${driveId} and v.visitor = ${key}
        and v.viewed_at > now() - make_interval(mins => ${stayMinutes}))
    and ${mostOfNetwork} > (
      select count(*) from (
        select from fund_drive_views v
        where v.fund_drive_id = ${driveId} and v.viewer_ip = ${network} and v.subscription_id is null
          and v.viewed_at > now() - interval '1 day'
        limit ${mostOfNetwork}) those)`.execute(db)
}

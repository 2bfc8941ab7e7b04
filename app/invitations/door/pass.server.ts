import { supporterAt } from '#app/invitations/guests/guest.server.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Db } from '#app/platform/db.server.ts'
import { signedPass, signingKey } from './keys.server.ts'

// The pass of a guest, for their own page and for paper.

export type GuestPass = {
  name: string
  code: string
  people: number
  text: string
  occasion: {
    name: string
    kind: OccasionKind
    startsAt: Date
    zone: string
    place: string
    landmark: string
    hosts: string
    cancelled: boolean
  }
}

/** Returns the pass for one occasion of the guest with this link. Undefined unless they said Yes. */
export async function passOf(db: Db, link: string, no: number, origin: string): Promise<GuestPass | undefined> {
  const supporter = isLink(link) ? await supporterAt(db, link) : undefined
  if (!supporter) return undefined
  const row = await db
    .selectFrom('invitations as i')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('i.supporter_id', '=', supporter.id)
    .where('o.no', '=', no)
    .where('i.state', '=', 'yes')
    .where('g.status', '<>', 'stopped')
    .where(hostIsHere)
    .select(['i.id', 'i.occasion_id as occasionId', 'i.code', 'i.adults', 'i.children', 'i.pass_version as version'])
    .select(['o.name', 'o.kind', 'o.starts_at as startsAt', 'o.zone', 'o.status', 'o.place', 'o.landmark', 'g.hosts'])
    .executeTakeFirst()
  if (!row) return undefined
  const people = (row.adults ?? 0) + (row.children ?? 0)
  const key = await signingKey(db, row.occasionId)
  const { version } = row
  const text = signedPass(key, origin, row.occasionId, { invitation: row.id, version, seats: people })
  const { kind, startsAt, zone, place, landmark, hosts } = row
  const occasion = {
    name: row.name,
    kind,
    startsAt,
    zone,
    place,
    landmark,
    hosts,
    cancelled: row.status === 'cancelled',
  }
  return { name: supporter.name, code: row.code, people, text, occasion }
}

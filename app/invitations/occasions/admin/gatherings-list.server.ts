import { type SqlBool, sql } from 'kysely'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { phoneShown } from '#app/kit/phone.ts'
import { phoneInstead, reachSeen } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import type { AdminGathering, GatheringLine, GuestReport } from './gathering-admin.ts'
import { gatheringsView } from './gatherings-list.tsx'

// All invitations, as administrators list them.

const sorts = { created: { by: sql`g.created_at`, kind: 'moment' } } satisfies Record<string, Sort>

export const gatheringsList = adminList({
  view: gatheringsView,
  noun: 'gathering',
  file: 'invitations',
  sorts,
  async read(db, { filter, list }, size) {
    const id = { column: sql`g.id`, kind: 'uuid' } as const
    const { rows, next } = await pageOfRows(withColumns(found(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(lineOf), next }
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

function found(db: Db, { search, status, reported }: Partial<FilterOf<typeof gatheringsView.fields>>) {
  let query = db.selectFrom('gatherings as g')
  if (search) {
    const like = containing(search)
    query = query.where(sql<SqlBool>`(g.title ilike ${like} or g.hosts ilike ${like} or g.slug ilike ${like}
      or g.user_id in (select id from users where email ilike ${like}))`)
  }
  if (status) query = query.where('g.status', '=', status)
  return reported ? query.where(sql<SqlBool>`${openReports} > 0`) : query
}

const toAllow = sql<number>`(select count(*) from guest_reports r where r.gathering_id = g.id and r.looked_at is null)`
const openReports = sql<number>`(${toAllow} + (select count(distinct j.photo_id) from photo_objections j
  where j.gathering_id = g.id and j.looked_at is null and j.gone_at is null))`
const guests = sql<number>`(select count(*) from supporters s where s.gathering_id = g.id and s.merged_into is null)`

const withColumns = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'g.user_id')
    .select(['g.id', 'g.slug', 'g.title', 'g.hosts', 'g.status', 'g.created_at as created'])
    .select(['u.id as owner_id', 'u.email', 'p.full_name', phoneInstead.as('phone')])
    .select([
      sql<boolean>`u.deleted_at is not null`.as('gone'),
      sql<Date | null>`(select max(o.starts_at) from occasions o where o.gathering_id = g.id)`.as('day'),
      guests.as('guests'),
      openReports.as('reports'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

const lineOf = ({ owner_id: id, email, full_name: name, phone, gone, ...line }: Row): GatheringLine => ({
  ...line,
  // A deleted account's address leads nowhere.
  owner: { id, name, gone, email: gone ? '' : reachSeen({ email, phone }) },
})

/** Reads one invitation of any owner; undefined if there is none. */
export async function gatheringSeen(db: Db, slug: string): Promise<AdminGathering | undefined> {
  if (!isSlug(slug)) return undefined
  const row = await withColumns(found(db, {}))
    .leftJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('g.slug', '=', slug)
    .select(['g.stopped_why as stoppedWhy', 'd.slug as driveSlug', 'd.title as driveTitle'])
    .select([
      sql<boolean>`messages_paused(g.id)`.as('paused'),
      toAllow.as('toAllow'),
      sql<number>`(select count(*) from supporters s where s.gathering_id = g.id and s.sent_at is not null)`.as('sent'),
      sql<number>`(select count(distinct i.supporter_id) from invitations i join occasions o on o.id = i.occasion_id
        where o.gathering_id = g.id and i.answered_at is not null)`.as('answered'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { stoppedWhy, driveSlug, driveTitle, paused, toAllow: reported, sent, answered, ...line } = row
  const drive = driveSlug && driveTitle ? { slug: driveSlug, title: driveTitle } : null
  const [reports, photos] = await Promise.all([reportsOf(db, row.id), objectionsOf(db, row.id)])
  const seen = [...reports, ...photos].sort((one, other) => other.at.getTime() - one.at.getTime())
  return { ...lineOf(line), stoppedWhy, drive, paused, toAllow: reported, sent, answered, seen }
}

/** Reads the newest reports of guests. Their numbers are masked, as everywhere in the admin pages. */
async function reportsOf(db: Db, gatheringId: string): Promise<GuestReport[]> {
  const rows = await db
    .selectFrom('guest_reports as r')
    .leftJoin('supporters as s', 's.id', 'r.supporter_id')
    .where('r.gathering_id', '=', gatheringId)
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .select(['r.id', 'r.reason', 'r.words', 'r.at', 'r.looked_at as lookedAt', 's.name as guest', 's.phone'])
    .limit(100)
    .execute()
  return rows.map(({ phone, ...row }) => ({ ...row, phone: phone && phoneShown(phone), ...noPhoto }))
}
const noPhoto = { photo: null, keptAt: null, goneAt: null }

/** Reads the newest photos that guests want taken down. */
async function objectionsOf(db: Db, gatheringId: string): Promise<GuestReport[]> {
  const rows = await db
    .selectFrom('photo_objections as j')
    .leftJoin('supporters as s', 's.id', 'j.supporter_id')
    .leftJoin('post_photos as o', 'o.id', 'j.photo_id')
    .where('j.gathering_id', '=', gatheringId)
    .orderBy('j.at', 'desc')
    .orderBy('j.id', 'desc')
    .select(['j.id', 'j.words', 'j.at', 'j.looked_at as lookedAt', 'j.kept_at as keptAt', 'j.gone_at as goneAt'])
    .select(['s.name as guest', 's.phone', 'o.id as photoId', 'o.image_url as url', 'o.alt', 'o.width', 'o.height'])
    .select('o.colour')
    .limit(100)
    .execute()
  return rows.map(({ phone, photoId, url, alt, width, height, colour, ...row }) => ({
    ...row,
    reason: 'photo',
    phone: phone && phoneShown(phone),
    photo: photoId && url ? { id: photoId, url, alt: alt ?? '', width, height, colour } : null,
  }))
}

/** The open tasks: reports of guests, and photos that guests want taken down. */
const open = sql`(select gathering_id, at from guest_reports where looked_at is null
  union all select gathering_id, at from photo_objections where looked_at is null and gone_at is null)`

/** Invitations that guests reported. */
export const waitingInvitations: TasksWaiting = {
  from: sql`(select distinct gathering_id from ${open} r) reported`,
  oldest: sql`select g.slug as id, min(r.at) as at, g.title
    from ${open} r join gatherings g on g.id = r.gathering_id group by g.id order by min(r.at), g.id`,
}

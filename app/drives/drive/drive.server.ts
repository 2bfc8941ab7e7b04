import { type SqlBool, sql } from 'kysely'
import { pictureOf } from '#app/base/pictures/picture.server.ts'
import { hasPaywall } from '#app/drives/views/credits.server.ts'
import { isStaying } from '#app/drives/views/view.server.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Db } from '#app/platform/db.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import type { ShownCategory, Status } from './drive.ts'
import { type PublicFigures, type Summed, summed, totalsOf } from './figures.ts'
import { managedBy, mayManage } from './manage.server.ts'
import { ownCategory, shownCategory } from './own-categories.server.ts'
import { isSlug } from './slug.ts'

/** A drive as its pages show it. Amounts are cents; days are days of Nairobi's calendar. */
type Drive = {
  id: string
  slug: string
  /** The name in its short link, shared in place of the slug: /h/name. */
  shortName: string | null
  title: string
  description: string | null
  slogan: string
  category: ShownCategory
  location: string
  /** The drive's picture: the image that its owner chose, else the first of its gallery. */
  image: string | null
  ownImage: string | null
  /** The image with what is known of it; one from elsewhere has no size and no colour. */
  picture: PictureFile | null
  status: Status
  collects: boolean
  goal: number
  raised: number
  /** Gifts written down that did not pass through us, in all and as visitors see them; and what is still promised. */
  recorded: number
  recordedShown: number
  pledged: number
  /** The drive's total as visitors see it, the number of givers, and the percentage of the goal. */
  total: number
  donors: number
  percent: number
  endDate: string | null
  /** Since when visitors can see it, a draft since it was begun; its owner's address was confirmed by then. */
  publishedAt: Date
  /** The owner's contact that was confirmed by then. */
  publishedWith: 'email' | 'phone'
  /** True if it was never open to visitors. */
  draft: boolean
  createdAt: Date
  ownerName: string
  /** The organiser's face, if they have given one. */
  ownerFace: string | null
  /** True while everything is given back: it takes no gift. */
  givesBack: boolean
  /** Why an administrator has paused it; null while nobody has. */
  stopped: string | null
}

/** Why visitors don't see a drive: its owner wanted it so, its views are used up, or we have shut it or its owner out. */
export type Because = 'draft' | 'paused' | 'completed' | 'no-views' | 'stopped' | 'suspended'

/** Fields for the drive's own pages only: its owner, whether the asker manages it, its versions, whether money forbids deleting it. */
export type OwnDrive = Drive & {
  ownerId: string
  managed: boolean
  version: number
  descriptionVersion: number
  hadMoney: boolean
}

/** The drive under this slug if this person manages it; any other is missing. */
export const ownDrive = (db: Db, ownerId: string, slug: string): Promise<OwnDrive | undefined> =>
  driveToRead(db, { id: ownerId, isAdmin: false }, slug)

/** Finds the drive under this slug for those who may read its own pages: its managers, and administrators, who change nothing. */
export async function driveToRead(
  db: Db,
  who: { id: string; isAdmin: boolean },
  slug: string,
): Promise<OwnDrive | undefined> {
  if (!isSlug(slug)) return undefined
  const [row] = await toRead(db, { slug, person: who.id })
  if (!row || !(row.managed || who.isAdmin)) return undefined
  const { user_id: ownerId, version, description_version: descriptionVersion, had_money: hadMoney } = row
  return {
    ...driveOf(row),
    ownerId,
    managed: Boolean(row.managed),
    version,
    descriptionVersion,
    hadMoney: hadMoney ?? false,
  }
}

const toRead = builtOnce((db, { slug, person }: { slug: string; person: string }) =>
  drives(db)
    .select(['d.user_id', managedBy('d.id', person, 'read').as('managed')])
    .where('d.slug', '=', slug),
)

export type PublicDrive =
  | { is: 'open'; drive: Drive; own: boolean; figures: PublicFigures }
  /** Completed: everybody may read it, nobody can do anything there. */
  | { is: 'ended'; drive: Drive; own: boolean; figures: PublicFigures }
  /** Its owner, or an administrator, looks at what nobody else can see. */
  | { is: 'preview'; drive: Drive; own: boolean; because: Because; figures: PublicFigures }
  /** Its views are used up: what is needed to give is there, its content is not to be shown. */
  | { is: 'restricted'; limited: Omit<Drive, 'description'> }
  /** Visitors are told of a drive that its owner has paused; of one that we have shut they learn nothing. */
  | { is: 'missing'; paused: PausedDrive | null }

type PausedDrive = { title: string; total: number; since: Date }

/** The asker: an account, if they are signed in, and their key as a visitor. */
export type DriveViewer = { personId: string | null; visitor: string; isAdmin?: boolean }

/** Returns what the asker may see of a drive. A visitor whose stay is counted keeps seeing it when the credits run out. */
export async function publicDrive(db: Db, slug: string, who: DriveViewer): Promise<PublicDrive> {
  const missing = { is: 'missing', paused: null } as const
  if (!isSlug(slug)) return missing
  const { personId: person } = who
  const [row] = await (person === null ? forStranger(db, { slug }) : forPerson(db, { slug, person }))
  if (!row) return missing
  const own = Boolean(row.own)
  const whole = driveOf(row)
  // No answer to a visitor contains what is hidden.
  const drive = own || who.isAdmin ? whole : { ...whole, recorded: whole.recordedShown }
  const seen = { drive, own, figures: figuresOf(row) }
  const preview = (because: Because) => ({ is: 'preview', ...seen, because }) as const
  const mayPreview = own || who.isAdmin
  const shut =
    drive.stopped === null ? (row.suspended_at ? 'suspended' : drive.draft ? 'draft' : drive.status) : 'stopped'
  if (shut !== 'active' && mayPreview) return preview(shut)
  if (shut === 'completed') return { is: 'ended', ...seen }
  // A draft was never there for visitors, so nothing of it is told.
  if (shut !== 'active') return { ...missing, paused: shut === 'paused' ? pausedOf(row, drive) : null }
  const isLocked = hasPaywall() && chosen('VIEW_LOCK') === 'closes'
  if ((row.remaining_views ?? 0) > 0 || !isLocked) return { is: 'open', ...seen }
  if (mayPreview) return preview('no-views')
  if (await isStaying(db, drive.id, who.visitor)) return { is: 'open', ...seen }
  const { description: _locked, ...limited } = drive
  return { is: 'restricted', limited }
}

const pausedOf = (row: { paused_at: Date | null }, { title, total }: Drive): PausedDrive => ({
  title,
  total,
  since: row.paused_at ?? new Date(),
})

/** A person who knows a drive that can be seen may know that it changed. What changed, its pages tell to those who may see it. */
export async function mayWatch(db: Db, id: string, who: Omit<DriveViewer, 'visitor'>): Promise<boolean> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return false
  const [row] = await byId(db, { id })
  if (!row) return false
  if ((row.status !== 'paused' && !row.suspended_at) || who.isAdmin) return true
  return who.personId !== null && mayManage(db, who.personId, id, 'read')
}

const forStranger = builtOnce((db, { slug }: { slug: string }) => withCredits(db, null).where('d.slug', '=', slug))
const forPerson = builtOnce((db, { slug, person }: { slug: string; person: string }) =>
  withCredits(db, person).where('d.slug', '=', slug),
)
const byId = builtOnce((db, { id }: { id: string }) => withCredits(db, null).where('d.id', '=', id))

/** Adds the credits, and whether the asker manages the drive; for strangers, the most common case, that is not queried. */
const withCredits = (db: Db, person: string | null) =>
  drives(db)
    .leftJoin('subscriptions as s', (join) => join.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .where('u.deleted_at', 'is', null)
    .leftJoin('comment_counts as c', 'c.fund_drive_id', 'd.id')
    .select(['s.remaining_views', 'u.suspended_at', 'c.shown as comments', 'c.newest as newest_comment'])
    .select(changedAt.as('changed'))
    .select((person ? managedBy('d.id', person, 'read') : sql<SqlBool>`false`).as('own'))

const drives = (db: Db) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'd.user_id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .leftJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .leftJoin('pictures as pic', 'pic.url', 'face.url')
    .select([
      'd.id',
      'd.slug',
      'd.short_name',
      'd.title',
      'd.description',
      'd.campaign_slogan',
      'd.category',
      'd.location',
    ])
    .select([
      'face.url as face',
      'd.image_url',
      'd.status',
      'd.collect_donations',
      'd.goal_amount',
      'd.published_at',
      'd.created_at',
    ])
    .select(['d.paused_at', 'd.stopped_at', 'd.stopped_why', 'd.published_with', 'b.recorded', 'b.pledged', ...summed])
    .select(ownCategory.as('own_category'))
    .select(['d.version', 'd.description_version', 't.had_money', 'p.full_name', 'p.avatar_url', 'd.giving_back'])
    .select(['pic.width', 'pic.height', 'pic.colour', 'pic.focus_x', 'pic.focus_y'])
    // Read as text: a day has no time zone, and the database's driver would give it one.
    .select(sql<string | null>`d.end_date::text`.as('end_date'))

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof drives>['executeTakeFirst']>>>

const driveOf = (row: Row): Drive => ({
  id: row.id,
  slug: row.slug,
  shortName: row.short_name,
  title: row.title,
  description: row.description,
  slogan: row.campaign_slogan,
  category: shownCategory(row),
  location: row.location,
  image: row.face,
  ownImage: row.image_url,
  picture: pictureOf(row.face, row),
  status: row.status,
  collects: row.collect_donations,
  goal: row.goal_amount,
  ...totalsOf(row, row.goal_amount),
  recorded: row.recorded ?? 0,
  recordedShown: row.shown ?? 0,
  pledged: row.pledged ?? 0,
  endDate: row.end_date,
  publishedAt: row.published_at ?? row.created_at,
  publishedWith: row.published_with === 'phone' ? 'phone' : 'email',
  draft: row.published_at === null,
  createdAt: row.created_at,
  ownerName: row.full_name,
  ownerFace: row.avatar_url,
  givesBack: row.giving_back,
  stopped: row.stopped_at && row.stopped_why,
})

/** A drive as a public page has it. */
export type ShownDrive = Omit<Extract<PublicDrive, { is: 'open' }>['drive'], 'description'>

/**
 * Returns the figures that change on an open public page, for all listeners: computed once per tick. Undefined when not
 * everybody may see the drive: then a listening page learns only that something changed, and asks what it may show.
 */
export async function publicFigures(db: Db, driveId: string): Promise<PublicFigures | undefined> {
  const [row] = await figures(db, { driveId })
  return row?.open || (row && !hasPaywall()) ? figuresOf(row) : undefined
}

type Counted = Summed & {
  pledged: number | null
  comments: number | null
  newest_comment: number | null
  changed: string
}

/** Builds the figures as a page's loader has them. */
function figuresOf(row: Counted): PublicFigures {
  const { raised, recorded, donors } = totalsOf(row, 0)
  return {
    raised,
    recorded,
    pledged: row.pledged ?? 0,
    donors,
    comments: row.comments ?? 0,
    newestComment: row.newest_comment ?? 0,
    // A page that is not hydrated yet can't draw amounts beside the books: they make it another version.
    version: row.pledged || row.shown ? `${row.changed} ${row.shown} ${row.pledged}` : row.changed,
  }
}

/** When the drive itself was last changed, as text in full precision. */
const changedAt = sql<string>`extract(epoch from d.updated_at)::text`

const figures = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('open_drives as o')
    .innerJoin('fund_drives as d', 'd.id', 'o.id')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .leftJoin('comment_counts as c', 'c.fund_drive_id', 'd.id')
    .leftJoin('subscriptions as s', (join) => join.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .where('d.id', '=', driveId)
    .select(['c.shown as comments', 'c.newest as newest_comment', changedAt.as('changed')])
    .select(['b.pledged', ...summed])
    .select(sql<boolean>`s.remaining_views > 0`.as('open')),
)

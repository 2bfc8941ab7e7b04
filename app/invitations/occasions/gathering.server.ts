import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { refuseForeignPicture } from '#app/base/pictures/picture.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import { tellAllGuests } from '#app/invitations/guests/kept-guest.server.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Right } from '#app/kit/rights.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { refuseOneMoreOpen } from './make-gathering.server.ts'
import { type Newcomers, occasionNameOf, occasionTexts, type Sign, type Style } from './occasion.ts'
import type { settingsForm } from './occasion-forms.ts'

// A host's actions on a gathering as a whole. A gathering that a person may not change is missing for them.

/** The gathering, and the person who asks. */
export type Hosting = { personId: string; slug: string }

const mayHost = (person: string) => sql<SqlBool>`may_host(g.id, ${person})`
/** Without a drive, the host may do everything; with one, its rights decide. The gathering's own helpers have their role's rights. */
const mayThere = (person: string, right: Right) => sql<SqlBool>`may_there(g.id, ${person}, ${right})`

/** A gathering as its host's pages show it. */
export type HostedGathering = {
  id: string
  slug: string
  title: string
  hosts: string
  words: string
  style: Style
  /** The first line of the card; empty: the words for the kind of occasion. */
  opening: string
  sign: Sign
  image: string | null
  /** The number by which guests may reach the hosts; null if they gave none. */
  contact: string | null
  language: Language
  status: 'open' | 'closed' | 'stopped'
  newcomers: Newcomers
  version: number
  ownerName: string
  /** `opens`: the reader may open the drive's own pages; a helper of the gathering alone may not. */
  drive: { slug: string; title: string; opens: boolean } | null
  /** False for an administrator, who only reads. */
  managed: boolean
  /** False for a secretary: only people who may see the drive's donors see what each guest gave or promised. */
  seesGifts: boolean
  /** True if the reader may close and delete the gathering, and choose its drive. */
  runs: boolean
}

/** Reads the gathering under this slug for its managers and for administrators; undefined for others. */
export async function gatheringToRead(
  db: Db,
  who: { id: string; isAdmin: boolean },
  slug: string,
): Promise<HostedGathering | undefined> {
  if (!isSlug(slug)) return undefined
  const row = await db
    .selectFrom('gatherings as g')
    .innerJoin('profiles as p', 'p.user_id', 'g.user_id')
    .leftJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('g.slug', '=', slug)
    .select(['g.id', 'g.slug', 'g.title', 'g.hosts', 'g.words', 'g.style', 'g.language', 'g.status', 'g.version'])
    .select([
      'g.newcomers',
      'g.opening',
      'g.sign',
      'g.contact',
      'g.image_url as image',
      'p.full_name as ownerName',
      'd.slug as driveSlug',
      'd.title as driveTitle',
      mayHost(who.id).as('managed'),
      mayThere(who.id, 'givers').as('seesGifts'),
      mayThere(who.id, 'run').as('runs'),
      sql<boolean | null>`may(d.id, ${who.id}, 'read')`.as('opens'),
    ])
    .executeTakeFirst()
  if (!row || !(row.managed || who.isAdmin)) return undefined
  const { driveSlug, driveTitle, language, managed, seesGifts, runs, opens, ...rest } = row
  const drive = driveSlug && driveTitle ? { slug: driveSlug, title: driveTitle, opens: opens || !managed } : null
  const may = { managed: Boolean(managed), seesGifts: Boolean(seesGifts || !managed), runs: Boolean(runs) }
  return { ...rest, ...may, language: knownLanguage(language), drive }
}

/** Reads a gathering that the admins stopped, for its hosts; undefined for others, and if it is not stopped. */
export const stoppedOf = async (db: Db, personId: string, slug: string): Promise<StoppedGathering | undefined> =>
  isSlug(slug)
    ? db
        .selectFrom('gatherings as g')
        .where('g.slug', '=', slug)
        .where('g.status', '=', 'stopped')
        .where(sql<SqlBool>`is_host(g.id, ${personId})`)
        .select(['g.title', sql<string>`g.stopped_why`.as('why')])
        .executeTakeFirst()
    : undefined
export type StoppedGathering = { title: string; why: string }

/** True for people who may be notified of changes in a gathering. */
export async function mayWatchGathering(db: Db, id: string, who: { id: string; isAdmin: boolean }): Promise<boolean> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return false
  const { rows } = await sql<{ may: boolean }>`select may_host(${id}, ${who.id}) as may`.execute(db)
  return rows[0]!.may || who.isAdmin
}

/** Reads the gatherings that a person made, newest first, including those that the admins stopped: their page says why. */
export const gatheringsOf = (db: Db, person: string) =>
  db
    .selectFrom('gatherings as g')
    .where('g.user_id', '=', person)
    .orderBy('g.created_at', 'desc')
    .select(['g.slug', 'g.title', 'g.status', 'g.fund_drive_id as driveId'])
    .limit(50)
    .execute()

/** Finds the slug of a drive's gathering, if it has one. */
export const gatheringOfDrive = async (db: Db, driveId: string): Promise<string | undefined> =>
  (await db.selectFrom('gatherings').where('fund_drive_id', '=', driveId).select('slug').executeTakeFirst())?.slug

type Changed = { id: string; slug: string; title: string; version: number; status: string; image: string | null }

/** Runs a change of a gathering by its host. The lock on its row closes the race of two saves made from the same version. */
export const changingGathering = <Done>(
  db: Db,
  { personId, slug }: Hosting,
  change: (tx: Tx, gathering: Changed) => Promise<Done>,
): Promise<Done> =>
  inOneGo(db, async (tx) => {
    const gathering = isSlug(slug)
      ? await tx
          .selectFrom('gatherings as g')
          .where('g.slug', '=', slug)
          .where(mayHost(personId))
          .select(['g.id', 'g.slug', 'g.version', 'g.status', 'g.title', 'g.image_url as image'])
          .forNoKeyUpdate()
          .executeTakeFirst()
      : undefined
    if (!gathering) throw new Refusal(occasionTexts.missing, { status: 404 })
    const done = await change(tx, gathering)
    await tell(tx, `gathering:${gathering.id}`)
    await tellAllGuests(tx, gathering.id)
    return done
  })

/**
 * Saves title, words, style and photo, or refuses when another window saved others meanwhile. Returns the photo that is
 * no longer shown.
 */
export const saveSettings = (db: Db, mine: Hosting, { version, image, ...asked }: z.output<typeof settingsForm>) =>
  changingGathering(db, mine, async (tx, gathering) => {
    if (gathering.version !== version) throw new Refusal(occasionTexts.stale)
    if (image !== gathering.image) await refuseForeignPicture(tx, mine.personId, image)
    await tx
      .updateTable('gatherings')
      .set({ ...asked, image_url: image, version: version + 1 })
      .where('id', '=', gathering.id)
      .execute()
    await renameOccasions(tx, gathering, asked.title)
    return { version: version + 1, replaced: image === gathering.image ? null : gathering.image }
  })

/** Refuses a change by a person who does not run the gathering: for a helper who looks after guests it is missing. */
export async function refuseUnlessRuns(tx: Tx, personId: string, id: string): Promise<void> {
  const ours = await tx
    .selectFrom('gatherings as g')
    .where('g.id', '=', id)
    .where(mayThere(personId, 'run'))
    .select('g.id')
    .executeTakeFirst()
  if (!ours) throw new Refusal(occasionTexts.missing, { status: 404 })
}

/** Renames the occasions that have the invitation's title as their name. */
const renameOccasions = (tx: Tx, { id, title }: Changed, to: string) =>
  title === to
    ? undefined
    : tx
        .updateTable('occasions')
        .set({ name: occasionNameOf(to), version: sql`version + 1` })
        .where('gathering_id', '=', id)
        .where('name', '=', occasionNameOf(title))
        .execute()

/** Opens or closes a gathering. A closed one keeps its pages and takes no answers. */
export const setGatheringStatus = (db: Db, mine: Hosting, status: 'open' | 'closed') =>
  changingGathering(db, mine, async (tx, { id, status: before }) => {
    await refuseUnlessRuns(tx, mine.personId, id)
    if (status === 'open' && before !== 'open') await refuseOneMoreOpen(tx, id)
    await tx.updateTable('gatherings').set({ status }).where('id', '=', id).execute()
    if (status === 'closed') return
    // Seats freed while the gathering was closed were offered to nobody.
    const all = await tx.selectFrom('occasions').where('gathering_id', '=', id).select('id').execute()
    for (const { id: occasionId } of all) await enqueue(tx, 'offer-seats', { occasionId }, { key: occasionId })
  })

/** Sets the open link's treatment of people who are not on the list yet. Guests on the list answer by their own links. */
export const setNewcomers = (db: Db, mine: Hosting, newcomers: Newcomers) =>
  changingGathering(db, mine, (tx, { id }) =>
    tx.updateTable('gatherings').set({ newcomers }).where('id', '=', id).execute(),
  )

/** Sets the number by which guests may reach the hosts, or removes it. */
export const setContact = (db: Db, mine: Hosting, contact: string | null) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await tx.updateTable('gatherings').set({ contact }).where('id', '=', id).execute()
  })

/** Ties the gathering to a drive that this person runs, or to none. Only a person who runs its drive may take it away. */
export const setDrive = (db: Db, mine: Hosting, driveSlug: string) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await refuseUnlessRuns(tx, mine.personId, id)
    const drive = driveSlug
      ? await tx.selectFrom('fund_drives').where('slug', '=', driveSlug).select('id').executeTakeFirst()
      : null
    if (drive === undefined || (drive && !(await mayManage(tx, mine.personId, drive.id, 'run'))))
      throw new Refusal(occasionTexts.driveMissing, { status: 422, field: 'drive' })
    const other =
      drive && (await tx.selectFrom('gatherings').where('fund_drive_id', '=', drive.id).select('id').executeTakeFirst())
    if (other && other.id !== id) throw new Refusal(occasionTexts.driveHasOne, { status: 422, field: 'drive' })
    await tx
      .updateTable('gatherings')
      .set({ fund_drive_id: drive?.id ?? null })
      .where('id', '=', id)
      .execute()
  })

/**
 * Deletes a gathering that no guest knows of yet, with all its contents. The record of what was sent stays for its
 * host's limits, and the reports of guests stay for the admins.
 */
export const deleteGathering = (db: Db, mine: Hosting) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await refuseUnlessRuns(tx, mine.personId, id)
    if (await isUsed(tx, id)) throw new Refusal(occasionTexts.used)
    await tx.deleteFrom('gatherings').where('id', '=', id).execute()
    await tell(tx, `person:${mine.personId}`)
  })

// The queries of a gathering's settings page.

/** Reads the drives that a person may tie a gathering to: their own drives without one. */
export const drivesToTie = (db: Db, person: string) =>
  db
    .selectFrom('fund_drives as d')
    .where('d.user_id', '=', person)
    .where(sql<SqlBool>`not exists (select from gatherings g where g.fund_drive_id = d.id)`)
    .orderBy('d.created_at', 'desc')
    .select(['d.slug', 'd.title'])
    .limit(100)
    .execute()

/** True if guests were written to, have answered or have reported it: the gathering can then not be deleted. */
export async function isUsed(db: Db | Tx, gatheringId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from answers a join invitations i on i.id = a.invitation_id
      join occasions o on o.id = i.occasion_id where o.gathering_id = ${gatheringId} and a.by = 'guest')
    or exists (select from messages m where m.gathering_id = ${gatheringId})
    or exists (select from supporters s where s.gathering_id = ${gatheringId}
      and (s.texted_at is not null or s.sent_at is not null))
    or exists (select from guest_reports r where r.gathering_id = ${gatheringId})
    or exists (select from photo_objections p where p.gathering_id = ${gatheringId}) as used`.execute(db)
  return rows[0]!.used
}

import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { refuseForeignPicture } from '#app/base/pictures/picture.server.ts'
import { mayManage } from '#app/drives/drive/rights.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Right } from '#app/kit/rights.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { isUsed } from './gatherings-of.server.ts'
import { refuseOneMoreOpen } from './make-gathering.server.ts'
import { type Newcomers, occasionNameOf, occasionTexts, type Sign, type Style } from './occasion.ts'
import type { settingsForm } from './occasion-forms.ts'

// What a host does to a gathering as a whole. One that a person may not change is missing for them.

/** Which gathering, and the person who asks. */
export type Hosting = { personId: string; slug: string }

const mayHost = (person: string) => sql<SqlBool>`may_host(g.id, ${person})`
/** The host of a gathering alone may do all; beside a drive, the rights there decide. Its own helpers have the rights of their role. */
const mayThere = (person: string, right: Right) => sql<SqlBool>`may_there(g.id, ${person}, ${right})`

/** A gathering as its host's pages show it. */
export type HostedGathering = {
  id: string
  slug: string
  title: string
  hosts: string
  words: string
  style: Style
  /** What the card begins with; empty: the words for the kind of occasion. */
  opening: string
  sign: Sign
  image: string | null
  /** The number by which guests may reach the hosts; null where they gave none. */
  contact: string | null
  language: Language
  status: 'open' | 'closed' | 'stopped'
  newcomers: Newcomers
  version: number
  ownerName: string
  /** `opens`: whether they find the drive's own pages; a helper of the gathering alone does not. */
  drive: { slug: string; title: string; opens: boolean } | null
  /** False for an administrator, who reads and changes nothing. */
  managed: boolean
  /** False for a secretary: what each guest gave or promised is for those who may see who gave to the drive. */
  seesGifts: boolean
  /** Whether they may close and delete it, and say which drive it is beside. */
  runs: boolean
}

/** The gathering under this slug for those who may read its host's pages: who manages it, and administrators. */
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

/** What the back office stopped, as its hosts are told; undefined for all others, and where nothing is stopped. */
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

/** True for those who may know that something changed in a gathering. */
export async function mayWatchGathering(db: Db, id: string, who: { id: string; isAdmin: boolean }): Promise<boolean> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return false
  const { rows } = await sql<{ may: boolean }>`select may_host(${id}, ${who.id}) as may`.execute(db)
  return rows[0]!.may || who.isAdmin
}

/** The gatherings that a person made, newest first. What the back office stopped is among them: its page says why. */
export const gatheringsOf = (db: Db, person: string) =>
  db
    .selectFrom('gatherings as g')
    .where('g.user_id', '=', person)
    .orderBy('g.created_at', 'desc')
    .select(['g.slug', 'g.title', 'g.status', 'g.fund_drive_id as driveId'])
    .limit(50)
    .execute()

/** The slug of a drive's gathering, where it has one. */
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
    return done
  })

/**
 * Saves title, words, style and photo, or refuses when another window saved others meanwhile. Gives the photo that is no
 * longer shown.
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

/** Ends a change that is for those alone who run it: a helper who looks after guests finds nothing to change there. */
export async function refuseUnlessRuns(tx: Tx, personId: string, id: string): Promise<void> {
  const ours = await tx
    .selectFrom('gatherings as g')
    .where('g.id', '=', id)
    .where(mayThere(personId, 'run'))
    .select('g.id')
    .executeTakeFirst()
  if (!ours) throw new Refusal(occasionTexts.missing, { status: 404 })
}

/** An occasion that is called as the invitation is has one name with it: a new title is its new name. */
const renameOccasions = (tx: Tx, { id, title }: Changed, to: string) =>
  title === to
    ? undefined
    : tx
        .updateTable('occasions')
        .set({ name: occasionNameOf(to), version: sql`version + 1` })
        .where('gathering_id', '=', id)
        .where('name', '=', occasionNameOf(title))
        .execute()

/** Closed: its pages stay and answers end. */
export const setGatheringStatus = (db: Db, mine: Hosting, status: 'open' | 'closed') =>
  changingGathering(db, mine, async (tx, { id, status: before }) => {
    await refuseUnlessRuns(tx, mine.personId, id)
    if (status === 'open' && before !== 'open') await refuseOneMoreOpen(tx, id)
    await tx.updateTable('gatherings').set({ status }).where('id', '=', id).execute()
    if (status === 'closed') return
    // What became free while it was closed was offered to nobody.
    const all = await tx.selectFrom('occasions').where('gathering_id', '=', id).select('id').execute()
    for (const { id: occasionId } of all) await enqueue(tx, 'offer-seats', { occasionId }, { key: occasionId })
  })

/** What the open link does for people who are not on the list yet. Those who are answer by links of their own. */
export const setNewcomers = (db: Db, mine: Hosting, newcomers: Newcomers) =>
  changingGathering(db, mine, (tx, { id }) =>
    tx.updateTable('gatherings').set({ newcomers }).where('id', '=', id).execute(),
  )

/** Says by which number guests may reach the hosts, or that there is none. */
export const setContact = (db: Db, mine: Hosting, contact: string | null) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await tx.updateTable('gatherings').set({ contact }).where('id', '=', id).execute()
  })

/** Puts the gathering beside a drive that this person runs, or beside none. Nobody else than who runs its drive takes it away. */
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
 * Deletes a gathering that no guest has heard of yet, with all that is in it. What was sent counts for the limits of its host, and what
 * guests reported is for the back office: both stay.
 */
export const deleteGathering = (db: Db, mine: Hosting) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await refuseUnlessRuns(tx, mine.personId, id)
    if (await isUsed(tx, id)) throw new Refusal(occasionTexts.used)
    await tx.deleteFrom('gatherings').where('id', '=', id).execute()
    await tell(tx, `person:${mine.personId}`)
  })

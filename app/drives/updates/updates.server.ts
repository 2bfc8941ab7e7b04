import { isDeepStrictEqual } from 'node:util'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { PhotoTyped, ShownPhoto } from '#app/base/pictures/photos.ts'
import { letGoLater, pictureToShow } from '#app/base/pictures/picture.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import type { AccountLine } from '#app/drives/public-page/hero.tsx'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { uploadTexts } from '#app/kit/uploads.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { joinMailing, leaveOutOfTexts } from './mailing.server.ts'
import { firstWords, type Update, updateMost, updateTexts } from './update.ts'

// The updates of a drive. They are posted and removed, never edited: what followers got is what the page shows.

/** A drive, and the person who posts there. */
type Writer = { driveId: string; personId: string }

type Written = { key: string; words: string; photos: PhotoTyped[]; whole: string | null }

/** Posts an update. The same form again changes nothing; with other content it is another update, and needs a new key. */
export const postUpdate = (
  db: Db,
  mine: Writer,
  { key, words, photos, whole }: Written,
  now = new Date(),
): Promise<void> =>
  inOneGo(db, async (tx) => {
    await lockToPost(tx, mine.driveId)
    const before = await tx
      .selectFrom('updates')
      .where('fund_drive_id', '=', mine.driveId)
      .where('form_key', '=', key)
      .select(['id', 'words', 'removed_at'])
      .executeTakeFirst()
    if (before?.removed_at) return
    if (before && !(await isSame(tx, before, { words, photos }))) throw usedForAnother(updateTexts.another)
    if (before) return
    await refuseMany(tx, mine.driveId)
    const { id } = await tx
      .insertInto('updates')
      .values({ fund_drive_id: mine.driveId, by: mine.personId, words, whole, form_key: key })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [at, photo] of photos.entries()) await writePhoto(tx, mine.personId, { id, place: at + 1 }, photo)
    await joinMailing(tx, mine.driveId, id, now)
  })

/** Locks the drive, so that two posts at once count each other. Refuses one that no visitor can read. */
async function lockToPost(tx: Tx, driveId: string): Promise<void> {
  const drive = await tx
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['published_at', 'stopped_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!drive?.published_at) throw new Refusal(updateTexts.notPublished)
  if (drive.stopped_at) throw new Refusal(updateTexts.stopped)
}

/** Compares with the stored update. A photo sent without a script has a new address each time, so alternative texts are compared. */
async function isSame(
  tx: Tx,
  before: { id: string; words: string },
  { words, photos }: Pick<Written, 'words' | 'photos'>,
) {
  const there = (await photosOf(tx, [before.id])).get(before.id) ?? []
  const altsOf = (all: { alt: string }[]) => all.map(({ alt }) => alt)
  return before.words === words && isDeepStrictEqual(altsOf(there), altsOf(photos))
}

/** Removed updates count, too: they may have been sent. */
async function refuseMany(tx: Tx, driveId: string): Promise<void> {
  const { many } = await tx
    .selectFrom('updates')
    .where('fund_drive_id', '=', driveId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  if (many >= updateMost.aDay) throw new Refusal(updateTexts.many, { status: 429 })
}

/** Writes a photo of an update. It must be an upload of this person, and in no other update. */
async function writePhoto(tx: Tx, personId: string, { id, place }: { id: string; place: number }, photo: PhotoTyped) {
  const picture = await pictureToShow(tx, personId, photo.image)
  const written =
    picture &&
    (await tx
      .insertInto('update_photos')
      .values({
        update_id: id,
        place,
        alt: photo.alt,
        image_url: picture.url,
        width: picture.width!,
        height: picture.height!,
        colour: picture.colour,
      })
      .onConflict((on) => on.column('image_url').doNothing())
      .returning('id')
      .executeTakeFirst())
  if (!written) throw new Refusal(uploadTexts.notImage, { status: 422, field: photo.field })
}

/** Removes an update: its words, and its photos with their files. */
export const removeUpdate = (db: Db, driveId: string, update: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const gone = await tx
      .updateTable('updates')
      .set({ words: '', removed_at: sql<Date>`now()` })
      .where('id', '=', update)
      .where('fund_drive_id', '=', driveId)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Refusal(updateTexts.missing, { status: 404 })
    const photos = await tx.deleteFrom('update_photos').where('update_id', '=', update).returning('image_url').execute()
    for (const { image_url: url } of photos) await letGoLater(tx, url)
    await leaveOutOfTexts(tx, update)
  })

type Drive = { id: string; slug: string; title: string }

/** Finds a drive whose updates visitors may read: one that was published and is not stopped by us. */
export async function driveWithUpdates(db: Db, slug: string): Promise<Drive | undefined> {
  if (!isSlug(slug)) return undefined
  return db
    .selectFrom('fund_drives')
    .where('slug', '=', slug)
    .where('published_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .select(['id', 'slug', 'title'])
    .executeTakeFirst()
}

const there = (db: Db | Tx, driveId: string) =>
  db.selectFrom('updates as u').where('u.fund_drive_id', '=', driveId).where('u.removed_at', 'is', null)

/** Returns a page of updates, newest first, and how many there are. Those hidden by the office are for their writers alone. */
export async function updatesOf(db: Db, driveId: string, { page = 1, hidden = false } = {}) {
  const all = there(db, driveId).$if(!hidden, (query) => query.where('u.hidden_at', 'is', null))
  const { many } = await all.select(({ fn }) => fn.countAll<number>().as('many')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(many / updateMost.page))
  const rows = await all
    .innerJoin('fund_drives as d', 'd.id', 'u.fund_drive_id')
    .select(['u.id', 'u.words', 'u.created_at as at', 'u.whole', 'u.hidden_at', 'u.hidden_why'])
    .select(sql<boolean>`u.by <> d.user_id`.as('byTreasurer'))
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id')
    .limit(updateMost.page)
    .offset((Math.min(page, pages) - 1) * updateMost.page)
    .execute()
  const photos = await photosOf(
    db,
    rows.map(({ id }) => id),
  )
  const updates = rows.map(({ hidden_at, hidden_why, ...row }): Update => {
    return { ...row, photos: photos.get(row.id) ?? [], hidden: hidden_at ? hidden_why : null }
  })
  return { updates, many, pages, page: Math.min(page, pages) }
}

/** Says on the drive's page what the newest update begins with, and how many there are; null if there is none. */
export async function updateLine(
  db: Db,
  { id, slug }: { id: string; slug: string },
  language: Language,
): Promise<AccountLine | null> {
  const last = await lastUpdateOf(db, id)
  if (!last) return null
  const words = wordsIn(language, catalogues[language])
  return {
    text: words._(msg`Update, ${briefDayIn(language, last.at)}:`),
    typed: firstWords(last.words, 120),
    link: { to: `/fundraiser/${slug}/updates`, text: words._(msg`All updates (${last.many})`) },
  }
}

/** The most recent update and how many there are; undefined if there is none. */
export async function lastUpdateOf(
  db: Db,
  driveId: string,
): Promise<{ words: string; at: Date; many: number } | undefined> {
  return there(db, driveId)
    .where('u.hidden_at', 'is', null)
    .select(['u.words', 'u.created_at as at', sql<number>`(count(*) over ())::int`.as('many')])
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the photos of these updates, each one's in order. */
async function photosOf(db: Db | Tx, updates: string[]): Promise<Map<string, ShownPhoto[]>> {
  const found = new Map<string, ShownPhoto[]>()
  if (updates.length === 0) return found
  const rows = await db
    .selectFrom('update_photos')
    .where('update_id', 'in', updates)
    .orderBy('update_id')
    .orderBy('place')
    .select(['id', 'update_id', 'image_url as url', 'alt', 'width', 'height', 'colour'])
    .execute()
  for (const { update_id: update, ...photo } of rows) found.set(update, [...(found.get(update) ?? []), photo])
  return found
}

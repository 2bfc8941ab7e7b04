import { type SqlBool, sql, type UpdateObject } from 'kysely'
import type { z } from 'zod'
import { aim, forgetPicture, holdsPictures, refuseForeignPicture } from '#app/base/pictures/picture.server.ts'
import type { Right } from '#app/kit/rights.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { DB } from '#db/types.ts'
import { descriptionMax, goalMin, type Status } from './drive.ts'
import type { descriptionForm, focusForm, infoForm } from './drive-forms.ts'
import { driveTexts } from './drive-texts.ts'
import { categoryValues } from './own-categories.server.ts'
import { cleanHtml, isTangled, ownPicturesIn } from './rich-text.server.ts'
import { isReserved, isSlug } from './slug.ts'

// Changes to a drive by those who manage it. A drive that a person may not change is missing for them.

/** The drive's slug, and the person who asks. */
export type Mine = { ownerId: string; slug: string }

/**
 * Saves what the Info page shows, or refuses when it was changed since that page was loaded. Returns the new version,
 * and the picture that was replaced, so that its file can be forgotten.
 */
export const updateInfo = (db: Db, mine: Mine, asked: z.output<typeof infoForm>) =>
  changingDrive(db, mine, 'story', async (tx, drive) => {
    const values = { ...valuesOf(asked), ...(await categoryValues(tx, asked.category, drive.own_category_id)) }
    if (drive.version === asked.version + 1 && (await isSaved(tx, drive.id, values)))
      return { version: drive.version, replaced: null }
    if (drive.version !== asked.version) throw new Refusal(driveTexts.stale)
    refuseBadGoal(drive.collect_donations, asked.goal)
    // A drive that has ended keeps its day while its words are changed.
    if (asked.endDate !== null && asked.endDate !== drive.end_day && asked.endDate < dayAt(new Date()))
      throw new Refusal(driveTexts.endDatePast, { status: 422, field: 'endDate' })
    if (asked.image !== drive.image_url) await refuseForeignPicture(tx, mine.ownerId, asked.image)
    await update(tx, drive.id, { ...values, version: drive.version + 1 })
    const replaced = drive.image_url !== asked.image ? drive.image_url : null
    return { version: drive.version + 1, replaced }
  })

/**
 * Saves the description, or refuses when another window saved one in the meantime. Only what a description may be made
 * of is kept, no matter who calls. Our pictures that it no longer shows stay for a day: what was taken out is often put back.
 */
export const updateDescription = (db: Db, mine: Mine, asked: z.output<typeof descriptionForm>) =>
  changingDrive(db, mine, 'story', async (tx, drive) => {
    const again = drive.description_version === asked.version + 1
    if (!again && drive.description_version !== asked.version) throw new Refusal(driveTexts.stale)
    const typed = asked.description ?? ''
    // Markup that is cut away may be a few times as long as the text that stays, and no more: all of it is parsed.
    if (typed.length > 4 * descriptionMax || isTangled(typed)) throw tooLong()
    const description = cleanHtml(typed)
    if (again && !(await isSaved(tx, drive.id, { description }))) throw new Refusal(driveTexts.stale)
    if (again) return { version: drive.description_version }
    if ((description?.length ?? 0) > descriptionMax) throw tooLong()
    if (!(await holdsPictures(tx, mine.ownerId, ownPicturesIn(description ?? ''))))
      throw new Refusal(driveTexts.pictureGone, { status: 422, field: 'description' })
    const description_version = asked.version + 1
    await update(tx, drive.id, { description, description_version })
    return { version: description_version }
  })

const tooLong = () => new Refusal(driveTexts.descriptionLong, { status: 422, field: 'description' })

/** Puts the drive in any of the three states, but for one that we have paused: only we open it again. */
export const setDriveStatus = (db: Db, mine: Mine, status: Status): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, drive) => {
    if (drive.stopped_at && status === 'active') throw new Refusal(driveTexts.stopped, { field: 'status' })
    // A drive that was once open to visitors is no draft any more.
    const opens = status !== 'paused' && drive.published_at === null
    await update(tx, drive.id, { status, ...(opens && { published_at: new Date() }) })
  })

/** Sets the point of the drive's picture that stays in sight. Refused when it shows another picture by now. */
export const setFocus = (db: Db, mine: Mine, { picture, focus }: z.output<typeof focusForm>): Promise<void> =>
  changingDrive(db, mine, 'story', async (tx, drive) => {
    if (drive.image_url !== picture) throw new Refusal(driveTexts.stale)
    await aim(tx, mine.ownerId, picture, focus)
  })

/** Sets the organiser's words to people who have given; null for the usual words. */
export const setThanks = (db: Db, mine: Mine, thanks: string | null): Promise<void> =>
  changingDrive(db, mine, 'story', (tx, drive) => update(tx, drive.id, { thanks }))

/** Opens the drive to donations or closes it; opening needs a goal. The goal of a closed one is kept for later. */
export const setCollects = (db: Db, mine: Mine, collects: boolean): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, drive) => {
    if (collects && drive.goal_amount < goalMin)
      throw new Refusal(driveTexts.goalFirst, { status: 422, field: 'collects' })
    await update(tx, drive.id, { collect_donations: collects })
  })

/** Sets whether the bar hides what was recorded by hand. */
export const setHidesRecorded = (db: Db, mine: Mine, hides: boolean): Promise<void> =>
  changingDrive(db, mine, 'run', (tx, drive) => update(tx, drive.id, { hides_recorded: hides }))

/** Whether its owner hides what was recorded from the bar, and why we hide it from visitors; null while we don't. */
export async function recordedHidden(db: Db, driveId: string): Promise<{ owner: boolean; us: string | null }> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['hides_recorded', 'recorded_hidden_at', 'recorded_hidden_why'])
    .executeTakeFirst()
  return { owner: row?.hides_recorded ?? false, us: row?.recorded_hidden_at ? row.recorded_hidden_why : null }
}

/** Deletes the drive with everything in it, unless money ever came in. Nobody gets its address again. */
export const deleteDrive = (db: Db, mine: Mine): Promise<void> =>
  changingDrive(db, mine, 'delete', async (tx, drive) => {
    const { had_money } = await tx
      .selectFrom('fund_drive_totals')
      .where('fund_drive_id', '=', drive.id)
      .select('had_money')
      .executeTakeFirstOrThrow()
    if (had_money) throw new Refusal(driveTexts.moneyCame)
    await remove(tx, [drive])
  })

/** Deletes the drives of people who have deleted their account, but for those the books need. Run by cron. */
export const sweepDrives = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const left = await tx
      .selectFrom('fund_drives as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .where('u.deleted_at', 'is not', null)
      .where(({ exists, selectFrom, not }) =>
        not(
          exists(
            selectFrom('fund_drive_totals as t')
              .whereRef('t.fund_drive_id', '=', 'd.id')
              .where('t.had_money', '=', true)
              .select('t.donors'),
          ),
        ),
      )
      .select(['d.id', 'd.slug'])
      .limit(500)
      .forUpdate('d')
      .execute()
    if (left.length > 0) await remove(tx, left)
    return left.length
  })

async function remove(tx: Tx, drives: { id: string; slug: string }[]) {
  await tx
    .insertInto('retired_slugs')
    .values(drives.map(({ slug }) => ({ slug })))
    .execute()
  await tx
    .deleteFrom('fund_drives')
    .where(
      'id',
      'in',
      drives.map(({ id }) => id),
    )
    .execute()
}

/**
 * Runs a change of a drive by a person who has the right to. The lock on its row closes two races: two saves made from
 * the same version would each find it unchanged, and money could come in while the drive is being deleted.
 */
export const changingDrive = <Done>(
  db: Db,
  { ownerId, slug }: Mine,
  right: Right,
  change: (tx: Tx, drive: Locked) => Promise<Done>,
) =>
  db.transaction().execute(async (tx) => {
    const drive = isSlug(slug)
      ? await locked(tx, slug)
          .where(managedBy('id', ownerId, right))
          .executeTakeFirst()
      : undefined
    if (!drive) throw new Refusal(driveTexts.missing, { status: 404 })
    const done = await change(tx, drive)
    await tell(tx, `drive:${drive.id}`)
    await tell(tx, `person:${ownerId}`)
    return done
  })

type Locked = NonNullable<Awaited<ReturnType<ReturnType<typeof locked>['executeTakeFirst']>>>
const locked = (tx: Tx, slug: string) =>
  tx
    .selectFrom('fund_drives')
    .where('slug', '=', slug)
    .select(['id', 'slug', 'version', 'description_version', 'collect_donations', 'goal_amount', 'image_url'])
    .select(['stopped_at', 'published_at', 'own_category_id'])
    .select(sql<string | null>`end_date::text`.as('end_day'))
    .forUpdate()

const valuesOf = (asked: z.output<typeof infoForm>) => ({
  title: asked.title,
  campaign_slogan: asked.slogan,
  goal_amount: asked.goal,
  end_date: asked.endDate,
  location: asked.location,
  image_url: asked.image,
})

/** Tells whether these values were saved last: a person who got no answer saves again, and must not read that another person did. */
async function isSaved(tx: Tx, id: string, values: Record<string, unknown>): Promise<boolean> {
  const same = tx.selectFrom('fund_drives').where('id', '=', id).select('id')
  const found = Object.entries(values).reduce(
    (all, [column, value]) => all.where(sql<SqlBool>`${sql.ref(column)} is not distinct from ${value}`),
    same,
  )
  return (await found.executeTakeFirst()) !== undefined
}

async function update(tx: Tx, id: string, values: UpdateObject<DB, 'fund_drives'>): Promise<void> {
  await tx
    .updateTable('fund_drives')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

function refuseBadGoal(collects: boolean, goal: number) {
  if (collects && goal < goalMin) throw new Refusal(driveTexts.goalMissing, { status: 422, field: 'goal' })
}

/** The organiser's own words of thanks; null for the usual ones. */
export async function thanksOfDrive(db: Db, driveId: string): Promise<string | null> {
  const row = await db.selectFrom('fund_drives').where('id', '=', driveId).select('thanks').executeTakeFirst()
  return row?.thanks ?? null
}

/** Whether this person may do this to this drive now. */
export async function mayManage(db: Db | Tx, person: string, driveId: string, right: Right): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may(${driveId}, ${person}, ${right})`.execute(db)
  return rows[0]!.may
}

/** Builds the same check as a condition of a query; `drive` is the column with the drive's id. */
export const managedBy = (drive: 'id' | 'd.id', person: string, right: Right) =>
  sql<SqlBool>`may(${sql.ref(drive)}, ${person}, ${right})`

/**
 * Deletes a drive and then forgets its pictures, unless another drive shows them too. The sweep finds a picture that is
 * added at this very moment.
 */
export async function deleteWithPictures(db: Db, mine: Mine): Promise<void> {
  const pictures = await picturesOf(db, mine)
  await deleteDrive(db, mine)
  for (const url of pictures) await forgetPicture(db, url)
}

async function picturesOf(db: Db, { ownerId, slug }: Mine): Promise<Set<string>> {
  if (!isSlug(slug)) return new Set()
  const rows = await db
    .selectFrom('fund_drives as d')
    .leftJoin('fund_drive_images as i', 'i.fund_drive_id', 'd.id')
    .where('d.slug', '=', slug)
    .where(managedBy('d.id', ownerId, 'delete'))
    .select(['d.image_url as face', 'd.description', 'i.image_url as shown'])
    .limit(1000)
    .execute()
  const told = rows[0]?.description?.matchAll(/\/media\/[\w./-]+/g) ?? []
  const all = [rows[0]?.face, ...rows.map(({ shown }) => shown), ...Array.from(told, ([url]) => url)]
  return new Set(all.filter((url) => typeof url === 'string'))
}

/** The most names one drive may have had: enough to mend a slip, too few to keep others from good ones. */
const mostNames = 10

/**
 * Gives the drive a short link, or another one, or none. Each it ever had keeps leading to it. Refuses a name of ours and
 * one that another drive has or had.
 */
export const setShortName = (db: Db, mine: Mine, name: string | null): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, { id }) => {
    if (name) await take(tx, id, name)
    await tx.updateTable('fund_drives').set({ short_name: name }).where('id', '=', id).execute()
  })

async function take(tx: Tx, driveId: string, name: string): Promise<void> {
  if (isReserved(name)) throw new Refusal(driveTexts.shortNameTaken, { status: 422, field: 'name' })
  const names = await tx.selectFrom('short_names').where('fund_drive_id', '=', driveId).select('name').execute()
  if (names.some((one) => one.name === name)) return
  if (names.length >= mostNames) throw new Refusal(driveTexts.shortNames, { status: 422, field: 'name' })
  // When many want one name at once, the table gives it to one of them.
  const taken = await tx
    .insertInto('short_names')
    .values({ name, fund_drive_id: driveId })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!taken) throw new Refusal(driveTexts.shortNameTaken, { status: 422, field: 'name' })
}

/** The slug of the drive that a short name leads to. */
export async function slugOfShortName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('short_names as n')
    .innerJoin('fund_drives as d', 'd.id', 'n.fund_drive_id')
    .where('n.name', '=', name.toLowerCase().slice(0, 100))
    .select('d.slug')
    .executeTakeFirst()
  return row?.slug
}

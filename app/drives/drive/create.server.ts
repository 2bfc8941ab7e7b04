import { randomInt } from 'node:crypto'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { forgetPicture, refuseForeignPicture } from '#app/base/pictures/picture.server.ts'
import { openCredits } from '#app/drives/views/credits.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { DB } from '#db/types.ts'
import { locationDefault } from './drive.ts'
import type { createDriveForm } from './drive-forms.ts'
import { driveTexts } from './drive-texts.ts'
import { type Mine, managedBy } from './manage.server.ts'
import { categoryValues } from './own-categories.server.ts'
import { isReserved, slugOf } from './slug.ts'
import type { FirstSteps } from './steps.ts'

type Typed = z.output<typeof createDriveForm>
export type NewDrive = Omit<Typed, 'draft'> & Partial<Pick<Typed, 'draft'>>

type Made = { id: string; slug: string }

/**
 * Opens a drive to visitors, or prepares one as a draft, with the views of the Free package. Refuses an owner whose address is not confirmed, and a
 * picture that another person uploaded. A form that is sent twice opens one drive, and both are led to it.
 */
export async function createDrive(db: Db, ownerId: string, asked: NewDrive): Promise<Made> {
  const { again, ...drive } = await db.transaction().execute((tx) => openOnce(tx, ownerId, asked))
  // A form sent twice may have uploaded its picture twice: then nothing shows this one.
  if (again) await forgetPicture(db, asked.image)
  return drive
}

/** Far more than anybody has to collect for, and far fewer than fill the app. */
export const createLimits = (ownerId: string): Limit[] => [
  { name: 'create-drive', key: ownerId, times: 100, seconds: 3600 },
]

async function openOnce(tx: Tx, ownerId: string, asked: NewDrive): Promise<Made & { again: boolean }> {
  await refuseUnconfirmed(tx, ownerId)
  // Forms of one title queue up here: else each would find the same address free, and the same form not yet sent.
  const base = slugOf(asked.title)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${base}`}, 0))`.execute(tx)
  const once = onceOfDrive(asked)
  const before = once && (await sentBefore(tx, ownerId, once))
  if (before) return { ...before, again: true }
  await refuseForeignPicture(tx, ownerId, asked.image)
  const kind = await categoryValues(tx, asked.category)
  const made = await insertUnderFreeSlug(tx, base, { ...valuesOf(asked), ...kind, user_id: ownerId, once })
  await openCredits(tx, made.id, ownerId)
  await tell(tx, `person:${ownerId}`)
  return { ...made, again: false }
}

/** A file that is sent along gets another address each time; the rest tells two forms apart. */
function onceOfDrive({ key, image, draft, ...typed }: NewDrive): string | null {
  const { title, slogan, collects, goal, category, endDate, place = locationDefault } = typed
  const elsewhere = image?.startsWith('/media/') ? null : image
  const parts = [title, slogan, String(collects), goal, category, endDate, place, elsewhere, draft ? 'draft' : null]
  return onceOf(key, ...parts)
}

const sentBefore = (tx: Tx, ownerId: string, once: string): Promise<Made | undefined> =>
  tx
    .selectFrom('fund_drives')
    .where('user_id', '=', ownerId)
    .where('once', '=', once)
    .select(['id', 'slug'])
    .executeTakeFirst()

async function refuseUnconfirmed(tx: Tx, ownerId: string) {
  // The lock: an account that is being deleted at this moment must not be left with a new drive.
  const owner = await tx
    .selectFrom('users')
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .select(sql<boolean>`email_verified or email is null`.as('is_confirmed'))
    .forShare()
    .executeTakeFirst()
  if (!owner?.is_confirmed) throw new Refusal(driveTexts.unverified, { status: 403 })
}

/** Numbers tried one after the other; beyond them a drive's title has been taken so often that any number will do. */
const numbers = 500

type Values = Omit<Insertable<DB['fund_drives']>, 'slug'>

/** Title "A 2" and the second "A" wait at different locks: for those the index decides, and the later one tries again. */
async function insertUnderFreeSlug(tx: Tx, base: string, values: Values): Promise<Made> {
  for (let tries = 0; tries < 10; tries++) {
    const made = await insert(tx, { ...values, slug: await freeSlug(tx, base) })
    if (made) return made
  }
  throw new Error(`no free slug was found for ${base}`)
}

async function freeSlug(tx: Tx, base: string): Promise<string> {
  const first = isReserved(base) ? 2 : 1
  const { rows } = await sql<{ slug: string }>`
    select slug from (
      select n, case n when 1 then ${base} else ${base} || '-' || n end collate "C" as slug
      from generate_series(${first}::int, ${numbers}::int) n
    ) wish
    where not exists (select from fund_drives d where d.slug = wish.slug)
      and not exists (select from retired_slugs r where r.slug = wish.slug)
    order by n limit 1`.execute(tx)
  return rows[0]?.slug ?? `${base}-${randomInt(1_000_000, 1_000_000_000)}`
}

const insert = (tx: Tx, values: Insertable<DB['fund_drives']>) =>
  tx
    .insertInto('fund_drives')
    .values(values)
    .onConflict((clash) => clash.column('slug').doNothing())
    .returning(['id', 'slug'])
    .executeTakeFirst()

const valuesOf = (asked: NewDrive) => ({
  title: asked.title,
  description: null,
  goal_amount: asked.goal,
  image_url: asked.image,
  end_date: asked.endDate,
  location: asked.place ?? locationDefault,
  campaign_slogan: asked.slogan,
  ...(asked.draft && { status: 'paused' as const, published_at: null }),
  collect_donations: asked.collects,
})

/** How far a drive has come with its first steps, read from what is there. */
export async function firstStepsOf(db: Db, { ownerId, slug }: Mine): Promise<FirstSteps | undefined> {
  return await db
    .selectFrom('fund_drives as d')
    .innerJoin('drive_faces as face', 'face.fund_drive_id', 'd.id')
    .where('d.slug', '=', slug)
    .where(managedBy('d.id', ownerId, 'read'))
    .select(({ exists, selectFrom }) => [
      sql<boolean>`d.description is not null`.as('story'),
      sql<boolean>`face.url is not null`.as('picture'),
      'd.shares',
      sql<boolean>`d.steps_hidden_at is not null`.as('hidden'),
      exists(
        selectFrom('withdrawal_methods as m')
          .whereRef('m.user_id', '=', 'd.user_id')
          .where('m.removed_at', 'is', null)
          .select('m.id'),
      )
        .$castTo<boolean>()
        .as('method'),
    ])
    .executeTakeFirst()
}

/** Counts that the owner shared the drive, up to 1000 times. */
export const noteShare = (db: Db, { ownerId, slug }: Mine): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('fund_drives')
      .set({ shares: sql`shares + 1` })
      .where('slug', '=', slug)
      .where(managedBy('id', ownerId, 'read'))
      .where(sql<SqlBool>`shares < 1000`)
      .execute()
    await tell(tx, `person:${ownerId}`)
  })

/** Puts the list of first steps away. */
export const hideSteps = async (db: Db, { ownerId, slug }: Mine): Promise<void> => {
  await db
    .updateTable('fund_drives')
    .set({ steps_hidden_at: new Date() })
    .where('slug', '=', slug)
    .where(managedBy('id', ownerId, 'run'))
    .execute()
}

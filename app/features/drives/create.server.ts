import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { openCredits } from '../views/credits.server.ts'
import { says } from './drive.ts'
import type { createDriveForm } from './drive-forms.ts'
import { isReserved, slugOf } from './slug.ts'

export type NewDrive = z.output<typeof createDriveForm>

/** Opens a drive to visitors, with the views of the Free package. Refuses an owner whose address is not confirmed. */
export const createDrive = (db: Db, ownerId: string, asked: NewDrive): Promise<{ id: string; slug: string }> =>
  db.transaction().execute(async (tx) => {
    await refuseUnconfirmed(tx, ownerId)
    const made = await insertUnderFreeSlug(tx, ownerId, asked)
    await openCredits(tx, made.id, ownerId)
    await tell(tx, `person:${ownerId}`)
    return made
  })

async function refuseUnconfirmed(tx: Tx, ownerId: string) {
  // The lock: an account that is being deleted at this moment must not be left with a new drive.
  const owner = await tx
    .selectFrom('users')
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .select('email_verified')
    .forShare()
    .executeTakeFirst()
  if (!owner?.email_verified) throw new Refusal(says.unverified, { status: 403 })
}

/** Numbers tried one after the other; beyond them a drive's title has been taken so often that any number will do. */
const numbers = 500

async function insertUnderFreeSlug(tx: Tx, ownerId: string, asked: NewDrive) {
  const base = slugOf(asked.title)
  // Drives of one title queue up here: each of them would find the same number free. Title "A 2" beside the second "A"
  // waits at another lock; for those the index decides, and the later one looks again.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${base}`}, 0))`.execute(tx)
  for (let tries = 0; tries < 10; tries++) {
    const made = await insert(tx, ownerId, asked, await freeSlug(tx, base))
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

const insert = (tx: Tx, ownerId: string, asked: NewDrive, slug: string) =>
  tx
    .insertInto('fund_drives')
    .values({
      user_id: ownerId,
      slug,
      title: asked.title,
      description: null,
      goal_amount: asked.goal,
      category: asked.category,
      image_url: asked.image,
      end_date: asked.endDate,
      campaign_slogan: asked.slogan,
      collect_donations: asked.collects,
    })
    .onConflict((clash) => clash.column('slug').doNothing())
    .returning(['id', 'slug'])
    .executeTakeFirst()

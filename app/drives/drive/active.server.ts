import type { NotNull } from 'kysely'
import { shutStatus, shutWords } from '#app/drives/public-page/shut.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { isSlug } from './slug.ts'

/** Finds the drive under this slug if visitors may act on it. `open_drives` alone decides which those are. */
export async function activeDrive(db: Db | Tx, slug: string): Promise<{ id: string } | undefined> {
  return isSlug(slug) ? active(db, slug).executeTakeFirst() : undefined
}

/**
 * Finds the drive like `activeDrive`, and keeps it open until the transaction ends. The lock closes two races: a drive
 * paused at this moment would get one more comment, and a row added below a drive that is being deleted would fail.
 */
export async function lockedDrive(tx: Tx, slug: string): Promise<{ id: string } | undefined> {
  return isSlug(slug) ? active(tx, slug).forKeyShare('d').executeTakeFirst() : undefined
}

/** Returns the refusal at a drive that is not active: its own words when it has ended, else `missing`. */
export async function shutRefusal(db: Db | Tx, slug: string, missing: Words): Promise<Refusal> {
  const drive = isSlug(slug) ? await ended(db, slug).executeTakeFirst() : undefined
  const { title, text } = shutWords.ended
  return drive ? new Refusal({ title, text }, { status: shutStatus.ended }) : new Refusal(missing, { status: 404 })
}

const active = (db: Db | Tx, slug: string) =>
  db.selectFrom('open_drives as d').where('d.slug', '=', slug).select('d.id').$narrowType<{ id: NotNull }>()

const ended = (db: Db | Tx, slug: string) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.slug', '=', slug)
    .where('d.status', '=', 'completed')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select('d.id')

/** Finds a drive that was once shown to visitors, also if it is paused or has ended; never a draft. */
export const published = async (db: Db, slug: string) =>
  isSlug(slug)
    ? db
        .selectFrom('fund_drives')
        .where('slug', '=', slug)
        .where('published_at', 'is not', null)
        .select(['id', 'title', 'status'])
        .executeTakeFirst()
    : undefined

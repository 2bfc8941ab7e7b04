import type { NotNull } from 'kysely'
import { shutStatus, shutWords } from '#app/drives/public-page/shut.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { isSlug } from './slug.ts'

/** The drive under this slug if visitors may do something there. Which those are is said once, by `open_drives`. */
export async function activeDrive(db: Db | Tx, slug: string): Promise<{ id: string } | undefined> {
  return isSlug(slug) ? active(db, slug).executeTakeFirst() : undefined
}

/**
 * The same, and it stays so until the transaction ends. The lock closes two races: a drive that is paused at this moment
 * would get one more comment, and what is written below one that is being deleted would break on its way.
 */
export async function lockedDrive(tx: Tx, slug: string): Promise<{ id: string } | undefined> {
  return isSlug(slug) ? active(tx, slug).forKeyShare('d').executeTakeFirst() : undefined
}

/** Why nothing can be done at a drive that is not active: its own words when it has ended, else `missing`. */
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

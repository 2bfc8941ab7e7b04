import type { Db } from '#app/platform/db.server.ts'
import { isSlug } from './slug.ts'

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

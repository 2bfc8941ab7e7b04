import type { Db } from '#app/platform/db.server.ts'
import { isSlug } from './slug.ts'

/** A drive that was shown to visitors once, also when it is paused or has ended. Of a draft nobody learns by it. */
export const published = async (db: Db, slug: string) =>
  isSlug(slug)
    ? db
        .selectFrom('fund_drives')
        .where('slug', '=', slug)
        .where('published_at', 'is not', null)
        .select(['id', 'title', 'status'])
        .executeTakeFirst()
    : undefined

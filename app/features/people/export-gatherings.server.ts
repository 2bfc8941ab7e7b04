import type { Db } from '#app/platform/db.server.ts'

/** What they invite to. Whom they invited is not theirs to take: a guest can be removed. */
export const gatheringsOf = (db: Db, userId: string) =>
  db
    .selectFrom('gatherings')
    .select([
      'id',
      'slug as address',
      'fund_drive_id as drive',
      'title',
      'hosts',
      'style',
      'words',
      'image_url as picture',
      'opening',
      'sign',
    ])
    .select(['language', 'status', 'stopped_why as stoppedWhy', 'vouched_at as vouchedAt', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(10_000)

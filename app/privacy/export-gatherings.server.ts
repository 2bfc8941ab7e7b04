import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

/** What they posted to their guests, with its photos. Who asked about a photo is not theirs to take. */
const postsOf = sql<
  unknown[]
>`coalesce((select jsonb_agg(jsonb_build_object('words', t.words, 'createdAt', t.created_at,
  'photos', coalesce((select jsonb_agg(jsonb_build_object('picture', o.image_url, 'shows', o.alt) order by o.place)
    from post_photos o where o.post_id = t.id), '[]'::jsonb)) order by t.created_at, t.id)
  from gathering_posts t where t.gathering_id = gatherings.id), '[]'::jsonb)`

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
      'contact',
      'newcomers',
      'opening',
      'sign',
    ])
    .select(['language', 'status', 'stopped_why as stoppedWhy', 'vouched_at as vouchedAt', 'created_at as createdAt'])
    .select(postsOf.as('posts'))
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(10_000)

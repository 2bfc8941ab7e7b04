import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

// Rows in plenty, made by the database itself.

export const plenty = 100_000
const drives = 2000

export type Crowd = { ownerId: string; driveId: string; slug: string }

/** One owner with 2,000 drives; one of these has 100,000 views, comments and visits, and others have some too. */
export async function crowd(db: Db): Promise<Crowd> {
  const ownerId = crypto.randomUUID()
  await sql`insert into users (id, email, email_verified) values (${ownerId}, 'bench@example.test', true)`.execute(db)
  await sql`insert into profiles (user_id, full_name, username) values (${ownerId}, 'Bench', 'bench')`.execute(db)
  await sql`
    insert into fund_drives (user_id, slug, title, goal_amount, category, status, created_at)
    select ${ownerId}, 'drive-' || n, 'Drive of village ' || n, n * 1000, 'Medical',
      (array['active', 'active', 'paused', 'completed'])[1 + n % 4], now() - make_interval(mins => n)
    from generate_series(4, ${drives + 3}) n`.execute(db)
  await sql`
    insert into subscriptions (fund_drive_id, user_id, package_id, views, used_views, remaining_views)
    select d.id, d.user_id, p.id, ${plenty + 1000}, ${plenty}, 1000
    from fund_drives d, subscription_packages p where p.name = 'Impact'`.execute(db)
  const slug = 'drive-4'
  const { id: driveId } = await db
    .selectFrom('fund_drives')
    .where('slug', '=', slug)
    .select('id')
    .executeTakeFirstOrThrow()
  // Every hundredth row belongs to another drive, so that those of one are not all there is.
  const belongs = sql`case when n % 100 = 0 then (select id from fund_drives where slug = 'drive-5') else ${driveId}::uuid end`
  await views(db, belongs)
  await comments(db, belongs)
  await visits(db, belongs)
  await sql`vacuum analyze`.execute(db)
  return { ownerId, driveId, slug }
}

type Belongs = ReturnType<typeof sql>

const views = (db: Db, belongs: Belongs) =>
  sql`
    insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, location, viewer_ip, viewed_at)
    select v.drive, s.id, v.n::text, (array['mobile', 'mobile', 'tablet', 'desktop'])[1 + v.n % 4],
      (array['KE', 'KE', 'TZ', 'UG', 'US', 'GB', 'DE', 'ZA', 'RW', 'NG', 'Unknown', 'CD'])[1 + v.n % 12],
      '41.90.' || v.n % 256 || '.0', now() - make_interval(secs => (${plenty} - v.n) * 77.76)
    from (select n, ${belongs} as drive from generate_series(1, ${plenty}) n) v
    join subscriptions s on s.fund_drive_id = v.drive order by v.n`.execute(db)

const comments = (db: Db, belongs: Belongs) =>
  sql`
    insert into fund_drive_comments (fund_drive_id, name, content, state, visitor, fingerprint, likes, created_at)
    select ${belongs}, 'Supporter ' || n, 'We are with you, number ' || n,
      case when n % 50 = 0 then 'hidden' else 'shown' end, 'v' || n, rpad('f' || n, 43, 'x'), n % 9, now() - make_interval(mins => ${plenty} - n)
    from generate_series(1, ${plenty}) n`.execute(db)

const visits = (db: Db, belongs: Belongs) =>
  sql`
    insert into fund_drive_reservations (fund_drive_id, name, email, phone, visit_date, visit_time, number_of_guests,
      message, status, created_at)
    select ${belongs}, 'Guest ' || n, 'guest' || n || '@example.test', '+254712345678', current_date + (n % 60), '11:00',
      1 + n % 4, 'We are coming.', (array['pending', 'confirmed', 'cancelled'])[1 + n % 3],
      now() - make_interval(mins => ${plenty} - n)
    from generate_series(1, ${plenty}) n`.execute(db)

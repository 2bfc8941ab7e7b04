import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { postGifts } from './gift-postings.ts'
import { someDrive } from './make.ts'

// Books that look like years of many, made by the database itself: what was asked in a clever way is compared with the
// plain question on them. They are true as far as figures read them; wallets are left as they are.

/** So many gifts with a name, a day, a channel and a fate of their own to eight drives, and what went back and out. */
export async function randomBooks(db: Db, many: number, seed = 0.4): Promise<{ driveIds: string[] }> {
  const drives = []
  for (let nr = 0; nr < 8; nr++)
    drives.push(await someDrive(db, { title: nr % 3 ? `Well of village ${nr}` : `Roof ${nr}` }))
  const driveIds = drives.map(({ id }) => id)
  await db.connection().execute(async (one) => {
    await sql`select setseed(${seed})`.execute(one)
    // What refers to what is right by the way it is made.
    await sql`set session_replication_role = replica`.execute(one)
    for (const statement of statements(driveIds, many, seed)) await statement.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  return { driveIds }
}

const someDay = sql`timestamptz '2026-09-30 12:00+03' - random() * interval '500 days'`
const oneOf = (all: string[]) => sql`(${all}::text[])[1 + (random() * ${all.length - 1})::int]`

const statements = (driveIds: string[], many: number, seed: number) => [
  sql`insert into payments (reference, kind, fund_drive_id, amount, status, provider_tx_id, provider_fee, channel, donor_name,
      donor_email, created_at, settled_at)
    select 'don-' || md5(${seed}::text || '.' || n), 'donation', x.drive, x.amount, x.status, ${seed}::text || '7' || n, x.amount / 60,
      x.channel, x.first || ' ' || x.last, lower(x.first) || n % 40 || '@example.test', x.day,
      case when x.status = 'succeeded' then x.day + interval '5 minutes' end
    from generate_series(1, ${many}::int) n
      cross join lateral (select (${driveIds}::uuid[])[1 + (random() * random() * ${driveIds.length - 1})::int] as drive,
        100 * (1 + (random() * 5000)::int) as amount, ${someDay} as day,
        case when n % 7 = 0 then ${oneOf(['created', 'pending', 'failed', 'abandoned', 'init_unknown', 'mismatch'])} else 'succeeded' end as status,
        ${oneOf(['online', 'mobile', 'mobile', 'other'])} as channel,
        ${oneOf(['Amina', 'Otieno', 'Wanjiru', 'Fatuma'])} as first, ${oneOf(['Kamau', 'Odhiambo', 'Ali'])} as last
        where n is not null) x`,
  sql`insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, donor_name, donor_email, created_at)
    select id, fund_drive_id, amount, 500, (amount * 500 + 5000) / 10000, channel, donor_name, donor_email, settled_at
    from payments p where status = 'succeeded' and not exists (select from donations d where d.payment_id = p.id)`,
  sql`insert into reversals (payment_id, kind, ext_id, amount, fee_part, state, done_at)
    select d.payment_id, 'refund', d.payment_id, d.amount / 2, d.platform_fee / 2, 'done', d.created_at + interval '9 days'
    from donations d where d.id % 9 = 0 and not exists (select from reversals r where r.payment_id = d.payment_id)`,
  sql`update payments p set reversed = r.amount from reversals r where r.payment_id = p.id and p.reversed = 0`,
  sql.raw(`${postGifts()} on conflict do nothing`),
  sql`insert into payout_requests (fund_drive_id, user_id, amount, fee, net, status, withdrawal_method_id, destination,
      client_key, whole, created_at)
    select d.id, d.user_id, 20000 + 20 * n, 1000 + n, 19000 + 19 * n, ${oneOf(['completed', 'rejected', 'processing'])},
      gen_random_uuid(), '{}', gen_random_uuid(), gen_random_uuid(), ${someDay}
    from fund_drives d cross join generate_series(1, 15) n where d.id = any(${driveIds}::uuid[])`,
]

import type pg from 'pg'
import { postGifts } from '../test/gift-postings.ts'

// Drives that have grown, made by the database itself. Their ledger says what their gifts say.

/** A drive with so many gifts, as many views, and a tenth as many comments, all of the last ninety days. */
export type Grown = { id: string; slug: string; many: number }

const secondsBack = 90 * 86_400

/** One drive of each size for the person with this address. */
export async function grownDrives(db: pg.Pool, email: string, sizes: number[]): Promise<Grown[]> {
  const client = await db.connect()
  try {
    // What refers to what is right by the way it is made.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into withdrawal_methods (user_id, method_type, phone_number, mobile_operator)
      select id, 'mobile_money', '+254712345678', 'M-Pesa' from users where email = '${email}'`)
    for (const many of sizes) for (const statement of statementsFor(email, many)) await client.query(statement)
    await client.query('reset session_replication_role')
    // Views are added up by a trigger.
    for (const many of sizes) await client.query(viewsOf(many))
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
  return sizes.map((many) => ({ id: drive(many), slug: `grown-${many}`, many }))
}

const drive = (many: number) => `00000000-0000-4000-8000-${String(many).padStart(12, '0')}`

/** Forty first names and sixty surnames: of a million gifts some 400 have the same two, and one of sixty the same surname. */
const name = `(array['Amina','Otieno','Wanjiru','Mwalimu','Fatuma','Njeri','Kamande','Akinyi','Baraka','Chebet','Daudi','Esther',
  'Farida','Gitau','Halima','Imani','Juma','Kerubo','Latifa','Makena','Neema','Odhiambo','Pendo','Rashid','Salim','Tabitha','Umi',
  'Violet','Wafula','Yusuf','Zawadi','Asha','Brian','Cheptoo','Doreen','Elijah','Faith','Grace','Hassan','Irene'])[1 + n % 40]
  || ' ' || (array['Kamau','Ali','Kariuki','Mutiso','Barasa','Cherono'])[1 + n / 40 % 6]
  || (array['','','','','','','','','','o'])[1 + n / 240 % 10]`

const at = (many: number) => `now() - interval '1 hour' - make_interval(secs => (n::bigint * 7919 % ${secondsBack}))
  - make_interval(secs => (${many} - n) / 1e6)`

const statementsFor = (email: string, many: number) => {
  const id = `'${drive(many)}'::uuid`
  const series = `generate_series(1, ${many}) n`
  return [
    `insert into fund_drives (id, user_id, slug, title, goal_amount, category, published_at)
     select ${id}, id, 'grown-${many}', 'Drive with ${many}', 100000000000, 'Medical', now() from users where email = '${email}'`,
    `insert into ledger_accounts (code, kind, fund_drive_id) values ('drive:' || ${id} || ':payable', 'liability', ${id})`,
    `insert into subscriptions (fund_drive_id, user_id, package_id, views, used_views, remaining_views)
     select d.id, d.user_id, p.id, ${many * 2}, ${many}, ${many}
     from fund_drives d, subscription_packages p where p.name = 'Impact' and d.id = ${id}`,
    `insert into payments (reference, kind, fund_drive_id, amount, status, provider_tx_id, provider_fee, channel, donor_name,
       donor_email, message, anonymous, reversed, created_at, updated_at, settled_at)
     select 'don-' || md5('${many}.' || n), 'donation', ${id}, g.amount, 'succeeded', '${many}' || '7' || n, g.amount / 60,
       (array['mobile', 'mobile', 'mobile', 'online', 'online', 'other'])[1 + n % 6], ${name}, 'giver' || n % ${Math.ceil(many / 3)} || '@example.test',
       case when n % 3 = 0 then 'Pole sana, we are with you' else '' end, n % 7 = 0,
       case when n % 500 = 0 then g.amount else 0 end, g.at, g.at, g.at
     from ${series}, lateral (select 100 * (1 + n % 5000) as amount, ${at(many)} as at) g`,
    `insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, donor_name, donor_email, message,
       anonymous, created_at)
     select id, fund_drive_id, amount, 500, (amount * 500 + 5000) / 10000, channel, donor_name, donor_email, message, anonymous, settled_at
     from payments where fund_drive_id = ${id} order by settled_at, id`,
    `insert into reversals (payment_id, kind, ext_id, amount, fee_part, state, done_at)
     select d.payment_id, 'refund', d.payment_id, d.amount, d.platform_fee, 'done', d.created_at + interval '20 minutes'
     from donations d join payments p on p.id = d.payment_id where d.fund_drive_id = ${id} and p.reversed > 0`,
    `insert into payout_requests (fund_drive_id, user_id, amount, fee, net, status, withdrawal_method_id, destination, client_key,
       created_at, updated_at)
     select d.id, d.user_id, 20000, 1000, 19000, 'completed', m.id,
       '{"type": "mobile_money", "phone": "+254712345678", "operator": "M-Pesa"}', gen_random_uuid(), now(), now()
     from fund_drives d join withdrawal_methods m on m.user_id = d.user_id, generate_series(1, 30) where d.id = ${id}`,
    // Piece by piece, as months would have: what was posted in one transaction is summed up in one.
    ...Array.from({ length: Math.ceil(many / 40_000) }, (_, part) => posted(id, part, Math.ceil(many / 40_000))),
    `insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount)
     select x.kind, o.id, 1, debit.id, credit.id, o.net
     from payout_requests o join ledger_accounts payable on payable.fund_drive_id = o.fund_drive_id
       cross join (values ('payout', null, 'payouts_in_flight'), ('payout_sent', 'payouts_in_flight', 'provider_clearing')) x (kind, debit, credit)
       join ledger_accounts debit on debit.id = case when x.debit is null then payable.id else (select id from ledger_accounts where code = x.debit) end
       join ledger_accounts credit on credit.code = x.credit
     where o.fund_drive_id = ${id}`,
    `insert into wallets (fund_drive_id, credited, reversed, reserved, donors)
     select ${id}, sum(d.amount), sum(p.reversed), 30 * 20000, count(*) filter (where p.reversed = 0)
     from donations d join payments p on p.id = d.payment_id where d.fund_drive_id = ${id}`,
    `insert into fund_drive_comments (fund_drive_id, name, content, state, visitor, fingerprint, likes, created_at)
     select ${id}, 'Supporter ' || n, 'We are with you, number ' || n, case when n % 50 = 0 then 'hidden' else 'shown' end,
       'v' || n, rpad('f' || n, 43, 'x'), n % 9, now() - make_interval(mins => ${Math.ceil(many / 10)} - n)
     from generate_series(1, ${Math.ceil(many / 10)}) n`,
  ]
}

const viewsOf = (
  many: number,
) => `insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, location, viewer_ip, source, viewed_at)
  select '${drive(many)}'::uuid, s.id, n::text, (array['mobile', 'mobile', 'tablet', 'desktop'])[1 + n % 4],
    (array['KE', 'KE', 'TZ', 'UG', 'US', 'GB', 'DE', 'ZA', 'RW', 'NG', 'Unknown', 'CD'])[1 + n % 12], '41.90.' || n % 256 || '.0',
    (array['whatsapp', 'whatsapp', 'facebook', 'direct', 'qr'])[1 + n % 5], ${at(many)}
  from subscriptions s, generate_series(1, ${many}) n where s.fund_drive_id = '${drive(many)}'::uuid`

const posted = (id: string, part: number, parts: number) =>
  `${postGifts(`d.fund_drive_id = ${id} and d.id % ${parts} = ${part}`)} order by d.id, x.leg`

import type { House } from './money-app.ts'
import { giftCents } from './money-provider.ts'

type Db = House['db']

/** So many drives that collect, each of a person of its own and with views to spare. Their ids. */
export async function newDrives({ db }: Pick<House, 'db'>, many: number, title: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with people as (
       insert into users (email, email_verified)
       select md5(random()::text) || '@example.test', true from generate_series(1, $1::int) returning id
     ), known as (
       insert into profiles (user_id, full_name, username)
       select id, 'Bench', 'b' || substr(replace(id::text, '-', ''), 1, 18) from people returning user_id
     )
     insert into fund_drives (user_id, slug, title, goal_amount, category)
     select user_id, 'bench-' || user_id, $2, 100000000, 'Medical' from known returning id`,
    [many, title],
  )
  const ids = rows.map(({ id }) => id)
  await db.query(
    `insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views)
     select d.id, d.user_id, p.id, 1000000, 1000000 from fund_drives d, subscription_packages p
     where p.name = 'Impact' and d.id = any($1)`,
    [ids],
  )
  return ids
}

/** Gifts to a drive that were begun and wait for the provider's word. Their references. */
export async function begunGifts({ db }: House, driveId: string, many: number): Promise<string[]> {
  const { rows } = await db.query<{ reference: string }>(
    `insert into payments (reference, kind, fund_drive_id, amount, status, authorization_url, donor_name, donor_email, next_check_at)
     select 'don-' || md5(n || random()::text), 'donation', $1, $3, 'pending', 'https://pay.example', 'Amina ' || n,
       'amina@example.test', now() + interval '1 hour'
     from generate_series(1, $2::int) n returning reference`,
    [driveId, many, giftCents],
  )
  await db.query('analyze payments')
  return rows.map(({ reference }) => reference)
}

export const raisedBy = async (db: Db, driveId: string): Promise<number> =>
  Number(
    (await db.query('select raised_amount from fund_drive_totals where fund_drive_id = $1', [driveId])).rows[0]
      ?.raised_amount,
  )

export const settledGifts = async (db: Db, driveIds: string[]): Promise<number> =>
  (await db.query('select count(*)::int as many from donations where fund_drive_id = any($1)', [driveIds])).rows[0].many

/** How often the log was brought to the disk. Postgres adds it up once a second. */
export const syncsSoFar = async (db: Db): Promise<number> =>
  Number((await db.query(`select sum(fsyncs) as many from pg_stat_io where object = 'wal'`)).rows[0].many)

/** Events that the product has taken and not worked off yet. */
export const waitingEvents = async (db: Db): Promise<number> =>
  (await db.query(`select count(*)::int as many from webhook_events where state = 'received'`)).rows[0].many

/** Lets what came of the gifts, mails above all, come to its end, so that it is no load of what is measured next. */
export async function untilQuiet({ db }: House, longest = 120_000): Promise<void> {
  const ends = Date.now() + longest
  for (;;) {
    const { rows } = await db.query(
      `select count(*)::int as many from graphile_worker.jobs
       where task_identifier in ('gifts-arrived', 'mail-receipt', 'mail-gift') and (attempts < 1 or locked_at is not null)`,
    )
    if (rows[0].many === 0 || Date.now() > ends) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Looks at a drive's total every half second, as a page would: how long that took, and how much was not folded yet. */
export function watchTotal({ db }: House, driveId: string) {
  let [slowest, most] = [0, 0]
  const times: number[] = []
  const timer = setInterval(async () => {
    const began = performance.now()
    await raisedBy(db, driveId).catch(() => {})
    times.push(performance.now() - began)
    slowest = Math.max(slowest, times.at(-1)!)
    const { rows } = await db
      .query('select count(*)::int as many from wallet_deltas')
      .catch(() => ({ rows: [{ many: 0 }] }))
    most = Math.max(most, rows[0].many)
  }, 500)
  return () => {
    clearInterval(timer)
    return { median: times.sort((a, b) => a - b)[times.length >> 1] ?? 0, slowest, most }
  }
}

import http from 'node:http'
import { found } from './found.ts'
import type { House } from './money-app.ts'
import { figure, statuses } from './money-loads.ts'
import { newDrives } from './money-rows.ts'
import { from, share, steadily } from './money-send.ts'

/** L4: the public pages of ten thousand drives that a million gifts were given to, each asked for by another visitor. */
export async function pages(house: House, { perSecond = 500, seconds = 20, drives = 10_000 } = {}): Promise<void> {
  const many = Number(process.env.MANY ?? 1_000_000)
  const ids = await newDrives(house, drives, 'One of ten thousand')
  await giftsTo(house, ids, many)
  const { rows } = await house.db.query<{ slug: string }>('select slug from fund_drives where id = any($1)', [ids])
  const [cpu, began] = [house.seconds(), performance.now()]
  const took = await steadily(perSecond, perSecond * seconds, () =>
    page(house, `/fundraiser/${rows[Math.floor(Math.random() * rows.length)]!.slug}`),
  )
  const passed = (performance.now() - began) / 1000
  const [p95, p99] = [share(took.ms, 0.95), share(took.ms, 0.99)]
  console.log(
    `L4 ${took.ms.length} pages of ${drives} drives, ${many} gifts, at ${perSecond}/s: ${statuses(took)}; median ${figure(share(took.ms, 0.5))}; processor of the product: ${((house.seconds() - cpu) / passed).toFixed(2)} cores`,
  )
  found({
    goal: `L4 pages of ${drives} drives at ${perSecond}/s`,
    wanted: 'p95 ≤ 100 ms, p99 ≤ 250 ms',
    figure: `p95 ${figure(p95)}, p99 ${figure(p99)}`,
    met: p95 <= 100 && p99 <= 250 && took.statuses.get('200') === took.ms.length,
  })
}

/** Gifts as the pages read them; the books are not asked here, so they are not filled. */
async function giftsTo({ db }: House, ids: string[], many: number): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into payments (reference, kind, fund_drive_id, amount, status, provider_tx_id, provider_fee, channel, donor_name,
         donor_email, created_at, updated_at, settled_at)
       select 'don-' || md5('crowd' || n), 'donation', ($1::uuid[])[1 + n % cardinality($1::uuid[])], 100 * (1 + n % 5000), 'succeeded',
         '66' || n, 1, 'mobile', 'Amina ' || n % 1000, 'giver' || n || '@example.test', now(), now(), now()
       from generate_series(1, $2::int) n`,
      [ids, many],
    )
    await client.query(
      `insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, donor_name, donor_email)
       select id, fund_drive_id, amount, 500, (amount * 500 + 5000) / 10000, channel, donor_name, donor_email
       from payments where fund_drive_id = any($1)`,
      [ids],
    )
    await client.query(
      `insert into wallets (fund_drive_id, credited, donors)
       select fund_drive_id, sum(amount), count(*) from donations where fund_drive_id = any($1) group by 1
       on conflict (fund_drive_id) do update set credited = excluded.credited, donors = excluded.donors`,
      [ids],
    )
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })

/** Asks for a page as a new visitor does, and reads it to its end. */
export const page = ({ url }: House, path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = http.get(url + path, { agent, headers: { ...from(), 'accept-encoding': 'br', ...headers } })
    asking.on('error', reject)
    asking.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)))
  })

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ask } from './load.ts'
import { front } from './net.ts'

// Withdrawals during a fault: the owner of the examples asks for one every ten seconds, and an administrator completes it. Money goes
// out once, whatever dies.

/** The cookies of both, and the drive. */
export type People = { owner: string; admin: string; slug: string }
type Asked = { key: string; told: boolean }
export type Withdrawals = {
  said(): string
  stop(): Promise<void>
  /** What was asked for is there, once; of each at most one transfer was ordered, and each that was ordered is of one that is known. */
  compared(pool: pg.Pool, sent: string[]): Promise<string[]>
}

const every = 10_000
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${front}` }

async function cookieOf(email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: 'harambee' })
  const answer = await fetch(`http://${front}/auth/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: form,
    body,
  })
  if (answer.status !== 303) throw new Error(`signing in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Once for a drill: a second sign-in would need no other cookie. Here nobody counts withdrawals an hour, nor do treasurers agree. */
export async function signedIn(pool: pg.Pool): Promise<People> {
  await pool.query(`insert into operator_choices (name, value, by)
    select 'WITHDRAWALS_AN_HOUR', '1000', id from users where email = 'admin@harambee.test' on conflict do nothing`)
  const { rows } = await pool.query<{ slug: string }>(
    `update fund_drives set signatures = 0 where id = (
       select d.id from fund_drives d join users u on u.id = d.user_id join fund_drive_totals t on t.fund_drive_id = d.id
       where u.email = 'owner@harambee.test' and d.status = 'active' and d.collect_donations
       order by t.raised_amount desc limit 1) returning slug`,
  )
  const [owner, admin] = [await cookieOf('owner@harambee.test'), await cookieOf('admin@harambee.test')]
  return { owner, admin, slug: rows[0]!.slug }
}

export function startWithdrawals({ owner, admin, slug }: People): Withdrawals {
  const asked: Asked[] = []
  const open = new Set<Promise<void>>()
  let nr = 0
  const post = (path: string, cookie: string, fields: Record<string, string>) =>
    ask(nr++, 'POST', `http://${front}${path}`, `${new URLSearchParams(fields)}`, { ...form, cookie })

  async function one() {
    const own: Asked = { key: randomUUID(), told: false }
    asked.push(own)
    const cents = 20_000 + 100 * asked.length
    const fields = {
      amount: String(cents / 100),
      seen: String(cents),
      key: own.key,
      method: 'mobile_money',
      phone_number: '0712 345 678',
      mobile_operator: 'M-Pesa',
      password: 'harambee',
    }
    // Who got no answer sends the same form.
    for (let turn = 0; turn < 30 && !own.told; turn++) {
      const { status } = await post(`/fund-drive/${slug}/payouts/withdraw`, owner, fields)
      own.told = status === 303
      if (!own.told) await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    const list = await ask(nr++, 'GET', `http://${front}/admin/withdrawal-requests`, '', { cookie: admin })
    const numbers = [...list.text.matchAll(/withdrawal-requests\/(\d+)\/complete/g)].map(([, number]) => number!)
    for (const number of new Set(numbers))
      await post(`/admin/withdrawal-requests/${number}/complete`, admin, { back: '/admin/withdrawal-requests' })
  }
  const begin = () => {
    const done = one().finally(() => open.delete(done))
    open.add(done)
  }
  begin()
  const timer = setInterval(begin, every)
  return {
    said: () => `${asked.filter(({ told }) => told).length} withdrawals`,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
    async compared(pool, sent) {
      const wrong: string[] = []
      const keys = asked.map(({ key }) => key)
      const told = asked.filter((one) => one.told).map(({ key }) => key)
      const { rows: filed } = await pool.query<{ key: string }>(
        'select client_key::text as key from payout_requests where client_key = any($1::uuid[])',
        [keys],
      )
      const known = new Set(filed.map(({ key }) => key))
      if (filed.length !== known.size) wrong.push('a withdrawal is there twice')
      const gone = told.filter((key) => !known.has(key))
      if (gone.length > 0) wrong.push(`${gone.length} withdrawals that were said to be asked for are gone`)
      const { rows: orders } = await pool.query<{ reference: string; payout: string; status: string }>(
        `select a.reference, a.payout_id::text as payout, r.status from payout_attempts a
           join payout_requests r on r.id = a.payout_id where a.reference = any($1)`,
        [sent],
      )
      if (orders.length !== sent.length)
        wrong.push(`${sent.length - orders.length} transfers were ordered that nobody knows`)
      const payouts = new Set(orders.map(({ payout }) => payout))
      if (payouts.size !== orders.length) wrong.push('a withdrawal was sent twice')
      const lost = orders.filter(({ status }) => status === 'rejected' || status === 'processing')
      if (lost.length > 0) wrong.push(`${lost.length} withdrawals were sent, and the books say that they were not`)
      if (told.length > 0 && sent.length === 0) wrong.push('no withdrawal was sent')
      return wrong
    },
  }
}

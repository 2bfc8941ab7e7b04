import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { pause, signIn } from '../../test/launch.ts'
import { ask, type Drive } from './load.ts'
import { front } from './net.ts'

// Withdrawals during a fault: the owner of the examples asks for one every ten seconds, and an administrator completes it. Money goes
// out once, whatever dies.

/** The cookies of both. */
export type People = { owner: string; admin: string }
type Asked = { key: string; told: boolean }
export type Withdrawals = {
  said(): string
  /** The keys of those that the product said were asked for. */
  told(): string[]
  stop(): Promise<void>
  /** What was asked for is there, once; of each at most one transfer was ordered, and each that was ordered is of one that is known. */
  compared(pool: pg.Pool, sent: string[]): Promise<string[]>
}

const [owner, admin] = ['owner@harambee.test', 'admin@harambee.test']
const every = 10_000
/** No two withdrawals of a drill have the same amount, also after the fee, of which the fraction of a shilling goes. In shillings. */
let amount = 200
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${front}` }

/** Signs both in, once for a drill. More withdrawals an hour are allowed than to others. */
export async function signedIn(pool: pg.Pool): Promise<People> {
  await pool.query(`insert into operator_choices (name, value, by)
    select 'WITHDRAWALS_AN_HOUR', '1000', id from users where email = '${admin}'`)
  const product = { url: `http://${front}` }
  return { owner: await signIn(product, owner), admin: await signIn(product, admin) }
}

/** Gives a drive to the owner of the examples, who can sign in, and who may type the password ten times from now on. */
export async function handOver(pool: pg.Pool, { id }: Drive): Promise<void> {
  const person = `(select id from users where email = '${owner}')`
  await pool.query(`update fund_drives set user_id = ${person} where id = $1`, [id])
  await pool.query(`update subscriptions set user_id = ${person} where fund_drive_id = $1`, [id])
  await pool.query("delete from rate_limits where name = 'password-again'")
}

export function startWithdrawals(people: People, { slug }: Drive): Withdrawals {
  const asked: Asked[] = []
  const open = new Set<Promise<void>>()
  let nr = 0
  const post = (path: string, cookie: string, fields: Record<string, string>) =>
    ask(nr++, 'POST', `http://${front}${path}`, `${new URLSearchParams(fields)}`, { ...form, cookie })

  async function one() {
    const own: Asked = { key: randomUUID(), told: false }
    asked.push(own)
    amount += 2
    const shillings = amount
    const fields = {
      amount: String(shillings),
      seen: String(100 * shillings),
      key: own.key,
      method: 'mobile_money',
      phone_number: '0712 345 678',
      mobile_operator: 'M-Pesa',
      password: 'harambee',
    }
    // Who got no answer sends the same form.
    for (let turn = 0; turn < 10 && !own.told; turn++) {
      const { status } = await post(`/fund-drive/${slug}/payouts/withdraw`, people.owner, fields)
      own.told = status === 303
      if (status === 422) break
      if (!own.told) await pause(3000)
    }
    for (let turn = 0; turn < 5 && !(await completed()); turn++) await pause(2000)
  }
  /** An administrator completes what waits. False where the list did not come. */
  async function completed(): Promise<boolean> {
    const { status, text } = await ask(nr++, 'GET', `http://${front}/admin/withdrawal-requests`, '', {
      cookie: people.admin,
    })
    const numbers = [...text.matchAll(/withdrawal-requests\/(\d+)\/complete/g)].map(([, number]) => number!)
    for (const number of new Set(numbers)) {
      const complete = (more?: Record<string, string>) =>
        post(`/admin/withdrawal-requests/${number}/complete`, people.admin, {
          back: '/admin/withdrawal-requests',
          ...more,
        })
      // Ten minutes after the administrator typed the password, the form asks for it again.
      if ((await complete()).status === 422) await complete({ again: 'harambee' })
    }
    return status === 200
  }
  const begin = () => {
    const done = one().finally(() => open.delete(done))
    open.add(done)
  }
  const timer = setInterval(begin, every)
  return {
    told: () => asked.filter(({ told }) => told).map(({ key }) => key),
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
      if (told.length === 0) wrong.push('no withdrawal was asked for')
      if (told.length > 0 && sent.length === 0) wrong.push('no withdrawal was sent')
      return wrong
    },
  }
}

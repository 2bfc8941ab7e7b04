/** @module-tag night */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { allOfMpesaIsHere, newPhone, payers } from '#test/payers.ts'
import { newServer, pause, until } from '#test/product.ts'
import { killAll, killDatabase, raised, type World, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Twenty people give by phone, ten by a request and ten from the menu of the phone, while everything is killed under them and
// M-Pesa tells of it. Each keeps what they were told; M-Pesa keeps what it took. Afterwards both are in the books, once.

beforeAll(() => ensureBuild())

/** As M-Pesa writes it. */
const atMpesa = (phone: string) => phone.slice(1)

/** What a giver was told. `paid`: by M-Pesa. `seen`: by our page. */
type Told = { phone: string; amount: number; receipt?: string; paid?: boolean; seen?: boolean }

test('kill -9 of everything, then of the database, while twenty give by phone: what M-Pesa took is there once', {
  timeout: 240_000,
}, async () => {
  const scene = await world()
  const crowd = await twenty(scene)
  for (const killed of ['all', 'database', 'all']) {
    const before = crowd.paid()
    await until(() => crowd.paid() >= before + 3, 'some have paid')
    // Some have not, and M-Pesa has not told of all.
    expect(crowd.paid()).toBeLessThan(20)
    if (killed === 'database') await newServer(scene.product(), killDatabase)
    else {
      await killAll(scene.product())
      await scene.again()
    }
  }
  await crowd.all
  await allOfMpesaIsHere(90_000)
  await asMpesaSays(
    scene,
    crowd.log.map(({ phone }) => atMpesa(phone)),
  )
  for (const told of crowd.log) await asTold(told)
  expect(crowd.log.filter(({ receipt }) => receipt)).toHaveLength(10)
  // How many pages saw it before they were cut off is chance; what each says it saw is compared above.
  expect(crowd.log.some(({ seen }) => seen)).toBe(true)
  expect(await brokenInvariants(db)).toEqual([])
})

/** Each pays once, one after the other by a quarter of a second, and asks until someone answers. */
async function twenty(scene: World) {
  const { people, drive, product } = scene
  const number = await payers(product, drive).number()
  const log: Told[] = []
  const form = () => ({
    origin: product().url,
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': 'another',
  })
  const steer = (what: string, body: object) => ({
    path: `/sandbox/daraja/__sandbox/${what}`,
    send: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  })

  async function byRequest(told: Told) {
    const fields = { way: 'mpesa', amount: String(told.amount / 100), phone: told.phone, key: randomUUID() }
    const send = { method: 'POST', headers: form(), body: new URLSearchParams(fields).toString() }
    const begun = await people.until(`/fundraiser/${drive.slug}/donate`, send, (status) => status === 303)
    const { path, send: press } = steer('press', { number: told.phone, pin: '1234' })
    // Who gets no answer presses again: then nothing waits on the phone any more.
    const pressed = await people.until(path, press, (status) => status === 200 || status === 400)
    told.paid = pressed.status === 200 ? JSON.parse(pressed.text).code === 0 : await isTaken(told)
    // Killed before it was sent, or run out on a machine that hardly moves: no money was asked for, and none is here.
    if (!told.paid) return
    const page = new URL(begun.headers.get('location')!).pathname
    const over = await people.until(page, { headers: form() }, (status) => status === 302)
    const thanks = over.headers.get('location')!
    await people.until(
      thanks,
      { headers: form() },
      (status, text) => status === 200 && text.includes('Payment Successful!'),
    )
    told.seen = true
  }
  async function byMenu(told: Told) {
    const { path, send } = steer('pay', { phone: told.phone, account: number, amount: told.amount / 100 })
    const paid = await people.until(path, send, (status) => status === 200)
    told.receipt = JSON.parse(paid.text).receipt
    told.paid = true
  }
  const all = Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const told: Told = { phone: newPhone(), amount: 10_000 + 100 * at }
      log.push(told)
      await pause(250 * at)
      await (at % 2 === 0 ? byRequest(told) : byMenu(told))
    }),
  )
  all.catch(() => {})
  return { log, all, paid: () => log.filter(({ paid }) => paid).length }
}

/** Whether M-Pesa took the money of this phone: its owner reads that in their messages, once there is a database to say so. */
async function isTaken({ phone }: Told): Promise<boolean> {
  let messages: number | undefined
  await until(async () => {
    const { rows } = await sql`select from sandbox.daraja_transactions where phone = ${atMpesa(phone)}`
      .execute(db)
      .catch(() => ({ rows: undefined }))
    messages = rows?.length
    return messages !== undefined
  }, 'there is a database')
  return messages === 1
}

/** Its receipts are exactly ours, each in one place, and their sum is what the drive has more. */
async function asMpesaSays({ drive, raisedBefore }: World, phones: string[]) {
  const theirs = sql`select receipt, amount from sandbox.daraja_transactions where amount > 0 and way in ('prompt', 'paybill')`
  const ours = sql`select r.receipt, coalesce(p.amount, s.amount) from mpesa_receipts r
    left join payments p on p.id = r.payment_id and p.status = 'succeeded' left join suspense s on s.id = r.suspense_id`
  const { rows } = await sql`(${theirs} except all (${ours})) union all ((${ours}) except all (${theirs}))`.execute(db)
  expect(rows).toEqual([])
  const { rows: sums } = await sql<{ sum: number }>`
    select sum(amount)::bigint as sum from sandbox.daraja_transactions where phone = any(${phones})`.execute(db)
  expect(await raised(drive.id)).toBe(raisedBefore + sums[0]!.sum)
}

/** One gift of one amount, under the code that the phone was told, with one text of thanks for each gift at most. */
async function asTold(told: Told) {
  const { rows } = await sql<{ receipt: string; amount: number; texts: number }>`
    select t.receipt, d.amount, (select count(*)::int from sandbox.sms m where m.to_phone = ${told.phone} and m.sender <> 'M-PESA') as texts
    from sandbox.daraja_transactions t join mpesa_receipts r on r.receipt = t.receipt join donations d on d.payment_id = r.payment_id
    where t.phone = ${atMpesa(told.phone)}`.execute(db)
  // Of a payment whose answer was lost the phone pays again: two codes, two gifts.
  if (told.receipt) expect(rows.map(({ receipt }) => receipt)).toContain(told.receipt)
  else expect([rows.length, told.seen ?? false]).toEqual(told.paid ? [1, true] : [0, false])
  for (const { amount, texts } of rows) expect([amount, texts <= rows.length]).toEqual([told.amount, true])
}

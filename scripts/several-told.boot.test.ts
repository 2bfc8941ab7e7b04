import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { asking } from '#test/ask.ts'
import { figuresOf, lineTo } from '#test/children.ts'
import { crowd } from '#test/crowd.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { type Product, pause, signIn, until } from '#test/product.ts'
import { viewsBought } from '#test/views-bought.ts'
import { count, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Three processes below one parent, each asked over a line of its own: what one is told holds in all, and what reaches all of
// them at once is done once.

beforeAll(() => ensureBuild())

const webs = ['web 1', 'web 2', 'web 3']
const agent = 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
/** Nobody sees a kept page that is older, in milliseconds. */
const oldest = 1000

async function three() {
  const scene = await world({ env: { WEB_PROCESSES: '3' } })
  const product = scene.product()
  const lines = await Promise.all(webs.map((name) => lineTo(product, name)))
  const asks = lines.map((line) => asking(product.port, line))
  const owner = await db
    .selectFrom('users')
    .where('email', '=', 'owner@harambee.test')
    .select('id')
    .executeTakeFirstOrThrow()
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => ({
    /** Through one of them. */
    by: (nr: number) =>
      asks[nr]!(path, {
        method: 'POST',
        headers: { ...form, 'user-agent': agent, origin: product.url, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  })
  return { product, lines, asks, send, ownerId: owner.id, cookie: await signIn(product) }
}
type Three = Awaited<ReturnType<typeof three>>

const pagesOf = ({ asks }: Pick<Three, 'asks'>, path: string) =>
  Promise.all(asks.map((ask) => ask(path, { headers: { 'user-agent': agent, accept: 'text/html' } })))

/** What is told of this drive to a page that listens over this line. */
async function listened(product: Product, line: http.Agent, topic: string) {
  let heard = ''
  const request = http.get(`${product.url}/live?topic=${topic}`, { agent: line }, (answer) =>
    answer.on('data', (chunk) => (heard += chunk)),
  )
  request.on('error', () => {})
  await until(() => heard !== '', 'it listens')
  return { heard: () => heard, close: () => request.destroy() }
}

test('a comment and an edit through one are heard and shown by all; so are views that were bought', async () => {
  const scene = await three()
  const { product, send, ownerId, cookie } = scene
  const drive = await someDrive(db, { ownerId })
  const path = `/fundraiser/${drive.slug}`
  const listening = await Promise.all(
    webs.map(async (name) => listened(product, await lineTo(product, name), `drive:${drive.id}`)),
  )
  for (const { status, text } of await pagesOf(scene, `${path}?tab=comments`))
    expect([status, text.includes('Tuko pamoja')]).toEqual([200, false])
  const posted = await send(`${path}/comment`, { name: 'Baraka', content: 'Tuko pamoja', key: randomUUID() }).by(0)
  expect(posted.status).toBe(303)
  await until(() => listening.every(({ heard }) => heard().includes('event: changed')), 'all hear of it')
  await pause(oldest)
  for (const { text } of await pagesOf(scene, `${path}?tab=comments`)) expect(text).toContain('Tuko pamoja')

  const typed = { version: '1', title: 'Heal Baba Otieno', goal: '2000', category: 'Medical' }
  expect((await send(`/fund-drive/${drive.slug}/info/save`, typed, { cookie }).by(1)).status).toBe(303)
  await pause(oldest)
  for (const { text } of await pagesOf(scene, path)) expect(text).toContain('Heal Baba Otieno')

  // Each kept it.
  const figures = await figuresOf(product)
  for (const name of webs)
    expect(figures.get(`kept_answers_total{what="page",process="${name}"}`)).toBeGreaterThanOrEqual(3)

  await crowd(40, 1000, () => product.url, drive)
  expect(await creditsOf(db, drive.id)).toMatchObject({ remaining: 0, used: 15 })
  await pause(oldest)
  for (const { status } of await pagesOf(scene, path)) expect(status).toBe(403)
  await viewsBought(db, drive)
  await pause(oldest)
  for (const { status } of await pagesOf(scene, path)) expect(status).toBe(200)
  for (const { close } of listening) close()
  expect(await brokenInvariants(db)).toEqual([])
})

test('a gift that is begun, and a withdrawal that is asked for, through all at once, is one', {
  tags: ['night'],
}, async () => {
  const { asks, send, ownerId, cookie } = await three()
  const drive = await someDrive(db, { ownerId })
  const key = randomUUID()
  const body = { amount: 100, email: 'one@example.test', fund_drive_id: drive.id, donor_name: 'One' }
  const begin = (nr: number) =>
    asks[nr % 3]!('/api/process-donation', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  const begun = await Promise.all(
    Array.from({ length: 6 }, async (_, nr) => {
      // A program is told to come again while the first one opens it.
      for (;;) {
        const answer = await begin(nr)
        if (answer.status !== 409) return answer
        await pause(Number(answer.headers['retry-after']) * 1000)
      }
    }),
  )
  expect(begun.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(begun.map(({ text }) => JSON.parse(text).authorization_url)).size).toBe(1)
  expect(await count(sql`select count(*)::int as n from payments where donor_email = 'one@example.test'`)).toBe(1)

  // There is enough for one of three.
  await gift(db, drive.id, 100_000)
  const keys = webs.map(() => randomUUID())
  const withdrawal = (key: string) =>
    send(
      `/fund-drive/${drive.slug}/payouts/withdraw`,
      {
        amount: '600',
        seen: '60000',
        key,
        method: 'mobile_money',
        phone_number: '0712 345 678',
        mobile_operator: 'M-Pesa',
        password: 'harambee',
      },
      { cookie },
    )
  const asked = await Promise.all(keys.map((key, nr) => withdrawal(key).by(nr)))
  expect(asked.map(({ status }) => status).sort()).toEqual([303, 422, 422])
  const taken = asked.findIndex(({ status }) => status === 303)
  const again = await Promise.all([1, 2].map((step) => withdrawal(keys[taken]!).by((taken + step) % 3)))
  expect(again.map(({ status }) => status)).toEqual([303, 303])
  const filed = await db
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', drive.id)
    .select(['client_key', 'amount'])
    .execute()
  expect(filed).toEqual([{ client_key: keys[taken], amount: 60_000 }])
  expect(await brokenInvariants(db)).toEqual([])
})

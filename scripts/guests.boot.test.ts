/** @module-tag night */
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { freePort, freshFolder, type Product, pause, ready, startReady } from '#test/product.ts'
import { manyInvited } from '../bench/guest-rows.ts'
import { ensureBuild } from './build.ts'

// Guests who answer while the database goes away, and guests who all come at once.

beforeAll(() => ensureBuild())

let postgres: Postgres | undefined
let db: pg.Pool | undefined
afterEach(async () => {
  await db?.end()
  await postgres?.stop()
  db = undefined
})

const place = { place: '', port: 0, durable: false }
/** A product on a database of its own, which can be stopped without it. */
async function open(): Promise<Product> {
  Object.assign(place, { place: path.join(freshFolder(), 'postgres'), port: await freePort() })
  postgres = await startPostgres(place)
  db = new pg.Pool({ connectionString: postgres.url })
  db.on('error', () => {})
  return startReady({ env: { DATABASE_URL: postgres.url, TRUST_PROXY: '1' } })
}
async function invited(guests: number): Promise<string[]> {
  const owner = 'wanjiku@example.org'
  await db!.query(
    `with made as (insert into users (email, email_verified) values ($1, true) returning id)
     insert into profiles (user_id, full_name, username) select id, 'Wanjiku Kamau', 'wanjiku' from made`,
    [owner],
  )
  return manyInvited(db!, owner, guests, guests * 2)
}

/** Each guest has a network of their own. */
const from = (nr: number) => ({ 'x-forwarded-for': `10.1.${Math.floor(nr / 250)}.${1 + (nr % 250)}` })

async function answers({ url }: Product, link: string, nr: number): Promise<{ status: number; retry: string | null }> {
  const answer = await fetch(`${url}/i/${link}/answer`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, ...from(nr) },
    body: new URLSearchParams({ no: '1', reply: 'yes', adults: '1', children: '1' }),
  })
  await answer.arrayBuffer()
  return { status: answer.status, retry: answer.headers.get('retry-after') }
}
const whoComes = async () => {
  const { rows } = await db!.query<{ link: string }>(
    `select s.link from supporters s join gatherings g on g.id = s.gathering_id join invitations i on i.supporter_id = s.id
     where g.slug = 'answers' and i.state = 'yes' and i.adults = 1 and i.children = 1`,
  )
  return new Set(rows.map(({ link }) => link))
}

test('O27: Postgres is restarted under twenty answers a second: 503 at worst, what was acknowledged is kept, and the same form is taken later', async () => {
  const product = await open()
  const links = await invited(300)
  const heard = Promise.all(
    links.map(async (link, nr) => {
      await pause(nr * 50)
      return { link, nr, ...(await answers(product, link, nr)) }
    }),
  )
  // A refusal that comes before it is waited for is one failure of this test, and no error without a test.
  heard.catch(() => {})
  await pause(4000)
  await postgres!.stop()
  await pause(3000)
  postgres = await startPostgres(place)
  const all = await heard
  await ready(product)
  expect([...new Set(all.map(({ status }) => status))].sort()).toEqual([303, 503])
  const unheard = all.filter(({ status }) => status === 503)
  expect(unheard.filter(({ retry }) => !retry)).toEqual([])
  const coming = await whoComes()
  expect(all.filter(({ status, link }) => status === 303 && !coming.has(link))).toEqual([])
  for (const { link, nr } of unheard) expect(await answers(product, link, nr)).toMatchObject({ status: 303 })
  expect((await whoComes()).size).toBe(links.length)
  const { rows } = await db!.query(
    `select z.taken::int, z.taken = (select sum(i.adults + i.children) from invitations i where i.occasion_id = o.id) as exact
     from occasion_seats z join occasions o on o.id = z.occasion_id join gatherings g on g.id = o.gathering_id where g.slug = 'answers'`,
  )
  expect(rows).toEqual([{ taken: links.length * 2, exact: true }])
}, 180_000)

test('O24: two hundred guests open their pages and cards at once: each page comes, each card comes or says when to ask again', async () => {
  const product = await open()
  const links = await invited(200)
  const [pages, cards] = await Promise.all(
    ['', '/card.jpg'].map((what) =>
      Promise.all(
        links.map(async (link, nr) => {
          const answer = await fetch(`${product.url}/i/${link}${what}`, { headers: from(nr) })
          const bytes = (await answer.arrayBuffer()).byteLength
          return { status: answer.status, bytes, retry: answer.headers.get('retry-after') }
        }),
      ),
    ),
  )
  expect(pages!.filter(({ status }) => status !== 200)).toEqual([])
  expect(cards!.filter(({ status, retry }) => status !== 200 && !(status === 503 && retry))).toEqual([])
  expect(cards!.filter(({ status, bytes }) => status === 200 && bytes > 250_000)).toEqual([])
  expect(cards!.some(({ status }) => status === 200)).toBe(true)
  expect(product.said()).not.toContain('"level":50')
}, 180_000)

import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { Kysely, PostgresDialect } from 'kysely'
import { openPool } from '../app/platform/db.server.ts'
import { brokenInvariants } from '../db/checks.ts'
import type { DB } from '../db/types.ts'
import type { Found } from './found.ts'
import { type House, pause } from './money-app.ts'
import { page } from './money-crowd.ts'
import { giftCents } from './money-provider.ts'
import { newDrives, raisedBy, settledGifts, untilQuiet } from './money-rows.ts'
import { beginGift, eventOf, from, look, pageToken, post, steadily, type Took, tellPaid } from './money-send.ts'
import { flatness, leftOpen, openNow, watchMemory } from './soak-watch.ts'

type Drive = { id: string; slug: string; token: string }

/** So many of each a second, and so many who listen at any time. */
const rates = { gifts: 20, visitors: 30, comments: 2, owners: 2 }
const listening = 40

/** L8: everybody at once. What is found afterwards. */
export async function soak(house: House, { seconds, part = 1 }: { seconds: number; part?: number }): Promise<Found[]> {
  const drives = await ownDrives(house, 5)
  const cookie = await signIn(house)
  // What is opened once and kept is open before it is counted.
  await live(house, { drives, cookie, seconds: 3, part })
  await untilQuiet(house)
  const before = await openNow(house)
  const memory = watchMemory(house)
  const took = await live(house, { drives, cookie, seconds, part })
  const samples = memory()
  for (let waits = 0; (await settledGifts(house.db, ids(drives))) < begun && waits < 1200; waits++) await pause(100)
  await untilQuiet(house)
  const open = await leftOpen(house, before)
  return [...answers(took), flatness(samples, seconds), open, ...(await books(house, drives))]
}

const ids = (drives: Drive[]) => drives.map(({ id }) => id)
let begun = 0

type Life = { drives: Drive[]; cookie: string; seconds: number; part: number }

async function live(house: House, { drives, cookie, seconds, part }: Life): Promise<Record<string, Took>> {
  const any = () => drives[Math.floor(Math.random() * drives.length)]!
  const closing = new AbortController()
  const listeners = Array.from({ length: Math.ceil(listening * part) }, () => listen(house, any, closing.signal))
  const rate = (perSecond: number, run: () => Promise<unknown>) =>
    steadily(perSecond * part, Math.ceil(perSecond * part * seconds), run)
  const [gifts, visitors, comments, owners] = await Promise.all([
    rate(rates.gifts, () => give(house, any())),
    rate(rates.visitors, () => visit(house, any())),
    rate(rates.comments, () => comment(house, any())),
    rate(rates.owners, () => manage(house, any(), cookie)),
  ])
  closing.abort()
  await Promise.all(listeners)
  return { gifts, visitors, comments, owners }
}

async function give(house: House, { id }: Drive) {
  const event = eventOf(await beginGift(house, id))
  begun++
  return tellPaid(house, event)
}

async function visit(house: House, { id, slug, token }: Drive) {
  const status = await page(
    house,
    `/fundraiser/${slug}${['', '', '?tab=comments', '?tab=donations'][Math.floor(Math.random() * 4)]}`,
  )
  return status === 200 ? (await look(house, id, token)).status : status
}

async function comment(house: House, { slug }: Drive) {
  const words = `Tuko pamoja ${randomUUID().slice(0, 8)}, pole sana kwa familia yote`
  const form = new URLSearchParams({ name: 'Amina', content: words, key: randomUUID() })
  const headers = { ...from(), 'content-type': 'application/x-www-form-urlencoded', origin: house.url }
  const { status } = await post(house, `/fundraiser/${slug}/comment`, String(form), headers)
  return status < 400 ? 200 : status
}

const manage = (house: House, { slug }: Drive, cookie: string) =>
  page(house, `/fund-drive/${slug}/${['home', 'donations', 'comments', 'analytics'][Math.floor(Math.random() * 4)]}`, {
    cookie,
  })

/** Follows a drive for some seconds, then another one, as tabs are opened and closed. */
async function listen(house: House, any: () => Drive, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const asking = http.get(`${house.url}/live?topic=drive:${any().id}`, { agent: false })
    asking.on('error', () => {})
    asking.on('response', (answer) => answer.on('error', () => {}).resume())
    const ends = Date.now() + 1000 + Math.random() * 6000
    while (Date.now() < ends && !closing.aborted) await pause(100)
    asking.destroy()
  }
}

/** Drives of the example owner, with views to spare. */
async function ownDrives(house: House, many: number): Promise<Drive[]> {
  const made = await newDrives(house, many, 'A drive that lives')
  const { rows } = await house.db.query<{ id: string; slug: string }>(
    `update fund_drives set user_id = (select id from users where email = 'owner@harambee.test')
     where id = any($1) returning id, slug`,
    [made],
  )
  const drives: Drive[] = []
  for (const row of rows) drives.push({ ...row, token: await pageToken(house, row.id) })
  return drives
}

async function signIn({ url }: House): Promise<string> {
  const body = new URLSearchParams({ email: 'owner@harambee.test', password: 'harambee' })
  const headers = { origin: url }
  const answer = await fetch(`${url}/auth/sign-in`, { method: 'POST', headers, body, redirect: 'manual' })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

function answers(took: Record<string, Took>): Found[] {
  const all = Object.values(took).flatMap(({ statuses }) => [...statuses])
  const many = all.reduce((sum, [, times]) => sum + times, 0)
  const wrong = all.filter(([status]) => status !== '200')
  return [
    {
      goal: 'L8 soak: answers',
      wanted: 'all as they should be',
      figure: `${many}, ${wrong.length === 0 ? 'all right' : wrong.map(([status, times]) => `${times} × ${status}`).join(', ')}`,
      met: wrong.length === 0,
    },
  ]
}

/** The rules of the books, each total to the cent, a receipt for each gift, nothing in the graveyard. */
async function books(house: House, drives: Drive[]): Promise<Found[]> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(house.databaseUrl, 2) }) })
  try {
    const broken = await brokenInvariants(db)
    const wrong: string[] = broken.map(({ id }) => id)
    for (const { id } of drives)
      if ((await raisedBy(house.db, id)) !== (await settledGifts(house.db, [id])) * giftCents)
        wrong.push(`total of ${id}`)
    const { rows } = await house.db.query<{ receipts: number; failed: number }>(
      `select (select count(*)::int from sandbox.mails where to_address = 'amina@example.test') as receipts,
         (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as failed`,
    )
    const { receipts, failed } = rows[0]!
    const given = await settledGifts(house.db, ids(drives))
    if (receipts !== given) wrong.push(`${receipts} receipts of ${given}`)
    if (failed > 0) wrong.push(`${failed} jobs failed`)
    return [
      {
        goal: 'L8 soak: books, totals, receipts',
        wanted: 'exact',
        figure: wrong.length === 0 ? `${given} gifts, exact` : wrong.join(', '),
        met: wrong.length === 0,
      },
    ]
  } finally {
    await db.destroy()
  }
}

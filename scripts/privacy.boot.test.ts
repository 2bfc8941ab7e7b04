import { spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import http from 'node:http'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { phoneShown } from '#app/kit/phone.ts'
import { db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { matrix } from '#test/matrix.ts'
import { allOfMpesaIsHere, payers, thanksTo } from '#test/payers.ts'
import { tablesWith, tracesOf } from '#test/phone-traces.ts'
import { dayFrom } from '#test/pledges.ts'
import { signIn, until } from '#test/product.ts'
import { type World, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// MPESA, section 18: a phone is whole for its owner only. One giver does all that can be done with a phone; then everything that
// leaves the product is searched for the number, and after 'forget me' everything that is kept.

beforeAll(() => ensureBuild())

const phone = `+2547110${randomInt(10_000, 99_999)}`
const digits = phone.slice(-9)
const typed = `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
const traces = tracesOf(phone)
const email = 'whole@example.test'
const name = 'Wanjiku Whole'

test('a number is known by whatever way it is written', () => {
  const ways = [typed, phone, digits, `%2B${phone.slice(1)}`, typed.replaceAll(' ', '-'), typed.replaceAll(' ', '%20')]
  const coded = [...ways.slice(0, 3).map((one) => Buffer.from(`{"a":"${one.replaceAll(' ', '')}"}`).toString('base64'))]
  for (const one of [...ways, ...coded]) expect(traces(`before ${one} after`), one).not.toEqual([])
  for (const one of [phoneShown(phone), '+254711000000']) expect(traces(`before ${one} after`), one).toEqual([])
})

test('a giver’s number leaves the product for nobody else, and is kept nowhere once they want to be forgotten', {
  timeout: 240_000,
}, async () => {
  const scene = await world({ env: { LOG_LEVEL: 'debug' } })
  const house = await watched(scene)
  await everyFormAction(scene, house)
  const left = await all(scene, house)
  expect(left.size).toBeGreaterThan(150)
  expect(leaksIn(left)).toEqual([])
  await ownersOwn(scene, house)
  expect(await tablesWith(db, traces)).toEqual(expect.arrayContaining(meantFor))
  expect((await tablesWith(db, traces)).filter((table) => !meantFor.includes(table) && !isOutside(table))).toEqual([])

  forget(scene, phone)
  house.close()
  expect((await tablesWith(db, tracesOrName)).filter((table) => !isOutside(table))).toEqual([])
  expect(traces(scene.product().said())).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
})

/** Tables that have the number as long as its giver does not mind. */
const meantFor = ['list_pastes', 'mpesa_prompts', 'payments', 'pledges', 'recorded_gifts', 'sms_outbox', 'claims']
/** What the money of a typed account says of it is for those who place it. */
meantFor.push('mpesa_receipts', 'suspense')
/** What M-Pesa and the gateway know is with them. Here they are pretended, in tables of their own. */
const isOutside = (table: string) => /^sandbox\.(daraja_|sms$)/.test(table)
const tracesOrName = (text: string) => [...traces(text), ...(text.includes(name) || text.includes(email) ? [name] : [])]

type Leaving = Map<string, string>
const leaksIn = (left: Leaving) =>
  [...left].flatMap(([where, text]) => {
    const found = traces(text)
    return found.length > 0 ? [`${where}: ${found[0]}, ${around(text)}`] : []
  })
const around = (text: string) => {
  const at = text.search(new RegExp([...digits].join('[^0-9a-zA-Z]{0,3}')))
  return text.slice(Math.max(0, at - 120), at + 60).replace(/\s+/g, ' ')
}

/** Asks as someone, and writes down everything that is answered: head and body. */
async function watched(scene: World) {
  const left: Leaving = new Map()
  const { url } = scene.product()
  const cookies = {
    visitor: '',
    owner: await signIn(scene.product()),
    admin: await signIn(scene.product(), 'admin@harambee.test'),
  }
  type Who = keyof typeof cookies
  async function ask(who: Who, path: string, body?: Record<string, string>, isOwn = false) {
    const headers = { origin: url, cookie: cookies[who], 'x-forwarded-for': `10.8.${randomInt(256)}.${randomInt(256)}` }
    const form = body ? { method: 'POST', body: new URLSearchParams(body) } : {}
    const answer = await fetch(new URL(path, url), { redirect: 'manual', headers, ...form })
    const text = /image|pdf|zip/.test(answer.headers.get('content-type') ?? '') ? '' : await answer.text()
    const head = JSON.stringify([...answer.headers])
    if (!isOwn) left.set(`${who} ${body ? 'POST' : 'GET'} ${path}`, `${head}\n${text}`)
    return { status: answer.status, head, text, location: answer.headers.get('location') ?? '' }
  }
  let live = ''
  const listening = [['visitor', `drive:${scene.drive.id}`] as const, ['admin', 'office:desk'] as const].map(
    ([who, topic]) =>
      http.get(`${url}/live?topic=${topic}`, { headers: { cookie: cookies[who] } }, (answer) =>
        answer.on('data', (chunk) => (live += chunk)),
      ),
  )
  for (const one of listening) one.on('error', () => {})
  const close = () => {
    for (const one of listening) one.destroy()
  }
  await until(() => live !== '', 'somebody listens')
  return { ask, left, live: () => live, close }
}
type House = Awaited<ReturnType<typeof watched>>

/** A form that has to be taken, of the person who leaves the number; the answer is their own. */
async function sent(house: House, who: 'visitor' | 'owner', path: string, body: Record<string, string>) {
  const answer = await house.ask(who, path, body, true)
  expect([path, answer.status, answer.status < 400 || answer.text]).toEqual([path, answer.status, true])
  return answer
}

const key = () => ({ key: randomUUID() })
const cash = { amount: '700', givenOn: dayFrom(-2), method: 'cash', name }

/** By prompt, by Paybill, a claim, a pledge, a recorded gift, a pasted list; each brings its texts. */
async function everyFormAction(scene: World, house: House) {
  const { slug } = scene.drive
  const people = payers(scene.product, scene.drive)
  const number = await people.number()
  const giver = { name, email, message: 'for mama' }
  await people.pays(await people.asked(801, phone, giver))
  await until(async () => (await thanksTo(phone)) > 0, 'the giver is thanked')
  await people.cancels(await people.asked(802, phone, giver))

  const code = await people.typed(number, 803, phone)
  await people.typed(`0${digits}`, 804, phone)
  await allOfMpesaIsHere(60_000)
  const tail = digits.slice(-3)
  await house.ask('visitor', `/fundraiser/${slug}/claim`, { code, tail, name, message: 'mine', phone: typed }, true)
  await house.ask('visitor', `/fundraiser/${slug}/claim`, { code: 'SKZ0000001', tail, name, phone: typed }, true)

  const promise = { amount: '500', name, phone: typed, dueOn: dayFrom(20) }
  await sent(house, 'visitor', `/fundraiser/${slug}/pledge`, { ...promise, email, ...key() })
  await sent(house, 'owner', `/fund-drive/${slug}/pledges/write`, { ...promise, email: '', agreed: 'on', ...key() })

  await sent(house, 'owner', `/fund-drive/${slug}/recorded/add`, { ...cash, phone: typed, ...key() })

  const text = `MICHANGO\n1. ${name} ${typed} 900 ✅\n2. Otieno 300 ✅`
  const { location } = await sent(house, 'owner', `/fund-drive/${slug}/bridge`, { text })
  const paste = new URL(location, 'http://x').searchParams.get('paste')!
  const row = { pick: 'on', kind: 'gift', amount: '900', name, phone: typed, method: 'cash' }
  const first = Object.fromEntries(Object.entries(row).map(([field, value]) => [`${field}.1`, value]))
  await sent(house, 'owner', `/fund-drive/${slug}/bridge/rows`, { paste, ...first })
}

/** The pages, files and answers for scripts of everybody but the giver; and what goes out otherwise. */
async function all(scene: World, house: House): Promise<Leaving> {
  for (const path of await addresses(scene)) {
    const who = path.startsWith('/admin')
      ? 'admin'
      : /^\/(fund-drive|dashboard|settings|profile)/.test(path)
        ? 'owner'
        : 'visitor'
    const { status } = await house.ask(who, path)
    expect([path, status >= 500]).toEqual([path, false])
    if (!/\.\w+$/.test(path)) await house.ask(who, `${path}.data`)
  }
  for (const tab of ['donations', 'comments', 'gallery'])
    await house.ask('visitor', `/fundraiser/${scene.drive.slug}?tab=${tab}`)
  await house.ask('visitor', `/api/fund-drives/${scene.drive.slug}`)
  // They are for programs on this machine: of anybody who comes through a proxy the answer would be a refusal.
  const metrics = await fetch(new URL('/metrics', scene.product().url))
  const said = await metrics.text()
  expect([metrics.status, said]).toEqual([200, expect.stringContaining('mpesa_told_total{')])
  house.left.set('metrics', said)
  const { rows } = await sql<{ id: number; mail: string }>`
    select id, concat_ws(' ', to_address, subject, text, html) as mail from sandbox.mails where to_address <> ${email}`.execute(
    db,
  )
  for (const { id, mail } of rows) house.left.set(`mail ${id}`, mail)
  house.left.set('live', house.live())
  house.left.set('log', scene.product().said())
  return house.left
}

/** Every address that the product has and that can be named here. */
async function addresses({ drive }: World): Promise<string[]> {
  const { rows } = await sql<{ payment: string; suspense: string; recorded: string; person: string }>`
    select (select id from payments where donor_phone = ${phone} and status = 'succeeded' order by id limit 1)::text as payment,
      (select id from suspense order by id desc limit 1)::text as suspense,
      (select id from recorded_gifts where phone = ${phone} order by id limit 1)::text as recorded,
      (select id from users where email = 'owner@harambee.test')::text as person`.execute(db)
  const { payment, suspense, recorded, person } = rows[0]!
  const known: Record<string, string> = {
    slug: drive.slug,
    gift: recorded,
    payment,
    id: person,
    money: suspense,
    donation: payment,
  }
  return Object.entries(matrix).flatMap(([pattern, { get }]) => {
    const path = `/${pattern.replace(/:(\w+)/g, (whole, of) => known[of] ?? whole)}`
    return get && !/[:*]|bridge\/rows|\.(png|jpg)$/.test(path) ? [path] : []
  })
}

/** 'Show' tells the owner, and is written down. What the owner writes down is theirs to read. */
async function ownersOwn(scene: World, house: House) {
  const { id } = await db
    .selectFrom('pledges')
    .where('phone', '=', phone)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const answer = await house.ask(
    'owner',
    `/fund-drive/${scene.drive.slug}/pledges/phone.data`,
    { pledge: String(id) },
    true,
  )
  expect(answer.text).toContain(typed)
  const lines = await db.selectFrom('audit_log').where('act', '=', 'revealed').select(['noun', 'subject']).execute()
  expect(lines).toContainEqual({ noun: 'pledge', subject: String(id) })
  const note = `${name} rang from ${typed}`
  await sent(house, 'owner', `/fund-drive/${scene.drive.slug}/recorded/add`, { ...cash, amount: '800', note, ...key() })
}

function forget(scene: World, who: string) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: scene.product().dataDir }
  const done = spawnSync(process.execPath, ['scripts/forget-donor.ts', who], { encoding: 'utf8', env })
  expect([done.status, done.stderr]).toEqual([0, ''])
}

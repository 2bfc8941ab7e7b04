import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { moneyedDrive } from '#test/full-drive.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { matrix } from '#test/matrix.ts'
import type { Made } from '#test/matrix-rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { wholeApp } from '#test/whole-app.ts'

leavesSomethingBehind()

// A screen that an administrator left open decides, reveals and exports nothing: every such form action of the back office asks for the
// password or a code again after ten minutes. Asked through the whole app, as browsers ask.

const db = await testDatabase()
const at = wholeApp()
let cookie: string
let made: Made
/** A change of who must agree that waits for an administrator. */
let held: number
beforeAll(async () => {
  scriptedProvider()
  const owner = await somePerson(db)
  made = await moneyedDrive(db, owner.id)
  const change = { fund_drive_id: made.id!, kind: 'number' as const, number: 0, was: 1, asked_by: owner.id }
  const objected = { from_at: new Date(), state: 'held' as const, held_by: owner.id, held_at: new Date() }
  const [row] = await db
    .insertInto('money_changes')
    .values({ ...change, ...objected })
    .returning('id')
    .execute()
  held = row!.id
  cookie = (await signedIn(await somePerson(db, { admin: true }))).headers.get('cookie') ?? ''
}, 120_000)
const stale = () => timePasses('11 minutes')
beforeEach(async () => {
  await db.deleteFrom('rate_limits').execute()
  await stale()
})

const rows = Object.entries(matrix).filter(([path]) => path.startsWith('admin'))
const addressOf = (path: string) =>
  `/${path}`
    .replace(':change', () => String(held))
    .replace(/:(\w+)/g, (_, name) => made[matrix[path]?.office?.for[name] ?? (name as 'slug')] ?? name)
/** Lines of what was done. That twenty files were taken in an hour is told besides. */
const done = async () =>
  (
    await db
      .selectFrom('audit_log')
      .where('act', 'not in', ['seen', 'much taken'])
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .execute()
  )[0]!.n

async function send(path: string, fields: Record<string, string | Blob>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const sent = new Response(body)
  return at.ask(`${addressOf(path)}.data`, {
    method: 'POST',
    headers: { cookie, origin: at.origin, 'content-type': sent.headers.get('content-type')! },
    body: Buffer.from(await sent.arrayBuffer()),
  })
}
/** What is said at the field for the password. */
const asksAgain = 'Enter your password again'

const formActions = rows.filter(([path, { office, post }]) => post && office && path !== 'admin/confirm')
const asking = formActions.filter(([, { office }]) => office!.asks === 'password')

test('few form actions of the back office ask for nothing: they only check, or send again what was sent before', () => {
  const free = formActions.filter(([, { office }]) => office!.asks === 'nothing').map(([path]) => path)
  expect(free.sort()).toEqual([
    'admin/books/compare',
    'admin/books/look-through',
    'admin/mpesa/balance',
    'admin/system-users/:id/resend',
  ])
  expect(asking.length).toBeGreaterThan(30)
})

/** A form that is wrong says so before anybody is asked: these have to be right. */
const whole: Record<string, Record<string, string>> = {
  'admin/settings/package': { name: 'Try', views: '10', amount: '5', why: 'Try' },
  'admin/settings/category': { english: 'Try', swahili: 'Jaribu', place: '5', why: 'Try' },
  'admin/settings/fee': { percent: '3', why: 'Try' },
  'admin/settings/page': { name: 'fees', language: 'en', body: 'What it costs.', why: 'Try' },
}

test.each(asking)('POST /%s asks again after ten minutes, and does nothing before', async (path, row) => {
  const before = await done()
  const { status, text } = await send(path, whole[path] ?? row.office!.sent!(made))
  expect([status, text.includes(asksAgain)]).toEqual([422, true])
  expect(await done()).toBe(before)
})

const files = rows.map(([path]) => path).filter((path) => path.endsWith('.csv'))

test.each(files)(
  '/%s is given to nobody before they have shown that it is them, and writes a line [T371]',
  async (path) => {
    const before = await done()
    const address = `/${path}?search=abc`
    const asked = await at.ask(address, { headers: { cookie } })
    expect([asked.status, asked.headers.location]).toEqual([303, `/admin/confirm?to=${encodeURIComponent(address)}`])
    expect(await done()).toBe(before)
    await sql`update sessions set confirmed_at = now()`.execute(db)
    const given = await at.ask(address, { headers: { cookie } })
    expect([given.status, given.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
    const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([await done(), line.act]).toEqual([before + 1, 'exported'])
  },
)

test('the line says how what was exported was found', async () => {
  await sql`update sessions set confirmed_at = now()`.execute(db)
  await at.ask('/admin/payouts.csv?search=roof&sort=amount&after=abc&other=x', { headers: { cookie } })
  const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(line).toMatchObject({ act: 'exported', noun: 'payout', after: { search: 'roof', sort: 'amount' } })
  expect(line.after).not.toHaveProperty('other')
})

test('nobody decides about themselves, also where the address writes their id in capitals', async () => {
  await sql`update sessions set confirmed_at = now()`.execute(db)
  const { id } = await db
    .selectFrom('user_roles')
    .where('role', '=', 'admin')
    .select('user_id as id')
    .executeTakeFirstOrThrow()
  for (const one of [id, id.toUpperCase()]) {
    const { status } = await send(`admin/system-users/${one}/role`, { role: 'user', why: 'Try', again: '' })
    expect(status).toBe(403)
  }
  const still = await db.selectFrom('user_roles').where('user_id', '=', id).select('role').executeTakeFirstOrThrow()
  expect(still.role).toBe('admin')
})

test('the line of a file says what it was narrowed by, also where a name is there twice', async () => {
  await sql`update sessions set confirmed_at = now()`.execute(db)
  const lineOf = async (address: string) => {
    await at.ask(address, { headers: { cookie } })
    return (await db.selectFrom('audit_log').select('after').orderBy('id', 'desc').executeTakeFirstOrThrow()).after
  }
  expect(await lineOf('/admin/revenue-sales.csv?search=roof&search=')).toMatchObject({ search: 'roof' })
  expect(await lineOf('/admin/revenue-donations.csv?channel=online')).toMatchObject({ channel: 'online' })
  expect(await lineOf('/admin/withdrawal-requests.csv')).toMatchObject({ waiting: true })
})

test('a file of another person’s drive asks an administrator, too', async () => {
  const { status, headers } = await at.ask(`/fund-drive/${made.slug}/donations.csv`, { headers: { cookie } })
  expect([status, headers.location]).toEqual([303, expect.stringContaining('/admin/confirm?to=')])
})

test('the page that asks leads on to files of ours alone', async () => {
  const page = async (to: string) =>
    (await at.ask(`/admin/confirm.data?to=${encodeURIComponent(to)}`, { headers: { cookie } })).text
  await sql`update sessions set confirmed_at = now()`.execute(db)
  expect(await page('/admin/donations.csv?state=paid')).toContain('"/admin/donations.csv?state=paid"')
  for (const to of ['https://evil.example/x.csv', '//evil.example/admin/x.csv', '/admin/payouts', 'javascript:1//.csv'])
    expect(await page(to)).not.toMatch(/evil|javascript:1|\.csv/)
})

test('where two factors are a duty, an administrator without them hears nothing of the back office and of people', async () => {
  const usual = settings.ADMIN_TWO_FACTOR
  const id = crypto.randomUUID()
  const watch = async (topic: string) => (await at.ask(`/live?topic=${topic}`, { headers: { cookie } })).status
  Object.assign(settings, { ADMIN_TWO_FACTOR: true })
  try {
    for (const topic of ['office:desk', 'payment:1', `person:${id}`])
      expect([topic, await watch(topic)]).toEqual([topic, 403])
    await sql`update fund_drives set status = 'paused' where id = ${made.id}`.execute(db)
    expect((await at.ask(`/fundraiser/${made.slug}`, { headers: { cookie } })).status).toBe(404)
    Object.assign(settings, { ADMIN_TWO_FACTOR: usual })
    expect((await at.ask(`/fundraiser/${made.slug}`, { headers: { cookie } })).status).toBe(200)
  } finally {
    Object.assign(settings, { ADMIN_TWO_FACTOR: usual })
    await sql`update fund_drives set status = 'active' where id = ${made.id}`.execute(db)
  }
})

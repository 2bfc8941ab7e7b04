import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Provider } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { countOf } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { wholeApp } from '#test/whole-app.ts'

// Asked through the whole app, as a page or a program asks.

const db = await testDatabase()
const at = wholeApp()
let drive: Awaited<ReturnType<typeof someDrive>>
let packageId: string
const cookies: Record<string, string> = {}

beforeAll(async () => {
  for (const role of ['expired', 'owner', 'other', 'admin']) {
    const person = await somePerson(db, { admin: role === 'admin' })
    if (role === 'owner') drive = await someDrive(db, { ownerId: person.id })
    cookies[role] = (await signedIn(person)).headers.get('cookie') ?? ''
    if (role === 'expired') await timePasses('8 days')
  }
  packageId = (await packagesForSale(db))[0]!.id
  useProvider({
    initialize: async ({ reference }) => ({ is: 'opened', url: `https://checkout.example.test/${reference}` }),
    capabilities: () => ({ name: 'paystack', checkoutOrigins: ['https://checkout.example.test'] }),
  } as Partial<Provider> as Provider)
}, 60_000)

async function ask(
  role: string,
  own: { body?: object | string; headers?: Record<string, string>; path?: string } = {},
) {
  const body = own.body ?? { package_id: packageId, fund_drive_id: drive.id }
  const answer = await at.ask(own.path ?? '/api/create-subscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookies[role] ?? '', ...own.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { ...answer, said: JSON.parse(answer.text) as { authorization_url?: string; error?: string } }
}
const payments = () => countOf('payments', { fund_drive_id: drive.id })

test('the owner is told where views are paid; nobody else learns or starts anything [T242]', async () => {
  for (const [role, status] of Object.entries({ visitor: 401, expired: 401, other: 404, admin: 404 })) {
    const { said, ...answer } = await ask(role)
    expect([role, answer.status, Object.keys(said)]).toEqual([role, status, ['error']])
  }
  expect(await payments()).toBe(0)
  const { status, said } = await ask('owner')
  expect([status, Object.keys(said)]).toEqual([200, ['authorization_url']])
  expect(said.authorization_url).toMatch(/^https:\/\/checkout\.example\.test\/sub-[\da-f]{32}$/)
  expect(await payments()).toBe(1)
})

test('what is missing, of another kind, or added is refused or left aside', async () => {
  const right = { package_id: packageId, fund_drive_id: drive.id }
  for (const body of [{}, { ...right, package_id: 'Starter' }, { ...right, fund_drive_id: null }, '[]', 'no json'])
    expect([body, (await ask('owner', { body })).status]).toEqual([body, 400])
  expect((await ask('owner', { body: { ...right, package_id: randomUUID() } })).status).toBe(409)
  expect((await ask('owner', { body: { ...right, fund_drive_id: randomUUID() } })).status).toBe(404)
  expect((await ask('owner', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await ask('owner', { body: { ...right, amount: 1, remaining_views: 9999 } })).status).toBe(200)
  const [row] = await db.selectFrom('payments').select(['amount', 'views']).orderBy('id', 'desc').limit(1).execute()
  expect(row).toEqual({ amount: 65_000, views: 200 })
})

test('a page elsewhere can’t ask in the owner’s name, however it writes the address [T408]', async () => {
  const before = await payments()
  for (const path of ['', '/', '?x=1']
    .map((end) => `/api/create-subscription${end}`)
    .concat('/api/create%2Dsubscription'))
    for (const [name, value] of [
      ['origin', 'https://elsewhere.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const answer = await ask('owner', { path, headers: { [name]: value } })
      expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([path, 403, undefined])
    }
  const preflight = await at.ask('/api/create-subscription', {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  })
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined])
  expect(await payments()).toBe(before)
  expect((await ask('owner', { headers: { origin: at.origin } })).status).toBe(200)
})

test('twenty purchases an hour are the most that a person may start', async () => {
  await db.deleteFrom('rate_limits').execute()
  const answers = await Promise.all(Array.from({ length: 22 }, () => ask('owner')))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
})

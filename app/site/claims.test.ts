import { RouterContextProvider } from 'react-router'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { endOfDay } from '#app/kit/time.ts'
import { newAsked } from '#app/platform/http/answer.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { readSettings, settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, chargedBack, gift, giftByPhone } from '#test/money.ts'
import { query, setRows } from '#test/rows.ts'
import { claimsSupport, countriesClaimed, isPromise, landingClaims, roundedDown } from './claims.server.ts'
import * as landing from './public/landing.tsx'

leavesSomethingBehind()

const db = await testDatabase()
booksMustHold(() => db)
const { id: by } = await somePerson(db, { admin: true })
const { isForReal } = settings
afterAll(() => Object.assign(settings, { isForReal }))
beforeEach(() => Object.assign(settings, { isForReal: true }))

const chooses = async (name: string, value: string | null) => {
  await db.insertInto('operator_choices').values({ name, value, by, why: 'planted' }).execute()
  await readChoices(db)
}
let minutes = 0
/** Figures hold for five minutes: each question here comes after they have passed. */
const later = () => Date.now() + 6 * 60_000 * ++minutes
const shown = async () => (await landingClaims(db, later())).claims

test('real use is at a public address that is no demo', () => {
  const isForReal = (env: Record<string, string>) => readSettings(env).settings.isForReal
  expect(isForReal({})).toBe(false)
  expect(isForReal({ APP_URL: 'http://localhost:4000' })).toBe(false)
  expect(isForReal({ APP_URL: 'https://harambee.example' })).toBe(true)
  expect(isForReal({ APP_URL: 'https://harambee.example', HARAMBEE_DEMO: '1' })).toBe(false)
})

test('a laptop claims what the specification says, and a server that people use claims nothing [T1001]', async () => {
  expect([await shown(), claimsSupport(), countriesClaimed(), isPromise('terms')]).toEqual([
    null,
    false,
    undefined,
    true,
  ])
  Object.assign(settings, { isForReal: false })
  expect(await shown()).toEqual({ raised: '10M+', campaigns: '50K+', countries: '15+' })
  expect([claimsSupport(), countriesClaimed()?.length, isPromise('terms')]).toEqual([true, 6, false])
})

test.each([
  [0, '0'],
  [2, '2'],
  [47, '47'],
  [100, '100'],
  [347, '340+'],
  [999, '990+'],
  [1000, '1K'],
  [1000.5, '1K+'],
  [1_284_300, '1.2M+'],
  [12_000_000, '12M'],
  [129_999_999, '120M+'],
  [3_450_000_000, '3.4B+'],
])('%d is rounded down to %s [T1002]', (amount, words) => {
  expect(roundedDown(amount)).toBe(words)
})

test('gifts of every way are counted, less refunds; each figure is hidden below its least [T1003]', async () => {
  const drives = await Promise.all(Array.from({ length: 9 }, () => someDrive(db)))
  await someDrive(db)
  const [first, second] = drives as [(typeof drives)[0], (typeof drives)[0]]
  for (const { id } of drives) await gift(db, id, kes(1000))
  const { reference } = await gift(db, first.id, kes(50_000))
  await giftByPhone(db, second.id, kes(41_000))
  expect(await shown()).toEqual({ raised: '100K', campaigns: null, countries: null })
  await setRows('fund_drives', { id: first.id }, { location: 'Kampala, uganda.' })
  await setRows('fund_drives', { id: second.id }, { location: 'Dodoma, Tanzania' })
  await setRows('fund_drives', { id: drives[2]!.id }, { location: 'Atlantis' })
  const tenth = await someDrive(db)
  await gift(db, tenth.id, kes(2500))
  expect(await shown()).toEqual({ raised: '100K+', campaigns: '10', countries: '3' })
  await chargedBack(db, reference, kes(50_000))
  expect(await shown()).toEqual({ raised: null, campaigns: '10', countries: '3' })
  await setRows(
    'fund_drives',
    { id: tenth.id },
    { status: 'paused', stopped_at: new Date(), stopped_why: 'planted', stopped_from: 'active' },
  )
  expect(await shown()).toEqual({ raised: null, campaigns: null, countries: '3' })
})

test('counted figures are asked of the books once in five minutes, also by many at once [T1004]', async () => {
  const now = later()
  const before = await landingClaims(db, now)
  expect(before.until).toBe(now + 5 * 60_000)
  const { id } = await someDrive(db)
  await gift(db, id, kes(400_000))
  expect(await landingClaims(db, now + 299_000)).toEqual(before)
  const all = await Promise.all([1, 2, 3].map(() => landingClaims(db, now + 300_000)))
  expect(new Set(all.map(({ until }) => until)).size).toBe(1)
  expect(all[0]!.claims?.raised).toBe('450K')
  minutes += 5
})

test('the kept landing page is made again when its figures are no longer right [T1012]', async () => {
  const { id } = await someDrive(db)
  await query`update fund_drives set slug = slug || '-before' where slug = 'heal-mama-achieng'`
  await query`update fund_drives set slug = 'heal-mama-achieng' where id = ${id}`
  const keptUntil = async () => {
    const asked = { ...newAsked(), origin: 'http://localhost', forAll: true }
    const context = new RouterContextProvider()
    context.set(askedContext, asked)
    const request = new Request('http://localhost/')
    await landing.loader({ request, context, params: {}, url: new URL(request.url), pattern: '/' } as never)
    return asked.keep?.until ?? 0
  }
  const before = Date.now()
  expect(await keptUntil()).toBeLessThanOrEqual(await landingClaims(db).then(({ until }) => until))
  Object.assign(settings, { isForReal: false })
  expect(await keptUntil()).toBe(endOfDay(new Date(before)))
})

test('an operator shows own texts, hides all, and says that a person answers at any time [T1005]', async () => {
  await chooses('LANDING_FIGURES', 'spec')
  expect(await shown()).toBeNull()
  await chooses('LANDING_CAMPAIGNS', '120')
  expect(await shown()).toEqual({ raised: null, campaigns: '120', countries: null })
  await chooses('LANDING_FIGURES', 'hidden')
  expect(await shown()).toBeNull()
  await chooses('SUPPORT_CLAIM', 'on')
  expect(claimsSupport()).toBe(true)
  for (const name of ['LANDING_FIGURES', 'LANDING_CAMPAIGNS', 'SUPPORT_CLAIM']) await chooses(name, null)
  expect(claimsSupport()).toBe(false)
  Object.assign(settings, { isForReal: false })
  await chooses('LANDING_FIGURES', 'hidden')
  expect(await shown()).toBeNull()
  await chooses('LANDING_FIGURES', null)
})

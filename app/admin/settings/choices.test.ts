import { beforeEach, expect, test } from 'vitest'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { chosen, readChoices } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { landingClaims } from '#app/site/claims.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { choose, standingChoices } from './choices.server.ts'
import { changeFee } from './fee.server.ts'

leavesSomethingBehind()

const db = await testDatabase()
const by = await newAdmin()
const set = (name: Parameters<typeof choose>[1]['name'], value: string | null) =>
  choose(db, { name, value, by, why: 'the board wants it' })

beforeEach(() => readChoices(db))

test('what was never chosen is as the environment or we say [T24]', async () => {
  expect(chosen('USD_KES_RATE')).toBe(130)
  expect(chosen('SECOND_ADMIN_ABOVE')).toBe(Number.POSITIVE_INFINITY)
  const { claims } = await landingClaims(db)
  expect(claims).toEqual({ raised: '10M+', campaigns: '50K+', countries: '15+' })
  expect((await standingChoices(db)).every((one) => !one.chosen && one.value === one.default)).toBe(true)
})

test('a rate holds for the next price, and can be taken back [T325]', async () => {
  await set('USD_KES_RATE', '129.5')
  expect((await packagesForSale(db))[0]).toMatchObject({ amount: 500, price: 64_800 })
  await set('USD_KES_RATE', null)
  expect((await packagesForSale(db))[0]!.price).toBe(65_000)
})

test('a fee is for new drives only: those that exist keep theirs [T301]', async () => {
  const feeOf = async (id: string) => (await oneRow('fund_drives', { id })).fee_bps
  const before = await someDrive(db)
  await changeFee(db, { bps: 0, by, why: 'the board wants it' })
  const after = await someDrive(db)
  expect([await feeOf(before.id), await feeOf(after.id)]).toEqual([500, 0])
  await changeFee(db, { bps: 500, by, why: 'the board wants it' })
})

test.each([
  ['USD_KES_RATE', '0'],
  ['USD_KES_RATE', '1e3'],
  ['USD_KES_RATE', '-5'],
  ['SUPPORT_URL', 'javascript:alert(1)'],
  ['SUPPORT_URL', 'http://elsewhere.example'],
  ['LANDING_RAISED', '<b>10M</b>'],
  ['LANDING_RAISED', ''],
  ['LANDING_FIGURES', 'invented'],
  ['SUPPORT_CLAIM', '1'],
  ['DONATIONS_A_MINUTE', '0'],
  ['SECOND_ADMIN_ABOVE', 'much'],
] as const)('%s can not be %s', async (name, value) => {
  await expect(set(name, value)).rejects.toMatchObject({ status: 422, field: 'value' })
})

test('every change is written down with what was before, and stays in the history', async () => {
  await set('LANDING_RAISED', '12M+')
  await set('LANDING_RAISED', '13M+')
  await expect(set('LANDING_RAISED', '13M+')).rejects.toMatchObject({ status: 422 })
  await set('LANDING_RAISED', null)
  const log = await allRows('audit_log', { subject: 'LANDING_RAISED' })
  const byDefault = { value: '10M+', byDefault: true }
  const chosenTo = (value: string) => ({ value, byDefault: false })
  expect(log.map(({ before, after }) => [before, after])).toEqual([
    [byDefault, chosenTo('12M+')],
    [chosenTo('12M+'), chosenTo('13M+')],
    [chosenTo('13M+'), byDefault],
  ])
  expect(await allRows('operator_choices', { name: 'LANDING_RAISED' })).toHaveLength(3)
  await expect(db.deleteFrom('operator_choices').execute()).rejects.toThrow(/permission denied/)
})

test('own figures of a public server need the tick that they are true, and the log keeps it [T1010]', async () => {
  const { isForReal } = settings
  Object.assign(settings, { isForReal: true })
  const says = (name: 'LANDING_FIGURES' | 'LANDING_RAISED', value: string | null, saidTrue = false) =>
    choose(db, { name, value, by, why: 'counted by hand', saidTrue })
  try {
    const refused = { status: 422, field: 'saidTrue' }
    await expect(says('LANDING_FIGURES', 'spec')).rejects.toMatchObject(refused)
    await expect(says('LANDING_RAISED', '2M+')).rejects.toMatchObject(refused)
    expect([chosen('LANDING_FIGURES'), chosen('LANDING_RAISED')]).toEqual(['counted', ''])
    await says('LANDING_FIGURES', 'spec', true)
    await says('LANDING_RAISED', '2M+', true)
    expect((await landingClaims(db)).claims).toEqual({ raised: '2M+', campaigns: null, countries: null })
    await says('LANDING_FIGURES', 'hidden')
    await says('LANDING_FIGURES', null)
    await says('LANDING_RAISED', null)
    const log = await allRows('audit_log', { why: 'counted by hand' })
    expect(log.map(({ subject, after }) => [subject, after])).toEqual([
      ['LANDING_FIGURES', { value: 'spec', byDefault: false, saidTrue: true }],
      ['LANDING_RAISED', { value: '2M+', byDefault: false, saidTrue: true }],
      ['LANDING_FIGURES', { value: 'hidden', byDefault: false }],
      ['LANDING_FIGURES', { value: 'counted', byDefault: true }],
      ['LANDING_RAISED', { value: '', byDefault: true }],
    ])
    const asks = (await standingChoices(db)).filter(({ asksTruth }) => asksTruth).map(({ name }) => name)
    expect(asks).toEqual(['LANDING_FIGURES', 'LANDING_RAISED', 'LANDING_CAMPAIGNS', 'LANDING_COUNTRIES'])
  } finally {
    Object.assign(settings, { isForReal })
  }
  expect((await standingChoices(db)).some(({ asksTruth }) => asksTruth)).toBe(false)
})

test('of ten who choose the same at once, one does', async () => {
  expect(granted(await atOnce(10, () => set('LANDING_COUNTRIES', '16+').then(() => 1)))).toHaveLength(1)
})

test('another process learns it when it looks', async () => {
  await db.insertInto('operator_choices').values({ name: 'VISITS_AN_HOUR', value: '7', by: by.id }).execute()
  expect(chosen('VISITS_AN_HOUR')).toBe(300)
  await readChoices(db)
  expect(chosen('VISITS_AN_HOUR')).toBe(7)
  // A newer version's choice, and one that is understood no more, change nothing.
  const odd = [
    { name: 'OF_TOMORROW', value: '1' },
    { name: 'VISITS_AN_HOUR', value: 'many' },
  ]
  await db.insertInto('operator_choices').values(odd).execute()
  await readChoices(db)
  expect(chosen('VISITS_AN_HOUR')).toBe(300)
})

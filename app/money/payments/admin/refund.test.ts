import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { disputeNumber } from '#app/money/disputes/admin/disputes-list.server.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, granted, reasonsOf } from '#test/money.ts'
import { someRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { viewsBought } from '#test/views-bought.ts'
import { refundForm } from './payment-admin-forms.ts'
import { effectOf } from './refund.ts'
import { refundGift } from './refunds-list.server.ts'
import { storyOf } from './story.server.ts'
import { stepsOfStory } from './story.ts'

const db = await testDatabase()
let by: Actor
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true, fullName: 'Odhiambo Admin' })).id, address: '10.1.0.0' }
})
beforeEach(() => void scriptedProvider())
booksMustHold(() => db)

const given = async (amount = 100_000) => gift(db, (await someDrive(db)).id, amount)
const back = (own: Partial<Parameters<typeof refundGift>[2]> = {}) => ({
  amount: 40_000,
  left: 100_000,
  why: 'Given to the wrong drive',
  key: randomUUID(),
  ...own,
})
const logged = (id: number) =>
  someRows('audit_log', { act: 'refund asked', subject: String(id) }, 'by', 'before', 'after', 'why')
const refunds = (id: number) => db.selectFrom('reversals').where('payment_id', '=', id).select('state').execute()

test('one form that is sent ten times at once is one refund with one line in the log', async () => {
  const { id } = await given()
  const form = back()
  const all = await atOnce(10, () => refundGift(db, id, form, by))
  expect(granted(all)).toHaveLength(10)
  expect(await refunds(id)).toHaveLength(1)
  expect(await logged(id)).toMatchObject([
    { by: by.id, before: { left: 100_000 }, after: { amount: 40_000 }, why: form.why },
  ])
})

test('of ten administrators at once one refunds, and the others are told that a refund is under way', async () => {
  const { id } = await given()
  const all = await atOnce(10, () => refundGift(db, id, back(), by))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['A refund of this payment is under way already.']))
  expect(await logged(id)).toHaveLength(1)
})

test('a form that was shown before something went back is refused, and so is the first one sent again later', async () => {
  const { id, reference } = await given()
  const first = back()
  await refundGift(db, id, first, by)
  await refundSettled(db, reference, { extId: '71', amount: 40_000, state: 'processed' })
  await expect(refundGift(db, id, back(), by)).rejects.toThrow('refunded meanwhile')
  await refundGift(db, id, first, by)
  expect(await refunds(id)).toHaveLength(1)
  await expect(refundGift(db, id, back({ left: 60_000, amount: 60_001 }), by)).rejects.toThrow(
    'refund more than was paid',
  )
  await refundGift(db, id, back({ left: 60_000, amount: 60_000 }), by)
  expect(await refunds(id)).toHaveLength(2)
})

test('what never came in, and what is no donation, can not be refunded', async () => {
  await expect(refundGift(db, 999_999_999, back(), by)).rejects.toMatchObject({ status: 404 })
})

test('nothing is asked for without a reason, an amount, and a look at what it does', () => {
  const filled = { amount: '1,000', why: 'Asked for', seen: '100000', left: '100000', key: randomUUID() }
  expect(refundForm.safeParse(filled).success).toBe(true)
  for (const [name, value] of [
    ['why', '  '],
    ['amount', 'x'],
    ['seen', ''],
    ['seen', '100001'],
  ] as const) {
    const { error } = refundForm.safeParse({ ...filled, [name]: value })
    expect(error?.issues.map(({ path }) => path[0])).toEqual([name])
  }
})

test('what a refund does to the balance: what is available goes first, the rest becomes a debt', () => {
  const funds = { left: 100_000, reversed: 0, feeBps: 500, available: 30_000, debt: 0 }
  expect(effectOf(20_000, funds)).toMatchObject({ feePart: 1000, availableAfter: 10_000, newDebt: 0, debtAfter: 0 })
  const wanted = { feePart: 5000, availableAfter: 0, newDebt: 70_000, debtAfter: 70_000 }
  expect(effectOf(100_000, funds)).toMatchObject(wanted)
  expect(effectOf(100_001, funds)).toBeUndefined()
  expect(effectOf(undefined, funds)).toBeUndefined()
})

test('the story has every step in order, with who asked, and what the books say', async () => {
  const { id, reference } = await given()
  await refundGift(db, id, back({ amount: 100_000 }), by)
  await refundSettled(db, reference, { extId: '72', amount: 100_000, state: 'processed' })
  const story = (await storyOf(db, id))!
  expect(story.reversals).toMatchObject([{ state: 'done', by: 'Odhiambo Admin', note: 'Given to the wrong drive' }])
  expect(stepsOfStory(story).map(({ key }) => key.replace(/\d+/, 'n'))).toEqual(['begun', 'paid', 'refund n', 'back n'])
  expect(story.postings.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['donation', 95_000],
    ['donation', 5000],
    ['donation', 1500],
    ['reversal', 95_000],
    ['reversal', 5000],
  ])
  expect(story.jobs.map(({ name }) => name)).toContain('mail-paid-back')
  expect(await storyOf(db, 999_999_999)).toBeUndefined()
})

test('a payment for views has its story, too: what was bought, the question of a bank, and no refund from here', async () => {
  const drive = await someDrive(db)
  const { id, reference, amount, views } = await viewsBought(db, drive)
  await disputeOpened(db, reference, { extId: `views ${id}`, amount: 10_000, dueAt: null })
  await refundSettled(db, reference, { extId: '73', amount: 10_000, state: 'processed' })
  const story = (await storyOf(db, id))!
  expect(story).toMatchObject({ amount, reversed: 10_000, donation: null, drive: { id: drive.id }, bought: { views } })
  expect(story.bought!.package).not.toBe('')
  expect(stepsOfStory(story).map(({ key }) => key.replace(/\d+/, 'n'))).toEqual([
    'begun',
    'paid',
    'dispute n',
    'refund n',
    'back n',
  ])
  const said = stepsOfStory(story).flatMap(({ title, says = [] }) => [title, ...says].map(({ message }) => message))
  expect(said).toContain('The views were given to the fund drive.')
  expect(said.join()).not.toMatch(/whoever gave|donation|fee/)
  expect(story.postings.map(({ kind, credit }) => [kind, credit])).toEqual([
    ['subscription', 'subscription_revenue'],
    ['subscription', 'provider_clearing'],
    ['reversal', 'provider_clearing'],
  ])
  expect(story.jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['mail-views-bought', 'mail-paid-back']))
  const [question] = story.disputes
  expect(await disputeNumber(db, question!.id)).toMatchObject({ payment: id, isForViews: true })
  await expect(refundGift(db, id, back({ left: amount }), by)).rejects.toMatchObject({ status: 404 })
})

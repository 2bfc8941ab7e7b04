import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { askRefund } from '#app/money/refunds/refund.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { everyRow } from '#test/owners-lists.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { viewsBought } from '#test/views-bought.ts'
import { refundsList } from './refunds-list.server.ts'

const db = await testDatabase({ asOwner: true })
let by: { id: string; address: string }
const references: string[] = []
beforeAll(async () => {
  scriptedProvider()
  by = { id: (await somePerson(db, { admin: true, fullName: 'Odhiambo Admin' })).id, address: '10.1.0.0' }
  const { id } = await someDrive(db, { title: 'A roof for the school' })
  const { id: other } = await someDrive(db, { title: 'A well' })
  const given = async (drive: string, cents: number, donorName: string, donorEmail: string) => {
    const { reference } = await gift(db, drive, cents, { donorName, donorEmail })
    references.push(reference)
    return reference
  }
  const done = await given(id, 100_000, 'Amina Yusuf', 'amina@example.test')
  await askRefund(db, done, { amount: 40_000, by: by.id, note: 'Given twice' })
  await refundSettled(db, done, { extId: `ext-${done}`, amount: 40_000, state: 'processed' })
  const failed = await given(other, 30_000, 'Baraka', 'baraka@example.test')
  const { id: declined } = await askRefund(db, failed, { by: by.id })
  await db.updateTable('reversals').set({ state: 'failed' }).where('id', '=', declined).execute()
  await askRefund(db, await given(id, 20_000, 'Wanja', 'wanja@example.test'), { by: by.id })
  const attention = await given(id, 10_000, '=Otieno', 'otieno@example.test')
  const { id: asked } = await askRefund(db, attention, { by: null })
  await db.updateTable('reversals').set({ progress: 'attention' }).where('id', '=', asked).execute()
  // A bank took this one back: it is listed with the disputes.
  const lost = await given(id, 50_000, 'Njeri', 'njeri@example.test')
  await disputeResolved(db, lost, { extId: randomUUID(), amount: 50_000, resolution: 'auto-accepted' })
})
booksMustHold(() => db)

const asked = async (query: string) => refundsList.page(db, refundsList.asked(new URLSearchParams(query)))

test.each([
  ['', ['=Otieno', 'Wanja', 'Baraka', 'Amina Yusuf'], { done: 40_000, open: 30_000 }],
  ['state=open', ['Wanja'], { done: 0, open: 20_000 }],
  ['state=attention', ['=Otieno'], { done: 0, open: 10_000 }],
  ['state=done', ['Amina Yusuf'], { done: 40_000, open: 0 }],
  ['state=failed', ['Baraka'], { done: 0, open: 0 }],
  ['state=nonsense&search=A+WELL', ['Baraka'], { done: 0, open: 0 }],
  ['search=wanja@example', ['Wanja'], { done: 0, open: 20_000 }],
  ['search=nobody', [], { done: 0, open: 0 }],
  ['search=%25', [], { done: 0, open: 0 }],
  ['sort=amount', ['=Otieno', 'Wanja', 'Baraka', 'Amina Yusuf'], { done: 40_000, open: 30_000 }],
])('refunds are found by state, payer and drive, with what they come to: %s', async (query, names, sums) => {
  const { rows, totals } = await asked(query)
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(totals).toEqual({ count: names.length, ...sums })
})

test('a refund is found by the payment’s reference and by the provider’s number, and says who asked for it and why', async () => {
  for (const search of [references[0]!, references[0]!.toUpperCase(), `ext-${references[0]}`])
    expect((await asked(`search=${search}`)).rows).toMatchObject([
      { name: 'Amina Yusuf', amount: 40_000, paid: 100_000, note: 'Given twice', by: 'Odhiambo Admin' },
    ])
})

test('the list is read part by part, each refund once', async () => {
  const asked = (after: string | null) => refundsList.asked(new URLSearchParams({ after: after ?? '' }))
  const all = await everyRow((after) => refundsList.page(db, asked(after), 3))
  expect(all.map(({ name }) => name)).toEqual(['=Otieno', 'Wanja', 'Baraka', 'Amina Yusuf'])
})

test('looking is written down without the address that was searched for; a reference is kept', async () => {
  const foundBy = async (query: string) => {
    await refundsList.shown(db, new URLSearchParams(query), by)
    const line = await db.selectFrom('audit_log').orderBy('id', 'desc').select(['noun', 'after']).executeTakeFirst()
    return line
  }
  expect(await foundBy('search=amina@example.test&state=done')).toEqual({
    noun: 'payment',
    after: { search: 'by name or mail', state: 'done' },
  })
  expect(await foundBy(`search=${references[0]}`)).toEqual({ noun: 'payment', after: { search: references[0] } })
  for (const search of ['0712345678', '254712345678', 'don-carlos@example.test'])
    expect((await foundBy(`search=${search}`))?.after).toEqual({ search: 'by name or mail' })
})

test('the file has what the page shows, and runs no formula', async () => {
  const reader = { words: wordsIn('en'), language: 'en' as const }
  const lines = (await refundsList.csv(db, new URLSearchParams('sort=amount'), reader).text()).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toBe(
    'Date,Fund drive,Payer,Email,Amount (KSH),Paid (KSH),State,Processed,Asked by,Reason,Reference,Provider’s number',
  )
  expect(lines[1]).toContain(
    ",A roof for the school,'=Otieno,otieno@example.test,100,100,Needs the payer’s bank details,,",
  )
  expect(lines[4]).toContain(`,400,1000,Processed,`)
  expect(lines[4]).toContain(`,Odhiambo Admin,Given twice,${references[0]},ext-${references[0]}`)
})

test('a refund of a payment for views is shown with the address of the person who bought them', async () => {
  const drive = await someDrive(db, { title: 'Bought views' })
  const { reference, amount } = await viewsBought(db, drive)
  await refundSettled(db, reference, { extId: `ext-${reference}`, amount, state: 'processed' })
  const { rows } = await asked('search=Bought+views')
  expect(rows).toMatchObject([{ isForViews: true, email: 'owner@example.test', amount, state: 'done' }])
})

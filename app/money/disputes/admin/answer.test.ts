import { beforeEach, expect, test } from 'vitest'
import { disputeTold } from '#app/money/disputes/dispute.server.ts'
import { claimAnswerForm } from '#app/money/payments/admin/payment-admin-forms.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import type { DisputeFacts } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, granted, paid, reasonsOf } from '#test/money.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { failure, scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { clockOf } from './disputes.ts'
import { answerAs, disputeNumber, disputesList, lossOf } from './disputes-list.server.ts'

let scripted: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
const by = { id: (await somePerson(db, { admin: true })).id, address: '10.1.0.0' }
beforeEach(() => {
  scripted = scriptedProvider()
})
booksMustHold(() => db)

let nr = 500
/** A gift of KES 1,000 that the payer's bank questions. */
async function questioned({ amount = 100_000, dueAt = null as Date | null } = {}) {
  const { id: driveId } = await someDrive(db, { title: `Drive ${++nr}` })
  const { reference } = await begunGift(db, driveId, 100_000)
  scripted.payments.set(reference, paid(100_000))
  await settlePayment(db, reference)
  const extId = String(nr)
  const facts: DisputeFacts = { extId, reference, amount, status: 'open', resolution: null, dueAt }
  scripted.disputes.set(extId, { is: 'dispute', ...facts })
  await disputeTold(db, { extId, reference })
  const { id } = await oneRow('disputes', { ext_id: extId })
  return { id, extId, reference }
}
const logged = async (id: number) =>
  (await allRows('audit_log', { act: 'dispute answered', subject: String(id) })).map(({ after }) => after)

test('a part is accepted: it goes back, who answered is known, and the log says so', async () => {
  const { id, extId } = await questioned()
  await answerAs(db, id, { is: 'accept', amount: 40_000, text: 'We are sorry' }, by)
  const answered = { status: 'resolved', resolution: 'merchant-accepted', answer: 'accept' }
  expect(await disputeNumber(db, id)).toMatchObject(answered)
  expect(await lossOf(db, extId)).toMatchObject({ amount: 40_000, feePart: 2000 })
  expect(await logged(id)).toMatchObject([{ answer: 'accept', amount: 40_000 }])
})

test('the file for the bank says which answer was given: what goes back, or that the payment was right [T1646]', async () => {
  const [accepted, declined] = [await questioned(), await questioned()]
  await answerAs(db, accepted.id, { is: 'accept', amount: 40_000, text: 'We are sorry' }, by)
  await answerAs(db, declined.id, { is: 'decline', text: 'Here is the receipt' }, by)
  const said = ({ extId }: { extId: string }) => /Our answer: *(.*?)\) Tj/.exec(scripted.answerFiles.get(extId)!)?.[1]
  expect([said(accepted), said(declined)]).toEqual(['accepted: KES 400 goes back', 'declined: the payment was right'])
})

test('of ten administrators at once one answers, and the others are told so', async () => {
  const { id, extId } = await questioned()
  const all = await atOnce(10, () => answerAs(db, id, { is: 'decline', text: 'Here is the receipt' }, by))
  expect(granted(all)).toHaveLength(1)
  expect(reasonsOf(all).every((why) => /just answered|answered already/.test(why))).toBe(true)
  expect(scripted.asked.answerDispute).toBe(1)
  expect(await lossOf(db, extId)).toBeUndefined()
  expect(await logged(id)).toHaveLength(1)
})

test('an answer that the provider refuses is taken back, and may be given again at once', async () => {
  const { id } = await questioned()
  scripted.script.answerDispute = [failure('rejected', { status: 400 })]
  const decline = () => answerAs(db, id, { is: 'decline', text: 'No' }, by)
  await expect(decline()).rejects.toThrow('did not take')
  expect(await disputeNumber(db, id)).toMatchObject({ status: 'open', answer: null })
  await decline()
  expect(await logged(id)).toMatchObject([{ answer: 'decline' }, { refused: true }, { answer: 'decline' }])
})

test('an answer of which nobody knows waits two minutes before it can be given again', async () => {
  const { id } = await questioned()
  scripted.script.answerDispute = ['lost']
  scripted.script.dispute = [failure('unknown')]
  const decline = () => answerAs(db, id, { is: 'decline', text: 'No' }, by)
  await expect(decline()).rejects.toThrow('does not answer')
  await expect(decline()).rejects.toThrow('just answered')
  await timePasses('3 minutes')
  // The first had arrived: the second only learns so.
  await decline()
  expect(await disputeNumber(db, id)).toMatchObject({ status: 'resolved', resolution: 'declined' })
})

test('no more than is questioned is accepted, and what is not there is not answered', async () => {
  const { id } = await questioned({ amount: 50_000 })
  const accept = (amount: number) => answerAs(db, id, { is: 'accept', amount, text: 'Sorry' }, by)
  await expect(accept(50_001)).rejects.toMatchObject({ field: 'amount' })
  await expect(accept(0)).rejects.toMatchObject({ field: 'amount' })
  expect(await logged(id)).toEqual([])
  await expect(answerAs(db, 999_999, { is: 'decline', text: 'No' }, by)).rejects.toMatchObject({ status: 404 })
})

test('open disputes come first, the nearest deadline on top; the others follow', async () => {
  const hour = 3_600_000
  const late = await questioned({ dueAt: new Date(Date.now() + 40 * hour) })
  const soon = await questioned({ dueAt: new Date(Date.now() + 2 * hour) })
  const list = (query = '') => disputesList.page(db, disputesList.asked(new URLSearchParams(query)))
  const ids = (await list()).rows.map(({ id }) => id)
  expect(ids.indexOf(soon.id)).toBeLessThan(ids.indexOf(late.id))
  const { rows: disputes } = await list()
  const states = disputes.map(({ status }) => status)
  expect(states.lastIndexOf('open')).toBeLessThan(states.indexOf('resolved'))
  const found = await list(`search=${late.reference}`)
  expect(found.rows.map(({ id }) => id)).toEqual([late.id])
  expect(found.totals).toMatchObject({ count: 1, amount: 100_000, open: 1 })
  const lost = await list('state=lost')
  expect(new Set(lost.rows.map(({ resolution }) => resolution))).toEqual(new Set(['merchant-accepted']))
})

test('the clock counts to the deadline that is shown, or hours of working days, and is marked at half and near its end', () => {
  // A Monday, nine in the morning in Nairobi.
  const at = new Date('2026-11-16T06:00:00Z')
  const after = (hours: number) => clockOf({ at, dueAt: null }, new Date(at.getTime() + hours * 3_600_000))
  expect(after(0)).toMatchObject({ left: 48, mark: 0 })
  expect(after(23)).toMatchObject({ left: 25, mark: 0 })
  expect(after(24)).toMatchObject({ left: 24, mark: 1 })
  expect(after(40)).toMatchObject({ left: 8, mark: 2 })
  expect(after(400)).toMatchObject({ left: 0, mark: 2 })
  const friday = new Date('2026-11-20T18:00:00Z')
  const due = new Date('2026-11-24T18:00:00Z')
  expect(clockOf({ at: friday, dueAt: due }, new Date('2026-11-22T12:00:00Z')).left).toBe(54)
})

test('an answer needs a choice and words; an amount only where it is accepted', () => {
  const wrong = (typed: Record<string, string>) =>
    claimAnswerForm.safeParse(typed).error?.issues.map(({ path }) => path[0]) ?? []
  expect(wrong({ text: 'x' })).toEqual(['is'])
  expect(wrong({ is: 'decline', text: ' ' })).toEqual(['text'])
  expect(wrong({ is: 'accept', text: 'x', amount: 'much' })).toEqual(['amount'])
  expect(claimAnswerForm.parse({ is: 'decline', text: 'x', amount: 'much' }).answer).toEqual({
    is: 'decline',
    text: 'x',
  })
  expect(claimAnswerForm.parse({ is: 'accept', text: 'x', amount: '' }).answer).toMatchObject({ amount: undefined })
})

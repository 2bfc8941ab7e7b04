import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { recordDonations } from '#app/money/donations/donation.server.ts'
import { completeByHand, decline } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, fundedDrive, gift, granted, phoneOf } from '#test/money.ts'
import { allRows, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { countDebts, debtOf, debtsList, giveUpDebt } from './debts-list.server.ts'

const db = await testDatabase()
const by = { id: (await somePerson(db, { admin: true })).id, address: '10.1.0.0' }
booksMustHold(() => db)

const list = (query: string) => debtsList.page(db, debtsList.asked(new URLSearchParams(query)))

let nr = 0
/** A drive that owes KES 1,000: its owner had withdrawn what then went back, given so many days ago. */
async function owing(daysAgo = 0) {
  const { id, ownerId } = await someDrive(db)
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const giver = { donorName: 'Amina', donorEmail: 'amina@example.test', message: '', anonymous: false }
  const { id: paymentId, reference } = await begunGift(db, id, 100_000, giver)
  const settled = { status: 'succeeded', provider_tx_id: `past ${id}`, provider_fee: 1500, settled_at: at } as const
  await setRows('payments', { id: paymentId }, settled)
  const past = { paymentId, provider: 'paystack', driveId: id, amount: 100_000, providerFee: 1500, at, ...giver }
  await db.transaction().execute((tx) => recordDonations(tx, [{ ...past, channel: 'mobile' }]))
  const { id: methodId } = await phoneOf(db, ownerId)
  const asked = { ownerId, driveId: id, amount: 100_000, key: crypto.randomUUID(), methodId, holdHours: 0 }
  await completeByHand(db, (await requestPayout(db, asked)).id, { by: by.id })
  await refundSettled(db, reference, { extId: String(++nr), amount: 100_000, state: 'processed' })
  return { id, ownerId, methodId }
}
const lines = (id: string) => allRows('audit_log', { act: 'debt written off', subject: id })

test('a drive that owes is listed with how much and since when, until gifts have paid it', async () => {
  const { id } = await owing()
  const owes = { debt: 100_000, since: expect.any(Date), openRequests: 0, hopeless: false }
  expect(await debtOf(db, id)).toMatchObject(owes)
  await gift(db, id, 60_000)
  expect(await debtOf(db, id), 'what waits to be folded pays, too').toMatchObject({ debt: 40_000 })
  await gift(db, id, 60_000)
  expect(await debtOf(db, id)).toBeUndefined()
})

test('a debt is told as hopeless once neither it nor the last gift is younger than ninety days', async () => {
  const { id } = await owing()
  await timePasses('91 days', { wallets: { fund_drive_id: id } })
  expect(await debtOf(db, id)).toMatchObject({ hopeless: false })
  const old = await owing(100)
  expect(await debtOf(db, old.id)).toMatchObject({ hopeless: false })
  await timePasses('92 days', { wallets: { fund_drive_id: old.id } })
  expect(await debtOf(db, old.id)).toMatchObject({ hopeless: true })
  const { rows: debts } = await list('')
  expect(debts.slice(0, 2).map(({ driveId }) => driveId)).toEqual([old.id, id])
  expect((await list('state=hopeless')).rows.map(({ driveId }) => driveId)).toEqual([old.id])
})

test('every debt is on one page of the list and in its file; the totals are those of what is found', async () => {
  const made = [await owing(), await owing(), await owing()]
  await gift(db, made[1]!.id, 40_000)
  for (const [nr, { id }] of made.entries()) await setRows('fund_drives', { id }, { title: `Zeituni well ${nr}` })
  const query = new URLSearchParams('search=zeituni&sort=debt')
  const looked = debtsList.asked(query)
  const found: string[] = []
  for (let after: string | null = null; ; ) {
    const { rows: debts, next, totals } = await debtsList.page(db, { ...looked, list: { ...looked.list, after } }, 1)
    expect(totals).toEqual({ count: 3, sum: 260_000 })
    found.push(...debts.map(({ driveId }) => driveId))
    if (!next) break
    after = next
  }
  expect([found[0], new Set(found)]).toEqual([made[1]!.id, new Set(made.map(({ id }) => id))])
  const file = debtsList.csv(db, query, { words: wordsIn('en'), language: 'en' })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines[0]).toContain('Fund drive,Address,Owes (KSH),Since')
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['600', '1000', '1000'])
  expect((await list('search=nothing like it')).totals).toEqual({ count: 0, sum: 0 })
  expect(await countDebts(db)).toBe((await list('')).totals.count)
})

test('of ten who write a debt off at once one does, with one line in the log', async () => {
  const { id } = await owing()
  const all = await atOnce(10, () => giveUpDebt(db, id, { why: 'Unreachable', debt: 100_000, by }))
  expect(granted(all)).toHaveLength(1)
  expect(await debtOf(db, id)).toBeUndefined()
  const line = { by: by.id, before: { debt: 100_000 }, after: { debt: 0 }, why: 'Unreachable' }
  expect(await lines(id)).toMatchObject([line])
})

test('a debt that a gift made smaller meanwhile is not written off unseen', async () => {
  const { id } = await owing()
  await gift(db, id, 10_000)
  await expect(giveUpDebt(db, id, { why: 'Unreachable', debt: 100_000, by })).rejects.toThrow('debt has changed')
  expect(await debtOf(db, id)).toMatchObject({ debt: 90_000 })
  expect(await lines(id)).toEqual([])
})

test('a drive that owes nothing, or is not there, has nothing to write off', async () => {
  const { id } = await someDrive(db)
  for (const drive of [id, crypto.randomUUID()])
    await expect(giveUpDebt(db, drive, { why: 'x', debt: 1, by })).rejects.toMatchObject({ status: 404 })
})

test('nobody writes off what their own drive owes', async () => {
  const { id, ownerId } = await owing()
  const own = { id: ownerId, address: '' }
  await expect(giveUpDebt(db, id, { why: 'Mine', debt: 100_000, by: own })).rejects.toMatchObject({ status: 403 })
  expect([(await debtOf(db, id))?.debt, await lines(id)]).toEqual([100_000, []])
})

test('a debt is not written off while a request is open: declining that pays of it', async () => {
  const { id, given, ask } = await fundedDrive(db, [100_000, 50_000])
  await completeByHand(db, (await ask(100_000)).id, { by: by.id })
  const open = await ask(50_000)
  await refundSettled(db, given[0]!.reference, { extId: String(++nr), amount: 100_000, state: 'processed' })
  await expect(giveUpDebt(db, id, { why: 'Gone', debt: 100_000, by })).rejects.toThrow('open requests')
  await decline(db, open.id, { by: by.id })
  await giveUpDebt(db, id, { why: 'Gone', debt: 50_000, by })
  expect(await debtOf(db, id)).toBeUndefined()
})

import { beforeEach, describe, expect, test } from 'vitest'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import type { Holding, StatusFacts, ToldOfAsk } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, promptedGift, storePostedCode } from '#test/money.ts'
import { calledFor, statusOf } from '#test/money-now.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { oneRow, query, queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { askBalance } from './balance.server.ts'
import { placeReceipts } from './place-receipts.server.ts'
import { askOpen, askReceipt } from './receipt-status.server.ts'
import { receiveAnswer } from './requests.server.ts'

// Questions that M-Pesa answers later: what is posted counts at the address of one question, and names it.

const db = await testDatabase()
booksMustHold(() => db)
const rail = railOfEachTest()
beforeEach(async () => {
  await query`delete from mpesa_asks`
  await query`delete from mpesa_receipts where state = 'heard'`
  rail.can({ proves: ['query', 'status'] })
})

let nr = 0
/** A code that was told for a request that nobody could ask about. */
async function told(amount = 50_000) {
  const receipt = `SKQ${String(++nr).padStart(7, '0')}`
  const drive = await someDrive(db)
  const phone = `+2547111${String(nr).padStart(5, '0')}`
  const { reference, prompt } = await promptedGift(db, drive.id, amount, phone)
  await storePostedCode(db, prompt.id, receipt)
  await timePasses('1 minute')
  return { receipt, amount, reference }
}
const tokenOf = (at = -1) => rail.questions.at(at)!.hearAt.split('/').at(-1)!
const originator = async () =>
  (await db.selectFrom('mpesa_asks').select('originator').orderBy('id', 'desc').executeTakeFirstOrThrow()).originator!
const post = (token: string, told: ToldOfAsk | string) =>
  receiveAnswer(db, token, new TextEncoder().encode(typeof told === 'string' ? told : JSON.stringify(told)))
const facts = (receipt: string, cents: number, own: Partial<StatusFacts> = {}): StatusFacts => ({
  receipt,
  cents,
  shortcode: '174379',
  isDone: true,
  tail: '126',
  name: 'AMINA',
  paidAt: null,
  ...own,
})
const answer = (id: string, status: StatusFacts | null, code = '0'): ToldOfAsk => ({
  is: 'answer',
  id,
  code,
  receipt: null,
  status,
  held: null,
})
const states = async () =>
  (await db.selectFrom('mpesa_asks').select('state').orderBy('id').execute()).map(({ state }) => state)

describe('a question about a code', () => {
  test('is written down before it is asked, and its answer books the gift once, however often it comes', async () => {
    const { receipt, amount, reference } = await told()
    expect(await askOpen(db)).toBe(1)
    expect(rail.questions).toMatchObject([{ receipt }])
    const said = answer(await originator(), facts(receipt, amount))
    const all = granted(await atOnce(5, () => post(tokenOf(), said)))
    expect(all.map((one) => one?.status)).toEqual(Array(5).fill(200))
    expect(await statusOf(reference)).toBe('succeeded')
    const row = await oneRow('mpesa_receipts', { receipt })
    expect(row).toMatchObject({ state: 'placed', proved_by: 'status' })
    expect(await states()).toEqual(['answered'])
    expect(await askOpen(db)).toBe(0)
  })

  test('is answered before M-Pesa has said that it takes it', async () => {
    const { receipt, amount, reference } = await told()
    rail.asking = async ({ hearAt }) => {
      await post(hearAt.split('/').at(-1)!, answer('AG-early', facts(receipt, amount)))
      return { is: 'asked', id: 'AG-early' }
    }
    await askReceipt(db, receipt)
    expect(await statusOf(reference)).toBe('succeeded')
  })

  test.each([
    ['names another question', (receipt: string) => answer('AG-other', facts(receipt, 50_000))],
    ['speaks of another code', () => 'own' as const],
    [
      'says that it is under way',
      (receipt: string, id: string) => answer(id, facts(receipt, 50_000, { isDone: false })),
    ],
    [
      'speaks of another shortcode',
      (receipt: string, id: string) => answer(id, facts(receipt, 50_000, { shortcode: '600000' })),
    ],
    ['knows of no such code', (_: string, id: string) => answer(id, null, 'R000002')],
  ])('books nothing when its answer %s [T498]', async (_, said) => {
    const { receipt, reference } = await told()
    await askReceipt(db, receipt)
    const id = await originator()
    const made = said(receipt, id)
    await post(tokenOf(), made === 'own' ? answer(id, facts('SKQ9999999', 50_000)) : made)
    expect(await statusOf(reference)).not.toBe('succeeded')
  })

  test('with another amount than was asked for is a gift of its own, not the one that was begun', async () => {
    const { receipt, reference } = await told()
    await askReceipt(db, receipt)
    await post(tokenOf(), answer(await originator(), facts(receipt, 40_000)))
    expect(await statusOf(reference)).not.toBe('succeeded')
    const row = await oneRow('mpesa_receipts', { receipt })
    expect(row).toMatchObject({ state: 'placed', amount: 40_000 })
  })

  test('that is late, or lost, still counts once its answer comes', async () => {
    const { receipt, amount, reference } = await told()
    await askReceipt(db, receipt)
    const [token, id] = [tokenOf(), await originator()]
    await post(token, { is: 'late', id })
    expect(await states()).toEqual(['late'])
    await timePasses('72 hours', { mpesa_asks: {}, mpesa_receipts: { receipt } })
    await askOpen(db)
    expect(await states()).toEqual(['lost'])
    expect(await calledFor('a question without an answer')).toContain(`status ${receipt}`)
    await post(token, answer(id, facts(receipt, amount)))
    expect(await statusOf(reference)).toBe('succeeded')
  })

  test('is asked once at a time, and again when it was not answered', async () => {
    const { receipt } = await told()
    await atOnce(6, () => askReceipt(db, receipt))
    expect(rail.questions).toHaveLength(1)
    await timePasses('2 minutes')
    expect(await askOpen(db)).toBe(1)
    expect(await states()).toEqual(['lost', 'open'])
  })

  test('that M-Pesa does not let us ask rests for an hour, and a person is called', async () => {
    const { receipt } = await told()
    await askReceipt(db, receipt)
    await post(tokenOf(), answer(await originator(), null, '2001'))
    expect(await calledFor('questions that are refused')).toEqual(['mpesa'])
    await told()
    expect(await askOpen(db)).toBe(0)
    await timePasses('2 hours')
    expect(await askOpen(db)).toBeGreaterThan(0)
  })

  test('that is refused as soon as it is asked rests for an hour, too', async () => {
    const { receipt } = await told()
    rail.asking = async () => ({ is: 'failure', class: 'config', code: '400.002.02', message: 'Invalid Initiator' })
    await askReceipt(db, receipt)
    await told()
    expect(await askOpen(db)).toBe(0)
    await timePasses('2 hours')
    expect(await askOpen(db)).toBeGreaterThan(0)
  })

  test('to an address that no question has is none; what can’t be read is taken and does nothing', async () => {
    expect(await post('0'.repeat(64), answer('x', null))).toBeUndefined()
    expect(await post('short', answer('x', null))).toBeUndefined()
    const { receipt } = await told()
    await askReceipt(db, receipt)
    expect((await post(tokenOf(), { is: 'garbage' }))?.status).toBe(200)
    expect(await states()).toEqual(['open'])
  })
})

test('a code whose request was booked just before the process died has its place, and its giver is thanked', async () => {
  const { receipt, amount, reference } = await told()
  const { account } = await oneRow('mpesa_receipts', { receipt })
  expect(await placeReceipts(db)).toBe(0)
  await applyResult(db, 'mpesa', reference, paidInFull(amount, account))
  expect(await placeReceipts(db)).toBe(1)
  const { state } = await oneRow('mpesa_receipts', { receipt })
  expect([state, await statusOf(reference)]).toEqual(['placed', 'succeeded'])
  expect(await placeReceipts(db)).toBe(0)
})

describe('the balance at M-Pesa', () => {
  const held = (...cents: number[]): Holding[] => [
    ...cents.map((one, at) => ({ account: ['Utility Account', 'Working Account'][at]!, cents: one })),
    { account: 'Charges Paid Account', cents: -700 },
  ]
  const ours = async () =>
    (
      await queryOne<{ sum: number }>`
      select coalesce(sum(case a.id when t.debit_account then t.amount else -t.amount end), 0)::bigint as sum
      from ledger_accounts a left join ledger_transfers t on a.id in (t.debit_account, t.credit_account)
      where a.code = 'mpesa_clearing'`
    ).sum
  const compared = async (said: Holding[] | null) => {
    await askBalance(db)
    await post(tokenOf(), { is: 'answer', id: await originator(), code: '0', receipt: null, status: null, held: said })
    return (await db.selectFrom('balance_checks').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()).outcome
  }

  test('is what the accounts that count have together, and another sum is a discrepancy', async () => {
    const there = await ours()
    expect(await compared(held(there - 1000, 1000))).toBe('same')
    expect(await calledFor('balance at the provider')).toEqual([])
    expect(await compared(held(there + 500))).toBe('differs')
    expect(await calledFor('balance at the provider')).toEqual(['mpesa'])
    expect(await compared([{ account: 'Charges Paid Account', cents: there }])).toBe('unknown')
    expect(await compared(null)).toBe('unknown')
  })

  test('is not known where no answer comes within half an hour', async () => {
    await askBalance(db)
    await timePasses('31 minutes')
    const before = await db.selectFrom('balance_checks').select('id').execute()
    await askOpen(db)
    expect(await states()).toContain('lost')
    expect((await db.selectFrom('balance_checks').select('id').execute()).length).toBe(before.length + 1)
  })

  test('is asked by nobody where no operator is set', async () => {
    rail.can({ proves: ['query', 'list'] })
    expect(await askBalance(db)).toBe(false)
    expect(rail.questions).toEqual([])
  })
})

test('a code of a Paybill whose account nobody told does not become the code of another giver’s request, whose own code is no second gift then', async () => {
  const amount = 77_700
  const { receipt: own, reference } = await told(amount)
  const stranger = `SKS${String(++nr).padStart(7, '0')}`
  await query`delete from mpesa_receipts where receipt = ${own}`
  const rows = await query<{ account: string; id: number; drive: string }>`
    select q.account, q.id, p.fund_drive_id as drive from mpesa_prompts q join payments p on p.id = q.payment_id
    where p.reference = ${reference}`
  const { id, account, drive } = rows[0]!
  // M-Pesa's answer says that the request was paid; the code is not told yet.
  await applyResult(db, 'mpesa', reference, paidInFull(amount, account, 0))
  await query`update mpesa_prompts set state = 'paid', phone = null where id = ${id}`
  // A claim names the code first, and M-Pesa says that its money is here.
  await askReceipt(db, stranger)
  await post(tokenOf(), answer(await originator(), facts(stranger, amount)))
  await placeReceipts(db)
  const codeOf = (receipt: string) =>
    db.selectFrom('mpesa_receipts').where('receipt', '=', receipt).select(['state', 'prompt_id']).executeTakeFirst()
  expect(await codeOf(stranger)).toEqual({ state: 'heard', prompt_id: null })
  await storePostedCode(db, id, own)
  await placeReceipts(db)
  expect(await codeOf(own)).toEqual({ state: 'placed', prompt_id: id })
  const gifts = await db.selectFrom('donations').where('fund_drive_id', '=', drive).select('id').execute()
  expect(gifts).toHaveLength(1)
  // No request is without a code now: it waits for a person.
  await placeReceipts(db)
  expect(await codeOf(stranger)).toEqual({ state: 'unplaced', prompt_id: null })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { receiveAnswer } from '#app/money/mpesa/requests.server.ts'
import { receiveSentResult } from '#app/money/mpesa/send.server.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, giftByPhone, granted } from '#test/money.ts'
import { stillCalledAbout } from '#test/money-now.ts'
import { nextNr, pretendRail, type Rail, receiptOf } from '#test/pretend-rail.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { askRefund, sendRefund } from './refund.server.ts'

// A part of a gift by M-Pesa, and one that M-Pesa does not reverse, is sent to the phone that paid: once, whatever is heard.

const db = await testDatabase()
booksMustHold(() => db)
const [whole, part, tariff] = [50_000, 20_000, 500]
let by: string
beforeAll(async () => {
  by = (await somePerson(db, { admin: true })).id
  await sql`
    insert into mpesa_tariffs (what, bearer, from_cents, to_cents, fee, since, by, created_at)
    values ('b2c', 'business', 100, 25000000, ${tariff}, '2020-01-01', ${by}::uuid, '2020-01-01')`.execute(db)
})

type Sent = { reference: string; cents: number; phone: string; hearAt: string }
let rail: Rail
let sent: Sent[]
/** What M-Pesa does with an order. */
let sending: (one: Sent) => ReturnType<Rail['send']>
let left: number
beforeEach(async () => {
  await sql`delete from mpesa_asks`.execute(db)
  rail = pretendRail()
  ;[sent, left] = [[], 10_000_000]
  const { capabilities } = rail
  const sends = { minCents: 1000, maxCents: 25_000_000, from: '600000', account: 'Utility Account' }
  rail.capabilities = () => ({ ...capabilities(), reverses: true, sends })
  const known = new Set<string>()
  sending = async ({ reference }) => {
    const is = known.has(reference) ? 'known' : 'taken'
    known.add(reference)
    return { is }
  }
  rail.send = async (one) => {
    sent.push(one)
    return sending(one)
  }
  rail.readSent = (raw) => JSON.parse(new TextDecoder().decode(raw))
  useMobileMoney(rail)
  await holds(left)
})

/** M-Pesa said that we hold so much to send from. */
const holds = (cents: number) =>
  sql`insert into mpesa_asks (what, subject, hear_hash, state, answered_at, facts)
    values ('balance', '600000', sha256(${crypto.randomUUID()}::bytea), 'answered', now(),
      ${JSON.stringify({ held: [{ account: 'Utility Account', cents }] })}::jsonb)`.execute(db)

/** A gift by a request on a phone, whose number is known whole. */
async function given(paidBy?: { tail: string | null }) {
  const { reference, phone } = await giveByPhone(db, { amount: whole, name: 'Amina' })
  rail.listed = [receiptOf(rail.sent.at(-1)!, paidBy ?? { tail: phone.slice(-3) })]
  await listReceipts(db)
  return { reference, phone, receipt: rail.listed[0]!.receipt }
}
async function asked(amount = part, paidBy?: { tail: string | null }) {
  const gift = await given(paidBy)
  const { id: reversalId } = await askRefund(db, gift.reference, { by, amount })
  return { ...gift, reversalId, send: () => sendRefund(db, { reversalId }) }
}
const newCode = () => `SKP${String(nextNr()).padStart(7, '0')}`
/** M-Pesa posts the end of an order. */
async function ends(end: string, { at = -1, ...own }: { at?: number; receipt?: string; cents?: number } = {}) {
  const { hearAt, reference, cents } = sent.at(at)!
  return hears(hearAt, { id: reference, end, cents: end === 'done' ? cents : null, ...own })
}
const hears = (hearAt: string, own: { id: string; end: string; receipt?: string; cents: number | null }) => {
  const told = { is: 'sent', code: own.end === 'done' ? '0' : '17', name: null, left: null, receipt: null, ...own }
  return receiveSentResult(db, hearAt.split('/').at(-1)!, new TextEncoder().encode(JSON.stringify(told)))
}
/** The same of an order to reverse. */
async function refused(code: string) {
  const token = rail.reversals.at(-1)!.hearAt.split('/').at(-1)!
  const { originator: id } = (await allRows('mpesa_asks')).findLast(({ what }) => what === 'reversal')!
  const told = { is: 'answer', id, code, receipt: null, status: null, held: null }
  await receiveAnswer(db, token, new TextEncoder().encode(JSON.stringify(told)))
}
const minutesLater = () => timePasses('4 minutes')
async function later(send: () => Promise<void>, times = 1) {
  for (let time = 0; time < times; time++) {
    await minutesLater()
    await send()
  }
}
const refundNow = async (id: number) => {
  const { state, progress, ext_id: code, payment_id } = await oneRow('reversals', { id })
  const { reversed } = await oneRow('payments', { id: payment_id })
  const sends = (await allRows('refund_sends', { reversal_id: id })).length
  return { state, progress, code, reversed, sends }
}

describe('a part', () => {
  test('is sent once to the phone that paid, and the books have it and what M-Pesa takes for it [T475]', async () => {
    const clearing = await balanceOf(db, 'mpesa_clearing')
    const { phone, reversalId, send } = await asked()
    granted(await atOnce(10, send))
    expect(sent).toMatchObject([{ phone, cents: part, reference: expect.stringMatching(/^back-\d+-1-/) }])
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'unknown' })
    const code = newCode()
    for (let time = 0; time < 3; time++) await ends('done', { receipt: code })
    granted(await atOnce(10, send))
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', code, reversed: part, sends: 1 })
    expect([sent.length, rail.reversals]).toEqual([1, []])
    expect(await balanceOf(db, 'mpesa_clearing')).toBe(clearing + whole - part - tariff)
  })

  test('its end wakes those who look after it [T477]', async () => {
    const { reversalId, send } = await asked()
    await send()
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await ends('done', { receipt: newCode() })
    const { rows } = await sql`select key from graphile_worker._private_jobs`.execute(db)
    expect(rows).toContainEqual({ key: `send-refund:${reversalId}` })
    await send()
  })

  test('whose answers are lost is ordered again under its one reference, and a duplicate is there [T473]', async () => {
    const { reversalId, send } = await asked()
    const lost = { is: 'failure', class: 'unknown', code: 'no_answer', message: 'hung up' } as const
    sending = async () => lost
    await send()
    await later(send, 3)
    expect((await refundNow(reversalId)).sends).toBe(1)
    // It asks what became of it; M-Pesa has no such order.
    const { originator: id } = (await allRows('mpesa_asks', { what: 'status' })).at(-1)!
    await hears(rail.questions.at(-1)!.hearAt, { id: id!, end: 'failed', cents: null })
    sending = async () => ({ is: 'known' })
    await later(send)
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1)
    expect(sent).toHaveLength(2)
    await ends('done', { receipt: newCode() })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', reversed: part, sends: 1 })
  })

  test.each(['not_registered', 'account_full', 'failed'])(
    'that does not reach its phone is for a hand: %s [T472]',
    async (end) => {
      const { reference, reversalId, send } = await asked()
      await send()
      await ends(end)
      await later(send, 3)
      expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'by hand', sends: 1 })
      expect([await stillCalledAbout(reference), sent.length]).toEqual([['refund by hand'], 1])
      // It has arrived all the same.
      await ends('done', { receipt: newCode() })
      await send()
      expect(await refundNow(reversalId)).toMatchObject({ state: 'done', reversed: part })
    },
  )

  test('waits while the last balance is too small for it and its tariff, and calls a person [T476]', async () => {
    await sql`delete from mpesa_asks`.execute(db)
    const { reference, send } = await asked()
    await send()
    expect([sent, await stillCalledAbout(reference)]).toEqual([[], []])
    await holds(part)
    await later(send)
    expect([sent, await stillCalledAbout(reference)]).toEqual([[], ['refund waits for money']])
    await holds(part + tariff)
    await later(send)
    expect(sent).toHaveLength(1)
    await ends('done', { receipt: newCode() })
    await send()
  })

  test('waits once M-Pesa has said that there is too little, whatever the balance was, and calls a person', async () => {
    const { reference, reversalId, send } = await asked()
    await send()
    await ends('no_money')
    // Its answer wakes those who look after it at once.
    for (let time = 0; time < 3; time++) await send()
    expect([sent.length, await stillCalledAbout(reference)]).toEqual([1, ['refund waits for money']])
    await timePasses('6 minutes')
    await send()
    expect(sent.map(({ reference: one }) => one.split('-')[2])).toEqual(['1', '2'])
    await ends('done', { receipt: newCode() })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', reversed: part, sends: 2 })
  })

  test('of another sum than was ordered is not booked, and calls a person [T474]', async () => {
    const { reference, reversalId, send } = await asked()
    await send()
    await ends('done', { receipt: newCode(), cents: part - 100 })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open', reversed: 0 })
    expect(await stillCalledAbout(reference)).toEqual(['refund of another amount'])
  })

  test.each([
    ['less than M-Pesa sends', 500],
    ['more than M-Pesa sends', 20_000],
  ])('%s is for a hand', async (_, amount) => {
    const { capabilities } = rail
    rail.capabilities = () => ({ ...capabilities(), sends: { ...capabilities().sends!, maxCents: 10_000 } })
    const { reversalId, send } = await asked(amount)
    await send()
    expect([await refundNow(reversalId), sent]).toMatchObject([{ progress: 'by hand' }, []])
  })

  test('of money from the menu of a phone is for a hand: its number is not known whole', async () => {
    const gift = await giftByPhone(db, (await someDrive(db)).id, whole)
    await sql`update payments set provider_tx_id = (select receipt from mpesa_receipts where payment_id = ${gift.id})
      where id = ${gift.id}`.execute(db)
    await sql`delete from mpesa_prompts where payment_id = ${gift.id}`.execute(db).catch(() => {})
    const { id } = await askRefund(db, gift.reference, { by, amount: part })
    await sendRefund(db, { reversalId: id })
    expect([await refundNow(id), sent]).toMatchObject([{ progress: 'by hand' }, []])
  })

  // Its account was typed at the menu of someone else's phone.
  test('of a request that another phone paid is for a hand, whatever phone was asked', async () => {
    const { reference, reversalId, send } = await asked(part, { tail: '999' })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'by hand' })
    expect([sent, await stillCalledAbout(reference)]).toEqual([[], ['refund by hand']])
  })

  test('of a request is sent to the phone that was asked where no answer says which one paid', async () => {
    const { phone, send } = await asked(part, { tail: null })
    await send()
    expect(sent).toMatchObject([{ phone, cents: part }])
  })
})

describe('all of a gift that M-Pesa refuses to reverse', () => {
  test('is sent to the phone that paid', async () => {
    const { phone, reversalId, send } = await asked(whole)
    await send()
    await refused('15')
    await later(send)
    expect(sent).toMatchObject([{ phone, cents: whole }])
    await ends('done', { receipt: newCode() })
    await send()
    expect([await refundNow(reversalId), rail.reversals.length]).toMatchObject([{ state: 'done', reversed: whole }, 1])
  })

  test('is for a hand where M-Pesa knows no such payment, or where an order may still be carried out [T471]', async () => {
    const [nowhere, open] = [await asked(whole), await asked(whole)]
    await nowhere.send()
    await refused('R000002')
    await later(nowhere.send)
    await open.send()
    await later(open.send)
    await refused('15')
    await later(open.send)
    expect(sent).toEqual([])
    for (const { reversalId } of [nowhere, open])
      expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'by hand' })
  })
})

test('a statement knows what was sent, and what it cost', async () => {
  const { send } = await asked()
  await send()
  const code = newCode()
  await ends('done', { receipt: code })
  await send()
  const head =
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
  const at = '20-11-2026 12:00:00'
  const lines = [
    `${code},${at},${at},Business Payment,Completed,,-${part / 100}.00,0.00,true,Business Payment to Customer via API,254712***126 - AMINA,,`,
    `${code},${at},${at},Charge,Completed,,-7.00,0.00,true,Business Payment Charge,,,`,
  ]
  const clearing = await balanceOf(db, 'mpesa_clearing')
  const file = ['Short Code:,174379', head, ...lines].join('\r\n')
  const { id } = await takeStatement(db, new TextEncoder().encode(file), { id: by, address: '' })
  await importStatement(db, { statementId: id })
  const [charge, known] = await allRows('mpesa_lines', { statement_id: id }, 'kind')
  expect(charge).toMatchObject({ kind: 'charge', became: 'fee', corrected: 200 })
  expect(known).toMatchObject({ became: 'known' })
  expect(await balanceOf(db, 'mpesa_clearing')).toBe(clearing - 200)
})

import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { receiveAnswer } from '#app/money/mpesa/requests.server.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { askingFor, atOnce, booksMustHold, giftByPhone, granted, reasonsOf } from '#test/money.ts'
import { calledAbout, raised } from '#test/money-now.ts'
import { pretendRail, type Rail } from '#test/pretend-rail.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { askRefund, sendRefund } from './refund.server.ts'
import { bookReversal, sendByPhone } from './refund-by-phone.server.ts'
import { takeRefund } from './refund-lease.server.ts'

// M21: a gift by M-Pesa goes back once, and the books say so, whatever is heard of it and whatever is not.

let rail: Rail
const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
beforeEach(async () => {
  await sql`delete from mpesa_asks`.execute(db)
  rail = pretendRail()
  const { capabilities } = rail
  rail.capabilities = () => ({ ...capabilities(), reverses: true })
  useMobileMoney(rail)
})
booksMustHold(() => db)

const whole = 50_000
const newBack = () => `SKZ${String(++nr).padStart(7, '0')}`
let nr = 0
async function given() {
  const drive = await someDrive(db)
  const gift = await giftByPhone(db, drive.id, whole, `+2547${String(10_000_000 + ++nr)}`)
  const { receipt } = await oneRow('mpesa_receipts', { payment_id: gift.id })
  return { ...gift, drive, receipt }
}
async function asked(amount?: number) {
  const gift = await given()
  const { id: reversalId } = await askRefund(db, gift.reference, { by, ...(amount ? { amount } : {}) })
  return { ...gift, reversalId, send: () => sendRefund(db, { reversalId }) }
}
/** M-Pesa posts the end of the newest order, or of that one. */
async function ends(
  code: string,
  { at = -1, back, ...own }: { at?: number; back?: string; id?: string; is?: string } = {},
) {
  const token = rail.reversals.at(at)!.hearAt.split('/').at(-1)!
  const { rows } = await sql<{ id: string | null }>`
    select originator as id from mpesa_asks where hear_hash = sha256(${token}::bytea)`.execute(db)
  const told = {
    is: 'answer',
    id: rows[0]!.id ?? 'AG-late',
    code,
    receipt: back ?? null,
    status: null,
    held: null,
    ...own,
  }
  return receiveAnswer(db, token, new TextEncoder().encode(JSON.stringify(told)))
}
const refundNow = async (id: number) => {
  const { state, progress, ext_id: code } = await oneRow('reversals', { id })
  return { state, progress, code }
}
const wentBack = async (id: number) => (await oneRow('payments', { id })).reversed
const stateOf = async (receipt: string) => (await oneRow('mpesa_receipts', { receipt })).state
/** Nobody has the refund any more, and an order is no longer new. */
const minutesLater = () => timePasses('4 minutes')
const lost = { is: 'failure', class: 'unknown', code: 'no_answer', message: 'hung up' } as const

describe('all of a gift', () => {
  test('is reversed once under its code, and the books and the wallet say so [T447]', async () => {
    const clearing = await balanceOf(db, 'mpesa_clearing')
    const { id, receipt, reversalId, send, drive } = await asked()
    await send()
    expect(rail.reversals).toMatchObject([{ receipt, cents: whole }])
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'unknown' })
    const back = newBack()
    await ends('0', { back })
    for (let time = 0; time < 2; time++) await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', code: back })
    expect([await wentBack(id), await stateOf(receipt)]).toEqual([whole, 'reversed'])
    expect(await balanceOf(db, 'mpesa_clearing')).toBe(clearing)
    expect(await raised(drive.id)).toBe(0)
  })

  test('is ordered by one of ten workers at once, and its end is booked once by ten', async () => {
    const { id, reversalId, send } = await asked()
    granted(await atOnce(10, send))
    expect(rail.reversals).toHaveLength(1)
    await ends('0', { back: newBack() })
    granted(await atOnce(10, send))
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done' })
    expect([await wentBack(id), rail.reversals.length]).toEqual([whole, 1])
  })

  test('whose answers were all lost is ordered again until M-Pesa says that it went back before', async () => {
    const { id, reversalId, send } = await asked()
    rail.reversing = async () => lost
    for (let time = 0; time < 5; time++) {
      await send()
      await minutesLater()
    }
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open' })
    rail.reversing = async () => ({ is: 'known' })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done' })
    expect([await wentBack(id), rail.reversals.length]).toEqual([whole, 6])
  })

  test('R000001 is done, and gets its code by the end of the first order that comes later [T446]', async () => {
    const { id, reference, reversalId, send } = await asked()
    await send()
    await minutesLater()
    await send()
    await ends('R000001')
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', code: expect.stringContaining('reversal of') })
    const back = newBack()
    await ends('0', { at: 0, back })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', code: back })
    expect([await wentBack(id), await calledAbout(reference)]).toEqual([whole, []])
  })

  test('that is told late is waited for, and what was told late and done counts once', async () => {
    const { reversalId, send, id } = await asked()
    await send()
    await ends('', { is: 'late' })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open' })
    for (let time = 0; time < 3; time++) await ends('0', { at: 0, back: newBack() })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done' })
    expect(await wentBack(id)).toBe(whole)
  })

  test('while our account there holds too little waits, calls a person, and goes once there is money [T448]', async () => {
    const { reference, reversalId, send } = await asked()
    await send()
    await ends('1')
    // The answer wakes those who look after it at once.
    for (let time = 0; time < 3; time++) await send()
    expect([rail.reversals.length, await calledAbout(reference)]).toEqual([1, ['refund waits for money']])
    await timePasses('6 minutes')
    await send()
    await ends('0', { back: newBack() })
    await send()
    expect([rail.reversals.length, await refundNow(reversalId)]).toMatchObject([2, { state: 'done' }])
  })

  test.each(['2001', '21'])('while our initiator is not let in (%s) rests, and is not for a hand', async (code) => {
    const { reversalId, send } = await asked()
    await send()
    await ends(code)
    await minutesLater()
    await send()
    expect([rail.reversals.length, await refundNow(reversalId)]).toMatchObject([
      1,
      { state: 'open', progress: 'unknown' },
    ])
    expect(await calledAbout('mpesa')).toContain('questions that are refused')
    await timePasses('2 hours')
    await minutesLater()
    await send()
    expect(rail.reversals).toHaveLength(2)
  })

  test('whose order was cut off by the death of its worker is ordered again', async () => {
    const { reversalId, send } = await asked()
    rail.reversing = () => Promise.reject(new Error('dead'))
    await expect(send()).rejects.toThrow('dead')
    await minutesLater()
    rail.reversing = async () => ({ is: 'taken', id: 'AG-again' })
    await send()
    await ends('R000001')
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done' })
  })

  test('an end that names another order is not believed [T454]', async () => {
    const { reversalId, send } = await asked()
    await send()
    await ends('0', { id: 'AG-other', back: newBack() })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open' })
  })

  test('orders nothing by a worker that slept through its lease [T452]', async () => {
    const { reversalId, send } = await asked()
    const taken = (await takeRefund(db, reversalId))!
    await timePasses('4 minutes')
    await send()
    await minutesLater()
    await sendByPhone(db, taken)
    expect(rail.reversals).toHaveLength(1)
  })

  test('whose code is not known yet waits for it', async () => {
    const { receipt, reversalId, send, id } = await asked()
    const restore = await oneRow('mpesa_receipts', { receipt })
    await db.deleteFrom('mpesa_receipts').where('receipt', '=', receipt).execute()
    await send()
    expect([rail.reversals, await refundNow(reversalId)]).toMatchObject([[], { progress: 'waiting' }])
    await db
      .insertInto('mpesa_receipts')
      .values({ ...restore, payment_id: id })
      .execute()
    await send()
    expect(rail.reversals).toMatchObject([{ receipt }])
  })
})

describe('what M-Pesa does not reverse', () => {
  test.each(['R000002', '15'])('is for an administrator’s hand: the code %s [T450]', async (code) => {
    const { id, reference, reversalId, send } = await asked()
    await send()
    await ends(code)
    for (let time = 0; time < 3; time++) {
      await send()
      await minutesLater()
    }
    expect([await refundNow(reversalId), await calledAbout(reference)]).toMatchObject([
      { state: 'open', progress: 'by hand' },
      ['refund by hand'],
    ])
    expect([await wentBack(id), rail.reversals.length]).toEqual([0, 1])
  })

  test('so is what is refused at once, a part, and everything where no operator is set up [T449]', async () => {
    rail.reversing = async () => ({ is: 'failure', class: 'rejected', code: 'R000002', message: 'none' })
    const refused = await asked()
    const part = await asked(20_000)
    for (const { send } of [refused, part]) {
      await send()
      await minutesLater()
      await send()
    }
    expect(rail.reversals).toMatchObject([{ receipt: refused.receipt }])
    useMobileMoney({ ...rail, capabilities: () => ({ ...rail.capabilities(), reverses: false }) })
    const without = await asked()
    await without.send()
    for (const { reversalId } of [refused, part, without])
      expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'by hand' })
    expect(rail.reversals).toHaveLength(1)
  })

  test('a lost order that was carried out counts, though a later one was refused and a hand was asked for', async () => {
    const { id, reversalId, send } = await asked()
    await send()
    await minutesLater()
    await send()
    await ends('R000002')
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ progress: 'by hand' })
    const back = newBack()
    await ends('0', { at: 0, back })
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', code: back })
    expect(await wentBack(id)).toBe(whole)
  })

  test('an end that is posted after the refund was given up is booked all the same [T451]', async () => {
    const { id, reversalId, send } = await asked()
    await send()
    await setRows('reversals', { id: reversalId }, { state: 'failed', lease: null, leased_until: null })
    await ends('0', { back: newBack() })
    for (let time = 0; time < 2; time++) await send()
    expect([await wentBack(id), await refundNow(reversalId)]).toMatchObject([whole, { state: 'failed' }])
  })

  test('cents are refused before anybody is asked', async () => {
    const { reference } = await given()
    await expect(askRefund(db, reference, { by, amount: 1050 })).rejects.toThrow('whole shillings')
  })
})

describe('a reversal that Safaricom made by itself', () => {
  const head =
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
  const line = (back: string, of: string, amount = whole) =>
    `${back},20-11-2026 12:00:00,20-11-2026 12:00:00,Reversal,Completed,,-${amount / 100}.00,0.00,true,Transaction Reversal,254712***126 - AMINA,${of},`
  async function stated(...lines: string[]) {
    const file = [`Short Code:,174379`, head, ...lines].join('\r\n')
    const { id } = await takeStatement(db, new TextEncoder().encode(file), { id: by, address: '' })
    await importStatement(db, { statementId: id })
    for (const { id: line } of await allRows('mpesa_lines', { became: 'back' })) await bookReversal(db, { line })
    return (await allRows('mpesa_lines', { statement_id: id })).map(({ became }) => became)
  }

  test('is booked once by the statement; the balance goes down', async () => {
    const { id, receipt, drive } = await given()
    const back = newBack()
    expect(await stated(line(back, receipt))).toEqual(['back'])
    expect(await stated(line(back, receipt), line(newBack(), 'SKZ9999999'))).toEqual(['break'])
    expect([await wentBack(id), await stateOf(receipt)]).toEqual([whole, 'reversed'])
    expect(await oneRow('wallets', { fund_drive_id: drive.id })).toMatchObject({ debt: 0, reversed: whole })
  })

  test('after the money was withdrawn becomes a debt, which new gifts pay [T453]', async () => {
    const { drive, receipt } = await given()
    const { ask } = await askingFor(db, drive)
    await ask(whole)
    await stated(line(newBack(), receipt))
    expect(await oneRow('wallets', { fund_drive_id: drive.id })).toMatchObject({ debt: whole })
    await expect(ask(10_000)).rejects.toThrow()
  })

  test('is ours where we had ordered it and heard nothing, and ten who book it book it once', async () => {
    const { id, receipt, reversalId, send, reference } = await asked()
    await send()
    const back = newBack()
    await stated(line(back, receipt))
    const { id: booked } = await oneRow('mpesa_lines', { receipt: back })
    await ends('0', { back })
    granted(await atOnce(12, (at) => (at % 2 ? send() : bookReversal(db, { line: booked }))))
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', code: back })
    expect([await wentBack(id), await calledAbout(reference)]).toEqual([whole, []])
  })

  test('leaves nothing to send: neither by an order nor by hand [T457]', async () => {
    const part = await asked(20_000)
    await part.send()
    await minutesLater()
    await stated(line(newBack(), part.receipt))
    await part.send()
    expect([await refundNow(part.reversalId), await wentBack(part.id)]).toMatchObject([{ state: 'failed' }, whole])
    const later = await asked()
    await sql`update reversals set created_at = now() + interval '1 day' where id = ${later.reversalId}`.execute(db)
    await stated(line(newBack(), later.receipt).replaceAll('20-11-2026', '19-11-2026'))
    await later.send()
    expect([await refundNow(later.reversalId), await wentBack(later.id)]).toMatchObject([{ state: 'failed' }, whole])
    expect(rail.reversals).toEqual([])
  })

  test('names the code of what we only heard had gone back before; the code that we heard is known', async () => {
    const [before, first] = [await asked(), await asked()]
    const [named, back] = [newBack(), newBack()]
    await before.send()
    await ends('R000001')
    await first.send()
    await ends('0', { back })
    for (const { send } of [before, first]) await send()
    expect(await stated(line(named, before.receipt), line(back, first.receipt))).toEqual(['back', 'known'])
    for (const [{ id, reversalId }, code] of [
      [before, named],
      [first, back],
    ] as const)
      expect([await refundNow(reversalId), await wentBack(id)]).toMatchObject([{ state: 'done', code }, whole])
    expect(await calledAbout(`refund ${named}`)).toEqual([])
  })
})

test('of ten administrators who refund one gift at once one does, and the others are told so', async () => {
  const { reference } = await given()
  const all = await atOnce(10, () => askRefund(db, reference, { by }))
  expect(granted(all)).toHaveLength(1)
  expect(reasonsOf(all).every((why) => why.includes('under way'))).toBe(true)
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { checkReturns, freeMoney, sendReturn } from '#app/money/mpesa/returns.server.ts'
import { placeUnplaced, reserveReturn } from '#app/money/payments/admin/decide-unplaced.server.ts'
import { brokenBooks } from '#test/books.ts'
import { attempt } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { giftByPhone } from '#test/money.ts'
import { raised } from '#test/money-now.ts'
import { newCode, unplacedMoney } from '#test/paid-by-hand.ts'
import { reversingMpesa, tellEnd } from '#test/reversing-mpesa.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { askRefund, checkRefunds, giveUpRefund, sendRefund } from './refund.server.ts'
import { bookReversal } from './refund-by-phone.server.ts'
import { releaseRefund, takeRefund } from './refund-lease.server.ts'

// I28: what M-Pesa gave back is booked within minutes, also where the job that was to book it is lost, comes too late, or
// looks after something else by now.

const db = await testDatabase()
let by: { id: string; address: string }
let mpesa: ReturnType<typeof reversingMpesa>
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
})
beforeEach(() => {
  mpesa = reversingMpesa()
})

const whole = 50_000
let nr = 0
/** A gift whose refund was ordered, and no end of it was told yet. */
async function ordered() {
  const drive = await someDrive(db)
  const gift = await giftByPhone(db, drive.id, whole, `+2547${String(50_000_000 + ++nr)}`)
  const { id: reversalId } = await askRefund(db, gift.reference, { by: by.id })
  await sendRefund(db, { reversalId })
  return { ...gift, drive, reversalId, end: mpesa.ends.at(-1)! }
}
async function returning() {
  const money = await unplacedMoney(db, mpesa.rail, 'CHURCH ROOF', whole)
  await reserveReturn(db, money.id, { why: 'The payer asked for it', by })
  await sendReturn(db, { suspenseId: money.id })
  return { ...money, end: mpesa.ends.at(-1)! }
}

// biome-ignore lint/suspicious/noExplicitAny: each job carries its own
type Runs = Record<string, (on: typeof db, carries: any) => Promise<unknown>>
const runs: Runs = { 'send-refund': sendRefund, 'send-return': sendReturn, 'book-reversal': bookReversal }
/** Does the jobs that are due, and those that they leave behind. */
async function work() {
  for (;;) {
    const { rows } = await sql<{ name: string; carries: unknown }>`
      with due as (select j.id, t.identifier as name, j.payload as carries from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = any(${Object.keys(runs)}::text[]) and j.run_at <= now()),
      taken as (delete from graphile_worker._private_jobs where id in (select id from due))
      select name, carries from due`.execute(db)
    for (const { name, carries } of rows) await runs[name]!(db, carries)
    if (rows.length === 0) return
  }
}
/** Two hours later: the clock has looked twice, and I28 looks at what M-Pesa said. */
async function minutesLater() {
  await timePasses('2 hours')
  for (let time = 0; time < 2; time++) {
    await checkRefunds(db)
    await checkReturns(db)
    await work()
  }
}
const loseJobs = () => sql`delete from graphile_worker._private_jobs`.execute(db)
const wentBack = async (receipt: string) => {
  const { rows } = await sql`
    select p.reversed, s.state from mpesa_receipts r left join payments p on p.id = r.payment_id
      left join suspense s on s.id = r.suspense_id where r.receipt = ${receipt}`.execute(db)
  return rows[0]
}
const codeOf = (id: number) => oneRow('mpesa_receipts', { payment_id: id })

describe('what M-Pesa gave back is booked', () => {
  test('whose refund was given up, and whose hearer dies anywhere [T458]', async () => {
    let answered = 0
    for (let at = 1; ; at++) {
      const { id, reversalId, end } = await ordered()
      await db.transaction().execute((tx) => giveUpRefund(tx, reversalId))
      await loseJobs()
      const { is } = await attempt(at, 'after', ({ db: mortal }) => tellEnd(mortal, end))
      const { receipt } = await codeOf(id)
      const isKnown = (await oneRow('mpesa_asks', { subject: receipt })).state === 'answered'
      await minutesLater()
      expect(await wentBack(receipt), `step ${at}`).toMatchObject({ reversed: isKnown ? whole : 0 })
      expect(await brokenBooks(db), `step ${at}`).toEqual([])
      if (is === 'lived') break
      if (isKnown) answered++
    }
    expect(answered).toBeGreaterThan(1)
  }, 120_000)

  test('while its worker lays the refund down for an hour', async () => {
    const { id, reversalId, end } = await ordered()
    await setRows('reversals', { id: reversalId }, { checks: 9, leased_until: null })
    const taken = (await takeRefund(db, reversalId))!
    await tellEnd(db, end)
    await releaseRefund(db, taken)
    await minutesLater()
    expect(await wentBack((await codeOf(id)).receipt)).toMatchObject({ reversed: whole })
    expect(await brokenBooks(db)).toEqual([])
  })

  test('a worker whose time ran out lays nothing down: another has the refund by now [T1651]', async () => {
    const { id, reversalId, end } = await ordered()
    await setRows('reversals', { id: reversalId }, { leased_until: null })
    const late = (await takeRefund(db, reversalId))!
    await timePasses('4 minutes')
    const { lease } = (await takeRefund(db, reversalId))!
    await releaseRefund(db, late)
    expect(await oneRow('reversals', { id: reversalId })).toMatchObject({ lease })
    await tellEnd(db, end)
    await minutesLater()
    expect(await wentBack((await codeOf(id)).receipt)).toMatchObject({ reversed: whole })
  })

  test('whose money had no place, is for a hand by now, and whose job is lost [T459]', async () => {
    const { id, receipt, end } = await returning()
    const byHand = { back: 'by hand', next_check_at: null, lease: null, leased_until: null } as const
    await setRows('suspense', { id }, byHand)
    await tellEnd(db, end)
    await loseJobs()
    await minutesLater()
    expect(await wentBack(receipt)).toMatchObject({ state: 'closed' })
    expect(await brokenBooks(db)).toEqual([])
  })

  test('whose money became a gift meanwhile, and whose job is lost', async () => {
    const { id, receipt, end } = await returning()
    await db.transaction().execute((tx) => freeMoney(tx, id))
    const drive = await someDrive(db)
    await placeUnplaced(db, id, { to: `drive ${drive.id}`, typed: '', why: 'The payer called', by })
    await tellEnd(db, end)
    await loseJobs()
    await minutesLater()
    expect(await wentBack(receipt)).toMatchObject({ reversed: whole })
    expect(await brokenBooks(db)).toEqual([])
  })
})

describe('of a gift whose request was paid twice, and whose code no list has named yet', () => {
  /** M-Pesa lists both: first what was paid once more to the account of the request. */
  async function listBoth(id: number) {
    const { receipt } = await codeOf(id)
    const { account } = await oneRow('mpesa_prompts', { payment_id: id })
    const second = { receipt: newCode(), shortcode: '174379', cents: whole, account, tail: '126', name: null }
    const paidAt = new Date()
    const list = async (code: string) => {
      mpesa.rail.listed = [{ ...second, receipt: code, paidAt }]
      await listReceipts(db)
    }
    return { receipt, first: () => list(receipt), second: () => list(second.receipt) }
  }

  test('the one that went back is booked, when the other is listed before its end is told [T461]', async () => {
    const { id, drive, end } = await ordered()
    const { receipt, first, second } = await listBoth(id)
    await second()
    await tellEnd(db, end)
    await minutesLater()
    await first()
    await minutesLater()
    expect([await wentBack(receipt), await raised(drive.id)]).toMatchObject([{ reversed: whole }, whole])
    // The other is not ordered back on top of it.
    expect([...mpesa.reversed.keys()]).toEqual([receipt])
    expect(await brokenBooks(db)).toEqual([])
  })

  test('and when it is listed after its end was booked [T460]', async () => {
    const { id, drive, end } = await ordered()
    const { receipt, first, second } = await listBoth(id)
    await tellEnd(db, end)
    await work()
    await second()
    await first()
    await minutesLater()
    expect([await wentBack(receipt), await raised(drive.id)]).toMatchObject([{ reversed: whole }, whole])
    expect(await brokenBooks(db)).toEqual([])
  })
})

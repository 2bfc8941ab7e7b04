import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitingTasks } from '#app/admin/desk/desk.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { receiveAnswer } from '#app/money/mpesa/requests.server.ts'
import { checkReturns, sendReturn } from '#app/money/mpesa/returns.server.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { bookReversal } from '#app/money/refunds/refund-by-phone.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted } from '#test/money.ts'
import { newAdmin, raised, stillCalledAbout } from '#test/money-now.ts'
import { claiming, newCode, unplacedMoney } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { query, queryOne } from '#test/rows.ts'
import { statementFile } from '#test/statement.ts'
import { timePasses } from '#test/time.ts'
import { freeReturn, placeUnplaced, recordReturn, reserveReturn } from './decide-unplaced.server.ts'
import { deskAt } from './unplaced.server.ts'

// Money that nobody could place goes back by M-Pesa: once, whatever is heard of it and whatever is not.

const db = await testDatabase()
booksMustHold(() => db)
const why = 'The payer asked for it'
const whole = 20_000

const rail = railOfEachTest()
beforeEach(async () => {
  await query`delete from mpesa_asks`
  rail.can({ reverses: true })
})

const unplaced = (account?: string) => unplacedMoney(db, rail, account, whole)
async function goingBack(account?: string) {
  const [money, by] = [await unplaced(account), await newAdmin()]
  await reserveReturn(db, money.id, { why, by })
  return { ...money, by, send: () => sendReturn(db, { suspenseId: money.id }) }
}
/** M-Pesa posts the end of an order: the last one, or that one. */
async function ends(code: string, { at = -1, back = null as string | null } = {}) {
  const token = rail.reversals.at(at)!.hearAt.split('/').at(-1)!
  const rows = await query<{ id: string | null }>`
    select originator as id from mpesa_asks where hear_hash = sha256(${token}::bytea)`
  const told = { is: 'answer', id: rows[0]!.id ?? 'AG-late', code, receipt: back, status: null, held: null }
  return receiveAnswer(db, token, new TextEncoder().encode(JSON.stringify(told)))
}
const now = (id: number) => queryOne<{ state: string; back: string | null; code: string | null }>`
    select s.state, s.back, r.receipt as code from suspense s left join suspense_returns r on r.suspense_id = s.id where s.id = ${id}`
const minutesLater = () => timePasses('4 minutes')
const lost = { is: 'failure', class: 'unknown', code: 'no_answer', message: 'hung up' } as const

describe('an administrator sends it back', () => {
  test('and M-Pesa reverses it once: it leaves the books under the code of that, and nothing is left to do [T464]', async () => {
    const { id, receipt, by, send } = await goingBack()
    const clearing = await balanceOf(db, 'mpesa_clearing')
    const tasks = async () =>
      (await waitingTasks(db)).tasks.filter((task) => task.id === String(id) && task.kind !== 'break')
    expect(await deskAt(db, String(id))).toMatchObject({ reverses: true, money: { back: 'waiting', reservedWhy: why } })
    expect(await tasks()).toEqual([])
    await send()
    expect(rail.reversals).toMatchObject([{ receipt, cents: whole }])
    expect(await now(id)).toEqual({ state: 'open', back: 'unknown', code: null })
    const back = newCode()
    await ends('0', { back })
    for (let time = 0; time < 3; time++) await send()
    expect(await now(id)).toMatchObject({ state: 'closed', code: back })
    expect(await balanceOf(db, 'mpesa_clearing')).toBe(clearing - whole)
    expect([await stillCalledAbout(`mpesa ${receipt}`, receipt), rail.reversals.length]).toEqual([[], 1])
    const rows = await query`select act, by from audit_log where noun = 'suspense' and subject = ${String(id)}`
    expect(rows).toEqual([{ act: 'suspense reserved', by: by.id }])
  })

  test('is ordered by one of ten workers at once, and its end is booked once by ten', async () => {
    const { id, send } = await goingBack()
    granted(await atOnce(10, send))
    expect(rail.reversals).toHaveLength(1)
    const back = newCode()
    await ends('0', { back })
    granted(await atOnce(10, send))
    expect(await now(id)).toMatchObject({ state: 'closed', code: back })
  })

  test('with all answers lost it is ordered again until M-Pesa says that it went back before', async () => {
    const { id, send } = await goingBack()
    rail.reversing = async () => lost
    for (let time = 0; time < 5; time++) {
      await send()
      await minutesLater()
    }
    expect(await now(id)).toMatchObject({ state: 'open', back: 'unknown' })
    rail.reversing = async () => ({ is: 'known' })
    await send()
    expect([await now(id), rail.reversals.length]).toEqual([{ state: 'closed', back: 'unknown', code: null }, 6])
    // The first order's end comes later, and says the code.
    const back = newCode()
    await ends('0', { at: 0, back })
    for (let time = 0; time < 2; time++) await send()
    expect([await now(id), await stillCalledAbout(rail.reversals[0]!.receipt)]).toMatchObject([{ code: back }, []])
  })

  test('what is told twice, late or of another order counts once, or not', async () => {
    const { id, send } = await goingBack()
    await send()
    const token = rail.reversals[0]!.hearAt.split('/').at(-1)!
    const say = (told: object) => receiveAnswer(db, token, new TextEncoder().encode(JSON.stringify(told)))
    await say({ is: 'answer', id: 'AG-other', code: '0', receipt: newCode(), status: null, held: null })
    await send()
    expect(await now(id)).toMatchObject({ state: 'open' })
    const back = newCode()
    for (let time = 0; time < 3; time++) await ends('0', { back })
    for (let time = 0; time < 2; time++) await send()
    expect(await now(id)).toMatchObject({ state: 'closed', code: back })
  })

  test('while our account there holds too little it waits, calls a person, and goes once there is money', async () => {
    const { id, receipt, send } = await goingBack()
    await send()
    await ends('1')
    // The answer wakes those who look after it at once.
    for (let time = 0; time < 3; time++) await send()
    expect([rail.reversals.length, await stillCalledAbout(receipt)]).toEqual([1, ['return waits for money']])
    await timePasses('6 minutes')
    await send()
    expect((await deskAt(db, String(id))).order).toMatchObject({ is: 'unknown' })
    await ends('0', { back: newCode() })
    await send()
    expect([await now(id), await stillCalledAbout(receipt)]).toMatchObject([{ state: 'closed' }, []])
  })

  test('while our initiator is not let in it rests, and is not for a hand', async () => {
    const { id, send } = await goingBack()
    await send()
    await ends('2001')
    await minutesLater()
    await send()
    expect([rail.reversals.length, await now(id)]).toMatchObject([1, { state: 'open', back: 'unknown' }])
    await timePasses('2 hours')
    await minutesLater()
    await send()
    expect(rail.reversals).toHaveLength(2)
  })

  test('orders nothing by a worker that slept through its lease [T462]', async () => {
    const { id, send } = await goingBack()
    // M-Pesa is asked whether our initiator rests; that takes longer than the lease.
    let slept: Promise<unknown> | undefined
    const capabilities = rail.capabilities
    rail.capabilities = () => {
      slept ??= sql`update suspense set lease = gen_random_uuid() where id = ${id}`.execute(db)
      return capabilities()
    }
    await send()
    await slept
    expect([rail.reversals, (await now(id)).back]).toEqual([[], 'waiting'])
    rail.capabilities = capabilities
    await minutesLater()
    await send()
    expect(rail.reversals).toHaveLength(1)
  })

  test('nobody places it, frees it or records it by hand while M-Pesa may do it [T469]', async () => {
    const [drive, other] = [await someDrive(db), await newAdmin()]
    const { id, receipt, send } = await goingBack()
    await send()
    const tries = [
      () => placeUnplaced(db, id, { to: `drive ${drive.id}`, typed: '', why, by: other }),
      () => freeReturn(db, id, { why, by: other }),
      () => recordReturn(db, id, { code: newCode(), why, by: other }),
      () => reserveReturn(db, id, { why, by: other }),
    ]
    for (const tried of tries)
      await expect(tried()).rejects.toMatchObject({ status: 409, message: 'M-Pesa is returning this money' })
    expect(await claim(db, drive.id, claiming(receipt))).toEqual({ is: 'looking' })
    expect(await raised(drive.id)).toBe(0)
  })

  test('a return whose job was lost is found by the clock, and one that comes to no end calls a person', async () => {
    const { id, receipt } = await goingBack()
    await query`delete from graphile_worker._private_jobs`
    await timePasses('4 days', { suspense: { id } })
    await checkReturns(db)
    const rows = await query`select payload from graphile_worker._private_jobs where key = ${`send-return:${id}`}`
    expect([rows.length, await stillCalledAbout(receipt)]).toEqual([1, ['return without an end']])
  })
})

describe('what M-Pesa does not reverse', () => {
  test.each(['R000002', '15'])('is for a hand, and the desk says so: %s', async (code) => {
    const { id, receipt, by, send } = await goingBack()
    await send()
    await ends(code)
    for (let time = 0; time < 3; time++) {
      await minutesLater()
      await send()
    }
    expect([await now(id), rail.reversals.length]).toMatchObject([{ state: 'open', back: 'by hand' }, 1])
    expect(await stillCalledAbout(receipt)).toEqual(['return by hand'])
    expect((await deskAt(db, String(id))).order).toEqual({ is: 'refused', code })
    const back = newCode()
    await recordReturn(db, id, { code: back, why, by })
    expect([await now(id), await stillCalledAbout(receipt)]).toMatchObject([{ state: 'closed', code: back }, []])
  })

  test('is not asked for where no operator is set up; decided again, it is ordered again [T470]', async () => {
    const { id, receipt, by, send } = await goingBack()
    await send()
    await ends('15')
    await send()
    await freeReturn(db, id, { why: 'The portal refused, too', by })
    expect([await now(id), await stillCalledAbout(receipt)]).toMatchObject([{ state: 'open', back: null }, []])
    await reserveReturn(db, id, { why, by })
    await minutesLater()
    await send()
    expect(rail.reversals).toHaveLength(2)
    rail.can({ reverses: false })
    await minutesLater()
    await send()
    expect(await now(id)).toMatchObject({ state: 'open', back: 'by hand' })
  })

  test('and then has done all the same, once its end is posted late: closed, or with what it became meanwhile [T463]', async () => {
    const drive = await someDrive(db)
    const [one, other] = [await goingBack(), await goingBack()]
    for (const { send, id, by } of [one, other]) {
      await send()
      await minutesLater()
      await query`update mpesa_asks set state = 'lost' where state = 'open'`
      rail.can({ reverses: false })
      await send()
      expect(await now(id)).toMatchObject({ back: 'by hand' })
      if (id === other.id) {
        await freeReturn(db, id, { why: 'It is not reversed', by })
        await placeUnplaced(db, id, { to: `drive ${drive.id}`, typed: '', why, by })
      }
      rail.can({ reverses: true })
    }
    expect(await raised(drive.id)).toBe(whole)
    for (const [at, { send }] of [one, other].entries()) {
      await ends('0', { at, back: newCode() })
      await send()
    }
    expect(await now(one.id)).toMatchObject({ state: 'closed' })
    const rows = await query<{ ask: number }>`
      select (payload ->> 'ask')::bigint as ask from graphile_worker._private_jobs where key like 'book-reversal:ask %'`
    expect(rows).toHaveLength(1)
    for (let time = 0; time < 2; time++) await bookReversal(db, rows[0]!)
    expect([await now(other.id), await raised(drive.id)]).toMatchObject([{ state: 'placed' }, 0])
  })

  test('a second code of a reversal is for a person: it may have gone back twice [T465]', async () => {
    const { id, receipt, by, send } = await goingBack()
    await send()
    await query`update mpesa_asks set state = 'lost'`
    await query`update suspense set back = 'by hand', lease = null, leased_until = null where id = ${id}`
    const code = newCode()
    await recordReturn(db, id, { code, why, by })
    await ends('0', { back: newCode() })
    await send()
    expect([await now(id), await stillCalledAbout(receipt)]).toMatchObject([
      { code },
      ['unplaced money went back twice'],
    ])
  })
})

describe('a statement', () => {
  /** M-Pesa took a payment back, as its portal lists it. */
  async function says(receipt: string, back: string, cents = whole) {
    const at = '2026-10-03 09:15:00'
    const line = `${back},${at},${at},Reversal of ${receipt},Completed,,-${cents / 100}.00,1000.00,true,Transaction Reversal,254712***126 - AMINA,${receipt},`
    const { id: by } = await newAdmin()
    const { id } = await takeStatement(db, statementFile([line]), { id: by, address: '' })
    await importStatement(db, { statementId: id })
    const became = db.selectFrom('mpesa_lines').where('receipt', '=', back).select('became')
    return (await became.executeTakeFirst())?.became
  }

  test('of a reversal that nobody here asked for closes the money as sent back, once, and no discrepancy remains [T466]', async () => {
    const [money, back] = [await unplaced(), newCode()]
    const clearing = await balanceOf(db, 'mpesa_clearing')
    expect(await says(money.receipt, back)).toBe('back')
    expect(await says(money.receipt, back)).toBe('back')
    expect(await now(money.id)).toMatchObject({ state: 'closed', code: back })
    expect(await balanceOf(db, 'mpesa_clearing')).toBe(clearing - whole)
    expect(await stillCalledAbout(`mpesa ${money.receipt}`, money.receipt, back)).toEqual([])
  })

  test('comes before the end of our order, or after it: one return', async () => {
    const [one, other] = [await goingBack(), await goingBack()]
    const [back, later] = [newCode(), newCode()]
    await one.send()
    expect(await says(one.receipt, back)).toBe('back')
    await ends('0', { back })
    await one.send()
    await other.send()
    await ends('0', { back: later })
    await other.send()
    expect(await says(other.receipt, later)).toBe('known')
    expect([await now(one.id), await now(other.id)]).toMatchObject([
      { state: 'closed', code: back },
      { state: 'closed', code: later },
    ])
    expect(await stillCalledAbout(one.receipt, other.receipt, back, later)).toEqual([])
  })

  test('says the code of what was told to be done before', async () => {
    const { id, receipt, send } = await goingBack()
    await send()
    await ends('R000001')
    await send()
    expect(await now(id)).toMatchObject({ state: 'closed', code: null })
    const back = newCode()
    expect([await says(receipt, back), await now(id)]).toMatchObject(['known', { code: back }])
  })

  test('of another sum calls a person [T467]', async () => {
    const [money, back] = [await unplaced(), newCode()]
    expect(await says(money.receipt, back, 10_000)).toBe('break')
    expect([await now(money.id), await stillCalledAbout(back)]).toMatchObject([
      { state: 'open' },
      ['a line of the statement'],
    ])
  })
})

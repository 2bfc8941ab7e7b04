import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { wordsIn } from '#app/kit/words.ts'
import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { receiveCallback } from '#app/money/mpesa/callbacks.server.ts'
import { askOpen } from '#app/money/mpesa/receipt-status.server.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { tokenMaker } from '#app/platform/mpesa/calls.server.ts'
import { daraja } from '#app/platform/mpesa/daraja.server.ts'
import { sharedTokens } from '#app/platform/mpesa/token.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { darajaAt, pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive } from '#test/money.ts'
import { calledAbout } from '#test/money-now.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { completePayout } from './complete.server.ts'
import { notesOf } from './payout.ts'
import { payoutsList } from './payouts-list.server.ts'
import { checkTransfers, sendTransfer, transferTold } from './send.server.ts'

// M20: withdrawals that M-Pesa sends, by the real adapter, against our own sandbox and its clock.

const db = await testDatabase()
booksMustHold(() => db)

let world: Awaited<ReturnType<typeof pretendedDaraja>>
let scripted: ReturnType<typeof scriptedProvider>
let by: string
let actor: Actor
let seed = 0
/** While it is false, what M-Pesa posts is lost on its way to us. */
let isReached = true
const minute = 60_000

beforeAll(async () => {
  by = (await somePerson(db, { admin: true })).id
  actor = { id: by, address: '10.0.0.0' }
  await sql`
    insert into mpesa_tariffs (what, bearer, from_cents, to_cents, fee, since, by, created_at)
    values ('b2c', 'business', 100, 25000000, 500, '2020-01-01', ${by}::uuid, '2020-01-01')`.execute(db)
})
beforeEach(async () => {
  isReached = true
  scripted = scriptedProvider()
  await sql`delete from mpesa_token`.execute(db)
  await sql`delete from mpesa_asks`.execute(db)
  await sql`delete from mpesa_rests`.execute(db)
  await open()
  await topUp(10_000_000)
})

/** The adapter as a process that has just started has it. */
async function open(own: { credential?: string } = {}) {
  world = await pretendedDaraja({
    seed: `seed ${++seed}`,
    hear: async ({ address, raw }) => {
      if (!isReached) return 503
      const answer = await receiveCallback(db, address.split('/').at(-1)!, new TextEncoder().encode(raw))
      return { status: answer.status, text: await answer.text() }
    },
  })
  use(own)
}
function use(own: { credential?: string } = {}) {
  const { fetch, clock, keys } = world
  const gateway = { baseUrl: darajaAt, fetch }
  const token = sharedTokens({ db, of: keys.key, secret: 'a secret', make: tokenMaker(gateway, keys) })
  const { b2cShortcode: shortcode, initiator, credential } = { ...keys, ...own }
  const from = { shortcode, initiator, credential }
  const own_ = { ...keys, kind: 'paybill' as const, pullNumber: '254708374149', hearOrigin: 'http://localhost', from }
  useMobileMoney(daraja({ ...gateway, ...own_, token, now: clock.now }))
}
const topUp = async (cents: number) => {
  await world.control('top-up', { cents })
  await know()
}
/** M-Pesa has said how much there is. */
const know = async () => {
  await later()
  await askBalance(db)
  await world.tick()
}
/** Half a minute on: M-Pesa may be asked again. */
const later = () => timePasses('30 seconds')

/** A withdrawal of KES 1,000 to this phone that an administrator has completed. */
async function approved(phone = '0712345199', cents = 100_000) {
  const to = { type: 'mobile_money', phone, operator: 'M-Pesa' } as const
  const { id: driveId, ask } = await fundedDrive(db, [cents], to)
  const { id } = await ask(cents)
  await completePayout(db, id, { by })
  return { ...(await follow(id, phone)), driveId }
}
async function follow(id: number, phone: string) {
  const { id: attemptId, reference } = (await allRows('payout_attempts', { payout_id: id }, 'n')).at(-1)!
  const now = async () => {
    const { status, notes } = await oneRow('payout_requests', { id })
    const { state, fee, provider, provider_code: code } = await oneRow('payout_attempts', { id: attemptId })
    return { status, notes: reasonIn(wordsIn('en'), notes), state, fee, provider, code }
  }
  const followed = {
    id,
    reference,
    attemptId,
    now,
    send: () => sendTransfer(db, { attemptId }),
    /** It is sent, and the end that M-Pesa posts does not reach us yet. */
    sendUnheard: async () => {
      isReached = false
      await sendTransfer(db, { attemptId })
      await world.tick()
      isReached = true
      return world.told().find(({ body }) => body.Result?.OriginatorConversationID === reference)!
    },
    /** M-Pesa posts what it has to say, and the jobs that it makes are done. */
    told: async () => {
      await world.tick()
      await transferTold(db, reference)
    },
    /** Some time later: it is looked after, what M-Pesa answers is heard, and it is looked after once more. */
    look: async () => {
      await later()
      await sendTransfer(db, { attemptId })
      await world.tick()
      await sendTransfer(db, { attemptId })
    },
    received: async () => {
      const { rows } = await sql<{ sum: number; many: number }>`
        select coalesce(-sum(amount), 0)::float8 as sum, count(*)::int as many from sandbox.daraja_transactions
        where way = 'payout' and phone = ${`254${phone.slice(1)}`}`.execute(db)
      return rows[0]!
    },
    /** It was carried out once, and the request is completed. */
    isDone: async () => {
      expect((await now()).status).toBe('completed')
      expect(await followed.received()).toEqual({ sum: 95_000, many: 1 })
    },
  }
  return followed
}
const ordersGiven = () => allRows('sandbox.daraja_orders', { kind: 'payout' }, 'conversation')
const failed = { ResultCode: 8, TransactionID: '', ResultParameters: undefined }

describe('a withdrawal to M-Pesa', () => {
  test('is sent by M-Pesa, arrives, and is booked there with its tariff and its code [T445]', async () => {
    const before = await balanceOf(db, 'mpesa_clearing')
    const one = await approved()
    await one.send()
    expect(await one.now()).toMatchObject({ status: 'approved', state: 'pending', provider: 'mpesa' })
    await one.told()
    const { receipt } = await oneRow('sandbox.daraja_transactions', { way: 'payout', originator: one.reference })
    expect(await one.now()).toMatchObject({ status: 'completed', state: 'success', fee: 500, code: receipt })
    expect(await one.received()).toEqual({ sum: 95_000, many: 1 })
    expect(before - (await balanceOf(db, 'mpesa_clearing'))).toBe(95_500)
    expect(scripted.sent.size).toBe(0)
  })

  test('goes by the provider to another wallet and to a bank, and everywhere while M-Pesa sends nothing', async () => {
    const to = { type: 'mobile_money', phone: '0733345199', operator: 'Airtel Money' } as const
    const { id } = await (await fundedDrive(db, [100_000], to)).ask(100_000)
    await completePayout(db, id, { by })
    expect(await (await follow(id, to.phone)).now()).toMatchObject({ provider: 'paystack' })
    useMobileMoney(undefined)
    const other = await approved()
    await other.send()
    expect(await other.now()).toMatchObject({ provider: 'paystack', status: 'completed' })
  })

  test('that M-Pesa began waits while it is not set up, and is never sent by the other', async () => {
    const one = await approved()
    useMobileMoney(undefined)
    await one.send()
    expect([await one.now(), scripted.sent.size]).toMatchObject([{ status: 'approved', state: 'sending' }, 0])
    use()
    await one.send()
    await one.told()
    expect(await one.now()).toMatchObject({ status: 'completed' })
  })
})

describe('M20', () => {
  test('five answers lost: one transfer, under one reference [T438]', async () => {
    const one = await approved()
    await world.fault({ endpoint: 'payout', fault: 'lost-answer', times: 5 })
    isReached = false
    for (let time = 0; time < 6; time++) await one.send()
    expect(await one.now()).toMatchObject({ status: 'approved', state: 'unknown' })
    isReached = true
    await one.look()
    await one.isDone()
    expect(await ordersGiven()).toMatchObject([{ originator: one.reference }])
  })

  test('orders that never reached M-Pesa are given again, under the same reference', async () => {
    const one = await approved()
    await world.fault({ endpoint: 'payout', fault: 'reset-before', times: 3 })
    for (let time = 0; time < 5; time++) await one.look()
    await one.isDone()
  })

  test('one that M-Pesa calls a duplicate is asked about, and is done once', async () => {
    const one = await approved()
    await world.fault({ endpoint: 'payout', fault: 'lost-answer', times: 1 })
    isReached = false
    await one.send()
    // The answer to the question is that there is none, so it is ordered again.
    await sql`insert into mpesa_asks (what, subject, hear_hash, state, answered_at, code, facts, asked_at)
      values ('status', ${one.reference}, '\\x00', 'answered', now(), 'R000002', '{"end":"missing"}', now() + interval '1 second')`.execute(
      db,
    )
    await one.send()
    expect(await one.now()).toMatchObject({ status: 'approved', state: 'pending' })
    isReached = true
    await one.look()
    await one.isDone()
  })

  test('late, then done: it waits until it is told', async () => {
    const one = await approved('0712345103')
    await one.send()
    world.clock.advance(minute / 2)
    await one.told()
    await one.look()
    expect(await one.now()).toMatchObject({ status: 'approved', state: 'pending' })
    expect((await one.received()).many).toBe(0)
    world.clock.advance(5 * minute)
    await one.told()
    await one.isDone()
  })

  test('never told: it is asked for, every five minutes until M-Pesa says', async () => {
    const one = await approved('0712345104')
    await one.send()
    await one.told()
    expect(await one.now()).toMatchObject({ status: 'approved' })
    await sql`update payout_attempts set checks = 9`.execute(db)
    await world.fault({ endpoint: 'status', fault: 'http', status: 503, times: 1 })
    await later()
    await one.send()
    const { next_check_at: next } = await oneRow('payout_attempts', { id: one.attemptId })
    expect(next!.getTime()).toBeLessThanOrEqual(Date.now() + 300_000)
    await one.look()
    await one.isDone()
  })

  test('told twice, and told fifty times at once: it is booked once', async () => {
    const one = await approved('0712345105')
    await one.send()
    await world.tick()
    await Promise.all(Array.from({ length: 50 }, () => transferTold(db, one.reference)))
    await one.isDone()
  })

  test('failed after it had arrived: the success stays', async () => {
    const one = await approved()
    const told = await one.sendUnheard()
    await post(told, told.body.Result)
    await transferTold(db, one.reference)
    await post(told, { ...told.body.Result, ...failed, ResultCode: 1 })
    await transferTold(db, one.reference)
    expect(await one.now()).toMatchObject({ status: 'completed', state: 'success' })
  })

  test('arrived after it was called failed: the request is completed after all, and nothing is sent again [T440]', async () => {
    const one = await approved()
    const told = await one.sendUnheard()
    await post(told, { ...told.body.Result, ...failed })
    await transferTold(db, one.reference)
    expect(await one.now()).toMatchObject({ status: 'processing', state: 'failed' })
    await post(told, told.body.Result)
    await transferTold(db, one.reference)
    expect((await one.now()).state).toBe('success')
    await one.isDone()
  })

  test('no money by M-Pesa’s own word: the request waits for money; topped up, it is one transfer', async () => {
    const one = await approved('0712345101')
    await one.send()
    await one.told()
    expect(await one.now()).toMatchObject({ status: 'processing', notes: expect.stringContaining('Waits for money') })
    expect(await calledAbout(one.reference)).toEqual(['transfer waits for money'])
    expect((await one.received()).many).toBe(0)
  })

  test('more than M-Pesa lets one customer receive on a day waits, and is sent the next day', async () => {
    await topUp(100_000_000)
    const phone = '0712345188'
    const most = () => approved(phone, 25_000_000)
    const [one, two, three] = [await most(), await most(), await most()]
    const other = await approved('0712345187')
    for (const each of [three, one, two, three, other]) await each.look()
    await three.look()
    const states = await Promise.all([one, two, three, other].map(async (each) => (await each.now()).state))
    expect(states.map((state) => state === 'sending')).toEqual([false, false, true, false])
    // Its owner reads why, and what happens next; of the others nothing of it.
    const told = async ({ driveId }: typeof one) => {
      const { rows } = await payoutsList.page(db, driveId, new URLSearchParams())
      return rows.map((row) =>
        notesOf(row)
          .map((note) => wordsIn('en')._(note))
          .join(' '),
      )
    }
    expect(await told(three)).toEqual([expect.stringMatching(/500,000 a day.*so it waits.*next day that has room/)])
    for (const each of [one, two, other]) expect((await told(each)).join()).not.toContain('waits')
    await timePasses('1 day')
    expect((await told(three)).join()).not.toContain('waits')
    await three.look()
    expect((await three.now()).state).not.toBe('sending')
  })

  test('no money as far as is known: it is not sent at all; topped up, it is one transfer [T443]', async () => {
    await world.control('top-up', { cents: -9_999_000 })
    await know()
    const one = await approved()
    await one.send()
    // What was known is older than the decision, so M-Pesa is asked first.
    expect(await one.now()).toMatchObject({ status: 'approved', state: 'sending' })
    await world.tick()
    await one.send()
    expect(await one.now()).toMatchObject({ status: 'processing', notes: expect.stringContaining('Waits for money') })
    expect(await ordersGiven()).toEqual([])
    await world.control('top-up', { cents: 10_000_000 })
    await completePayout(db, one.id, { by })
    const again = await follow(one.id, '0712345199')
    await again.look()
    await again.look()
    await again.told()
    await again.isDone()
  })

  test('what is under way is taken off what is there, so that ten at once do not overdraw it [T444]', async () => {
    await world.control('top-up', { cents: -10_000_000 + 4 * 95_500 })
    await know()
    const all = await Promise.all(Array.from({ length: 6 }, (_, at) => approved(`07123452${at}9`)))
    for (const one of all) await one.send()
    await world.tick()
    expect((await ordersGiven()).map(({ code }) => code)).toEqual(Array(4).fill('0'))
  })

  test.each([
    ['0712345102', 2040, 'not registered'],
    ['0712345199', 2, 'limits'],
    ['0712345199', 4, 'limits'],
    ['0712345199', 8, 'full'],
    ['0712345199', 'SFC_IC0003', 'not registered'],
  ])('to %s with the code %s comes back with a note', async (phone, ResultCode, words) => {
    const one = await approved(phone)
    const told = await one.sendUnheard()
    await post(told, { ...told.body.Result, ...failed, ResultCode })
    await transferTold(db, one.reference)
    expect(await one.now()).toMatchObject({ status: 'processing', state: 'failed' })
    expect((await one.now()).notes).toContain(words)
  })

  test('to a person of another name: it arrived, and an administrator is told', async () => {
    const one = await approved('0712345106')
    await one.send()
    await one.told()
    expect(await one.now()).toMatchObject({ status: 'completed' })
    expect(await calledAbout(one.reference)).toEqual(['transfer to another name'])
    expect(JSON.stringify(await allRows('mpesa_asks', { subject: one.reference }))).not.toContain('ANOTHER')
  })

  test('of another amount is for a person, and is not booked [T442]', async () => {
    const one = await approved()
    const told = await one.sendUnheard()
    const items = told.body.Result.ResultParameters.ResultParameter.map((item: { Key: string }) =>
      item.Key === 'TransactionAmount' ? { ...item, Value: 1 } : item,
    )
    await post(told, { ...told.body.Result, ResultParameters: { ResultParameter: items } })
    await transferTold(db, one.reference)
    expect((await one.now()).state).toBe('pending')
    expect(await calledAbout(one.reference)).toEqual(['transfer of another amount'])
    await sql`update mpesa_asks set facts = facts || '{"cents": 95000}' where what = 'b2c'`.execute(db)
    await transferTold(db, one.reference)
  })

  test('a stranger’s word, a body of another order and an address that nobody has change nothing [T441]', async () => {
    const one = await approved()
    const told = await one.sendUnheard()
    await post(told, { ...told.body.Result, OriginatorConversationID: 'pay-1-1-0123456789abcdef' })
    expect((await receiveCallback(db, '0'.repeat(64), new TextEncoder().encode(told.raw))).status).toBe(404)
    await transferTold(db, one.reference)
    expect(await one.now()).toMatchObject({ status: 'approved' })
    await one.look()
    expect(await one.now()).toMatchObject({ status: 'completed' })
  })

  test('an operator who is not let in: nothing is sent, a person is called, and the next one waits', async () => {
    use({ credential: 'another-credential' })
    const one = await approved()
    await one.send()
    await one.told()
    expect(await one.now()).toMatchObject({ status: 'processing', notes: expect.stringContaining('DARAJA_') })
    expect(await calledAbout('mpesa')).toContain('questions that are refused')
    const next = await approved()
    await next.send()
    expect(await next.now()).toMatchObject({ status: 'approved', state: 'sending' })
    use()
    await timePasses('2 hours')
    await know()
    await next.send()
    await next.told()
    await next.isDone()
  })

  test('one that hangs for a day calls a person', async () => {
    const one = await approved('0712345104')
    isReached = false
    await one.send()
    await timePasses('25 hours')
    await checkTransfers(db)
    expect(await calledAbout(one.reference)).toEqual(['transfer without an end'])
    await timePasses('25 hours')
    await askOpen(db)
    isReached = true
    await one.look()
    expect(await one.now()).toMatchObject({ status: 'completed' })
  })
})

test('the statement knows what was sent, and corrects what it cost', async () => {
  const before = await balanceOf(db, 'mpesa_clearing')
  const one = await approved()
  await one.send()
  await one.told()
  const { csv } = (await world.control('statement', { shortcode: world.keys.b2cShortcode })) as { csv: string }
  const { id: statementId } = await takeStatement(db, new TextEncoder().encode(csv), actor)
  await importStatement(db, { statementId })
  const lines = (await allRows('mpesa_lines', { statement_id: statementId })).filter(({ withdrawn }) => withdrawn)
  expect(lines.map(({ kind, became }) => [kind, became]).sort()).toEqual([
    ['charge', 'fee'],
    ['other', 'known'],
  ])
  expect(before - (await balanceOf(db, 'mpesa_clearing'))).toBe(95_500)
})

test('the balance is that of both our numbers', async () => {
  expect((await allRows('balance_checks', { provider: 'mpesa' })).at(-1)!.theirs).toBe(10_000_000)
})

type Told = ReturnType<typeof world.told>[number]
const post = (told: Told, Result: object) =>
  receiveCallback(db, told.address.split('/').at(-1)!, new TextEncoder().encode(JSON.stringify({ Result })))

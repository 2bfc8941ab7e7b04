import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { disputeResolved } from '#app/features/disputes/dispute-state.server.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { wordsIn } from '#app/kit/words.ts'
import type { Db } from '#app/platform/db.server.ts'
import { provider, useProvider } from '#app/platform/provider.server.ts'
import type { TransferFacts } from '#app/platform/provider.ts'
import { settings } from '#app/platform/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, granted, phoneOf, reasonsOf } from '#test/money.ts'
import { calledAbout } from '#test/money-now.ts'
import { failure, scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { balanceOf } from '../ledger/post.server.ts'
import { takeAttempt } from './attempt.server.ts'
import { compareTransfers } from './compare.server.ts'
import { completePayout, modeFor } from './complete.server.ts'
import { decline } from './decide.server.ts'
import { addMethod } from './method.server.ts'
import { requestPayout } from './request.server.ts'
import { sendTransfer } from './send.server.ts'
import { checkTransfers, compareTransfer, transferTold } from './transfers.server.ts'

let db: Db
let by: string
let scripted: ReturnType<typeof scriptedProvider>
beforeAll(async () => {
  db = await testDatabase()
  by = (await somePerson(db, { admin: true })).id
})
beforeEach(() => {
  scripted = scriptedProvider()
})
booksMustHold(() => db)

type Drive = Awaited<ReturnType<typeof someDrive>>
async function asked({ amount = 50_000, method, drive }: { amount?: number; method?: string; drive?: Drive } = {}) {
  const { id: driveId, ownerId } = drive ?? (await someDrive(db))
  await gift(db, driveId, amount)
  const methodId = method ?? (await phoneOf(db, ownerId)).id
  const { id, net } = await requestPayout(db, { ownerId, driveId, amount, methodId, key: randomUUID() })
  return { id, net, ownerId, driveId, methodId }
}
/** A request that an administrator has completed; its attempt is open. */
async function approved(what: Parameters<typeof asked>[0] = {}) {
  const payout = await asked(what)
  await completePayout(db, payout.id, { by })
  return { ...payout, ...(await attemptOf(payout.id)) }
}
const attemptOf = async (payoutId: number) => {
  const { id: attemptId, reference } = await db
    .selectFrom('payout_attempts')
    .where('payout_id', '=', payoutId)
    .select(['id', 'reference'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { attemptId, reference, send: () => sendTransfer(db, { attemptId }) }
}
const english = wordsIn('en')
/** As an administrator reads it. */
const payoutNow = async (id: number) => {
  const found = db.selectFrom('payout_requests').where('id', '=', id).select(['status', 'notes'])
  const { status, notes } = await found.executeTakeFirstOrThrow()
  return { status, notes: reasonIn(english, notes) }
}
const storyOf = async (id: number) =>
  (await db.selectFrom('payout_events').where('payout_id', '=', id).select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const attempts = (id: number) =>
  db.selectFrom('payout_attempts').where('payout_id', '=', id).selectAll().orderBy('n').execute()
const jobsOf = async (attemptId: number) =>
  (
    await sql<{
      run_at: Date
    }>`select run_at from graphile_worker.jobs where key = ${`send-transfer:${attemptId}`}`.execute(db)
  ).rows

/** A part of what was given, taken back by the giver's bank. */
async function takenBack(driveId: string) {
  const { reference } = await db
    .selectFrom('payments')
    .where('fund_drive_id', '=', driveId)
    .select('reference')
    .executeTakeFirstOrThrow()
  await disputeResolved(db, reference, { extId: randomUUID(), amount: 20_000, resolution: 'merchant-accepted' })
}

describe('what an administrator completes', () => {
  test('is sent once, less our share, to the place that was asked for, and its story is told', async () => {
    const { id, net, methodId, reference, send, attemptId } = await approved()
    expect(await jobsOf(attemptId)).toHaveLength(1)
    await db
      .updateTable('withdrawal_methods')
      .set({ phone_number: '+254799999999' })
      .where('id', '=', methodId)
      .execute()
    await send()
    await send()
    expect(net).toBe(47_500)
    expect([...scripted.sent]).toEqual([
      [reference, expect.objectContaining({ amount: 47_500, recipient: 'RCP_0712345678' })],
    ])
    expect(scripted.recipients).toEqual([
      expect.objectContaining({ rail: 'mobile_money', code: 'MPESA', account: '0712345678' }),
    ])
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
    expect(await storyOf(id)).toEqual(['requested', 'approved', 'sent', 'completed'])
  })

  test('is sent by the provider that it names, which is waited for while it is not set up', async () => {
    const { id } = await asked()
    const elsewhere = scriptedProvider({ name: 'elsewhere' })
    const theirs = provider()
    await completePayout(db, id, { by })
    const { reference, send } = await attemptOf(id)
    scripted = scriptedProvider()
    await send()
    expect([await payoutNow(id), scripted.asked.verifyTransfer]).toEqual([{ status: 'approved', notes: '' }, 0])
    useProvider(provider(), theirs)
    await send()
    expect([[...elsewhere.sent.keys()], scripted.sent.size]).toEqual([[reference], 0])
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('is not sent when the drive came into debt meanwhile: the request is open again and says why [T422]', async () => {
    const { id, driveId, send, reference } = await approved()
    await takenBack(driveId)
    await send()
    expect([scripted.asked.transfer, scripted.sent.has(reference)]).toEqual([0, false])
    expect(await payoutNow(id)).toMatchObject({ status: 'processing', notes: expect.stringContaining('owes money') })
    await gift(db, driveId, 20_000)
    await completePayout(db, id, { by })
    await (await attemptOf(id)).send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('is not sent when its withdrawals were frozen meanwhile, or its owner suspended', async () => {
    const [one, two] = [await approved(), await approved()]
    await sql`update wallets set frozen_at = now(), frozen_why = 'x' where fund_drive_id = ${one.driveId}`.execute(db)
    await sql`update users set suspended_at = now(), suspended_why = 'x'
      where id = (select user_id from fund_drives where id = ${two.driveId})`.execute(db)
    for (const [{ id, send }, why] of [
      [one, 'frozen'],
      [two, 'suspended'],
    ] as const) {
      await send()
      expect(await payoutNow(id)).toMatchObject({ status: 'processing', notes: expect.stringContaining(why) })
    }
    expect(scripted.asked.transfer).toBe(0)
  })

  test('and never reached the provider is not sent anew while money is kept back: it waits, and is open again after an hour', async () => {
    for (const keep of ['frozen', 'owes'] as const) {
      const { id, driveId, send } = await approved()
      const asked = scripted.asked.transfer
      scripted.script.transfer = [failure('unknown')]
      await send()
      if (keep === 'owes') await takenBack(driveId)
      else
        await sql`update wallets set frozen_at = now(), frozen_why = 'x' where fund_drive_id = ${driveId}`.execute(db)
      await send()
      expect([scripted.asked.transfer - asked, await payoutNow(id)]).toEqual([1, { status: 'approved', notes: '' }])
      await timePasses('61 minutes')
      await send()
      expect(scripted.asked.transfer - asked).toBe(1)
      expect(await payoutNow(id)).toMatchObject({ status: 'processing', notes: expect.stringContaining(keep) })
    }
  })

  test('goes on to its end when the drive came into debt after it was handed over', async () => {
    const { id, driveId, send } = await approved()
    scripted.outcome = { state: 'pending', code: 'TRF', fee: null }
    scripted.script.transfer = ['lost']
    await send()
    await takenBack(driveId)
    for (const sent of scripted.sent.values()) sent.state = 'success'
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('that is sent by hand is completed at once, and the provider hears nothing of it', async () => {
    expect(modeFor({ type: 'bank' })).toBe('provider')
    Object.assign(settings, { PAYOUTS: 'by-hand' })
    try {
      expect(modeFor({ type: 'bank' })).toBe('by-hand')
      const { id } = await asked()
      expect(await completePayout(db, id, { by })).toMatchObject({ mode: 'by-hand' })
      expect([await payoutNow(id), await attempts(id)]).toEqual([{ status: 'completed', notes: '' }, []])
      const steps = await db.selectFrom('payout_events').where('payout_id', '=', id).selectAll().orderBy('id').execute()
      expect(steps.map((step) => [step.kind, step.by === by, step.code])).toEqual([
        ['requested', false, ''],
        ['approved', true, ''],
        ['sent', true, `pay-${id}-by-hand`],
        ['completed', true, `pay-${id}-by-hand`],
      ])
    } finally {
      Object.assign(settings, { PAYOUTS: 'provider' })
    }
  })

  test('of twelve administrators who complete and decline one request at once, one decides', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await asked()
      const all = await atOnce(12, async (at) =>
        at % 2 ? decline(db, id, { by }) : void (await completePayout(db, id, { by })),
      )
      expect(granted(all)).toHaveLength(1)
      expect(new Set(reasonsOf(all))).toEqual(new Set(['Failed to update request']))
      expect((await attempts(id)).length).toBe((await payoutNow(id)).status === 'approved' ? 1 : 0)
    }
  })

  test('twelve workers at one attempt send once', async () => {
    const { send, id } = await approved()
    const all = await atOnce(12, send)
    expect(reasonsOf(all)).toEqual([])
    expect(scripted.asked.transfer).toBe(1)
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('a place is told to the provider once, and again when the provider has forgotten it', async () => {
    const drive = await someDrive(db)
    const { id: method } = await addMethod(db, drive.ownerId, {
      type: 'mobile_money',
      phone: '0110 222 333',
      operator: 'Airtel Money',
    })
    for (let time = 0; time < 2; time++) await (await approved({ drive, method })).send()
    expect(scripted.recipients).toEqual([expect.objectContaining({ code: 'ATL_KE', account: '0110222333' })])
    const { id, send } = await approved({ drive, method })
    scripted.script.transfer = [failure('rejected', { status: 400, code: 'invalid_transfer_recipient' })]
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'approved' })
    await send()
    expect(scripted.recipients).toHaveLength(2)
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('a bank is found by its name in the provider’s list; one that is merely alike is not', async () => {
    scripted.banks = [
      { code: '01', name: 'KCB Bank Kenya Limited', rail: 'bank' },
      { code: '68', name: 'Equity Bank', rail: 'bank' },
      { code: '19', name: 'Bank of Africa', rail: 'bank' },
      { code: 'EQ', name: 'Equity', rail: 'mobile_money' },
    ]
    const to = async (bank: string) => {
      const drive = await someDrive(db)
      const { id: method } = await addMethod(db, drive.ownerId, {
        type: 'bank',
        bank,
        account: '1234567890',
        name: 'W Kamau',
      })
      const { id, send } = await approved({ drive, method })
      await send()
      return payoutNow(id)
    }
    expect(await to('KCB')).toMatchObject({ status: 'completed' })
    expect(await to('equity bank kenya ltd')).toMatchObject({ status: 'completed' })
    expect(scripted.recipients.map(({ code, name }) => [code, name])).toEqual([
      ['01', 'W Kamau'],
      ['68', 'W Kamau'],
    ])
    expect(await to('Commercial Bank of Africa')).toMatchObject({
      status: 'processing',
      notes: expect.stringContaining('Commercial Bank of Africa'),
    })
    expect(scripted.asked.transfer).toBe(2)
  })

  test('what the provider does not send comes back with words, before anything is asked', async () => {
    const small = await approved({ amount: 10_000 })
    const large = await approved({ amount: 20_000_000 })
    // It has changed its mind since they were approved.
    scripted.rails = [{ rail: 'mobile_money', minCents: 10_000, maxCents: 10_000_000 }]
    for (const { id, send } of [small, large]) {
      await send()
      expect(await payoutNow(id)).toMatchObject({
        status: 'processing',
        notes: expect.stringMatching(/no (less|more) than KES/),
      })
    }
    expect([scripted.asked.recipient, scripted.asked.transfer]).toEqual([0, 0])
  })
})

describe('what the provider answers', () => {
  const outcomes: [TransferFacts['state'], string, string[]][] = [
    ['success', 'completed', ['requested', 'approved', 'sent', 'completed']],
    ['pending', 'approved', ['requested', 'approved', 'sent']],
    ['failed', 'processing', ['requested', 'approved', 'sent', 'put_back']],
    ['returned', 'processing', ['requested', 'approved', 'sent', 'put_back']],
  ]
  for (const [state, status, story] of outcomes)
    test(`${state}: the request is ${status} [T155]`, async () => {
      scripted.outcome = { state, code: 'TRF_9', fee: 2000, why: 'Their words' }
      const { id, send, reference } = await approved()
      await send()
      expect(await payoutNow(id)).toMatchObject({ status, notes: status === 'processing' ? 'Their words' : '' })
      expect(await storyOf(id)).toEqual(story)
      // Of one that failed a person is told: its owner waits for the money.
      expect(await calledAbout(reference)).toEqual(status === 'processing' ? ['transfer failed'] : [])
    })

  test('too little money there: the request is open again, with that message, and nothing is given back', async () => {
    const { id, driveId, send } = await approved()
    const message = 'Your balance is not enough to fulfill this request'
    scripted.script.transfer = [failure('rejected', { status: 400, message })]
    await send()
    expect(await payoutNow(id)).toEqual({ status: 'processing', notes: message })
    expect(await balanceOf(db, { drive: driveId })).toBe(0)
    await completePayout(db, id, { by })
    await (await attemptOf(id)).send()
    // The old failure is not the note of what went well.
    expect(await payoutNow(id)).toEqual({ status: 'completed', notes: '' })
    expect((await attempts(id)).map(({ state }) => state)).toEqual(['failed', 'success'])
  })

  test('a failure is not the note of what is decided afterwards, and what a person said then is', async () => {
    const failed = async () => {
      const { id, send } = await approved()
      scripted.script.transfer = [failure('rejected', { status: 400, message: 'The account could not be credited' })]
      await send()
      expect(await payoutNow(id)).toMatchObject({ notes: 'The account could not be credited' })
      return id
    }
    const [said, declined, byHand] = [await failed(), await failed(), await failed()]
    await completePayout(db, said, { by, note: 'Called the owner' })
    await (await attemptOf(said)).send()
    await decline(db, declined, { by })
    await completePayout(db, byHand, { by, byHand: true })
    expect([await payoutNow(said), await payoutNow(declined), await payoutNow(byHand)]).toEqual([
      { status: 'completed', notes: 'Called the owner' },
      { status: 'rejected', notes: '' },
      { status: 'completed', notes: '' },
    ])
  })

  test('five answers lost: one transfer, one attempt, one reference [T419]', async () => {
    const { id, reference, send } = await approved()
    scripted.script.transfer = Array(5).fill('lost')
    scripted.script.verifyTransfer = Array(5).fill(failure('retry'))
    for (let time = 0; time < 8; time++) await send()
    expect([...scripted.sent.keys()]).toEqual([reference])
    expect(scripted.asked.transfer).toBe(1)
    expect(await attempts(id)).toMatchObject([{ state: 'success', n: 1 }])
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('five orders lost on their way: the same reference each time, and one transfer', async () => {
    const { id, reference, send } = await approved()
    scripted.script.transfer = Array(5).fill(failure('unknown'))
    for (let time = 0; time < 6; time++) await send()
    expect(scripted.asked.transfer).toBe(6)
    expect([...scripted.sent.keys()]).toEqual([reference])
    expect(await attempts(id)).toHaveLength(1)
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('it has the reference already: then it landed, and it is asked how', async () => {
    const { id, reference, send } = await approved()
    scripted.sent.set(reference, { state: 'pending', code: 'TRF_5', fee: null, amount: 47_500, recipient: 'RCP' })
    await send()
    expect(await attempts(id)).toMatchObject([{ state: 'pending', provider_code: 'TRF_5' }])
    scripted.sent.get(reference)!.state = 'success'
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('it refuses a repeat of what it has: nobody may try again before it was asked', async () => {
    const { id, reference, send } = await approved()
    scripted.sent.set(reference, { state: 'success', code: null, fee: 2000, amount: 47_500, recipient: 'RCP' })
    scripted.script.transfer = [failure('rejected', { status: 400, message: 'Your balance is not enough' })]
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('while nobody knows, it is asked after 10 s, 1, 5, 30 minutes, then hourly, and no new attempt begins', async () => {
    const { id, attemptId, send } = await approved()
    scripted.outcome = { state: 'pending', code: 'TRF', fee: null }
    const waits = []
    for (let time = 0; time < 7; time++) {
      await send()
      const { rows } = await sql<{ wait: number }>`select round(extract(epoch from next_check_at - now()))::int as wait
        from payout_attempts where id = ${attemptId}`.execute(db)
      waits.push(rows[0]!.wait)
      const [job] = await jobsOf(attemptId)
      expect(Math.abs(job!.run_at.getTime() - Date.now() - rows[0]!.wait * 1000)).toBeLessThan(5000)
    }
    const near = [10, 60, 300, 1800, 3600, 3600, 3600]
    expect(waits.every((wait, at) => Math.abs(wait - near[at]!) <= 2)).toBe(true)
    await expect(completePayout(db, id, { by })).rejects.toThrow('Failed to update')
    expect(scripted.asked.transfer).toBe(1)
  })

  test('our key is refused: nothing more is sent, nothing has failed, and all goes on once it is taken', async () => {
    const [one, two] = [await approved(), await approved()]
    const config = failure('config', { status: 401 })
    scripted.script.transfer = [config]
    await one.send()
    await two.send()
    expect(scripted.asked.transfer).toBe(1)
    expect(await calledAbout('paystack')).toEqual(['the provider refuses our key'])
    scripted.script.balance = [config]
    await checkTransfers(db)
    await one.send()
    expect(scripted.asked.transfer).toBe(1)
    for (const { id } of [one, two]) expect(await payoutNow(id)).toEqual({ status: 'approved', notes: '' })
    await checkTransfers(db)
    for (const { id, send } of [one, two]) {
      await send()
      expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
    }
  })

  test('what it cost may be told later, and is booked once', async () => {
    scripted.outcome = { state: 'success', code: 'TRF', fee: null }
    const fees = await balanceOf(db, 'provider_fees')
    const { reference, send, id } = await approved()
    const given = (await balanceOf(db, 'provider_fees')) - fees
    await send()
    expect((await attempts(id))[0]).toMatchObject({ state: 'success', fee: null })
    scripted.sent.get(reference)!.fee = 4000
    await atOnce(10, () => transferTold(db, reference))
    expect((await balanceOf(db, 'provider_fees')) - fees - given).toBe(4000)
  })
})

test('what sending cost is booked once, although it is told only after the money came back', async () => {
  scripted.outcome = { state: 'success', code: 'TRF', fee: null }
  const { reference, send, id } = await approved()
  await send()
  const fees = await balanceOf(db, 'provider_fees')
  Object.assign(scripted.sent.get(reference)!, { state: 'returned', fee: null })
  await transferTold(db, reference)
  expect(await payoutNow(id)).toMatchObject({ status: 'rejected' })
  scripted.sent.get(reference)!.fee = 4000
  for (let time = 0; time < 3; time++) await transferTold(db, reference)
  expect([(await balanceOf(db, 'provider_fees')) - fees, (await attempts(id))[0]!.fee]).toEqual([4000, 4000])
})

describe('a worker that sleeps', () => {
  /** Its lease is over: as if it had slept for longer. */
  const expire = (id: number) => timePasses('4 minutes', { payout_attempts: { id } })

  test('and wakes up after another has sent sends nothing [T421]', async () => {
    const { id, attemptId, send } = await approved()
    scripted.script.recipient = [
      async () => {
        await expire(attemptId)
        await send()
      },
    ]
    await send()
    expect(scripted.asked.transfer).toBe(1)
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('and wakes up after its attempt was given up and another sent does not send the first', async () => {
    const { id, attemptId, send } = await approved()
    scripted.script.recipient = [
      async () => {
        await expire(attemptId)
        scripted.script.transfer = [failure('rejected', { status: 400, message: 'Your balance is not enough' })]
        await send()
        await completePayout(db, id, { by })
        await (await attemptOf(id)).send()
      },
    ]
    await send()
    expect(scripted.sent.size).toBe(1)
    expect((await attempts(id)).map(({ state }) => state)).toEqual(['failed', 'success'])
  })

  test('and hears then that it was refused gives up nothing that another has taken over', async () => {
    const { id, attemptId, send } = await approved()
    scripted.script.transfer = [
      async () => {
        await expire(attemptId)
        scripted.outcome = { state: 'pending', code: 'TRF', fee: null }
        await send()
      },
    ]
    await send()
    expect(scripted.sent.size).toBe(1)
    expect(await payoutNow(id)).toMatchObject({ status: 'approved' })
  })

  test('and hears then that it was refused gives up nothing while another is at it', async () => {
    const { id, attemptId, send } = await approved()
    scripted.script.transfer = [failure('rejected', { status: 400, message: 'Your balance is not enough' })]
    scripted.script.verifyTransfer = [
      async () => {
        await expire(attemptId)
        expect(await takeAttempt(db, attemptId)).toMatchObject({ state: 'unknown' })
      },
    ]
    await send()
    expect([(await attempts(id)).map(({ state }) => state), await payoutNow(id)]).toEqual([
      ['unknown'],
      { status: 'approved', notes: '' },
    ])
  })

  test('a job that was lost is found again by the clock, and the person who comes too early comes again [T420]', async () => {
    const { id, attemptId, send } = await approved()
    await sql`select graphile_worker.remove_job(${`send-transfer:${attemptId}`})`.execute(db)
    await db
      .updateTable('payout_attempts')
      .set({
        next_check_at: sql<Date>`now() - interval '1 minute'`,
        lease: randomUUID(),
        leased_until: sql<Date>`now() + interval '1 minute'`,
      })
      .where('id', '=', attemptId)
      .execute()
    await checkTransfers(db)
    expect(await jobsOf(attemptId)).toHaveLength(1)
    await send()
    expect(scripted.asked.transfer).toBe(0)
    expect((await jobsOf(attemptId))[0]!.run_at.getTime()).toBeGreaterThan(Date.now() + 30_000)
    await expire(attemptId)
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })
})

describe('what the provider tells by itself', () => {
  test('success before our order has its answer', async () => {
    const { id, reference, send } = await approved()
    scripted.script.transfer = [
      async () => {
        scripted.sent.set(reference, { state: 'success', code: 'TRF', fee: 2000, amount: 47_500, recipient: 'RCP' })
        await transferTold(db, reference)
        expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
      },
    ]
    await send()
    expect(scripted.asked.transfer).toBe(1)
    expect(await storyOf(id)).toEqual(['requested', 'approved', 'sent', 'completed'])
  })

  const ends: [TransferFacts['state'][], string][] = [
    [['pending', 'success'], 'completed'],
    [['pending', 'failed'], 'processing'],
    [['pending', 'returned'], 'processing'],
    [['success', 'returned'], 'rejected'],
    [['success', 'failed'], 'rejected'],
    [['failed', 'success'], 'completed'],
  ]
  for (const [states, status] of ends)
    test(`${states.join(', then ')}: told of each or of the end alone, late and often, it is ${status}`, async () => {
      for (const isToldOfEach of [true, false]) {
        const { id, reference, send } = await approved()
        scripted.outcome = { state: states[0]!, code: 'TRF', fee: 2000 }
        await send()
        if (isToldOfEach) await transferTold(db, reference)
        scripted.sent.get(reference)!.state = states[1]!
        // What they tell says nothing by itself, whatever it is called and in whatever order: they are asked.
        const all = await atOnce(10, async (at): Promise<unknown> => (at % 3 ? transferTold(db, reference) : send()))
        expect(reasonsOf(all)).toEqual([])
        expect(await payoutNow(id)).toMatchObject({ status })
      }
    })

  test('one that was given up and sent anew arrives all the same: nothing is booked twice, and a person is called', async () => {
    scripted.outcome = { state: 'failed', code: 'TRF', fee: null }
    const { id, reference, send } = await approved()
    await send()
    scripted.outcome = { state: 'success', code: 'TRF_2', fee: 2000 }
    await completePayout(db, id, { by })
    await (await attemptOf(id)).send()
    scripted.sent.get(reference)!.state = 'success'
    await transferTold(db, reference)
    expect((await calledAbout(reference)).sort()).toEqual(['transfer arrived after it was given up', 'transfer failed'])
  })

  test('one that is not ours, and one of another amount, call a person and book nothing', async () => {
    await transferTold(db, 'pay-99999-1-0000000000000000')
    expect(await calledAbout('pay-99999-1-0000000000000000')).toEqual(['transfer that is not ours'])
    const { id, reference, send } = await approved()
    scripted.outcome = { state: 'pending', code: 'TRF', fee: null }
    await send()
    const listed = { reference, code: 'TRF', fee: 2000, state: 'success' as const }
    await compareTransfer(db, { ...listed, amount: 50_000 }, 'paystack')
    expect(await calledAbout(reference)).toEqual(['transfer of another amount'])
    expect(await payoutNow(id)).toMatchObject({ status: 'approved' })
    await compareTransfer(db, { ...listed, amount: 47_500 }, 'elsewhere')
    expect(await calledAbout(reference)).toContain('transfer that is not ours')
    expect(await payoutNow(id)).toMatchObject({ status: 'approved' })
    await compareTransfer(db, { ...listed, amount: 47_500 }, 'paystack')
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('one that a played back backup has forgotten is not sent again before a person has looked [T425]', async () => {
    const { id } = await asked()
    const forgotten = `pay-${id}-1-0000000000000000`
    await transferTold(db, forgotten)
    await expect(completePayout(db, id, { by })).rejects.toThrow('lists a transfer')
    expect([await payoutNow(id), await attempts(id)]).toEqual([{ status: 'processing', notes: '' }, []])
    const looked = { state: 'closed' as const, closed_at: sql<Date>`now()` }
    await db.updateTable('recon_breaks').set(looked).where('subject', '=', forgotten).execute()
    await completePayout(db, id, { by })
  })

  test('what it has sent and what we have had sent are compared each day, both ways', async () => {
    scripted.outcome = { state: 'pending', code: 'TRF', fee: null }
    const ahead = await approved()
    await ahead.send()
    scripted.sent.get(ahead.reference)!.state = 'success'
    scripted.outcome = { state: 'success', code: 'TRF', fee: 2000 }
    const gone = await approved()
    await gone.send()
    scripted.sent.delete(gone.reference)
    const stray = 'pay-88888-1-0000000000000000'
    scripted.sent.set(stray, { state: 'success', code: 'TRF', fee: 0, amount: 100, recipient: 'RCP' })
    await timePasses('1 hour')
    for (let day = 0; day < 2; day++) expect(await compareTransfers(db)).toBe('compared')
    expect(await payoutNow(ahead.id)).toMatchObject({ status: 'completed' })
    expect(await calledAbout(gone.reference)).toEqual(['transfer the provider does not know'])
    expect(await calledAbout(stray)).toEqual(['transfer that is not ours'])
  })
})

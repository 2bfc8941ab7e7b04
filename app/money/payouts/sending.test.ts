import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { wordsIn } from '#app/kit/words.ts'
import { disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { provider, useProvider } from '#app/platform/providers/provider.server.ts'
import type { TransferFacts } from '#app/platform/providers/provider.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, phoneOf, reasonsOf } from '#test/money.ts'
import { calledAbout } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { failure, scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { completePayout, modeFor } from './complete.server.ts'
import { decline } from './decide.server.ts'
import { addMethod } from './method.server.ts'
import { requestPayout } from './request.server.ts'
import {
  checkTransfers,
  compareTransfer,
  compareTransfers,
  sendTransfer,
  takeAttempt,
  transferTold,
} from './send.server.ts'

let scripted: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
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
  const { id: attemptId, reference } = (await attempts(payoutId)).at(-1)!
  return { attemptId, reference, send: () => sendTransfer(db, { attemptId }) }
}
/** As an administrator reads it. */
const payoutNow = async (id: number) => {
  const { status, notes } = await oneRow('payout_requests', { id })
  return { status, notes: reasonIn(wordsIn('en'), notes) }
}
const storyOf = async (id: number) => (await allRows('payout_events', { payout_id: id })).map(({ kind }) => kind)
const attempts = (id: number) => allRows('payout_attempts', { payout_id: id }, 'n')
const jobsOf = async (attemptId: number) => {
  const key = `send-transfer:${attemptId}`
  return (await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${key}`.execute(db)).rows
}
const noMoney = failure('rejected', { status: 400, message: 'Your balance is not enough' })
const arrived = { state: 'success' as const, code: 'TRF', fee: 2000, amount: 47_500, recipient: 'RCP' }

/** A part of what was given, taken back by the giver's bank. */
async function takenBack(driveId: string) {
  const [payment] = await allRows('payments', { fund_drive_id: driveId })
  const taken = { extId: randomUUID(), amount: 20_000, resolution: 'merchant-accepted' as const }
  await disputeResolved(db, payment!.reference, taken)
}
const freeze = (driveId: string) =>
  setRows('wallets', { fund_drive_id: driveId }, { frozen_at: new Date(), frozen_why: 'x' })

describe('what an administrator completes', () => {
  test('is sent once, less our share, to the place that was asked for, and its story is told', async () => {
    const { id, net, methodId, reference, send, attemptId } = await approved()
    expect(await jobsOf(attemptId)).toHaveLength(1)
    await setRows('withdrawal_methods', { id: methodId }, { phone_number: '+254799999999' })
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
    await freeze(one.driveId)
    await setRows('users', { id: two.ownerId }, { suspended_at: new Date(), suspended_why: 'x' })
    await one.send()
    await two.send()
    expect((await payoutNow(one.id)).notes).toContain('frozen')
    expect(await payoutNow(two.id)).toMatchObject({ status: 'processing', notes: expect.stringContaining('suspended') })
    expect(scripted.asked.transfer).toBe(0)
  })

  test.each([
    ['frozen', freeze],
    ['owes', takenBack],
  ])(
    'and never reached the provider is not sent again while money is kept back (%s): it waits, and is open again after an hour',
    async (why, keepBack) => {
      const { id, driveId, send } = await approved()
      scripted.script.transfer = [failure('unknown')]
      await send()
      await keepBack(driveId)
      await send()
      expect([scripted.asked.transfer, await payoutNow(id)]).toEqual([1, { status: 'approved', notes: '' }])
      await timePasses('61 minutes')
      await send()
      expect(scripted.asked.transfer).toBe(1)
      expect(await payoutNow(id)).toMatchObject({ status: 'processing', notes: expect.stringContaining(why) })
    },
  )

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
      const steps = await allRows('payout_events', { payout_id: id })
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

  test('twelve workers at one attempt send once', async () => {
    const { send, id } = await approved()
    const all = await atOnce(12, send)
    expect(reasonsOf(all)).toEqual([])
    expect(scripted.asked.transfer).toBe(1)
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('a place is told to the provider once, and again when the provider has forgotten it', async () => {
    const drive = await someDrive(db)
    const airtel = { type: 'mobile_money', phone: '0110 222 333', operator: 'Airtel Money' } as const
    const { id: method } = await addMethod(db, drive.ownerId, airtel)
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
      const account = { type: 'bank', bank, account: '1234567890', name: 'W Kamau' } as const
      const { id: method } = await addMethod(db, drive.ownerId, account)
      const { id, send } = await approved({ drive, method })
      await send()
      return payoutNow(id)
    }
    for (const known of ['KCB', 'equity bank kenya ltd']) expect(await to(known)).toMatchObject({ status: 'completed' })
    expect(scripted.recipients).toMatchObject(['01', '68'].map((code) => ({ code, name: 'W Kamau' })))
    const alike = 'Commercial Bank of Africa'
    expect(await to(alike)).toMatchObject({ status: 'processing', notes: expect.stringContaining(alike) })
    expect(scripted.asked.transfer).toBe(2)
  })

  test('what the provider does not send comes back with words, before anything is asked', async () => {
    const [small, large] = [await approved({ amount: 10_000 }), await approved({ amount: 20_000_000 })]
    // It has changed its mind since they were approved.
    scripted.rails = [{ rail: 'mobile_money', minCents: 10_000, maxCents: 10_000_000 }]
    for (const { send } of [small, large]) await send()
    for (const [{ id }, why] of [
      [small, 'no less than KES'],
      [large, 'no more than KES'],
    ] as const)
      expect(await payoutNow(id)).toMatchObject({ status: 'processing', notes: expect.stringContaining(why) })
    expect([scripted.asked.recipient, scripted.asked.transfer]).toEqual([0, 0])
  })
})

describe('what the provider answers', () => {
  const begun = ['requested', 'approved', 'sent']
  test.each([
    ['success', 'completed', [...begun, 'completed']],
    ['pending', 'approved', begun],
    ['failed', 'processing', [...begun, 'put_back']],
    ['returned', 'processing', [...begun, 'put_back']],
  ] as const)('%s: the request is %s [T155]', async (state, status, story) => {
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
    scripted.script.transfer = [noMoney]
    await send()
    expect(await payoutNow(id)).toEqual({ status: 'processing', notes: noMoney.message })
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
      scripted.script.transfer = [noMoney]
      await send()
      return id
    }
    const [said, declined, byHand] = [await failed(), await failed(), await failed()]
    await completePayout(db, said, { by, note: 'Called the owner' })
    await (await attemptOf(said)).send()
    expect(await payoutNow(said)).toEqual({ status: 'completed', notes: 'Called the owner' })
    await decline(db, declined, { by })
    expect(await payoutNow(declined)).toEqual({ status: 'rejected', notes: '' })
    await completePayout(db, byHand, { by, byHand: true })
    expect(await payoutNow(byHand)).toEqual({ status: 'completed', notes: '' })
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
    scripted.sent.set(reference, { ...arrived, state: 'pending', code: 'TRF_5' })
    await send()
    expect(await attempts(id)).toMatchObject([{ state: 'pending', provider_code: 'TRF_5' }])
    scripted.sent.get(reference)!.state = 'success'
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('it refuses a repeat of what it has: nobody may try again before it was asked', async () => {
    const { id, reference, send } = await approved()
    scripted.sent.set(reference, arrived)
    scripted.script.transfer = [noMoney]
    await send()
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('while nobody knows, it is asked after 10 s, 1, 5, 30 minutes, then hourly, and no new attempt begins', async () => {
    const { id, attemptId, send } = await approved()
    scripted.outcome = { state: 'pending', code: 'TRF', fee: null }
    for (const wait of [10, 60, 300, 1800, 3600, 3600, 3600]) {
      await send()
      const next = (await oneRow('payout_attempts', { id: attemptId })).next_check_at!
      expect(Math.abs(next.getTime() - Date.now() - wait * 1000)).toBeLessThan(2500)
      const [job] = await jobsOf(attemptId)
      expect(Math.abs(job!.run_at.getTime() - next.getTime())).toBeLessThan(5000)
    }
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

  test.each([
    ['when the money has arrived', 'success', 'completed'],
    ['after the money came back', 'returned', 'rejected'],
  ] as const)('what sending cost may be told later, %s, and is booked once', async (_, state, status) => {
    scripted.outcome = { state: 'success', code: 'TRF', fee: null }
    const { reference, send, id } = await approved()
    await send()
    const fees = await balanceOf(db, 'provider_fees')
    Object.assign(scripted.sent.get(reference)!, { state })
    await transferTold(db, reference)
    expect([(await payoutNow(id)).status, (await attempts(id))[0]!.fee]).toEqual([status, null])
    scripted.sent.get(reference)!.fee = 4000
    await atOnce(10, () => transferTold(db, reference))
    expect([(await balanceOf(db, 'provider_fees')) - fees, (await attempts(id))[0]!.fee]).toEqual([4000, 4000])
  })
})

describe('a worker that sleeps', () => {
  /** Its lease is over: as if it had slept for longer. */
  const expire = (id: number) => timePasses('4 minutes', { payout_attempts: { id } })

  test('and wakes up after another has sent sends nothing [T421]', async () => {
    const { id, attemptId, send } = await approved()
    scripted.script.recipient = [() => expire(attemptId).then(send)]
    await send()
    expect(scripted.asked.transfer).toBe(1)
    expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
  })

  test('and wakes up after its attempt was given up and another sent does not send the first', async () => {
    const { id, attemptId, send } = await approved()
    scripted.script.recipient = [
      async () => {
        await expire(attemptId)
        scripted.script.transfer = [noMoney]
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
    scripted.script.transfer = [noMoney]
    scripted.script.verifyTransfer = [
      async () => {
        await expire(attemptId)
        expect(await takeAttempt(db, attemptId)).toMatchObject({ state: 'unknown' })
      },
    ]
    await send()
    expect(await attempts(id)).toMatchObject([{ state: 'unknown' }])
    expect(await payoutNow(id)).toEqual({ status: 'approved', notes: '' })
  })

  test('a job that was lost is found again by the clock, and the person who comes too early comes again [T420]', async () => {
    const { id, attemptId, send } = await approved()
    await sql`select graphile_worker.remove_job(${`send-transfer:${attemptId}`})`.execute(db)
    const at = (ms: number) => new Date(Date.now() + ms)
    const taken = { next_check_at: at(-60_000), lease: randomUUID(), leased_until: at(60_000) }
    await setRows('payout_attempts', { id: attemptId }, taken)
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
        scripted.sent.set(reference, arrived)
        await transferTold(db, reference)
        expect(await payoutNow(id)).toMatchObject({ status: 'completed' })
      },
    ]
    await send()
    expect(scripted.asked.transfer).toBe(1)
    expect(await storyOf(id)).toEqual(['requested', 'approved', 'sent', 'completed'])
  })

  test.each<[TransferFacts['state'], TransferFacts['state'], string]>([
    ['pending', 'success', 'completed'],
    ['pending', 'failed', 'processing'],
    ['pending', 'returned', 'processing'],
    ['success', 'returned', 'rejected'],
    ['success', 'failed', 'rejected'],
    ['failed', 'success', 'completed'],
  ])('%s, then %s: told of each or of the end alone, late and often, it is %s', async (first, then, status) => {
    for (const isToldOfEach of [true, false]) {
      const { id, reference, send } = await approved()
      scripted.outcome = { state: first, code: 'TRF', fee: 2000 }
      await send()
      if (isToldOfEach) await transferTold(db, reference)
      scripted.sent.get(reference)!.state = then
      // What they tell says nothing by itself, whatever it is called and in whatever order: they are asked.
      const all = await atOnce(10, async (at): Promise<unknown> => (at % 3 ? transferTold(db, reference) : send()))
      expect(reasonsOf(all)).toEqual([])
      expect(await payoutNow(id)).toMatchObject({ status })
    }
  })

  test('one that was given up and sent again arrives all the same: nothing is booked twice, and a person is called', async () => {
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
    await setRows('discrepancies', { subject: forgotten }, { state: 'closed', closed_at: new Date() })
    await completePayout(db, id, { by })
  })

  test('of a database that was restored nothing is sent before it was compared with the provider [T1703]', async () => {
    await compareTransfers(db)
    const { id, attemptId, send } = await approved()
    const forgotten = `pay-${id}-1-0000000000000000`
    // Its end is not known yet.
    scripted.sent.set(forgotten, { state: 'pending', code: 'TRF', fee: 0, amount: 47_500, recipient: 'RCP' })
    // The last comparison was before the start of this server.
    await sql`update transfers_compared set place = 'elsewhere'`.execute(db)
    const { listTransfers } = provider()
    provider().listTransfers = async () => failure('unknown')
    await send()
    expect([(await oneRow('payout_attempts', { id: attemptId })).state, scripted.sent.size]).toEqual(['sending', 1])
    provider().listTransfers = listTransfers
    await timePasses('1 hour')
    await send()
    expect([await calledAbout(forgotten), scripted.sent.size]).toEqual([['transfer that is not ours'], 1])
    expect(await payoutNow(id)).toMatchObject({
      status: 'processing',
      notes: expect.stringContaining('lists a transfer'),
    })
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

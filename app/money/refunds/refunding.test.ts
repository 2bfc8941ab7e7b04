import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { answerDispute, checkDisputes, compareBack, disputeTold } from '#app/money/disputes/dispute.server.ts'
import { openHours } from '#app/money/disputes/dispute.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { settlePayment, settleTold } from '#app/money/payments/settle.server.ts'
import { closeForeign, returnSuspense } from '#app/money/payments/suspense.server.ts'
import type { DisputeFacts } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, granted, paid, reasonsOf } from '#test/money.ts'
import { calledAbout, raised } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { failure, ordersOf, scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { askRefund, checkRefunds, refundTold, sendRefund, syncRefunds } from './refund.server.ts'
import { takeRefund } from './refund-lease.server.ts'

const who = () => ({ id: by, address: '' })
let scripted: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
beforeEach(() => {
  scripted = scriptedProvider()
})
booksMustHold(() => db)

/** A gift that the provider has, settled here or not yet. */
async function given(amount = 100_000, { settled = true } = {}) {
  const { id: driveId } = await someDrive(db)
  const { reference } = await begunGift(db, driveId, amount)
  const facts = paid(amount)
  scripted.payments.set(reference, facts)
  if (settled) await settlePayment(db, reference)
  return { driveId, reference, providerId: facts.providerId }
}
/** A refund that an administrator asked for. */
async function asked(amount?: number) {
  const gift = await given()
  const { id: reversalId } = await askRefund(db, gift.reference, { by, ...(amount ? { amount } : {}) })
  return { ...gift, reversalId, send: () => sendRefund(db, { reversalId }) }
}
const refundNow = (id: number) => oneRow('reversals', { id })
const expire = (id: number) => timePasses('4 minutes', { reversals: { id } })

describe('a refund', () => {
  test('is asked for once, by twelve workers at once, and booked when the provider has done it', async () => {
    const { reversalId, driveId, send } = await asked(40_000)
    const all = await atOnce(12, send)
    expect(reasonsOf(all)).toEqual([])
    expect(scripted.asked.refund).toBe(1)
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done' })
    expect(await raised(driveId)).toBe(60_000)
  })

  test('whose answer was lost is found in the list by its amount; one that never arrived is asked for again', async () => {
    const one = await asked(40_000)
    scripted.script.refund = ['lost']
    await one.send()
    expect(await refundNow(one.reversalId)).toMatchObject({ state: 'open', progress: 'unknown' })
    await one.send()
    expect(scripted.asked.refund).toBe(1)
    expect(await refundNow(one.reversalId)).toMatchObject({ state: 'done' })
    const two = await asked()
    scripted.script.refund = Array(5).fill(failure('unknown'))
    for (let time = 0; time < 6; time++) await two.send()
    expect(scripted.refunds.get(two.providerId)).toHaveLength(1)
    expect(await refundNow(two.reversalId)).toMatchObject({ state: 'done' })
  })

  test('of the same amount as one before is another one', async () => {
    const { reference, reversalId, driveId, providerId, send } = await asked(40_000)
    scripted.refundOutcome = 'failed'
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'failed' })
    scripted.refundOutcome = 'processed'
    for (let time = 0; time < 2; time++) {
      const { id } = await askRefund(db, reference, { by, amount: 40_000 })
      await sendRefund(db, { reversalId: id })
      expect(await refundNow(id)).toMatchObject({ state: 'done' })
    }
    expect(scripted.refunds.get(providerId)).toHaveLength(3)
    expect(await raised(driveId)).toBe(20_000)
  })

  test('that takes days is asked after until it is through; nothing is booked before', async () => {
    scripted.refundOutcome = 'pending'
    const { reversalId, reference, driveId, providerId, send } = await asked()
    for (let time = 0; time < 3; time++) await send()
    expect(await refundNow(reversalId)).toMatchObject({
      state: 'open',
      progress: 'pending',
      ext_id: expect.any(String),
    })
    expect(await raised(driveId)).toBe(100_000)
    await expect(askRefund(db, reference, { by })).rejects.toThrow('under way')
    scripted.refunds.get(providerId)![0]!.state = 'attention'
    await send()
    expect(await calledAbout(reference)).toEqual(['refund needs attention'])
    scripted.refunds.get(providerId)![0]!.state = 'processed'
    await send()
    expect(await raised(driveId)).toBe(0)
    expect(scripted.asked.refund).toBe(1)
  })

  test('that is refused calls a person, and may be asked for again', async () => {
    const { reversalId, reference, send } = await asked()
    scripted.script.refund = [failure('rejected', { status: 400, message: 'Transaction has been fully reversed' })]
    await send()
    expect((await refundNow(reversalId)).state).toBe('failed')
    expect((await refundNow(reversalId)).note).toContain('fully reversed')
    expect(await calledAbout(reference)).toEqual(['refund failed'])
    await askRefund(db, reference, { by })
  })

  test('that is refused because it has it already has not failed', async () => {
    const { reversalId, providerId, send } = await asked()
    scripted.script.refund = [failure('rejected', { status: 400 })]
    const appears = async () => {
      scripted.refunds.set(providerId, [{ extId: '900001', amount: 100_000, state: 'processed' }])
    }
    scripted.script.listRefunds = [async () => {}, appears]
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done', ext_id: '900001' })
  })

  test('is not asked for by a worker that slept through its lease [T423]', async () => {
    const { reversalId, send } = await asked()
    scripted.script.listRefunds = [() => expire(reversalId).then(send)]
    await send()
    expect(scripted.asked.refund).toBe(1)
  })

  test('that is refused has not failed while another worker is at it', async () => {
    const { reversalId, send } = await asked()
    scripted.script.refund = [failure('rejected', { status: 400 })]
    scripted.script.listRefunds = [
      async () => {},
      async () => {
        await expire(reversalId)
        expect(await takeRefund(db, reversalId)).toMatchObject({ progress: 'unknown' })
      },
    ]
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'unknown' })
  })

  test('with our key refused waits, and has not failed', async () => {
    const { reversalId, send } = await asked()
    scripted.script.listRefunds = [failure('config', { status: 401 })]
    await send()
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'open', progress: 'waiting' })
    expect(scripted.asked.refund).toBe(0)
    await sql`delete from provider_stops`.execute(db)
    await send()
    expect(await refundNow(reversalId)).toMatchObject({ state: 'done' })
  })

  test('that comes to no end for two weeks calls a person, once', async () => {
    scripted.refundOutcome = 'pending'
    const { reference, send } = await asked()
    await send()
    await checkRefunds(db)
    expect(await calledAbout(reference)).toEqual([])
    await timePasses('15 days')
    for (let time = 0; time < 2; time++) await checkRefunds(db)
    expect(await calledAbout(reference)).toEqual(['refund without an end'])
  })

  test('that a person made at the provider is booked the same, once', async () => {
    const { reference, driveId, providerId } = await given()
    scripted.refunds.set(providerId, [{ extId: '501', amount: 30_000, state: 'processed' }])
    await atOnce(12, () => syncRefunds(db, reference))
    expect(await raised(driveId)).toBe(70_000)
  })

  test('and a dispute with the same number are two things; the refund of a dispute is one', async () => {
    const { reference, driveId, providerId } = await given()
    const dispute = lost(reference, 30_000)
    scripted.refunds.set(providerId, [
      { extId: dispute.extId, amount: 20_000, state: 'processed' },
      { extId: '9000', amount: 30_000, state: 'processed', dispute: dispute.extId },
    ])
    for (let time = 0; time < 2; time++) await disputeTold(db, { extId: dispute.extId, reference })
    expect(await raised(driveId)).toBe(50_000)
  })
})

let nr = 100_000
const disputed = (own: Partial<DisputeFacts>) => {
  const open = { status: 'open', resolution: null, dueAt: null } as const
  const facts: DisputeFacts = { extId: String(++nr), reference: '', amount: 100_000, ...open, ...own }
  scripted.disputes.set(facts.extId, { is: 'dispute', ...facts })
  return facts
}
const lost = (reference: string, amount: number) =>
  disputed({ reference, amount, status: 'resolved', resolution: 'merchant-accepted' })

/** What the provider may tell of one payment, and what is true there as soon as it does. */
type Word = 'success' | `refund ${'pending' | 'processed' | 'failed'}` | `dispute ${'create' | 'resolve'}`
type Truth = {
  /** Parts of 100,000 cents: refunds that go back, and those that come to nothing. */
  back: number[]
  failed?: number[]
  disputed: number
  resolution: NonNullable<DisputeFacts['resolution']>
}

/**
 * A payment at the provider that grows truer with each word: what was told of has happened, and so has what must have come
 * before it. A word that comes late takes nothing back.
 */
async function growing(truth: Truth) {
  const { driveId, reference, providerId } = await given(100_000, { settled: false })
  const payment = scripted.payments.get(reference)!
  scripted.payments.set(reference, { ...payment, state: 'pending' })
  const numbered = (amounts: number[] = []) => amounts.map((amount) => ({ extId: String(++nr), amount }))
  const [back, failed] = [numbered(truth.back), numbered(truth.failed)]
  const disputeId = String(++nr)
  const goes = ({ extId, amount }: (typeof back)[number], state: 'pending' | 'processed' | 'failed') => {
    const before = scripted.refunds.get(providerId) ?? []
    const stood = before.find((one) => one.extId === extId)
    if (stood && state === 'pending') return
    scripted.refunds.set(providerId, [...before.filter((one) => one !== stood), { extId, amount, state }])
    if (state === 'processed' && amount === payment.amount)
      scripted.payments.set(reference, { ...payment, state: 'reversed' })
  }
  const happens = (word: Word) => {
    if (scripted.payments.get(reference)!.state === 'pending') scripted.payments.set(reference, payment)
    if (word === 'refund pending') for (const one of [...back, ...failed]) goes(one, 'pending')
    if (word === 'refund processed') for (const one of back) goes(one, 'processed')
    if (word === 'refund failed') for (const one of failed) goes(one, 'failed')
    if (!word.startsWith('dispute') || scripted.disputes.get(disputeId)?.status === 'resolved') return
    const end = { status: 'resolved', resolution: truth.resolution } as const
    const facts = { extId: disputeId, reference, amount: truth.disputed }
    disputed({ ...facts, ...(word === 'dispute resolve' ? end : {}) })
  }
  return {
    driveId,
    reference,
    /** It happens, unless it has, and we are told of it. */
    tell: (word: Word): Promise<unknown> => {
      happens(word)
      if (word === 'success') return settleTold(db, reference)
      return word.startsWith('refund') ? refundTold(db, reference) : disputeTold(db, { extId: disputeId, reference })
    },
  }
}

/** What is in the books in the end, in each order of these words. */
async function endsOf(words: Word[], truth: Truth): Promise<{ ends: string[]; raised: (number | null)[] }> {
  const all = await Promise.all(
    ordersOf(words).map(async (order) => {
      const { driveId, reference, tell } = await growing(truth)
      for (const word of [...order, ...order]) await tell(word)
      const { id } = await oneRow('payments', { reference })
      const done = await allRows('reversals', { payment_id: id, state: 'done' })
      // Of too much, whichever comes first has the whole of it, the other what is left.
      const parts = isTooMuch(truth)
        ? [done]
        : ['refund', 'chargeback'].map((is) => done.filter(({ kind }) => kind === is))
      const sums = parts.map((part) => [sumOf(part.map((one) => one.amount)), sumOf(part.map((one) => one.fee_part))])
      return { sums, stands: await raised(driveId), owed: await balanceOf(db, { drive: driveId }) }
    }),
  )
  return { ends: [...new Set(all.map((one) => JSON.stringify(one)))], raised: all.map(({ stands }) => stands) }
}
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const isTooMuch = ({ back, disputed, resolution }: Truth) =>
  resolution !== 'declined' && sumOf(back) + disputed > 100_000

/** What is left of the payment when these things have happened. */
function left(words: Word[], { back, disputed, resolution }: Truth): number {
  const refunded = words.includes('refund processed') ? sumOf(back) : 0
  const lost = words.includes('dispute resolve') && resolution !== 'declined' ? disputed : 0
  return 100_000 - Math.min(100_000, refunded + lost)
}

/** All pairs and triples. */
const fewOf = <One>(all: One[]): One[][] =>
  all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .flatMap((other, next) => [[one, other], ...all.slice(at + next + 2).map((third) => [one, other, third])]),
  )

describe('whatever order they come in', () => {
  const all: Word[] = [
    ...(['success', 'refund pending', 'refund processed', 'refund failed'] as const),
    ...(['dispute create', 'dispute resolve'] as const),
  ]
  const ends: Word[] = ['success', 'refund processed', 'dispute create', 'dispute resolve']
  const truths: [string, Word[], Truth][] = [
    ['parts', all, { back: [30_000], failed: [20_000], disputed: 50_000, resolution: 'auto-accepted' }],
    [
      'two refunds and a dispute that was won',
      ends,
      { back: [30_000, 20_000], disputed: 100_000, resolution: 'declined' },
    ],
    ['more than was paid', ends, { back: [100_000], disputed: 100_000, resolution: 'merchant-accepted' }],
  ]
  test.each(truths)(
    'success, refunds and disputes end in one state: %s',
    async (_, all, truth) => {
      for (const words of [...fewOf(all), ends]) {
        const { ends, raised } = await endsOf(words, truth)
        expect(ends, words.join()).toHaveLength(1)
        expect(raised[0], words.join()).toBe(left(words, truth))
      }
      // Nobody is called about those that were only opened.
      const closed = { status: 'resolved', resolution: 'declined', resolved_at: new Date() } as const
      await setRows('disputes', { status: 'open' }, closed)
    },
    90_000,
  )

  test('more back than was paid books what is left, and calls a person once', async () => {
    const { reference, driveId, providerId } = await given()
    scripted.refunds.set(providerId, [{ extId: '777', amount: 80_000, state: 'processed' }])
    const { extId } = lost(reference, 50_000)
    for (let time = 0; time < 3; time++) await disputeTold(db, { extId, reference })
    expect(await raised(driveId)).toBe(0)
    expect(await calledAbout(`chargeback ${extId}`)).toEqual(['more went back than was paid'])
  })
})

test('a payment that we first hear of when its money has gone back is compared at once, and not a day later', async () => {
  await sql`select graphile_worker.remove_job('compare-back:clock')`.execute(db)
  const { reference, providerId, driveId } = await given(100_000, { settled: false })
  scripted.payments.set(reference, { ...scripted.payments.get(reference)!, state: 'reversed' })
  scripted.refunds.set(providerId, [{ extId: String(++nr), amount: 100_000, state: 'processed' }])
  expect(await settlePayment(db, reference)).toBe('applied')
  const { rows } = await sql`select from graphile_worker.jobs
    where key = 'compare-back:clock' and run_at <= now() + interval '1 second'`.execute(db)
  expect(rows).toHaveLength(1)
  await compareBack(db)
  expect(await raised(driveId)).toBe(0)
})

test('one that can not be compared keeps no other from it, and is tried again', async () => {
  const odd = await given(100_000, { settled: false })
  await setRows('fund_drives', { id: odd.driveId }, { fee_policy: 'donor_on_top' })
  const good = await given()
  for (const { reference } of [odd, good]) lost(reference, 100_000)
  await expect(compareBack(db)).rejects.toThrow('donor_on_top')
  expect(await raised(good.driveId)).toBe(0)
  await setRows('fund_drives', { id: odd.driveId }, { fee_policy: 'withhold_at_payout' })
  await compareBack(db)
  expect(await raised(odd.driveId)).toBe(0)
})

describe('a dispute', () => {
  test('of a payment that we don’t have calls a person and holds nothing', async () => {
    const { extId } = disputed({ reference: 'don-ffffffffffffffff' })
    await disputeTold(db, { extId, reference: 'don-ffffffffffffffff' })
    expect(await calledAbout(extId)).toEqual(['dispute that fits no payment'])
  })

  test('is answered once: what is accepted goes back, what is declined stays, a lost answer is not given again', async () => {
    const open = async () => {
      const gift = await given()
      const { extId } = disputed({ reference: gift.reference })
      await disputeTold(db, { extId, reference: gift.reference })
      return { ...gift, extId }
    }
    const [one, two, three, four] = [await open(), await open(), await open(), await open()]
    await answerDispute(db, one.extId, { is: 'accept', amount: 40_000, by, message: 'We are sorry' })
    expect(await raised(one.driveId)).toBe(60_000)
    const all = await atOnce(10, () =>
      answerDispute(db, two.extId, { is: 'decline', by, message: 'A receipt was sent' }),
    )
    expect(granted(all).length).toBeGreaterThan(0)
    expect(await raised(two.driveId)).toBe(100_000)
    await expect(answerDispute(db, two.extId, { is: 'accept', by, message: '' })).rejects.toThrow('answered already')
    scripted.script.answerDispute = ['lost']
    await answerDispute(db, three.extId, { is: 'accept', by, message: 'We are sorry' })
    expect(await raised(three.driveId)).toBe(0)
    scripted.script.answerDispute = [failure('retry')]
    await expect(answerDispute(db, four.extId, { is: 'decline', by, message: 'No' })).rejects.toThrow('did not take')
    await answerDispute(db, four.extId, { is: 'decline', by, message: 'No' })
    await expect(answerDispute(db, '0', { is: 'decline', by, message: 'No' })).rejects.toMatchObject({ status: 404 })
  })

  test('and a refund that nobody told us of are found by comparing; one of a strange payment calls a person', async () => {
    const [one, two] = [await given(), await given()]
    scripted.refunds.set(one.providerId, [{ extId: '800001', amount: 30_000, state: 'processed' }])
    scripted.refunds.set('strange', [{ extId: '800002', amount: 30_000, state: 'processed' }])
    lost(two.reference, 100_000)
    for (let day = 0; day < 2; day++) expect(await compareBack(db)).toBe('compared')
    expect([await raised(one.driveId), await raised(two.driveId)]).toEqual([70_000, 0])
    expect(await calledAbout('800002')).toEqual(['refund that fits no payment'])
  })

  test('calls a person when a day is left to answer, and when eight hours are, once each; those of a weekend don’t count', async () => {
    // A Tuesday at noon in Nairobi.
    const due = new Date('2026-11-24T09:00:00Z')
    expect(openHours(new Date('2026-11-20T09:00:00Z'), due)).toBe(48)
    const { reference } = await given()
    const { extId } = disputed({ reference, dueAt: due })
    await disputeTold(db, { extId, reference })
    const at = (text: string) => checkDisputes(db, new Date(text))
    expect(await at('2026-11-20T12:00:00Z')).toBe(0)
    expect(granted(await atOnce(10, () => at('2026-11-23T09:00:00Z'))).reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await calledAbout(extId)).toEqual(['dispute due'])
    expect(await at('2026-11-23T20:00:00Z')).toBe(0)
    expect(await at('2026-11-24T01:00:00Z')).toBe(1)
    expect(await at('2026-11-24T08:00:00Z')).toBe(0)
  })
})

/** Money that fits no payment, as the provider has it. */
async function suspended(own: Parameters<typeof paid>[1] = {}) {
  const facts = paid(70_000, own)
  scripted.payments.set(facts.providerId, facts)
  expect(await applyResult(db, 'paystack', `don-${randomUUID()}`, facts)).toBe('unplaced')
  const { id } = await oneRow('suspense', { provider_tx_id: facts.providerId })
  return { id, providerId: facts.providerId, returned: () => returnSuspense(db, id, { by: who() }) }
}
const suspenseNow = (id: number) => oneRow('suspense', { id })
const returnsOf = async (id: number) =>
  (await allRows('audit_log', { act: 'suspense returned', subject: String(id) })).map(({ after }) => after)

test('money that nobody can place goes back once, and is closed when the provider has done it', async () => {
  const one = await suspended()
  const before = await balanceOf(db, 'suspense')
  expect(granted(await atOnce(10, one.returned))).toEqual(['returned'])
  expect(await suspenseNow(one.id)).toMatchObject({ state: 'closed', closed_by: by })
  expect(before - (await balanceOf(db, 'suspense'))).toBe(70_000)
  scripted.refundOutcome = 'pending'
  const two = await suspended()
  scripted.script.refund = ['lost']
  expect(await two.returned()).toBe('asked')
  await timePasses('1 hour', { suspense: { id: two.id } })
  expect(await two.returned()).toBe('asked')
  expect(scripted.refunds.get(two.providerId)).toHaveLength(1)
  scripted.refunds.get(two.providerId)![0]!.state = 'processed'
  for (let day = 0; day < 2; day++) await compareBack(db)
  expect(await refundTold(db, `don-${randomUUID()}`)).toBe('unknown')
  expect(await suspenseNow(two.id)).toMatchObject({ state: 'closed', closed_by: null })
})

const [refused, silent] = ['refused to refund it', 'does not answer, so no refund was requested']
test.each([
  ['the provider refuses', 'refund', 'rejected', refused],
  ['our key is refused', 'refund', 'config', refused],
  ['the provider is not reached', 'refund', 'retry', silent],
  ['it does not list what went back', 'listRefunds', 'unknown', silent],
] as const)(
  'where %s, the log says that no money went back, and the next try need not wait',
  async (_, call, kind, words) => {
    const { id, providerId, returned } = await suspended()
    scripted.script[call] = [failure(kind)]
    await expect(returned()).rejects.toThrow(words)
    expect(await returnsOf(id)).toEqual([{ amount: 70_000, providerId }, { refused: true }])
    expect([(await suspenseNow(id)).asked_at, scripted.refunds.get(providerId)]).toEqual([null, undefined])
    expect(await returned()).toBe('returned')
    expect(scripted.refunds.get(providerId)).toHaveLength(1)
  },
)

test('where nobody knows whether money went back, nobody asks again for ten minutes, and the log leaves it open', async () => {
  const { id, providerId, returned } = await suspended()
  scripted.refundOutcome = 'pending'
  scripted.script.refund = ['lost']
  // Neither can it be looked at afterwards: asked it was all the same.
  scripted.script.listRefunds = [() => Promise.resolve(), failure('unknown')]
  expect(await returned()).toBe('asked')
  await expect(returned()).rejects.toThrow('look again in ten minutes')
  expect(await returnsOf(id)).toEqual([{ amount: 70_000, providerId }])
  // Later the list is not to be had: when it was asked for last is still known.
  const longAgo = new Date(Date.now() - 3_600_000)
  await setRows('suspense', { id }, { asked_at: longAgo })
  scripted.script.listRefunds = [failure('retry')]
  await expect(returned()).rejects.toThrow('no refund was requested')
  expect((await suspenseNow(id)).asked_at).toEqual(longAgo)
})

test('what is refused because it is on its way already is not asked for a second time', async () => {
  const { id, providerId, returned } = await suspended()
  // It shows in the list only after the first look.
  scripted.step = async (what, run) => {
    const answer = await run()
    if (what === 'refund') scripted.refunds.set(providerId, [{ extId: randomUUID(), amount: 70_000, state: 'pending' }])
    return answer
  }
  scripted.script.refund = [failure('rejected')]
  expect(await returned()).toBe('asked')
  expect(await returnsOf(id)).toHaveLength(1)
})

test('money of another currency is closed by the person who has seen to it; shillings are not', async () => {
  const [foreign, ours] = [await suspended({ currency: 'NGN' }), await suspended()]
  await closeForeign(db, foreign.id, { by: who(), note: 'Refunded at the dashboard' })
  await expect(closeForeign(db, ours.id, { by: who(), note: '' })).rejects.toThrow('decided already')
})

test('a number of the provider stands for one refund, no matter who hears of it', async () => {
  const { reference, providerId, send, reversalId, driveId } = await asked(40_000)
  const extId = randomUUID()
  scripted.script.refund = [failure('unknown')]
  await send()
  scripted.refunds.set(providerId, [{ extId, amount: 40_000, state: 'processed' }])
  await atOnce(12, async (at): Promise<unknown> => (at % 2 ? syncRefunds(db, reference) : send()))
  expect(await refundNow(reversalId)).toMatchObject({ state: 'done', ext_id: extId })
  expect(await raised(driveId)).toBe(60_000)
  expect(scripted.asked.refund).toBe(1)
})

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { choose } from '#app/admin/settings/choices.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { writeOffDebt } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { sendTransfer } from '#app/money/payouts/send.server.ts'
import { sayVerdict } from '#app/money/payouts/sign.server.ts'
import { signedPayout } from '#app/money/payouts/signatures.server.ts'
import { changeRole } from '#app/people/accounts/admin/decide.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, chargedBack, fundedDrive, granted } from '#test/money.ts'
import { allRows, setRows } from '#test/rows.ts'
import { failure, scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { completeAsAsked, declineAsAsked } from './decide-request.server.ts'
import { revealNumber } from './payout.server.ts'
import { payoutOf } from './payouts-list.server.ts'

let scripted: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
const one = { id: (await somePerson(db, { admin: true, fullName: 'Akinyi' })).id, address: '41.90.4.0' }
const two = { id: (await somePerson(db, { admin: true, fullName: 'Barasa' })).id, address: '41.90.5.0' }
beforeEach(() => {
  scripted = scriptedProvider()
})
const usual = { ...settings }
afterEach(() => void Object.assign(settings, { ...usual, SECOND_ADMIN_ABOVE: usual.SECOND_ADMIN_ABOVE }))
booksMustHold(() => db)

async function asked(amount = 50_000) {
  const { id: driveId, ownerId, methodId, ask } = await fundedDrive(db, [amount])
  const { id } = await ask(amount)
  return { id, ownerId, driveId, methodId, ask, number: String(id) }
}
const plain = { note: '', byHand: false }
const done = 'Request completed successfully'
const firstOfTwo = 'Your approval is filed: 1 of 2'
/** What the toast says, whatever the reason. */
const failed = { title: { message: 'Error' }, text: { message: 'Failed to update request' } }
const complete = (number: string, by = one, own: Partial<typeof plain> = {}, patience = 300) =>
  completeAsAsked(db, number, { ...plain, ...own }, by, patience)
/** These words as the title of the toast. */
const completed = async (...what: Parameters<typeof complete>) => titleOf(await complete(...what))
const statusOf = async (id: number) => (await payoutOf(db, id))!.payout.status
const titleOf = (says: { title: { message?: string } }) => says.title.message
const logOf = (id: number) => allRows('audit_log', { noun: 'payout', subject: String(id) })
/** The worker, as far as it concerns this one. */
const sendLast = async (payoutId: number) => {
  const attempts = await allRows('payout_attempts', { payout_id: payoutId }, 'n')
  await sendTransfer(db, { attemptId: attempts.at(-1)!.id })
}
async function sentSoon(number: string, by = one, own: Partial<typeof plain> = {}) {
  // As long as the sender of this test takes on a busy machine.
  const said = complete(number, by, own, 20_000)
  await expect.poll(() => statusOf(Number(number))).toBe('approved')
  await sendLast(Number(number))
  return said
}

describe('what an administrator decides', () => {
  test('by hand is completed, and written down with who, from where and why [T160]', async () => {
    Object.assign(settings, { PAYOUTS: 'by-hand' })
    const { id, number } = await asked()
    expect(await completed(number, one, { note: 'M-Pesa SX12' })).toBe(done)
    expect(await statusOf(id)).toBe('completed')
    const line = { by: one.id, address: '41.90.4.0', act: 'payout completed', why: 'M-Pesa SX12' }
    const after = { status: 'completed', how: 'by-hand', amount: 50_000, net: 47_500 }
    const [logged, ...more] = await logOf(id)
    expect([logged, more]).toMatchObject([line, []])
    expect([logged!.before, logged!.after]).toEqual([{ status: 'processing' }, after])
  })

  test('through the provider says what came of it: completed at once, approved while it is on its way [T154]', async () => {
    const quick = await asked()
    expect(titleOf(await sentSoon(quick.number))).toBe(done)
    const slow = await asked()
    expect(await completed(slow.number)).toBe('Request approved successfully')
    const after = { status: 'approved', how: 'provider', attempt: 1 }
    expect(await logOf(slow.id)).toMatchObject([{ act: 'payout approved', after }])
  })

  test('that the provider could not send waits again, says why, and is sent again under another reference [T303]', async () => {
    const { id, number } = await asked()
    scripted.script.transfer = [failure('rejected', { message: 'Account closed' })]
    const said = await sentSoon(number)
    expect(titleOf(said)).toBe('It could not be sent: the request waits again')
    expect(JSON.stringify(said)).toContain('Account')
    expect(await statusOf(id)).toBe('processing')
    expect(titleOf(await sentSoon(number, two))).toBe(done)
    expect((await logOf(id)).map(({ act }) => act)).toEqual(['payout approved', 'transfer tried again'])
    expect(scripted.sent.size).toBe(1)
  })

  test('is sent by hand only after the provider could not', async () => {
    const { id, number } = await asked()
    const says = { ...failed, why: { message: 'Let the provider send it first' } }
    await expect(complete(number, one, { byHand: true })).rejects.toMatchObject({ says })
    scripted.script.transfer = [failure('rejected')]
    await sentSoon(number)
    expect(await completed(number, one, { byHand: true })).toBe(done)
    expect([await statusOf(id), scripted.sent.size]).toEqual(['completed', 0])
  })

  test('is declined with a note, and the money is there again', async () => {
    const { id, number, ask } = await asked()
    expect(titleOf(await declineAsAsked(db, number, { note: 'Wrong name' }, one))).toBe('Request rejected successfully')
    expect(await statusOf(id)).toBe('rejected')
    const line = { act: 'payout declined', why: 'Wrong name', after: { status: 'rejected' } }
    expect(await logOf(id)).toMatchObject([line])
    const again = await ask(50_000)
    await declineAsAsked(db, String(again.id), { note: '', reason: 'question' }, one)
    expect(await logOf(again.id)).toMatchObject([{ after: { status: 'rejected', declined: 'question' } }])
  })

  test('counts once: of twelve at once eleven are told that it failed, and one line is written [T158]', async () => {
    Object.assign(settings, { PAYOUTS: 'by-hand' })
    const { id, number } = await asked()
    const all = await atOnce(12, (at) =>
      at % 2 ? complete(number, two) : declineAsAsked(db, number, { note: '' }, one),
    )
    expect(granted(all)).toHaveLength(1)
    for (const { reason } of all.filter((one) => one.status === 'rejected'))
      expect(reason.says).toMatchObject({ ...failed, why: { message: 'It has changed since you opened it.' } })
    expect(await logOf(id)).toHaveLength(1)
  })

  test('is never about their own fund drive, nor about a request that is not there', async () => {
    const { id, number, ownerId } = await asked()
    const owner = { id: ownerId, address: '' }
    await expect(complete(number, owner)).rejects.toMatchObject({ status: 403 })
    await expect(declineAsAsked(db, number, { note: '' }, owner)).rejects.toMatchObject({ status: 403 })
    for (const strange of ['0', '999999999', 'x', '1e3', undefined])
      await expect(completeAsAsked(db, strange, plain, one)).rejects.toMatchObject({ status: 404 })
    expect([await statusOf(id), await logOf(id)]).toEqual(['processing', []])
  })
})

describe('where two have to agree', () => {
  beforeEach(() => void Object.assign(settings, { PAYOUTS: 'by-hand', SECOND_ADMIN_ABOVE: 400 }))

  test('the first one’s word is kept, the same one and the owner are refused, and the other one completes', async () => {
    const { id, number, ownerId } = await asked()
    await expect(complete(number, { id: ownerId, address: '' })).rejects.toMatchObject({ status: 403 })
    expect(await completed(number)).toBe(firstOfTwo)
    expect((await payoutOf(db, id))!.payout).toMatchObject({ status: 'processing', approval: { name: 'Akinyi' } })
    const says = { why: { message: expect.stringContaining('approved it already') } }
    await expect(complete(number)).rejects.toMatchObject({ says })
    expect(await statusOf(id)).toBe('processing')
    expect(await completed(number, two)).toBe(done)
    expect((await logOf(id)).map(({ act, by }) => [act, by])).toEqual([
      ['payout approved', one.id],
      ['payout completed', two.id],
    ])
  })

  test('exactly the sum is not above it', async () => {
    const { id, number } = await asked(40_000)
    await complete(number)
    expect(await statusOf(id)).toBe('completed')
  })

  test('of two at once one is the first and the other completes; of one person’s two tabs nothing is completed', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, number } = await asked()
      expect(granted(await atOnce(2, (at) => complete(number, at ? one : two)))).toHaveLength(2)
      expect(await statusOf(id)).toBe('completed')
      const other = await asked()
      expect(granted(await atOnce(6, () => complete(other.number)))).toHaveLength(1)
      expect(await statusOf(other.id)).toBe('processing')
    }
  })

  test('declining is for one alone, no matter who it is, and a request that was put back is approved again by two', async () => {
    const declined = await asked()
    await complete(declined.number)
    await declineAsAsked(db, declined.number, { note: '' }, one)
    expect(await statusOf(declined.id)).toBe('rejected')
    Object.assign(settings, { PAYOUTS: 'provider' })
    const { id, number } = await asked()
    await complete(number)
    scripted.script.transfer = [failure('rejected')]
    await sentSoon(number, two)
    expect((await payoutOf(db, id))!.payout).toMatchObject({ status: 'processing', approval: null })
    expect(await completed(number, two)).toBe(firstOfTwo)
  })

  test('the word of a person who is no administrator any more, or is shut out, does not count', async () => {
    for (const shut of ['role', 'suspended'] as const) {
      const gone = { id: (await somePerson(db, { admin: true, fullName: 'Chebet' })).id, address: '' }
      const { id, number } = await asked()
      await complete(number, gone)
      if (shut === 'role') await db.deleteFrom('user_roles').where('user_id', '=', gone.id).execute()
      else await setRows('users', { id: gone.id }, { suspended_at: new Date(), suspended_why: 'x' })
      expect((await payoutOf(db, id))!.payout).toMatchObject({ approval: null })
      expect(await completed(number, one)).toBe(firstOfTwo)
      expect(await statusOf(id)).toBe('processing')
      expect(await completed(number, two)).toBe(done)
    }
  })

  test('the sum is moved by two as well: one alone changes nothing, and nobody agrees with themselves [T489]', async () => {
    const move = (value: string | null, by: typeof one) =>
      choose(db, { name: 'SECOND_ADMIN_ABOVE', value, by, why: 'Too many requests' })
    expect(await move('1000000', one)).toBe('first')
    await expect(move('1000000', one)).rejects.toThrow('You have approved this already')
    expect(await completed((await asked()).number)).toBe(firstOfTwo)
    expect(await move('2000000', two), 'another sum is another decision').toBe('first')
    expect(await move('2000000', one)).toBe('done')
    expect(chosen('SECOND_ADMIN_ABOVE')).toBe(200_000_000)
    try {
      expect(await completed((await asked()).number, two)).toBe(done)
    } finally {
      await move(null, one)
      expect(await move(null, two)).toBe('done')
    }
  })

  test('one person with two accounts is still one: who was made an administrator does not decide with the maker [T488]', async () => {
    const puppet = await somePerson(db, { fullName: 'A second account of Akinyi' })
    const make = (by: typeof one) => changeRole(db, puppet.id, { role: 'admin', by, why: 'helps' })
    const other = { id: puppet.id, address: '' }
    const { id, number } = await asked()
    await complete(number)
    // Making one needs a second administrator.
    expect(await make(one)).toBe('first')
    await expect(make(one)).rejects.toThrow('You have approved this already')
    const unmake = changeRole(db, one.id, { role: 'user', by: other, why: 'x' })
    await expect(unmake).rejects.toThrow('no longer an administrator')
    expect(await make(two)).toBe('done')
    // Neither the one who asked nor the one who agreed is a second person beside the new one, in either order.
    await expect(complete(number, other)).rejects.toMatchObject({ status: 403 })
    expect(await statusOf(id)).toBe('processing')
    const turned = await asked()
    await complete(turned.number, other)
    for (const maker of [one, two]) await expect(complete(turned.number, maker)).rejects.toMatchObject({ status: 403 })
    expect(await statusOf(turned.id)).toBe('processing')
    await timePasses('8 days')
    expect(await completed(turned.number, one)).toBe(done)
    expect(await completed(number, two)).toBe(done)
    await db.deleteFrom('user_roles').where('user_id', '=', puppet.id).execute()
  })

  test('many small requests of a fund drive within a day are one large one', async () => {
    const drive = await fundedDrive(db, [200_000])
    const ask = () => drive.ask(30_000)
    await declineAsAsked(db, String((await ask()).id), { note: '' }, one)
    expect(await completed(String((await ask()).id))).toBe(done)
    const more = await ask()
    expect(await completed(String(more.id))).toBe(firstOfTwo)
    expect(await statusOf(more.id)).toBe('processing')
    expect(await completed(String(more.id), two)).toBe(done)
  })
})

describe('what waits for treasurers', () => {
  async function waiting(parts = 1) {
    const drive = await fundedDrive(db, [2_000_000])
    const signer = await someTreasurer(db, drive)
    await setRows('fund_drives', { id: drive.id }, { signatures: 1 })
    const wanted = { ownerId: drive.ownerId, driveId: drive.id, methodId: drive.methodId, purpose: 'The hospital bill' }
    const { id } = await requestPayout(db, { ...wanted, amount: 1_000_000, key: randomUUID(), parts })
    expect(await statusOf(id)).toBe('waiting')
    const yes = () => sayVerdict(db, id, { driveId: drive.id, by: signer.id, verdict: 'yes' })
    return { drive, id, yes }
  }

  test('is declined with a note, all parts of it, and its money is put back [T1443]', async () => {
    const { drive, id } = await waiting()
    await expect(complete(String(id))).rejects.toMatchObject({ status: 409 })
    const says = await declineAsAsked(db, String(id), { note: 'The organiser asked us to', reason: 'asked' }, one)
    expect(titleOf(says)).toBe('Request rejected successfully')
    expect((await balanceNow(db, drive.id)).available).toBe(2_000_000)
    expect(await logOf(id)).toMatchObject([
      { act: 'payout declined', by: one.id, before: { status: 'waiting' }, after: { status: 'rejected' } },
    ])
    expect((await signedPayout(db, drive.id, id))!.declined).toMatchObject({ note: 'The organiser asked us to' })
    expect((await allRows('payout_events', { payout_id: id })).map(({ kind }) => kind)).toEqual([
      'requested',
      'rejected',
    ])
  })

  test('lets its drive’s debt be written off then [T1444]', async () => {
    const { drive, id } = await waiting()
    await chargedBack(db, drive.given[0]!.reference, 2_000_000)
    await expect(writeOffDebt(db, drive.id, { by: one.id, note: 'Unreachable' })).rejects.toThrow()
    await declineAsAsked(db, String(id), { note: 'It owes' }, one)
    expect((await balanceNow(db, drive.id)).debt).toBe(0)
  })

  test('is declined once by ten, no matter who signs at the same moment, and never left signed [T1445]', async () => {
    const { drive, id, yes } = await waiting()
    const no = async () => void (await declineAsAsked(db, String(id), { note: 'No' }, one))
    const all = await atOnce(10, (at) => (at % 2 ? no() : yes()))
    expect(granted(all.filter((_, at) => at % 2 === 1))).toHaveLength(1)
    expect(await statusOf(id)).toBe('rejected')
    expect((await balanceNow(db, drive.id)).available).toBe(2_000_000)
    expect((await allRows('payout_events', { payout_id: id })).filter(({ kind }) => kind === 'rejected')).toHaveLength(
      1,
    )
  })

  test('is not declined by who owns or helps the drive [T1446]', async () => {
    const { drive, id } = await waiting()
    const own = { id: drive.ownerId, address: '' }
    await expect(declineAsAsked(db, String(id), { note: 'Mine' }, own)).rejects.toMatchObject({ status: 403 })
  })
})

test('the person who sees the whole number is written down, with the request it was for [T245]', async () => {
  const { id, methodId } = await asked()
  expect(await revealNumber(db, id, one)).toEqual({ number: '+254712345678', name: '' })
  const lines = await allRows('audit_log', { subject: methodId })
  expect(lines).toMatchObject([{ act: 'revealed', noun: 'method', by: one.id, after: { payout: id } }])
  expect(JSON.stringify(lines)).not.toContain('712345678')
  await expect(revealNumber(db, 999_999_999, one)).rejects.toMatchObject({ status: 404 })
})

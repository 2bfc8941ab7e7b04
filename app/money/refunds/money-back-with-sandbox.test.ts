import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { answerAs } from '#app/money/disputes/admin/disputes-list.server.ts'
import { disputeTold } from '#app/money/disputes/dispute.server.ts'
import { banksOfPayers, giveBankDetails, waitingRefund } from '#app/money/payments/admin/refunds-list.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { begunGift, booksMustHold } from '#test/money.ts'
import { calledAbout } from '#test/money-now.ts'
import { pretendedPaystack } from '#test/paystack.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { askRefund, sendRefund, syncRefunds } from './refund.server.ts'

// Money back against the pretend Paystack, through the adapter that speaks with the real one.

const db = await testDatabase()
let by: Actor
let scripted: Awaited<ReturnType<typeof pretendedPaystack>>
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '' }
  scripted = await pretendedPaystack({ start: new Date().toISOString() })
})
booksMustHold(() => db)

async function given(card = '4084084084084081') {
  const { id: driveId } = await someDrive(db, { title: 'A roof for Kibera' })
  const { reference, id } = await begunGift(db, driveId, 100_000, { donorName: 'Wanjikũ (mama)' })
  const charge = { reference, amountCents: 100_000, email: 'amina@example.test', metadata: {} }
  const urls = { callbackUrl: 'http://localhost/back', cancelUrl: 'http://localhost/' }
  await scripted.provider.initialize({ ...charge, ...urls })
  await scripted.pay(reference, { card })
  await settlePayment(db, reference)
  return { id, reference }
}
const pass = async (ms: number) => {
  scripted.clock.advance(ms)
  await scripted.tick()
}

test('a refund that needs the payer’s bank details goes on with them; the log has only the end of the number', async () => {
  const { id, reference } = await given('4084080000671902')
  const { id: reversalId } = await askRefund(db, reference, { by: by.id })
  await sendRefund(db, { reversalId })
  const [bank] = await banksOfPayers({ provider: 'paystack' })
  const details = { bank: bank!.id, account: '0123456789' }
  await expect(giveBankDetails(db, id, details, by)).rejects.toThrow('no longer needs')
  await pass(2000)
  await syncRefunds(db, reference)
  expect(await calledAbout(reference)).toEqual(['refund needs attention'])
  await expect(giveBankDetails(db, id, { ...details, bank: '1' }, by)).rejects.toMatchObject({ field: 'bank' })
  await scripted.fault({ endpoint: 'retry-refund', fault: 'http', status: 400 })
  await expect(giveBankDetails(db, id, details, by)).rejects.toMatchObject({ field: 'account' })
  expect(await waitingRefund(db, id)).toMatchObject({ id: reversalId, amount: 100_000 })
  // It went on, and its answer was lost: that is learnt at once.
  await scripted.fault({ endpoint: 'retry-refund', fault: 'reset-after' })
  await expect(giveBankDetails(db, id, details, by)).rejects.toThrow('does not answer')
  await expect(giveBankDetails(db, id, details, by)).rejects.toThrow('no longer needs')
  await pass(2000)
  await syncRefunds(db, reference)
  expect(await oneRow('reversals', { id: reversalId })).toMatchObject({ state: 'done' })
  const given1 = { refund: reversalId, amount: 100_000, bank: bank!.name, account: '•••• 6789' }
  const lines = (await allRows('audit_log', { act: 'refund continued' })).map(({ after }) => after)
  expect(lines).toEqual([given1, { refund: reversalId, refused: true }, given1])
})

async function questioned() {
  const { reference } = await given()
  const { id: extId } = (await scripted.control('dispute', { reference })) as { id: string }
  await disputeTold(db, { extId, reference })
  const { id } = await oneRow('disputes', { ext_id: extId })
  return { id, extId, reference, now: () => oneRow('disputes', { id }) }
}
const filesOf = async (extId: string) => {
  const files = 'select kind, body from sandbox.paystack_uploads where dispute_id = $1'
  return (await thePool().query<{ kind: string; body: Buffer }>(files, [extId])).rows
}

test('an answer to a dispute goes with a file of what we say and the facts of the payment', async () => {
  const { id, extId, reference, now } = await questioned()
  await answerAs(db, id, { is: 'decline', text: 'A receipt was sent – at once' }, by)
  expect(await now()).toMatchObject({ status: 'resolved', resolution: 'declined' })
  const [file, ...others] = await filesOf(extId)
  expect([file!.kind, others]).toEqual(['application/pdf', []])
  const text = file!.body.toString('latin1')
  const said = ['KES 1,000', 'A roof for Kibera', 'Wanjiku \\(mama\\)', 'A receipt was sent - at once']
  for (const words of [reference, ...said]) expect(text).toContain(words)
  const accepted = await questioned()
  await answerAs(db, accepted.id, { is: 'accept', amount: 40_000, text: 'We are sorry' }, by)
  expect(await accepted.now()).toMatchObject({ status: 'resolved', resolution: 'merchant-accepted' })
  expect(await filesOf(accepted.extId)).toHaveLength(1)
})

test('an answer whose file could not be put there was not given, and is given again with the same file', async () => {
  const { id, extId, now } = await questioned()
  const decline = () => answerAs(db, id, { is: 'decline', text: 'It was given' }, by)
  await scripted.fault({ endpoint: 'upload', fault: 'http', status: 503, times: 2 })
  await expect(decline()).rejects.toThrow('did not take')
  expect(await now()).toMatchObject({ status: 'open' })
  // It was put there, and nobody told us so: once more does no harm.
  await scripted.fault({ endpoint: 'upload', fault: 'reset-after', times: 1 })
  await scripted.fault({ endpoint: 'evidence', fault: 'reset-after', times: 1 })
  await expect(decline()).rejects.toThrow('did not take')
  await decline()
  expect(await now()).toMatchObject({ status: 'resolved' })
  expect(await filesOf(extId)).toHaveLength(1)
})

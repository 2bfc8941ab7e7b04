import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { disputeTold } from '#app/money/disputes/dispute.server.ts'
import { keepUnplaced } from '#app/money/payments/suspense.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { sendRefund } from '#app/money/refunds/refund.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { adminBrowser } from '#test/admin-browser.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, fundedDrive, gift, giftByPhone, paid } from '#test/money.ts'
import { newCode } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// Administrators look at gifts, give them back, answer disputes, write debts off and close what does not fit.

const db = await testDatabase()
booksMustHold(() => db)
const { people, main, read, row, file, send, does, stale } = adminBrowser(db)
let provider: ReturnType<typeof scriptedProvider>
beforeEach(() => {
  provider = scriptedProvider()
  useMobileMoney(pretendRail())
})
/** A gift of so many shillings to a drive of this title. */
async function given(title: string, shillings: number) {
  const drive = await someDrive(db, { title, ownerId: people.owner.id })
  const { id, reference } = await gift(db, drive.id, shillings * 100)
  return { driveId: drive.id, title, reference, page: `/admin/donations/${id}`, id }
}
/** The job sends the refund back that was put off. */
async function sendsBack(paymentId: number, reference = '') {
  provider.payments.set(reference, paid(200_000))
  const found = db.selectFrom('reversals').where('payment_id', '=', paymentId).select('id').orderBy('id', 'desc')
  await sendRefund(db, { reversalId: (await found.executeTakeFirstOrThrow()).id })
}

test('gifts are found by reference, name, mail and amount, and by what became of them, each with its drive [T244]', async () => {
  const { title, reference, driveId, page } = await given('Roof of Kibera', 104_321)
  for (const typed of [reference, '104,321', `amina@example.test&drive=${driveId}`, `amina+yus&drive=${driveId}`]) {
    const line = await row(`/admin/donations?search=${typed}`, title)
    for (const said of ['KSH 104,321', 'Amina Yusuf', 'Paid'])
      expect([typed, line]).toEqual([typed, expect.stringContaining(said)])
  }
  const one = await main(`/admin/donations?drive=${driveId}`)
  expect(one.words).toContain('Only of Roof of Kibera')
  expect(one.words).toContain('1 donation ')
  expect(await read(`/admin/donations?drive=${driveId}&state=refunded`)).toContain('No such donations')
  expect((await main(`/admin/search?q=${reference}`)).html).toContain(`href="${page}"`)
  const whole = await main(page)
  expect(whole.words).toContain('Still with the fund drive')
  expect(whole.html).toContain('href="/admin/fund-drives/roof-of-kibera"')
  expect((await file(`/admin/donations.csv?search=${reference}`)).join()).toContain(
    `,104321,0,Mobile,Paid,${reference},`,
  )
  const looks = await db
    .selectFrom('audit_log')
    .where('act', '=', 'seen')
    .where('noun', '=', 'donation')
    .select('after')
    .execute()
  expect(JSON.stringify(looks)).not.toContain('amina')
})

test('a refund says what it does before it is confirmed, asks who is there, and the page follows it', async () => {
  const { id, page, reference } = await given('A borehole', 2000)
  expect(await read(`${page}/refund`)).toContain('Refunded by the platform KSH 100')
  const form = { amount: '500', seen: '', left: '200000', key: randomUUID(), why: 'The wrong drive' }
  await stale()
  const looked = await send(`${page}/refund`, { ...form, again: people.admin.password })
  for (const said of [
    'Please look at what this does, then confirm',
    'Available afterwards KSH 1,500',
    'Refund KSH 500',
  ])
    expect(looked.words).toContain(said)
  expect(['why', 'again'].map((name) => fieldOf(looked.text, name).value)).toEqual(['The wrong drive', ''])
  const seen = { ...form, seen: '50000' }
  expect((await send(`${page}/refund`, { ...seen, again: 'not mine' })).words).toContain('This is not your password.')
  expect((await send(`${page}/refund`, { ...seen, why: '', again: people.admin.password })).words).toContain(
    'Please give a reason',
  )
  expect(await does(`${page}/refund`, { ...seen, again: people.admin.password })).toContain('The refund is on its way')
  // A second form that was open meanwhile, and the first one sent twice.
  const second = await send(`${page}/refund`, { ...seen, key: randomUUID() })
  expect(second.words).toMatch(/A refund of this payment is under way already/)
  await does(`${page}/refund`, seen)
  await sendsBack(id, reference)
  const after = await read(page)
  for (const said of ['KSH 1,500 of it can be refunded.', 'Processed', 'KSH 500 was refunded to the donor'])
    expect(after).toContain(said)
  const { n } = await db
    .selectFrom('reversals')
    .where('payment_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(1)
})

test('what was withdrawn already becomes a debt, which is written off with a reason', async () => {
  const drive = await fundedDrive(db, [100_000], 'phone', people.owner.id)
  await completeByHand(db, (await drive.ask(100_000)).id, { by: people.admin.id })
  const { id, reference } = drive.given[0]!
  expect(await read(`/admin/donations/${id}/refund`)).toContain('KSH 1,000 was withdrawn already and becomes a debt')
  const form = { amount: '600', seen: '60000', left: '100000', key: randomUUID(), why: 'The payer asked' }
  await does(`/admin/donations/${id}/refund`, form)
  await sendsBack(id, reference)
  const debts = '/admin/disputes/debts'
  expect(await row(debts, 'Heal Mama Achieng')).toContain('KSH 600')
  expect(await read(`${debts}/${drive.id}`)).toContain('It is early to write this off')
  const done = await does(`${debts}/${drive.id}`, { debt: '60000', why: 'The owner is unreachable' })
  expect(done).toContain('The debt is written off')
  expect(await read(debts)).toContain('No fund drive owes anything')
})

test('a dispute is accepted, another declined; the clock is seen, and what a loss did', async () => {
  const disputed = async (title: string, amount: number) => {
    const one = await given(title, 900)
    const extId = randomUUID()
    const facts = { extId, reference: one.reference, amount, status: 'open', resolution: null, dueAt: null } as const
    provider.payments.set(one.reference, paid(90_000))
    provider.disputes.set(extId, { is: 'dispute', ...facts })
    await disputeTold(db, { extId, reference: one.reference })
    const { id } = await db.selectFrom('disputes').where('ext_id', '=', extId).select('id').executeTakeFirstOrThrow()
    return { ...one, at: `/admin/disputes/${id}` }
  }
  const [lost, won] = [await disputed('Charged twice', 30_000), await disputed('Never charged', 90_000)]
  expect(await row('/admin/disputes', lost.title)).toMatch(/hours? left/)
  expect(await read(lost.at)).toContain('Dispute of KSH 300')
  const refused = await send(lost.at, { is: 'accept', amount: '200', text: '' })
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining('Please write why it is accepted')])
  expect(await does(lost.at, { is: 'accept', amount: '200', text: 'It was charged twice' })).toContain(
    'Lost: KSH 200 was refunded to the payer',
  )
  expect(await does(won.at, { is: 'decline', text: 'A receipt was sent' })).toContain('Won: nothing is refunded')
  expect(await read(lost.page)).toContain('The payer’s bank took KSH 200 back')
})

test('a part of a gift by phone is for a hand: its page says what to do, and ends with the code or a cancellation', async () => {
  const waiting = async () => {
    const drive = await someDrive(db, { ownerId: people.owner.id })
    const { id } = await giftByPhone(db, drive.id, 50_000)
    const form = { amount: '300', seen: '30000', left: '50000', key: randomUUID(), why: 'A mistake' }
    await does(`/admin/donations/${id}/refund`, form)
    await sendsBack(id)
    return `/admin/donations/${id}`
  }
  const [sent, none] = [await waiting(), await waiting()]
  expect(await read(sent)).toContain('Has to be sent by hand')
  expect(await read(`${sent}/refund-sent`)).toContain('Look in the M-Pesa portal whether KSH 300 was sent')
  const wrong = await send(`${sent}/refund-sent`, { code: '123', why: 'In the portal' })
  expect([wrong.words, fieldOf(wrong.text, 'code')]).toEqual([
    expect.stringContaining('An M-Pesa code has 10 letters and digits'),
    { value: '123', isWrong: true },
  ])
  expect(await does(`${sent}/refund-sent`, { code: newCode(), why: 'In the portal' })).toContain(
    'KSH 300 was refunded to the donor',
  )
  expect(await does(`${none}/refund-cancel`, { why: 'Asked for by mistake' })).toContain('Failed')
})

test('a discrepancy is opened in words, closed with a note by a person who shows who they are, and opened again', async () => {
  const at = '/admin/books/differences'
  expect(await does(`${at}/new`, { about: 'KSH 500 of the bank', words: '' })).toContain(
    'Please say what does not fit.',
  )
  expect(await does(`${at}/new`, { about: 'KSH 500 of the bank', words: 'We know nothing of it' })).toContain(
    'We know nothing of it',
  )
  const { id } = await db.selectFrom('discrepancies').orderBy('id', 'desc').select('id').executeTakeFirstOrThrow()
  await stale()
  const again = { again: people.admin.password }
  expect((await send(`${at}/${id}`, { note: 'A fee', again: '' })).status).toBe(422)
  const empty = await send(`${at}/${id}`, { note: '', ...again })
  expect(empty.words).toContain('Please write what was found and what was done about it.')
  expect(await does(`${at}/${id}`, { note: 'A fee', ...again })).toContain('The difference is closed')
  const second = await send(`${at}/${id}`, { note: 'Second', again: people.second.password }, 'second')
  expect(second.words).toContain('Another administrator has just closed this difference.')
  expect(await row(`${at}?state=closed`, 'A fee')).toContain('KSH 500 of the bank')
  expect(await does(`${at}/${id}/reopen`)).toContain('The same difference, closed before')
})

test('money in another currency is closed with a note', async () => {
  const facts = paid(5000, { currency: 'USD' })
  const what = { provider: 'paystack', reference: 'don-in-dollars', why: 'wrong currency', payment: undefined } as const
  await db.transaction().execute((tx) => keepUnplaced(tx, what, facts))
  const { id } = await oneRow('suspense', { provider_tx_id: facts.providerId })
  const at = `/admin/books/unplaced/${id}`
  expect(await read(at)).toContain('USD 50.00')
  expect(await does(`${at}/close`, { note: 'Refunded at the dashboard' })).toContain('The money is closed')
  const line = await db.selectFrom('audit_log').select(['act', 'why']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(line).toEqual({ act: 'suspense closed', why: 'Refunded at the dashboard' })
})

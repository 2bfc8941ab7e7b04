import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendTransfer } from '#app/money/payouts/send.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { adminBrowser } from '#test/admin-browser.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { booksMustHold, fundedDrive } from '#test/money.ts'
import { failure, scriptedProvider } from '#test/scripted-provider.ts'

// Administrators decide about withdrawals: what their pages say before and after.

const db = await testDatabase()
booksMustHold(() => db)
const { people, get, read, row, file, send, does, stale } = adminBrowser(db)
const list = '/admin/withdrawal-requests'
const usual = { ...settings }
let provider: ReturnType<typeof scriptedProvider>
beforeEach(() => {
  provider = scriptedProvider()
  Object.assign(settings, { PAYOUTS: 'by-hand', SECOND_ADMIN_ABOVE: 50_000 })
})
afterEach(() => void Object.assign(settings, { ...usual, SECOND_ADMIN_ABOVE: usual.SECOND_ADMIN_ABOVE }))

/** A request for all that was given to a drive of its own. */
async function asked(shillings = 1000, who: keyof typeof people = 'owner') {
  const drive = await fundedDrive(db, [shillings * 100], 'phone', people[who].id)
  const { id } = await drive.ask(shillings * 100)
  return { id, slug: drive.slug, page: `/admin/payouts/${id}`, at: `${list}/${id}`, named: `Request ${id} ` }
}
const decision = (own: Record<string, string> = {}) => ({ note: '', back: list, ...own })
const statusOf = async (id: number) =>
  (await db.selectFrom('payout_requests').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status

test('a request is completed: amount, fee, method and balance check are seen first, and its page tells the story [T901]', async () => {
  const { id, at, page, named } = await asked()
  const line = await row(list, named)
  const facts = ['Wanjiru owner', 'KSH 1,000', 'Fee KSH 50', 'Net KSH 950', 'M-Pesa •••• 5678']
  for (const said of [...facts, 'Complete', 'Decline']) expect(line).toContain(said)
  const dialog = await read(`${at}/complete`)
  expect(dialog).toContain('Complete says that you have sent KSH 950 to M-Pesa •••• 5678 by hand')
  expect(dialog).toContain('The books owe the owner')
  expect(await does(`${at}/complete`, decision({ note: 'All in order' }))).toContain('Request completed successfully')
  expect([await statusOf(id), await row(list, named)]).toEqual(['completed', ''])
  const story = await read(page)
  for (const said of ['It has been sent', 'All in order']) expect(story).toContain(said)
  expect(story).not.toMatch(/Send again|Decline/)
})

test('a request is declined with a note that its owner reads, and without one [T156]', async () => {
  const [noted, plain] = [await asked(700), await asked(600)]
  for (const [{ at }, note] of [
    [noted, 'The name is another one'],
    [plain, ''],
  ] as const)
    expect(await does(`${at}/decline`, decision({ note }))).toContain('Request rejected successfully')
  expect([await statusOf(noted.id), await statusOf(plain.id)]).toEqual(['rejected', 'rejected'])
  expect(await read(`/fund-drive/${noted.slug}/payouts`, 'owner')).toContain('Declined: The name is another one')
  expect(await read(`/fund-drive/${plain.slug}/payouts`, 'owner')).not.toContain('Declined:')
})

test('the second of two administrators is told that it failed and why, and decides nothing [T264]', async () => {
  const { id, at } = await asked(800)
  await does(`${at}/complete`, decision())
  const late = await send(`${at}/decline`, decision({ note: 'Too late' }), 'second')
  expect(late.status).toBe(409)
  for (const said of ['Error', 'Failed to update request', 'It has changed since you opened it.'])
    expect(late.words).toContain(said)
  const opened = await read(`${at}/decline`, 'second')
  expect(opened).toContain('It is decided already: Completed')
  expect(opened).not.toMatch(/returns to the fund drive’s balance|The owner sees it in the list of payouts/)
  expect(await statusOf(id)).toBe('completed')
})

test('about their own fund drive administrators read why they can’t decide [T979]', async () => {
  const { id, at, named } = await asked(900, 'second')
  const words = 'This is your own fund drive: another administrator has to decide.'
  const line = await row(list, named, 'second')
  expect(line).toContain(words)
  expect(line).not.toMatch(/Complete|Decline/)
  for (const what of ['complete', 'decline']) {
    const dialog = await read(`${at}/${what}`, 'second')
    expect(dialog).toContain(words)
    expect(dialog).not.toContain('The owner sees it in the list of payouts')
    expect((await send(`${at}/${what}`, decision(), 'second')).status).toBe(403)
  }
  expect(await statusOf(id)).toBe('processing')
})

test('above what was agreed two administrators complete, and not the same one twice', async () => {
  const { id, at, named } = await asked(60_000)
  expect(await read(`${at}/complete`)).toContain('Two administrators complete a withdrawal of this size')
  expect(await does(`${at}/complete`, decision())).toContain('Your approval is filed: 1 of 2')
  for (const who of ['admin', 'second'] as const) expect(await read(list, who)).toContain('1 of 2: approved by')
  expect(await row(list, named)).not.toContain('Complete')
  expect(await does(`${at}/complete`, decision())).toContain('You have approved it already')
  expect(await statusOf(id)).toBe('processing')
  expect(await does(`${at}/complete`, decision(), 'second')).toContain('Request completed successfully')
})

test('the whole number is on the page of the person who asks for it, and nowhere else', async () => {
  const { page } = await asked(500)
  expect(await does(`${page}/number`)).toContain('+254712345678')
  for (const path of [list, page, `${page}/number`])
    expect((await get(path, people.admin)).text).not.toContain('712345678')
})

test('ten minutes later a decision asks for the password; a wrong one decides nothing and loses nothing', async () => {
  const { id, at } = await asked(850)
  await stale()
  expect(await read(`${at}/complete`)).toContain('Your password')
  const wrong = await send(`${at}/complete`, decision({ note: 'Late', again: 'not mine' }))
  expect(wrong.words).toContain('This is not your password.')
  expect(await statusOf(id)).toBe('processing')
  expect(['note', 'again'].map((name) => fieldOf(wrong.text, name).value)).toEqual(['Late', ''])
  const right = decision({ again: people.admin.password })
  expect(await does(`${at}/complete`, right)).toContain('Request completed successfully')
})

test('what the provider could not send waits, and may be sent by hand; what is on its way can’t be sent again [T302]', async () => {
  Object.assign(settings, { PAYOUTS: 'provider' })
  const { id, at, page, named } = await asked(860)
  expect(await read(`${at}/complete`)).toContain('The payment provider sends KSH 817 to M-Pesa •••• 5678')
  provider.script.transfer = [failure('rejected')]
  const sending = does(`${at}/complete`, decision())
  await expect.poll(() => statusOf(id)).toBe('approved')
  const open = await read(page)
  expect(open).toContain('It can’t be sent again while an attempt is open')
  expect(open).not.toMatch(/Send again|Decline/)
  expect(await row(`${list}?state=approved`, named)).toContain('Approved')
  const attempt = db.selectFrom('payout_attempts').where('payout_id', '=', id).select('id as attemptId')
  await sendTransfer(db, await attempt.executeTakeFirstOrThrow())
  expect(await sending).toMatch(/It could not be sent|Request approved successfully/)
  for (const said of ['The last attempt has ended.', 'Send again']) expect(await read(page)).toContain(said)
  expect(await read(`${at}/complete`)).toContain('I have sent it by hand instead')
  expect(await does(`${at}/complete`, decision({ byHand: 'on' }))).toContain('Request completed successfully')
})

test('all payouts are searched, narrowed and sorted by their address, and taken along without numbers [T372]', async () => {
  const { id } = await asked(1240)
  const found = '/admin/payouts?search=Wanjiru+owner&state=processing&sort=amount'
  expect(await row(found, `Payout ${id}`)).toContain('KSH 1,240')
  expect(await row('/admin/payouts?state=rejected', `Payout ${id}`)).toBe('')
  expect(await read('/admin/payouts?search=nobody-at-all')).toContain('No such payouts')
  const lines = await file('/admin/payouts.csv?search=Wanjiru+owner')
  expect(lines.find((line) => line.startsWith(`${id},Wanjiru owner,`))).toBeDefined()
  expect(lines.join()).not.toContain('712345678')
})

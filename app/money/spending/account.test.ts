import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { dayAt, dayIn, noonOf } from '#app/kit/time.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { completeByHand, writeOffDebt } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { sendTransfer, transferTold } from '#app/money/payouts/send.server.ts'
import { sayVerdict } from '#app/money/payouts/sign.server.ts'
import { fingerprintText } from '#app/money/public-book/book.ts'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { everythingAbout } from '#app/privacy/export.server.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive, somePerson } from '#test/make.ts'
import { booksMustHold, chargedBack, fundedDrive, gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { accountSums } from './account.server.ts'
import { restOfDrive } from './account.ts'
import { addReceipts, undoReceipt, withdrawalWith } from './receipts.server.ts'

// The public account: equal to the books to the cent, and without names that are hidden.

const db = await testDatabase()
const { get } = plainBrowser()
booksMustHold(() => db)
let scripted: ReturnType<typeof scriptedProvider>
beforeEach(() => {
  scripted = scriptedProvider()
})

const admin = await somePerson(db, { admin: true })
type Drive = Awaited<ReturnType<typeof fundedDrive>>

/** A withdrawal that was sent by hand. */
async function sentByHand(drive: Drive, amount: number) {
  const { id } = await drive.ask(amount)
  await completeByHand(db, id, { by: admin.id })
  return { driveId: drive.id, payout: id, by: drive.ownerId }
}
const receipt = (amount: number, own: { paidTo?: string; what?: string } = {}) => ({
  amount,
  paidTo: 'Uhai Chemist',
  what: 'Medicine',
  day: dayAt(new Date()),
  ...own,
})
const add = (
  of: { driveId: string; payout: number; by: string },
  rows: ReturnType<typeof receipt>[],
  showsName = true,
): Promise<void> =>
  addReceipts(db, { ...of, key: randomUUID(), rows, showsName, image: null, noPhoto: 'A market stall' })

/** A drive on which all that moves money has happened. */
async function livelyDrive() {
  const drive = await fundedDrive(db, [1_000_037, 50_000, 20_011])
  const sent = await sentByHand(drive, 300_017)
  await add(sent, [receipt(100_000), receipt(33_333)])
  const { id: back } = await drive.ask(90_000)
  await completePayout(db, back, { by: admin.id })
  const { id: attemptId, reference } = await oneRow('payout_attempts', { payout_id: back })
  await sendTransfer(db, { attemptId })
  await add({ ...sent, payout: back }, [receipt(5000)])
  Object.assign(scripted.sent.get(reference)!, { state: 'returned' })
  await transferTold(db, reference)
  await drive.ask(20_000)
  await chargedBack(db, drive.given[1]!.reference, 50_000)
  return { ...drive, sent, back }
}

/** The rows of a file as objects, by the heads of its columns. */
function rowsIn(text: string): Record<string, string>[] {
  const [heads, ...rows] = text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!),
    )
  return rows.map((row) => Object.fromEntries(heads!.map((head, at) => [head, row[at]!])))
}

test('an account is the books to the cent: wallet, ledger, public book and file [T1277]', async () => {
  const drive = await livelyDrive()
  const sums = await accountSums(db, drive.id)
  const wallet = await balanceNow(db, drive.id)
  expect(restOfDrive(sums)).toBe(wallet.available - wallet.debt)
  expect([sums.given - sums.back, sums.setAside]).toEqual([wallet.raised, wallet.underWay])
  expect(sums.sent + sums.fee + sums.setAside).toBe(wallet.withdrawn)
  const { rows: ledger } = await sql<{ sent: number; gifts: number }>`
    select (select sum(case t.event_kind when 'payout_sent' then t.amount else -t.amount end)::bigint from ledger_transfers t
        join payout_requests o on o.id = t.subject_id where o.fund_drive_id = ${drive.id}
          and t.event_kind in ('payout_sent', 'payout_returned') and t.leg = 1) as sent,
      (select sum(amount)::bigint from donations where fund_drive_id = ${drive.id}) as gifts`.execute(db)
  expect([sums.sent, sums.given]).toEqual([ledger[0]!.sent, ledger[0]!.gifts])
  await timePasses('1 day')
  await closeBooks(db)
  const book = await oneRow('books', { fund_drive_id: drive.id })
  expect(restOfDrive(sums) + sums.setAside).toBe(book.balance)
  const { status, text } = await get(`/fundraiser/${drive.slug}/account.csv`)
  expect(status).toBe(200)
  const rows = rowsIn(text)
  const cents = (typed: string) => Math.round(Number(typed || 0) * 100)
  const last = rows.findIndex(({ Kind }) => Kind === 'Still there')
  const above = rows.slice(0, last).reduce((total, { Sum, Fee }) => total + cents(Sum!) + cents(Fee!), 0)
  expect([above, cents(rows[last]!.Sum!)]).toEqual([restOfDrive(sums), restOfDrive(sums)])
  const shown = rows.filter(({ Kind }) => Kind === 'Sent')
  expect(shown).toMatchObject([{ 'Shown by receipts': '1333.33', 'Paid to': "The organiser's account" }])
  const net = (await withdrawalWith(db, drive.id, drive.sent.payout))!.sent
  expect(cents(shown[0]!['Not shown yet']!)).toBe(net - 133_333)
})

test('a debt that was given up, and a rest below zero, are said [T1278]', async () => {
  const drive = await fundedDrive(db, [100_000])
  await sentByHand(drive, 100_000)
  await chargedBack(db, drive.given[0]!.reference, 100_000)
  expect(restOfDrive(await accountSums(db, drive.id))).toBe(-100_000)
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).toContain('Refunded beyond what was there')
  await writeOffDebt(db, drive.id, { by: admin.id, note: 'Unreachable' })
  const { words } = await get(`/fundraiser/${drive.slug}/account`)
  for (const said of ['Debt forgiven', 'Still there KES 0']) expect(words).toContain(said)
})

test('everybody reads what a withdrawal bought and what is not shown yet; one that was returned keeps its receipts [T1279]', async () => {
  const drive = await livelyDrive()
  await timePasses('9 days')
  const page = await get(`/fundraiser/${drive.slug}/account`)
  const { payout } = drive.sent
  for (const said of [
    'Mobile (3 gifts) KES 10,700.48',
    'Refunded − KES 500',
    'Set aside for withdrawals − KES 200',
    `Withdrawal W${payout}`,
    'Medicine KES 1,000 Uhai Chemist',

    'No photo: A market stall',
    'The money was returned.',
    '(9 days)',
  ])
    expect(page.words).toContain(said)
  expect(page.text).not.toMatch(/0712|5678|•/)
  expect(page.words).toContain('The account Heal Mama Achieng')
  await sql`update fund_drives set status = 'completed' where id = ${drive.id}`.execute(db)
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).toContain('Final account')
})

test('a hidden name is nowhere: not on the page, in the file or in the export of another person [T1280]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const sent = await sentByHand(drive, 200_000)
  await add(sent, [receipt(10_000, { paidTo: 'Zuberi the nurse' })], false)
  await add(sent, [receipt(20_000, { paidTo: 'Zainabu Undone' })])
  const { id } = await oneRow('payout_receipts', { paid_to: 'Zainabu Undone' })
  await undoReceipt(db, { ...sent, receipt: id, why: 'Paid by another' })
  const treasurer = await someTreasurer(db, { id: drive.id, ownerId: drive.ownerId })
  for (const end of ['account', `account?withdrawal=W${sent.payout}`, 'account.csv', 'account.data']) {
    const { status, text } = await get(`/fundraiser/${drive.slug}/${end}`)
    expect([end, status]).toEqual([end, 200])
    expect(text).not.toMatch(/Zuberi|Zainabu/)
  }
  const { words } = await get(`/fundraiser/${drive.slug}/account`)
  for (const said of ['Name not shown', 'Undone: Paid by another']) expect(words).toContain(said)
  expect(JSON.stringify(await everythingAbout(db, treasurer.id))).not.toMatch(/Zuberi|Zainabu/)
})

test('who agreed is named where they want it and still have an account; a yes that was taken back is not there [T1281]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const [one, two, three] = [
    await someTreasurer(db, drive),
    await someTreasurer(db, drive),
    await someTreasurer(db, drive),
  ]
  for (const [nr, { id }] of [one, two, three].entries())
    await setRows('profiles', { user_id: id }, { full_name: ['Otieno Ouma', 'Achieng Atieno', 'Baraka Juma'][nr]! })
  await setRows('drive_helpers', { id: one.helper }, { named: true })
  await setRows('drive_helpers', { id: three.helper }, { named: true })
  await sql`update fund_drives set signatures = 2 where id = ${drive.id}`.execute(db)
  const { id } = await requestPayout(db, {
    ownerId: drive.ownerId,
    driveId: drive.id,
    amount: 200_000,
    methodId: drive.methodId,
    key: randomUUID(),
    purpose: 'The hospital bill',
  })
  const say = (by: string, verdict: 'yes' | 'no') => sayVerdict(db, id, { driveId: drive.id, by, verdict })
  await say(three.id, 'yes')
  await say(three.id, 'no')
  await say(one.id, 'yes')
  await say(two.id, 'yes')
  await completeByHand(db, id, { by: admin.id })
  const { words } = await get(`/fundraiser/${drive.slug}/account`)
  for (const said of ['The hospital bill', 'Otieno Ouma agreed on', 'A treasurer agreed on'])
    expect(words).toContain(said)
  for (const not of ['Achieng Atieno', 'Baraka Juma agreed']) expect(words).not.toContain(not)
  await sql`update users set deleted_at = now() where id = ${one.id}`.execute(db)
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).not.toContain('Otieno')
})

test('an account is open while the drive is paused, stopped or out of views, never while it is a draft [T1282]', async () => {
  const { id, slug } = await fundedDrive(db, [10_000])
  const set = (what: string) => sql`update fund_drives set ${sql.raw(what)} where id = ${id}`.execute(db)
  await set(`status = 'paused'`)
  expect((await get(`/fundraiser/${slug}/account`)).words).toContain('Heal Mama Achieng')
  await sql`update subscriptions set views = views - remaining_views, remaining_views = 0 where fund_drive_id = ${id}`.execute(
    db,
  )
  expect((await get(`/fundraiser/${slug}/account`)).status).toBe(200)
  await set(`stopped_at = now(), stopped_why = 'False', stopped_from = 'active'`)
  const stopped = await get(`/fundraiser/${slug}/account`)
  expect(stopped.words).toContain('A fundraiser that we stopped')
  expect(stopped.words).not.toContain('Heal Mama Achieng')
  await set(`stopped_at = null, stopped_why = '', stopped_from = null, published_at = null`)
  for (const end of ['account', 'account.csv']) expect((await get(`/fundraiser/${slug}/${end}`)).status).toBe(404)
})

test('a page or a withdrawal that is not there shows the account, and files are limited [T1283]', async () => {
  const drive = await fundedDrive(db, [10_000_000])
  for (let nr = 0; nr < 11; nr++) await sentByHand(drive, 10_000)
  const other = await fundedDrive(db, [100_000])
  const { payout } = await sentByHand(other, 100_000)
  const place = `/fundraiser/${drive.slug}/account`
  for (const query of ['?page=-1', '?page=x', '?page=0', '?withdrawal=x', `?withdrawal=W${payout}`])
    expect((await get(place + query)).words).toContain('Still there')
  const first = (await get(place)).words
  expect(first).toContain('Older')
  expect((await get(`${place}?page=2`)).words).toContain('Newer')
  expect((await get(`${place}?page=9`)).status).toBe(200)
  const answers = []
  for (let nr = 0; nr < 12; nr++) answers.push((await get(`${place}.csv`)).status)
  expect(answers).toContain(429)
  await gift(db, drive.id, 5000)
})

test('a person who prints the account or the statement keeps the fingerprint of the last closed day, and nothing before one [T1383]', async () => {
  const { drive, cookie } = await ownersDrive(db)
  await gift(db, drive.id, 100_000)
  const account = `/fundraiser/${drive.slug}/account`
  const kept = [account, `/fund-drive/${drive.slug}/statement`, `${account}.csv`]
  for (const at of kept) expect((await get(at, { cookie })).words).not.toMatch(/The book up to|Fingerprint/)
  await timePasses('1 day')
  await closeBooks(db)
  const [{ day, hash }] = (
    await sql<{ day: string; hash: string }>`
      select day::text as day, hash from book_days where fund_drive_id = ${drive.id}`.execute(db)
  ).rows as [{ day: string; hash: string }]
  const said = `${dayIn('en', noonOf(day))}: ${fingerprintText(hash)}`
  for (const at of kept) expect((await get(at, { cookie })).words).toContain(`The book up to ${said}`)
  expect((await get(kept[2]!)).text).toContain(`Fingerprint,${day},,The book up to ${said}`)
  const { words } = await get(account, { cookie: 'language=sw' })
  expect(words).toContain(`${dayIn('sw', noonOf(day))}: ${fingerprintText(hash)}`)
})

test('an account in the name of the one it is for is named so only once they agreed and we saw whose it is [T1450]', async () => {
  const drive = await fundedDrive(db, [1_000_000], 'bank')
  await sentByHand(drive, 100_000)
  const address = `/fundraiser/${drive.slug}/account`
  const name = 'An account in the name of W Kamau'
  const isNamed = async () =>
    [(await get(address)).words, (await get(`${address}.csv`)).text].map((text) => text.includes(name))
  const row = { fund_drive_id: drive.id, relation: 'My father', token_hash: 'a'.repeat(64) }
  await db
    .insertInto('beneficiaries')
    .values({ ...row, name: 'W Kamau' })
    .execute()
  const check = (verdict: 'seen' | 'back') =>
    db
      .insertInto('drive_checks')
      .values({
        kind: 'payee',
        fund_drive_id: drive.id,
        method_id: drive.methodId,
        verdict,
        words: 'A card',
        by: admin.id,
      })
      .execute()
  await check('seen')
  expect(await isNamed()).toEqual([false, false])
  await setRows('beneficiaries', { fund_drive_id: drive.id }, { answer: 'yes', answered_at: new Date() })
  expect(await isNamed(), 'their name may not be shown').toEqual([false, false])
  await setRows('beneficiaries', { fund_drive_id: drive.id }, { shows_name: true })
  expect(await isNamed()).toEqual([true, true])
  expect((await accountSums(db, drive.id)).payees).toEqual([{ payee: { beneficiary: 'W Kamau' }, sum: 95_000 }])
  await check('back')
  expect(await isNamed(), 'the check was taken back').toEqual([false, false])
  await check('seen')
  await setRows('beneficiaries', { fund_drive_id: drive.id }, { name: 'Another Person' })
  expect(await isNamed()).toEqual([false, false])
})

test('names no account before money was sent, and whose account it is once that was seen [T1540]', async () => {
  const drive = await fundedDrive(db, [1_000_000], 'bank')
  const words = async () => (await get(`/fundraiser/${drive.slug}/account`)).words
  expect(await words()).toContain('Withdrawals KES 0')
  expect(await words()).not.toContain("The organiser's account")
  await sentByHand(drive, 100_000)
  expect(await words()).toContain("The organiser's account")
  const about = { fund_drive_id: drive.id, name: 'W Kamau', relation: 'My father', token_hash: 'd'.repeat(64) }
  await db.insertInto('beneficiaries').values(about).execute()
  const check = { kind: 'payee' as const, fund_drive_id: drive.id, method_id: drive.methodId, words: '', by: admin.id }
  await db
    .insertInto('drive_checks')
    .values({ ...check, verdict: 'seen' })
    .execute()
  expect(await words()).toContain('An account in the name of the one it is for')
  for (const not of ["The organiser's account", 'W Kamau']) expect(await words()).not.toContain(not)
})

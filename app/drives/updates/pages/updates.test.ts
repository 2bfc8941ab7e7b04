import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { setSignatures } from '#app/money/payouts/changes.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { sayVerdict } from '#app/money/payouts/sign.server.ts'
import { askWhatFor } from '#app/money/payouts/what-for.server.tsx'
import { addReceipts } from '#app/money/spending/receipts.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, someCaller, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, countOf, query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'

// The page on which updates are written, what the page of the drive says of them, and the question that an update answers.

const db = await testDatabase()
booksMustHold(() => db)
const { get, send, walks } = plainBrowser()
const plain = (text: string) => text.replace(/\s/g, ' ')

type Drive = Awaited<ReturnType<typeof fundedDrive>>
/** A withdrawal that was sent; with a purpose, once a treasurer agreed. */
async function sent(drive: Drive, amount: number, purpose?: { says: string; to: { id: string } }) {
  const about = { ownerId: drive.ownerId, driveId: drive.id, methodId: drive.methodId }
  await timePasses('25 hours', { withdrawal_methods: { user_id: drive.ownerId } })
  const { id } = await requestPayout(db, { ...about, amount, purpose: purpose?.says ?? '', key: randomUUID() })
  if (purpose) await sayVerdict(db, id, { driveId: drive.id, by: purpose.to.id, verdict: 'yes' })
  await completeByHand(db, id, { by: (await somePerson(db, { admin: true })).id })
  return id
}

test('the page says who gets an update; a withdrawal has its sum and purpose written in, and a foreign one is refused [T1666]', async () => {
  const owner = await somePerson(db)
  const drive = await fundedDrive(db, [200_000], 'phone', owner.id)
  const treasurer = await someTreasurer(db, drive)
  await setSignatures(db, { ownerId: owner.id, slug: drive.slug }, 1)
  const payout = await sent(drive, 100_000, { says: 'Iron sheets & nails', to: treasurer })
  const foreign = await sent(await fundedDrive(db, [90_000]), 80_000)
  await query`insert into followers (fund_drive_id, email, phone, source, confirmed_at) values
    (${drive.id}, 'a@example.org', null, 'form', now()), (${drive.id}, 'b@example.org', null, 'form', now()),
    (${drive.id}, 'c@example.org', null, 'form', null), (${drive.id}, null, '+254712000111', 'form', now())`
  const page = `/fund-drive/${drive.slug}/updates`
  const one = walks({ cookie: await cookieOf(owner) })
  await one.open(`${page}?for=${payout}`)
  expect(one.page.words).toContain('Who gets it: 2 by email, 1 by text')
  expect(one.page.words).toContain('What was it for?')
  expect(plain(fieldOf(one.page.text, 'words').value)).toBe('KES 950 was withdrawn for: Iron sheets & nails')
  await one.press('Post')
  expect(one.path).toBe(page)
  expect(one.page.words).toMatch(/by the organiser About the withdrawal of KES 950, sent on .* Iron sheets & nails/)
  for (const strange of [foreign, 0, 'x', '1e3']) {
    await one.open(`${page}?for=${strange}`)
    expect(fieldOf(one.page.text, 'words').value).toBe('')
    const typed = { key: randomUUID(), words: 'Mine', payout: String(strange) }
    expect((await send(page, typed, { cookie: await cookieOf(owner) })).status).toBe(404)
  }
  expect(await countOf('updates', { fund_drive_id: drive.id })).toBe(1)
  // A treasurer writes, too, and is not named.
  const helper = walks({ cookie: await cookieOf(treasurer) })
  await helper.open(page)
  await helper.press('Post', { words: 'The roof is on' })
  expect((await get(`/fundraiser/${drive.slug}/updates`)).words).toMatch(/by a treasurer The roof is on/)
})

test('a fundraiser that is a draft takes no update and shows none [T1667]', async () => {
  const owner = await somePerson(db)
  const drive = await someDrive(db, { ownerId: owner.id })
  await query`update fund_drives set published_at = null, status = 'paused' where id = ${drive.id}`
  const cookie = await cookieOf(owner)
  const { status } = await send(`/fund-drive/${drive.slug}/updates`, { key: randomUUID(), words: 'Early' }, { cookie })
  expect([status, await countOf('updates', { fund_drive_id: drive.id })]).toEqual([409, 0])
  expect((await get(`/fundraiser/${drive.slug}/updates`)).status).toBe(404)
})

test('a fundraiser that has ended keeps its story, its lines, its account, its book and its updates [T1668]', async () => {
  const drive = await fundedDrive(db, [200_000])
  await query`update fund_drives set description = '<p>Her whole story</p>' where id = ${drive.id}`
  const payout = await sent(drive, 100_000)
  const rows = [{ amount: 40_000, paidTo: 'Uhai Chemist', what: 'Tablets', day: dayAt(new Date()) }]
  const receipt = { driveId: drive.id, payout, by: drive.ownerId, key: randomUUID(), rows }
  await addReceipts(db, { ...receipt, showsName: true, image: null, noPhoto: 'A stall' })
  const long = 'She is out of the theatre and walks again. '.repeat(5).trim()
  for (const words of ['The first day', long])
    await query`insert into updates (fund_drive_id, by, words, form_key, created_at)
      values (${drive.id}, ${drive.ownerId}, ${words}, gen_random_uuid(), clock_timestamp())`
  const line = /Update, \d+ \w+(?: \d{4})?: (She is out of the theatre.{60,95}…) All updates \(2\)/
  for (const status of ['active', 'completed']) {
    await query`update fund_drives set status = ${status} where id = ${drive.id}`
    const { words, text } = await get(`/fundraiser/${drive.slug}`)
    expect(plain(words), status).toContain('KES 950 sent, KES 400 shown by receipts. See the account')
    expect(line.exec(plain(words))![1]!.length).toBeLessThanOrEqual(120)
    expect([words.includes('Her whole story'), text.includes(`href="/fundraiser/${drive.slug}/updates"`)]).toEqual([
      true,
      true,
    ])
    for (const [end, said] of [
      ['account', 'Uhai Chemist'],
      ['book', '2 lines.'],
      ['updates', 'The first day'],
    ] as const) {
      const page = await get(`/fundraiser/${drive.slug}/${end}`)
      expect([page.status, page.words.includes(said)], `${end}, ${status}`).toEqual([200, true])
    }
  }
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).toContain('Final account')
})

test('an owner without email is asked by a text what a withdrawal was for, once [T1669]', async () => {
  const { id: ownerId, phone } = await someCaller(db)
  const drive = await fundedDrive(db, [100_000], 'phone', ownerId)
  const payoutId = await sent(drive, 50_000)
  const asks = async () =>
    (await allRows('sms_outbox', { phone })).filter(({ text }) => text?.includes('was sent to you a week ago'))
  await askWhatFor(db, { payoutId })
  await askWhatFor(db, { payoutId })
  const texts = await asks()
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatchObject({ money: false, text: expect.stringContaining('KES 475') })
  const other = await sent(drive, 20_000)
  await query`insert into updates (fund_drive_id, by, words, whole, form_key)
    select ${drive.id}, ${ownerId}, 'The bill is paid', whole, gen_random_uuid() from payout_requests where id = ${other}`
  await askWhatFor(db, { payoutId: other })
  expect(await asks()).toHaveLength(1)
})

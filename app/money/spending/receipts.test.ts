import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPicture, forgetPicture, pictureBreaks } from '#app/base/pictures/picture.server.ts'
import { smallCopy } from '#app/kit/picture.ts'
import { dayAt } from '#app/kit/time.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, somePerson } from '#test/make.ts'
import { askingFor, atOnce, booksMustHold, gift, granted, reasonsOf } from '#test/money.ts'
import { photo } from '#test/pictures.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { hideReceipt, mailReceiptHidden, showReceipt } from './admin/hide-receipt.server.tsx'
import { addReceipts, receiptsOf, spentSums, undoReceipt, withdrawalWith } from './receipts.server.ts'
import { receiptListForm } from './spending-forms.ts'

// Receipts of withdrawals: adding and undoing them, together and with bad input.

const db = await testDatabase()
const { get, send } = plainBrowser()
booksMustHold(() => db)
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'receipts-'))
  useStore(diskStore(root))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const today = dayAt(new Date())

/** A drive whose owner has withdrawn KES 760 after the fee. */
async function withdrawn(amount = 80_000) {
  const { owner, cookie, drive } = await ownersDrive(db)
  await gift(db, drive.id, 1_000_000)
  const { ask } = await askingFor(db, drive)
  const admin = await somePerson(db, { admin: true })
  const { id } = await ask(amount)
  await completeByHand(db, id, { by: admin.id })
  const place = `/fund-drive/${drive.slug}/money/${id}`
  const of = { driveId: drive.id, payout: id, by: owner.id }
  const add = (cents: number, key: string = randomUUID()) =>
    addReceipts(db, {
      ...of,
      key,
      rows: [{ amount: cents, paidTo: 'Uhai Chemist', what: 'Medicine', day: today }],
      showsName: true,
      image: null,
      noPhoto: 'A market stall',
    })
  return { owner, cookie, drive, ask, admin, id, place, of, add }
}
const fields = (own: Record<string, string> = {}) => ({
  key: randomUUID(),
  amount: '614',
  paidTo: 'Uhai Chemist',
  what: 'Medicine for ten days',
  day: today,
  noPhoto: 'A market stall',
  ...own,
})
const png = async () => new File([new Uint8Array(await photo(40, 30).png().toBuffer())], 'p.png', { type: 'image/png' })

test('owner and treasurer show by receipts what a withdrawal bought, and others find no page [T1270]', async () => {
  const { owner, cookie, drive, place, id } = await withdrawn()
  const base = `/fund-drive/${drive.slug}/money`
  expect((await get(base, { cookie })).words).toContain('KES 0 of KES 760 shown')
  expect((await get(place, { cookie })).words).toContain('Cover names of patients, ID and account numbers.')
  const added = await send(place, fields(), { cookie })
  expect([added.status, added.headers.location]).toEqual([303, place])
  const treasurer = await cookieOf(await someTreasurer(db, { id: drive.id, ownerId: owner.id }))
  expect((await send(place, fields({ amount: '100', hides: 'on' }), { cookie: treasurer })).status).toBe(303)
  const list = await get(base, { cookie: treasurer })
  expect(list.words).toContain('KES 714 of KES 760 shown')
  expect(list.words).toContain('KES 760 sent, KES 714 shown by receipts.')
  const page = await get(place, { cookie })
  for (const words of ['Medicine for ten days', 'Uhai Chemist', 'No photo: A market stall', '(not shown to others)'])
    expect(page.words).toContain(words)
  const stranger = await cookieOf(await somePerson(db))
  for (const at of [base, place]) expect((await get(at, { cookie: stranger })).status).toBe(404)
  expect((await send(place, fields(), { cookie: stranger })).status).toBe(404)
  expect((await allRows('payout_receipts')).map(({ amount, shows_name }) => [amount, shows_name])).toEqual([
    [61_400, true],
    [10_000, false],
  ])
  expect(await withdrawalWith(db, drive.id, id)).toMatchObject({ sent: 76_000, fee: 4000, shown: 71_400 })
})

test('of ten who add the last shillings one does, and the others read what is left [T1271]', async () => {
  const { drive, of, add } = await withdrawn()
  await add(66_000)
  const all = await atOnce(10, () => add(10_000))
  expect(granted(all)).toHaveLength(1)
  expect([...new Set(reasonsOf(all))]).toEqual(['Only {sum} of this withdrawal is left to show.'])
  expect(await spentSums(db, drive.id)).toEqual({ sent: 76_000, shown: 76_000 })
  await expect(add(1)).rejects.toMatchObject({ says: { title: { values: { sum: 'KES\u00a00' } } } })
  const { whole } = (await withdrawalWith(db, drive.id, of.payout))!
  expect((await receiptsOf(db, [whole], { seenBy: 'everybody' })).get(whole)).toHaveLength(2)
})

test('a receipt that is undone while others are added makes room for one of them [T1272]', async () => {
  const { drive, of, add } = await withdrawn()
  await add(70_000)
  const { id: receipt } = await oneRow('payout_receipts', { fund_drive_id: drive.id })
  const all = await atOnce(10, (at) =>
    at === 4 ? undoReceipt(db, { ...of, receipt, why: 'The wrong shop' }) : add(70_000),
  )
  expect(granted(all).length).toBeLessThanOrEqual(2)
  const { shown } = await spentSums(db, drive.id)
  expect([0, 70_000]).toContain(shown)
  const again = await atOnce(5, () => undoReceipt(db, { ...of, receipt, why: 'Once more' }))
  expect([...new Set(reasonsOf(again))]).toEqual(['This receipt was undone before.'])
  expect(await oneRow('payout_receipts', { id: receipt })).toMatchObject({ undone_why: 'The wrong shop' })
})

test('a form that is sent twice adds its receipt once, and another one under its key is refused [T1273]', async () => {
  const { drive, add } = await withdrawn()
  const key = randomUUID()
  expect(granted(await atOnce(5, () => add(10_000, key)))).toHaveLength(5)
  await expect(add(10_001, key)).rejects.toThrow('Not added: this form was used for another receipt')
  expect(await countOf('payout_receipts', { fund_drive_id: drive.id })).toBe(1)
})

test('bad input adds nothing, and says why [T1274]', async () => {
  const { cookie, drive, place, ask, owner } = await withdrawn()
  const tomorrow = dayAt(new Date(Date.now() + 86_400_000))
  const bad: [Record<string, string>, string][] = [
    [{ amount: '760.01' }, 'Only KES 760 of this withdrawal is left to show.'],
    [{ amount: '' }, 'Enter an amount'],
    [{ amount: '0' }, 'Please write an amount'],
    [{ amount: '-5' }, 'Please write an amount'],
    [{ amount: 'ten' }, 'Please write an amount'],
    [{ day: tomorrow }, 'Please choose today or an earlier day.'],
    [{ day: '2026-02-30' }, 'Please choose today or an earlier day.'],
    [{ day: '1999-12-31' }, 'Please choose today or an earlier day.'],
    [{ day: '' }, 'Choose the day'],
    [{ paidTo: '' }, 'Write who was paid'],
    [{ paidTo: 'x'.repeat(81) }, 'Please write it in 80 letters or less'],
    [{ what: ' ' }, 'Write what was bought'],
    [{ what: 'x'.repeat(121) }, 'Please write it in 120 letters or less'],
    [{ noPhoto: '' }, 'Add a photo, or write why there is none'],
    [{ noPhoto: 'x'.repeat(121) }, 'Please write it in 120 letters or less'],
    [{ image: 'https://example.org/a.jpg' }, 'Please select an image file'],
    [{ image: `/media/drives/${'0'.repeat(32)}-40.jpg` }, 'Please choose the photo again'],
    [{ key: 'none' }, 'Please check this field'],
  ]
  for (const [own, words] of bad) {
    const answer = await send(place, fields(own), { cookie })
    expect([own, answer.status]).toEqual([own, 422])
    if (!own.key) expect(answer.words).toContain(words)
  }
  const foreign = (await addPicture(db, (await somePerson(db)).id, await png())).url
  expect((await send(place, fields({ image: foreign }), { cookie })).status).toBe(422)
  const pdf = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' })
  const asFields = [...Object.entries(fields()), ['file', pdf]] as [string, string][]
  expect((await send(place, asFields, { cookie })).words).toContain('Please select an image file')
  const { id: open } = await ask(20_000)
  const early = await send(`/fund-drive/${drive.slug}/money/${open}`, fields(), { cookie })
  expect([early.status, early.words]).toEqual([409, expect.stringContaining('once the withdrawal was sent')])
  for (const at of ['0', '-1', 'x', '999999999'])
    expect((await send(`/fund-drive/${drive.slug}/money/${at}`, fields(), { cookie })).status).toBe(404)
  const other = await withdrawn()
  expect((await send(`${other.place.replace(String(other.id), '')}${open}`, fields(), other)).status).toBe(404)
  expect(await countOf('payout_receipts', { posted_by: owner.id })).toBe(0)
})

test('an undone receipt stays with its reason, and needs one; its photo is deleted [T1275]', async () => {
  const { owner, cookie, drive, place, of } = await withdrawn()
  const sent = [...Object.entries(fields({ noPhoto: '', hides: 'on' })), ['file', await png()]] as [string, string][]
  expect((await send(place, sent, { cookie })).status).toBe(303)
  const { id: receipt, photo_url, whole } = await oneRow('payout_receipts', { fund_drive_id: drive.id })
  expect((await get(place, { cookie })).text).toContain(photo_url)
  await forgetPicture(db, photo_url)
  expect(await pictureBreaks(db)).toEqual([])
  for (const why of ['', ' ', 'x'.repeat(201)])
    await send(`${place}/undo`, { receipt: String(receipt), why }, { cookie })
  expect((await oneRow('payout_receipts', { id: receipt })).undone_at).toBe(null)
  const other = await withdrawn()
  await expect(undoReceipt(db, { ...other.of, receipt, why: 'Not mine' })).rejects.toMatchObject({ status: 404 })
  expect((await send(`${place}/undo`, { receipt: String(receipt), why: 'It shows a name' }, { cookie })).status).toBe(
    303,
  )
  await forgetPicture(db, photo_url)
  expect(await pictureBreaks(db)).toEqual([])
  expect(await countOf('pictures', { user_id: owner.id })).toBe(0)
  const page = await get(place, { cookie })
  expect(page.words).toContain('Undone: It shows a name')
  expect(page.words).toContain('KES 0 of KES 760 shown')
  expect(page.text).not.toContain(photo_url)
  const seen = (await receiptsOf(db, [whole], { seenBy: 'everybody' })).get(whole)
  expect(seen).toMatchObject([{ paidTo: null, photo: null, undoneWhy: 'It shows a name' }])
  await expect(undoReceipt(db, { ...of, receipt, why: 'Again' })).rejects.toThrow('undone before')
})

test('the database refuses receipts of more than was sent, and changes of what was written [T1276]', async () => {
  const { owner, drive, of, add } = await withdrawn()
  await add(70_000)
  const { whole } = (await withdrawalWith(db, drive.id, of.payout))!
  const by_hand = (amount: number) =>
    db
      .insertInto('payout_receipts')
      .values({
        fund_drive_id: drive.id,
        whole,
        amount,
        paid_to: 'A shop',
        what: 'Food',
        spent_on: today,
        no_photo: 'None',
        posted_by: owner.id,
        form_key: randomUUID(),
      })
      .execute()
  await expect(by_hand(6001)).rejects.toThrow('receipts show more than was sent')
  for (const statement of ['amount = 1', `paid_to = 'Another'`, 'shows_name = false', `what = 'Beer'`])
    await expect(sql`update payout_receipts set ${sql.raw(statement)}`.execute(db)).rejects.toThrow(
      /denied|is forbidden/,
    )
  await expect(sql`delete from payout_receipts`.execute(db)).rejects.toThrow(/denied|is forbidden/)
})

test('a pasted list of 208 households adds its rows under one photo, and is undone as a whole [T1284]', async () => {
  const { owner, cookie, drive, place, of } = await withdrawn(1_000_000)
  expect((await get(`${place}/list`, { cookie })).words).toContain('Photo of the signed list')
  const rows = Array.from({ length: 208 }, (_, at) => `Household ${at}, O\u2019Neil, 45, 2/1/2026`).join('\r\n')
  const list = { key: randomUUID(), rows: `\n${rows}\n\n`, what: 'Food for a week', hides: 'on' }
  const sent = [...Object.entries(list), ['file', await png()]] as [string, string][]
  expect((await send(`${place}/list`, sent, { cookie })).status).toBe(303)
  const all = await allRows('payout_receipts', { fund_drive_id: drive.id })
  expect([all.length, new Set(all.map(({ photo_url }) => photo_url)).size]).toEqual([208, 1])
  expect(all[7]).toMatchObject({ amount: 4500, paid_to: 'Household 7, O\u2019Neil', shows_name: false, row_no: 8 })
  expect(
    (await sql<{ day: string }>`select spent_on::text as day from payout_receipts where id = ${all[7]!.id}`.execute(db))
      .rows,
  ).toEqual([{ day: '2026-01-02' }])
  expect((await get(place, { cookie })).words).toContain('KES 9,360 of KES 9,500 shown')
  const seen = await get(`/fundraiser/${drive.slug}/account`)
  expect(seen.words).toContain('All 208 receipts')
  expect(seen.text).not.toContain('Household')
  const whole = await get(`/fundraiser/${drive.slug}/account?withdrawal=W${of.payout}`)
  expect(whole.text.split('Food for a week').length).toBeGreaterThan(208)
  const undo = { receipt: String(all[3]!.id), why: 'The wrong list', all: 'on' }
  expect((await send(`${place}/undo`, undo, { cookie })).status).toBe(303)
  expect(await countOf('payout_receipts', { undone_why: 'The wrong list' })).toBe(208)
  await forgetPicture(db, all[0]!.photo_url)
  expect(await countOf('pictures', { user_id: owner.id })).toBe(0)
})

test('rows are read as people write them; one that is not clear is named, and nothing is added [T1285]', async () => {
  const { cookie, drive, place } = await withdrawn(1_000_000)
  const key = randomUUID()
  const parsed = (rows: string) =>
    receiptListForm
      .parse({ key, rows, what: 'Food', noPhoto: 'None' })
      .rows.map(Object.values as (row: object) => unknown[])
  expect(
    parsed(
      'Amina Yusuf, 1,000, 2026-01-02\nBaraka;KES 500;02/01/2026\nChe, Jr.\t99.50\t2.1.2026\nDogo, 250/=, 2-1-2026',
    ),
  ).toEqual([
    [100_000, 'Amina Yusuf', '2026-01-02'],
    [50_000, 'Baraka', '2026-01-02'],
    [9950, 'Che, Jr.', '2026-01-02'],
    [25_000, 'Dogo', '2026-01-02'],
  ])
  const post = (rows: string) =>
    send(`${place}/list`, { key: randomUUID(), rows, what: 'Food', noPhoto: 'No paper' }, { cookie })
  const many = (count: number) => Array.from({ length: count }, () => 'Amina, 1, 2/1/2026').join('\n')
  const bad: [string, string][] = [
    ['', 'Paste the rows of the list'],
    [many(301), 'A withdrawal has at most 300 receipts.'],
    ['Amina, 9,501, 2/1/2026', 'Only KES 9,500 of this withdrawal is left to show.'],
    ['Amina, 100, 2/1/2026\nBaraka, 100', 'Row 2 is not clear.'],
    ['Amina, 0, 2/1/2026', 'Row 1 is not clear.'],
    ['Amina, 100, 31/2/2026', 'Row 1 is not clear.'],
    ['Amina, 100, 2/1/2199', 'Row 1 is not clear.'],
    [', 100, 2/1/2026', 'Row 1 is not clear.'],
    [`${'x'.repeat(81)}, 100, 2/1/2026`, 'Row 1 is not clear.'],
    [`${' ,'.repeat(25_000)}`, 'Row 1 is not clear.'],
  ]
  for (const [rows, words] of bad) {
    const answer = await post(rows)
    expect([rows.slice(0, 40), answer.status]).toEqual([rows.slice(0, 40), 422])
    expect(answer.words).toContain(words)
  }
  expect(await countOf('payout_receipts', { fund_drive_id: drive.id })).toBe(0)
  expect((await post(many(299))).status).toBe(303)
  expect((await post(many(2))).words).toContain('A withdrawal has at most 300 receipts.')
  expect(await countOf('payout_receipts', { fund_drive_id: drive.id })).toBe(299)
})

describe('a photo that an administrator hides', () => {
  test('is served to nobody, says so in the account, and can be shown again [T1372]', async () => {
    const { owner, cookie, drive, place, id, admin } = await withdrawn()
    const { url } = await addPicture(db, owner.id, await png())
    await send(place, fields({ image: url, noPhoto: '' }), { cookie })
    await send(place, fields({ amount: '50' }), { cookie })
    const all = await allRows('payout_receipts', { fund_drive_id: drive.id })
    const [receipt, bare] = [all[0]!.id, all[1]!.id]
    const [account, file] = [`/fundraiser/${drive.slug}/account`, `/fundraiser/${drive.slug}/account.csv`]
    expect((await get(url)).status).toBe(200)
    const by = { id: admin.id, address: '' }
    const key = { slug: drive.slug, receipt }
    await expect(hideReceipt(db, { ...key, receipt: bare }, { why: 'No photo', by })).rejects.toMatchObject({
      status: 404,
    })
    const own = { id: drive.ownerId, address: '' }
    await expect(hideReceipt(db, key, { why: 'Mine', by: own })).rejects.toMatchObject({ status: 403 })
    const hiding = await atOnce(5, () => hideReceipt(db, key, { why: 'It names a patient', by }))
    expect(granted(hiding)).toHaveLength(1)

    for (const at of [url, smallCopy(url, 320)]) expect((await get(at)).status).toBe(404)
    const shown = await get(account)
    expect(shown.words).toContain('Photo: Hidden by Harambee')
    expect(shown.words).toContain('KES 760 sent, KES 664 shown by receipts.')
    expect(shown.words).not.toContain('It names a patient')
    expect(shown.text).not.toContain(url)
    expect((await get(file)).text).toContain('Hidden by Harambee')
    expect((await get(file)).text).not.toContain(url)
    expect((await get(place, { cookie })).words).toContain('It names a patient')
    await mailReceiptHidden(db, { receiptId: receipt })
    const { rows } = await sql<{ text: string }>`
      select text from sandbox.mails where subject like 'The photo of a receipt is hidden%' order by id desc limit 1`.execute(
      db,
    )
    expect(rows[0]?.text).toContain('It names a patient')
    // A hidden photo does not come back on another receipt.
    expect((await send(place, fields({ image: url, noPhoto: '', amount: '10' }), { cookie })).status).toBe(422)

    await showReceipt(db, key, { why: 'A mistake', by })
    expect((await get(url)).status).toBe(200)
    expect((await get(account)).text).toContain(url)
    const of = { driveId: drive.id, payout: id, by: owner.id }
    await undoReceipt(db, { ...of, receipt, why: 'The wrong shop' })
    await expect(hideReceipt(db, key, { why: 'Too late', by })).rejects.toMatchObject({ status: 404 })
  })

  test('is hidden on all rows of a list, while one of them is undone [T1442]', async () => {
    const { owner, drive, admin, of, add } = await withdrawn()
    const { url } = await addPicture(db, owner.id, await png())
    const rows = [1, 2, 3].map((n) => ({ amount: n * 100, paidTo: `Person ${n}`, what: 'Food', day: today }))
    await addReceipts(db, { ...of, key: randomUUID(), rows, showsName: false, image: url, noPhoto: '' })
    await add(500)
    const ids = (await allRows('payout_receipts', { fund_drive_id: drive.id })).map(({ id }) => id)
    const by = { id: admin.id, address: '' }
    await Promise.all([
      undoReceipt(db, { ...of, receipt: ids[1]!, why: 'Twice' }),
      hideReceipt(db, { slug: drive.slug, receipt: ids[0]! }, { why: 'Names', by }),
    ])
    const after = await allRows('payout_receipts', { fund_drive_id: drive.id })
    expect(
      after.filter(({ undone_at, photo_url }) => !undone_at && photo_url).every(({ hidden_at }) => hidden_at),
    ).toBe(true)
    expect(after.find(({ photo_url }) => !photo_url)!.hidden_at).toBeNull()
  })
})

test('a refused undo and a refused change of the plan keep what was typed without a script [T1452]', async () => {
  const { cookie, drive, place, add } = await withdrawn()
  await add(10_000)
  await add(20_000)
  const [one] = await allRows('payout_receipts', { fund_drive_id: drive.id })
  const after = async (at: string, fields: Record<string, string>, page: string) => {
    const refused = await send(at, fields, { cookie, comesFrom: page })
    expect([refused.status, refused.headers.location]).toEqual([303, page])
    const flash = refused.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ')
    return get(page, { cookie: `${cookie}; ${flash}` })
  }
  const long = `${'The wrong shop. '.repeat(13)}End`
  const page = await after(`${place}/undo`, { receipt: String(one!.id), why: long }, place)
  expect(page.text.split(`value="${long}"`)).toHaveLength(2)
  expect(page.text.match(/<details open/g)).toHaveLength(1)
  const base = `/fund-drive/${drive.slug}/money`
  await send(base, { key: randomUUID(), what: 'Theatre', plan: '1000' }, { cookie })
  const line = await oneRow('budget_lines', { fund_drive_id: drive.id })
  const plan = await after(`${base}/lines/change`, { line: String(line.id), plan: '1,00x' }, base)
  expect(plan.text).toContain('value="1,00x"')
  expect(plan.text.match(/<details open/g)).toHaveLength(1)
})

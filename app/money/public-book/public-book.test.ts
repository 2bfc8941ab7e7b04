import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeByHand, writeOffDebt } from '#app/money/payouts/decide.server.ts'
import { productFolder } from '#app/platform/postgres/place.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { wordsOf } from '#test/as-sent.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive, someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, chargedBack, fundedDrive, gift } from '#test/money.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { wholeApp } from '#test/whole-app.ts'
import { fingerprintText, refText, typedRef } from './book.ts'
import { closeBooks, refOfGift } from './close.server.ts'
import { mailBook } from './mails.server.tsx'

// The public book: every movement has a line, days are closed with fingerprints, and what is closed stays.

const db = await testDatabase()
booksMustHold(() => db)
const app = wholeApp({ drawn: true })

type Line = { n: number; day: string; kind: string; amount: number; fee: number; balance: number; ref: string }
const linesOf = async (driveId: string) =>
  (
    await sql<Line>`
      select n, day::text as day, kind, amount, fee, balance, ref from book_lines where fund_drive_id = ${driveId} order by n`.execute(
      db,
    )
  ).rows
const daysOf = async (driveId: string) =>
  (
    await sql<{ day: string; hash: string }>`
      select day::text as day, hash from book_days where fund_drive_id = ${driveId} order by day`.execute(db)
  ).rows
const shown = async (address: string) => {
  const { status, text } = await app.ask(address)
  return { status, text, words: wordsOf(text) }
}

/** Runs a statement as a person could who owns the database. */
const pastGuards = (statement: RawBuilder<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await statement.execute(tx)
  })

/** Runs the program on a book, in a folder where nothing else is. */
function check(book: string, ...more: string[]): { status: number | null; said: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-book-'))
  try {
    writeFileSync(path.join(folder, 'book.json'), book)
    const program = path.join(productFolder, 'public', 'check-book.mjs')
    const ran = spawnSync(process.execPath, [program, 'book.json', ...more], { cwd: folder, encoding: 'utf8' })
    return { status: ran.status, said: ran.stdout + ran.stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A drive of which all kinds of movements happened two days ago, closed since. */
async function livelyDrive() {
  const drive = await fundedDrive(db, [100_000, 50_000])
  const admin = await somePerson(db, { admin: true })
  const { id: payoutId } = await drive.ask(120_000)
  await completeByHand(db, payoutId, { by: admin.id })
  await chargedBack(db, drive.given[1]!.reference, 50_000)
  await writeOffDebt(db, drive.id, { by: admin.id, note: 'Unreachable' })
  return { ...drive, payoutId }
}

test('the code of a gift is made from its receipt, and read as people type it [T1013]', () => {
  const receipt = '00000000-0000-4000-8000-000000000000'
  const ref = refOfGift(receipt)
  expect(ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  const bits = BigInt(`0x${createHash('sha256').update(`harambee-gift/1\n${receipt}`).digest('hex')}`) >> 206n
  const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  expect(BigInt([...ref].reduce((sum, sign) => sum * 32n + BigInt(signs.indexOf(sign)), 0n))).toBe(bits)
  expect(typedRef(` ${refText(ref).toLowerCase()} `)).toBe(ref)
  expect(typedRef('o1il-LIO00')).toBe('011111000')
  expect(typedRef('w12')).toBe('W12')
  // The database takes no byte 0.
  expect(typedRef('\u00007kq\u202e')).toBe('7KQ')
  expect(typedRef('x'.repeat(10_000))).toHaveLength(40)
})

test('every movement has a line with the total after it, and the last total is what the drive has [T1014]', async () => {
  const { id, payoutId } = await livelyDrive()
  await timePasses('1 day')
  await closeBooks(db)
  const lines = await linesOf(id)
  expect(lines.map(({ n, kind, amount, fee, balance }) => [n, kind, amount, fee, balance])).toEqual([
    [1, 'gift', 100_000, 0, 100_000],
    [2, 'gift', 50_000, 0, 150_000],
    [3, 'sent', -120_000, 6000, 30_000],
    [4, 'back', -50_000, 0, -20_000],
    [5, 'forgiven', 20_000, 0, 0],
  ])
  expect(lines[2]!.ref).toBe(`W${payoutId}`)
  expect(lines[3]!.ref).toBe(lines[1]!.ref)
})

test('closing again enters nothing again, and ten at once enter each line once [T1015]', async () => {
  const { id } = await fundedDrive(db, [10_000, 20_000, 30_000])
  await timePasses('1 day')
  await atOnce(10, () => closeBooks(db, 1))
  await closeBooks(db, 1)
  expect((await linesOf(id)).map(({ amount }) => amount)).toEqual([10_000, 20_000, 30_000])
  expect(await daysOf(id)).toHaveLength(1)
})

test('what is of today waits until the day is over [T1016]', async () => {
  const { id, slug } = await fundedDrive(db, [10_000])
  await closeBooks(db)
  expect(await linesOf(id)).toEqual([])
  const { words } = await shown(`/fundraiser/${slug}/book`)
  expect(words).toContain('1 line. KES 100 in, KES 0 out, KES 100 left.')
  expect(words).toContain('Not closed yet')
  expect(words).toContain('No day is closed yet.')
})

test('what a transaction of a closed day commits later gets a line on the first open day [T1017]', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, 10_000)
  await timePasses('3 days')
  await gift(db, drive.id, 20_000)
  await timePasses('1 day')
  await closeBooks(db)
  const before = await daysOf(drive.id)
  expect(before).toHaveLength(2)
  const { reference } = await gift(db, drive.id, 30_000)
  await pastGuards(sql`
    update donations set created_at = now() - interval '2 days'
    where payment_id = (select id from payments where reference = ${reference})`)
  await closeBooks(db)
  // Two days ago lies before the day that is closed: the line waits for tonight's closing of today.
  const late = (await linesOf(drive.id)).find(({ amount }) => amount === 30_000)
  expect(late!.day > before[1]!.day).toBe(true)
  expect((await daysOf(drive.id)).slice(0, 2)).toEqual(before)
})

test('the program that anyone can run checks a book, finds a gift, and names the line of a changed cent [T1018]', async () => {
  const { id, slug, given } = await livelyDrive()
  await timePasses('3 days')
  await closeBooks(db)
  await gift(db, id, 70_000)
  await timePasses('1 day')
  await closeBooks(db)
  const { text } = await shown(`/fundraiser/${slug}/book.json`)
  const receipt = await db
    .selectFrom('donations')
    .where('payment_id', '=', given[0]!.id)
    .select('receipt')
    .executeTakeFirstOrThrow()
  const days = await daysOf(id)
  expect(check(text)).toMatchObject({ status: 0, said: expect.stringContaining('6 lines, KES 700, right.') })
  const found = () => check(text, fingerprintText(days[0]!.hash), refText(refOfGift(receipt.receipt)))
  expect(found().said).toContain(days[0]!.day)
  expect(found().said).toContain('|gift|100000|0|100000|')
  const changed = text.replace('|gift|50000|0|150000|', '|gift|50001|0|150001|')
  expect(check(changed)).toMatchObject({ status: 1, said: expect.stringContaining('WRONG') })
  expect(check(text, '0000 0000 0000 0000').said).toContain('this fingerprint is gone')
  expect(check(text, '', '7KQX3-M9D2F').said).toContain('no line with this code')
  // Once the giver is forgotten the book is the same text, and still right.
  await forgetDonor(db, 'amina@example.test')
  expect((await shown(`/fundraiser/${slug}/book.json`)).text).toBe(text)
  expect(found().status).toBe(0)
})

test('a cent that was changed past all guards breaks the rules of the books, and the program names its day [T1019]', async () => {
  const { id, slug } = await fundedDrive(db, [10_000])
  await timePasses('1 day')
  await closeBooks(db)
  const set = (amount: number) =>
    pastGuards(sql`update book_lines set amount = ${amount}, balance = ${amount} where fund_drive_id = ${id}`)
  await expect(sql`update book_lines set amount = 1 where fund_drive_id = ${id}`.execute(db)).rejects.toThrow()
  await expect(sql`delete from book_days where fund_drive_id = ${id}`.execute(db)).rejects.toThrow()
  await set(10_001)
  expect((await brokenBooks(db)).map((one) => one.id)).toEqual(['A6', 'A7', 'A8'])
  const [closed] = await daysOf(id)
  const { said } = check((await shown(`/fundraiser/${slug}/book.json`)).text)
  expect(said).toContain(`WRONG: the fingerprint of ${closed!.day}`)
  await set(10_000)
})

test('a giver who is forgotten leaves the book as it was; the receipt leads to the line until then [T1020]', async () => {
  const drive = await fundedDrive(db, [10_000])
  await timePasses('1 day')
  await closeBooks(db)
  const { receipt } = await db
    .selectFrom('donations')
    .where('payment_id', '=', drive.given[0]!.id)
    .select('receipt')
    .executeTakeFirstOrThrow()
  const ref = refText(refOfGift(receipt))
  const { hash } = (await daysOf(drive.id))[0]!
  const paper = await shown(`/receipt/${receipt}`)
  expect(paper.words).toContain(ref)
  expect(paper.words).toContain(fingerprintText(hash))
  const { words } = await shown(`/fundraiser/${drive.slug}/book?code=${ref.toLowerCase()}`)
  expect(words).toContain('Lines with this code')
  expect(words).not.toContain('Amina')
  expect((await shown(`/fundraiser/${drive.slug}/book?code=0000000000`)).words).toContain('No line has this code.')
  await forgetDonor(db, 'amina@example.test')
  expect(await daysOf(drive.id)).toEqual([{ day: expect.any(String), hash }])
})

test('a closed day is mailed to the owner and the treasurer, each by a job of their own, with its fingerprint [T1060]', async () => {
  const drive = await fundedDrive(db, [10_000])
  const treasurer = await somePerson(db)
  await sql`
    insert into drive_helpers (fund_drive_id, role, user_id, accepted_at, invited_by, invited, expires_at)
    values (${drive.id}, 'treasurer', ${treasurer.id}, now(), ${drive.ownerId}, 'Otieno', now())`.execute(db)
  await timePasses('1 day')
  await closeBooks(db)
  const [day] = await daysOf(drive.id)
  const { rows: jobs } = await sql<{ payload: Parameters<typeof mailBook>[1] }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-book' and j.payload ->> 'driveId' = ${drive.id}`.execute(db)
  const about = { driveId: drive.id, day: day!.day }
  const each = [drive.ownerId, treasurer.id].map((userId) => ({ payload: { ...about, userId } }))
  expect(jobs).toHaveLength(2)
  expect(jobs).toEqual(expect.arrayContaining(each))
  await sql`delete from sandbox.mails`.execute(db)
  for (const { payload } of jobs) await mailBook(db, payload)
  const { rows: mails } = await sql<{ to: string; text: string }>`
    select to_address as to, text from sandbox.mails order by id`.execute(db)
  const owner = await db.selectFrom('users').where('id', '=', drive.ownerId).select('email').executeTakeFirstOrThrow()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, treasurer.email].toSorted())
  for (const { text } of mails) expect(text).toContain(fingerprintText(day!.hash))
  // One who helps no more, or is someone else, is not told.
  await sql`update drive_helpers set left_at = now() where user_id = ${treasurer.id}`.execute(db)
  for (const userId of [treasurer.id, (await somePerson(db)).id]) await mailBook(db, { ...about, userId })
  expect((await sql`select from sandbox.mails`.execute(db)).rows).toHaveLength(2)
})

test('the book is open when the drive is paused or stopped, never while it is a draft [T1058]', async () => {
  const { id, slug } = await fundedDrive(db, [10_000])
  const set = (what: string) => sql`update fund_drives set ${sql.raw(what)} where id = ${id}`.execute(db)
  await set(`status = 'paused'`)
  expect((await shown(`/fundraiser/${slug}/book`)).words).toContain('Heal Mama Achieng')
  await set(`stopped_at = now(), stopped_why = 'False', stopped_from = 'active'`)
  const stopped = await shown(`/fundraiser/${slug}/book`)
  expect(stopped.words).toContain('A fundraiser that we stopped')
  expect(stopped.words).not.toContain('Heal Mama Achieng')
  await set(`stopped_at = null, stopped_why = '', stopped_from = null, published_at = null`)
  for (const end of ['book', 'book.csv', 'book.json'])
    expect((await shown(`/fundraiser/${slug}/${end}`)).status).toBe(404)
})

test('a page that is not there is the first or the last, and files are limited [T1059]', async () => {
  const { slug } = await fundedDrive(db, [10_000, 20_000])
  await timePasses('1 day')
  await closeBooks(db)
  for (const page of ['-1', '0', 'x', '99999999999', '7'])
    expect((await shown(`/fundraiser/${slug}/book?page=${page}`)).words).toContain('2 lines. KES 300 in')
  const table = await app.ask(`/fundraiser/${slug}/book.csv`)
  expect(table.text.split('\r\n')[1]).toMatch(/^1,\d{4}-\d\d-\d\d,Gift,100,0,100,[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  const answers = []
  for (let nr = 0; nr < 12; nr++) answers.push((await app.ask(`/fundraiser/${slug}/book.json`)).status)
  expect(answers).toContain(429)
})

test('the last row of a statement’s file is the fingerprint of the book, once a day is closed [T1451]', async () => {
  const { cookie, drive } = await ownersDrive(db)
  await gift(db, drive.id, 10_000)
  const file = async () => (await app.ask(`/fund-drive/${drive.slug}/statement.csv`, { headers: { cookie } })).text
  expect(await file()).not.toContain('The book up to')
  await timePasses('1 day')
  await closeBooks(db)
  const { hash } = await oneRow('books', { fund_drive_id: drive.id })
  expect((await file()).trim().split('\r\n').at(-1)).toMatch(
    new RegExp(`^"?The book up to .*: ${fingerprintText(hash)}"?,`),
  )
})

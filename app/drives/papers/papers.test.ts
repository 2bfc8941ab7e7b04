import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { openForms } from '#test/app-forms.ts'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { bombGif, jpegWith, padded, photo } from '#test/pictures.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import {
  checksRecorded,
  drivesWithPapers,
  recordCheck,
  revealPaper,
  waitingPapers,
} from './admin/papers-list.server.ts'
import { mailCheck, mailPapersGo } from './mails.server.tsx'
import { checkForm } from './paper-forms.ts'
import { addPaper, paperOpened, papersOf, papersSeen, sweepPapers } from './papers.server.ts'

const db = await testDatabase()
const { get, send } = openForms()

const picture = await photo(640, 480).jpeg().toBuffer()
const file = (bytes: Buffer = picture, type = 'image/jpeg', name = 'id.jpg') =>
  new File([new Uint8Array(bytes)], name, { type })
const adding = ({ id, ownerId }: { id: string; ownerId: string }) =>
  ({ driveId: id, by: ownerId, purpose: 'identity', photo: file() }) as const
const opened = (driveId: string, paper: string) => db.transaction().execute((tx) => paperOpened(tx, driveId, paper))
const anAdmin = async () => ({ id: (await somePerson(db, { admin: true })).id, address: '' })
const forgetTries = () => sql`delete from rate_limits`.execute(db)
/** A drive with one photo. */
async function shown(purpose: 'identity' | 'cause' | 'payee' = 'identity') {
  const drive = await someDrive(db)
  await addPaper(db, { ...adding(drive), purpose })
  const [paper] = await papersOf(db, drive.id)
  return { drive, paper: paper!.id }
}
const mailsTo = async (userId: string) =>
  (
    await sql<{ subject: string; text: string }>`select subject, text from sandbox.mails m
      join users u on u.email = m.to_address where u.id = ${userId} order by m.id`.execute(db)
  ).rows
const key = settings.DOCUMENTS_KEY
afterEach(() => void Object.assign(settings, { DOCUMENTS_KEY: key }))

describe('a photo', () => {
  test('lies sealed in its row and in no file, and opens for its own drive, with its own key alone [T1389]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'harambee-papers-'))
    useStore(diskStore(folder))
    const exif = await jpegWith(picture, 'Amina Yusuf')
    const drive = await someDrive(db)
    await addPaper(db, { ...adding(drive), photo: file(exif) })
    const { id } = (await papersOf(db, drive.id))[0]!
    const { jpeg } = await opened(drive.id, id)
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(jpeg.includes('Amina Yusuf')).toBe(false)
    const { rows } = await sql<{ row: string }>`select p::text as row from papers p where id = ${id}`.execute(db)
    expect(rows[0]!.row).not.toContain(jpeg.subarray(100, 132).toString('hex'))
    expect(await readdir(folder)).toEqual([])
    expect(await db.selectFrom('pictures').where('user_id', '=', drive.ownerId).selectAll().execute()).toEqual([])
    await rm(folder, { recursive: true, force: true })
    const other = await someDrive(db)
    await expect(opened(other.id, id)).rejects.toMatchObject({ status: 404 })
    Object.assign(settings, { DOCUMENTS_KEY: 'k'.repeat(40) })
    expect((await opened(drive.id, id)).jpeg).toEqual(jpeg)
    await addPaper(db, { ...adding(drive), purpose: 'cause' })
    const second = (await papersOf(db, drive.id)).at(-1)!.id
    Object.assign(settings, { DOCUMENTS_KEY: 'another key of at least 32 characters' })
    await expect(opened(drive.id, second)).rejects.toThrow('sealed with another DOCUMENTS_KEY')
  })

  test('a seventh that is added at the same moment as the sixth is refused, and the eleventh of a day [T1390]', async () => {
    const drive = await someDrive(db)
    for (let no = 1; no <= 5; no++) await addPaper(db, adding(drive))
    const late = await db.transaction().execute(async (tx) => {
      await sql`select from fund_drives where id = ${drive.id} for no key update`.execute(tx)
      const add = addPaper(db, adding(drive)).catch((error: Error) => error)
      await waitsForLock(db, add)
      await sql`insert into papers (fund_drive_id, purpose, bytes, uploaded_by)
        select fund_drive_id, purpose, bytes, uploaded_by from papers where fund_drive_id = ${drive.id} limit 1`.execute(
        tx,
      )
      return { add }
    })
    expect(await late.add).toMatchObject({
      message: 'There are 6 photos already, and that is the most. Delete one first.',
    })
    const all = await atOnce(3, () => addPaper(db, adding(drive)))
    expect(granted(all)).toEqual([])
    const [paper] = await papersOf(db, drive.id)
    const gone = () => sql`delete from papers where fund_drive_id = ${drive.id} and id <> ${paper!.id}`.execute(db)
    await gone()
    for (let no = 6; no <= 10; no++) await addPaper(db, adding(drive))
    await gone()
    await expect(addPaper(db, adding(drive))).rejects.toMatchObject({ status: 429 })
    await forgetTries()
  }, 60_000)

  test('is added and deleted by the owner in the browser, without a script; a bad file is told at its field [T1391]', async () => {
    const { cookie, drive } = await ownersDrive(db)
    const page = `/fund-drive/${drive.slug}/papers`
    const add = async (one: File | string) => {
      const answer = await send(page, { purpose: 'cause', photo: one }, { cookie })
      return { status: answer.status, words: wordsOf(answer.page) }
    }
    expect((await add(file(picture, 'application/pdf', 'bill.pdf'))).words).toContain('Please take a photo of it')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const bad = [
      [file(svg, 'image/svg+xml', 'a.svg'), 'Please select an image file'],
      [file(bombGif(30_000, 30_000), 'image/gif', 'a.gif'), 'Please select an image file'],
      [file(padded(picture, 8 * 1024 * 1024 + 1)), 'Please choose a photo of at most 8 MB.'],
      ['', 'Please choose a photo.'],
    ] as const
    for (const [one, words] of bad) {
      const answer = await add(one)
      expect([answer.status, answer.words.includes(words)], words).toEqual([422, true])
    }
    expect(await papersOf(db, drive.id)).toEqual([])
    expect((await add(file())).status).toBe(303)
    const words = wordsOf((await get(page, cookie)).text)
    expect(words).toContain('Encrypted, seen only by Harambee’s administrators, deleted after 30 days.')
    expect(words).toMatch(/Photo 1, deleted on/)
    const [paper] = await papersOf(db, drive.id)
    await send(`${page}/remove`, { paper: paper!.id }, { cookie })
    expect(await papersOf(db, drive.id)).toEqual([])
  }, 60_000)

  test('is gone on day 30, and its owner is told three days before, unless it was seen [T1392]', async () => {
    const [one, other] = [await shown(), await shown('cause')]
    await recordCheck(
      db,
      other.drive.id,
      { purpose: 'cause', verdict: 'seen', method: '', words: 'A bill' },
      await anAdmin(),
    )
    const pass = async (days: string) => {
      for (const { drive } of [one, other]) await timePasses(days, { papers: { fund_drive_id: drive.id } })
      await sweepPapers(db)
    }
    await pass('26 days')
    expect(await jobsNamed(db, [`mail-papers-go:${one.drive.id}`])).toEqual([])
    await pass('25 hours')
    expect(await jobsNamed(db, [`mail-papers-go:${one.drive.id}`])).toHaveLength(1)
    expect(await jobsNamed(db, [`mail-papers-go:${other.drive.id}`])).toEqual([])
    await mailPapersGo(db, { driveId: one.drive.id })
    expect((await mailsTo(one.drive.ownerId)).at(-1)!.subject).toMatch(/^Photos of papers are deleted in 3 days/)
    expect(await papersOf(db, one.drive.id)).toHaveLength(1)
    await pass('3 days')
    expect(await papersOf(db, one.drive.id)).toEqual([])
    expect(await papersOf(db, other.drive.id)).toEqual([])
  })

  test('goes with the account of its owner, and with its drive [T1393]', async () => {
    const person = await somePerson(db)
    const drive = await someDrive(db, { ownerId: person.id })
    await addPaper(db, adding(drive))
    await deleteAccount(db, person.id, person.password)
    expect(await papersOf(db, drive.id)).toEqual([])
    const second = await shown('cause')
    const by = await anAdmin()
    await recordCheck(db, second.drive.id, { purpose: 'cause', verdict: 'seen', method: '', words: 'A bill' }, by)
    await sql`delete from fund_drives where id = ${second.drive.id}`.execute(db)
    expect(await papersOf(db, second.drive.id)).toEqual([])
    const { rows } = await sql`select from drive_checks where fund_drive_id = ${second.drive.id}`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('administrators', () => {
  test('see one photo at a time after their password, and each access is in the audit log [T1394]', async () => {
    const { drive, paper } = await shown()
    const admin = await somePerson(db, { admin: true })
    const cookie = await cookieOf(admin)
    const page = `/admin/papers/${drive.slug}`
    expect((await get(page, cookie)).text).not.toContain('data:image/jpeg')
    await sql`update sessions set confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 day'
      where user_id = ${admin.id}`.execute(db)
    expect((await send(page, { paper }, { cookie })).page).not.toContain('data:image/jpeg')
    expect((await send(page, { paper, again: 'wrong' }, { cookie })).page).not.toContain('data:image/jpeg')
    const answer = await send(page, { paper, again: admin.password }, { cookie })
    expect(answer.page.split('src="data:image/jpeg;base64,')).toHaveLength(2)
    const lines = await db
      .selectFrom('audit_log')
      .where('act', '=', 'revealed')
      .where('subject', '=', paper)
      .select(['by', 'noun', 'after'])
      .execute()
    expect(lines).toEqual([{ by: admin.id, noun: 'paper', after: { drive: drive.id, paper: 'identity' } }])
    const own = await someDrive(db, { ownerId: admin.id })
    await addPaper(db, adding(own))
    const [mine] = await papersOf(db, own.id)
    await expect(revealPaper(db, own.id, mine!.id, { id: admin.id, address: '' })).rejects.toMatchObject({
      status: 403,
    })
    const check = { purpose: 'identity', verdict: 'seen', method: '', words: '' } as const
    await expect(recordCheck(db, own.id, check, { id: admin.id, address: '' })).rejects.toMatchObject({ status: 403 })
  })

  test('record what they saw: identity for all drives of a person, a cause for one, and the newest counts [T1395]', async () => {
    const by = await anAdmin()
    const { drive } = await shown()
    const sibling = await someDrive(db, { ownerId: drive.ownerId })
    const of = { method: '', words: '' }
    await recordCheck(db, drive.id, { purpose: 'identity', verdict: 'seen', ...of }, by)
    expect((await papersSeen(db, sibling.id)).identity).toBeInstanceOf(Date)
    expect((await papersSeen(db, (await someDrive(db)).id)).identity).toBeNull()
    const checkId = await recordCheck(
      db,
      drive.id,
      { purpose: 'cause', verdict: 'seen', method: '', words: 'A bill of Kenyatta Hospital' },
      by,
    )
    expect(await papersSeen(db, drive.id)).toMatchObject({ causeWords: 'A bill of Kenyatta Hospital', payee: null })
    expect(await papersSeen(db, sibling.id)).toMatchObject({ cause: null, causeWords: '' })
    await mailCheck(db, { checkId, driveId: drive.id })
    expect((await mailsTo(drive.ownerId)).at(-1)!.text).toContain('A bill of Kenyatta Hospital')
    await recordCheck(db, sibling.id, { purpose: 'identity', verdict: 'back', method: '', words: 'Forged' }, by)
    expect((await papersSeen(db, drive.id)).identity).toBeNull()
    await expect(
      recordCheck(db, sibling.id, { purpose: 'identity', verdict: 'back', method: '', words: 'Forged' }, by),
    ).rejects.toThrow('can’t be taken back')
    expect((await checksRecorded(db, drive)).map(({ verdict }) => verdict)).toEqual(['back', 'seen', 'seen'])
    await expect(sql`update drive_checks set verdict = 'seen'`.execute(db)).rejects.toThrow()
    await expect(sql`delete from drive_checks`.execute(db)).rejects.toThrow()
  })

  test('write at most 120 characters, and no number of a document [T1396]', () => {
    const read = (typed: object) =>
      checkForm.safeParse({ purpose: 'cause', verdict: 'seen', words: 'A bill', ...typed })
    expect(read({}).success).toBe(true)
    expect(read({ words: 'A bill of KES 120,000 of 12 May' }).success).toBe(true)
    for (const words of ['', 'x'.repeat(121), 'ID 12345678', 'ID 12 345 678', 'A-123.456'])
      expect(read({ words }).error?.issues[0]?.path, words).toEqual(['words'])
    expect(read({ purpose: 'identity', words: '' }).success).toBe(true)
    expect(read({ purpose: 'identity', verdict: 'back', words: '' }).success).toBe(false)
    expect(read({ purpose: 'payee', words: '' }).error?.issues[0]?.path).toEqual(['method'])
  })

  test('find what waits on the desk, and not what was looked at [T1397]', async () => {
    const { drive } = await shown('cause')
    const waits = async () => {
      const { rows } = await sql<{ id: string }>`${waitingPapers.oldest}`.execute(db)
      return rows.some(({ id }) => id === drive.slug)
    }
    expect(await waits()).toBe(true)
    expect((await drivesWithPapers(db)).find(({ slug }) => slug === drive.slug)).toMatchObject({ photos: 1, unseen: 1 })
    await recordCheck(db, drive.id, { purpose: 'cause', verdict: 'seen', method: '', words: 'A bill' }, await anAdmin())
    expect(await waits()).toBe(false)
  })
})

test('a form that is sent twice keeps its photo once, and another photo needs another form [T1448]', async () => {
  const { owner, cookie, drive } = await ownersDrive(db)
  const page = `/fund-drive/${drive.slug}/papers`
  const form = async () => /name="key" value="([^"]+)"/.exec((await get(page, cookie)).text)![1]!
  const key = await form()
  const of = { driveId: drive.id, by: owner.id, purpose: 'identity', key } as const
  expect(granted(await atOnce(10, () => addPaper(db, { ...of, photo: file() })))).toHaveLength(10)
  expect(await papersOf(db, drive.id)).toHaveLength(1)
  const another = file(await photo(320, 240).jpeg().toBuffer())
  await expect(addPaper(db, { ...of, photo: another })).rejects.toThrow('used for another photo')
  await expect(addPaper(db, { ...of, purpose: 'cause', photo: file() })).rejects.toThrow('used for another photo')
  await addPaper(db, { ...of, key: await form(), photo: another })
  expect(await papersOf(db, drive.id)).toHaveLength(2)
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPicture, pictureBreaks, sweepPictures } from '#app/base/pictures/picture.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { mailPayout } from '#app/money/payouts/mails.server.tsx'
import { sentWholes } from '#app/money/payouts/payouts-list.server.ts'
import { askWhatFor } from '#app/money/payouts/what-for.server.tsx'
import { addReceipts } from '#app/money/spending/receipts.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive, someDrive, somePerson } from '#test/make.ts'
import { askingFor, atOnce, fundedDrive, gift, granted, reasonsOf } from '#test/money.ts'
import { photo } from '#test/pictures.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { wholeApp } from '#test/whole-app.ts'
import { hideUpdate, mailUpdateHidden, showUpdate } from './admin/hide-update.server.tsx'
import { firstWords } from './update.ts'
import { updateForm } from './update-forms.ts'
import { lastUpdateOf, postUpdate, removeUpdate, updatesOf } from './updates.server.ts'

// Updates: who posts, what is shown and to whom, and what is refused.

const db = await testDatabase()
const app = wholeApp({ drawn: true })

const typed = (words = 'The roof is on', key: string = randomUUID()) => ({ key, words, photos: [], whole: null })
const posting = ({ id, ownerId }: { id: string; ownerId: string }) => ({ driveId: id, personId: ownerId })
const wordsIn = async (driveId: string, hidden = false) =>
  (await updatesOf(db, driveId, { hidden })).updates.map(({ words }) => words)
const shown = async (address: string) => {
  const { status, text } = await app.ask(address)
  return { status, text, words: wordsOf(text) }
}

test('an update is posted once, however often its form is sent, and another text needs another form [T1300]', async () => {
  const drive = await someDrive(db)
  const one = typed()
  granted(await atOnce(10, () => postUpdate(db, posting(drive), one)))
  expect(await wordsIn(drive.id)).toEqual(['The roof is on'])
  await expect(postUpdate(db, posting(drive), { ...one, words: 'The roof leaks' })).rejects.toMatchObject({
    typed: { key: expect.any(String) },
  })
  expect(await wordsIn(drive.id)).toEqual(['The roof is on'])
})

test('of ten updates at once beside nine of the day one is posted, and the next day there is room again [T1301]', async () => {
  const drive = await someDrive(db)
  for (let no = 1; no <= 9; no++) await postUpdate(db, posting(drive), typed(`Day ${no}`))
  const all = await atOnce(10, (no) => postUpdate(db, posting(drive), typed(`More ${no}`)))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(
    new Set(['You have posted 10 updates in 24 hours, and that is the most. Please post the next one tomorrow.']),
  )
  await timePasses('25 hours', { updates: { fund_drive_id: drive.id } })
  await postUpdate(db, posting(drive), typed('The day after'))
})

test('a tenth update that is posted at the same moment is counted by the one that waits for it [T1325]', async () => {
  const drive = await someDrive(db)
  for (let no = 1; no <= 9; no++) await postUpdate(db, posting(drive), typed(`Day ${no}`))
  const late = await db.transaction().execute(async (tx) => {
    await sql`select from fund_drives where id = ${drive.id} for no key update`.execute(tx)
    const post = postUpdate(db, posting(drive), typed('The eleventh')).catch((error: Error) => error)
    await waitsForLock(db, post)
    await sql`insert into updates (fund_drive_id, by, words, form_key)
      values (${drive.id}, ${drive.ownerId}, 'The tenth', gen_random_uuid())`.execute(tx)
    return { post }
  })
  expect(await late.post).toMatchObject({ message: expect.stringContaining('You have posted 10 updates') })
})

test('a fundraiser that we stopped takes no update', async () => {
  const drive = await someDrive(db)
  await sql`update fund_drives set stopped_at = now(), stopped_why = 'Reported', stopped_from = 'active', status = 'paused' where id = ${drive.id}`.execute(
    db,
  )
  await expect(postUpdate(db, posting(drive), typed())).rejects.toThrow('paused by us')
  expect((await shown(`/fundraiser/${drive.slug}/updates`)).status).toBe(404)
  expect((await shown('/fundraiser/no-such-drive/updates')).status).toBe(404)
})

test('words of none and of 2,001 characters are refused, and 2,000 are taken', () => {
  const read = (words: string) => updateForm.safeParse({ key: randomUUID(), words })
  expect(read(' ').error?.issues[0]?.path).toEqual(['words'])
  expect(read('x'.repeat(2001)).error?.issues[0]?.path).toEqual(['words'])
  expect(read('x'.repeat(2000)).success).toBe(true)
  expect(updateForm.parse({ key: randomUUID(), words: 'a', payout: 'none' }).payout).toBe(0)
})

test('the public reads updates newest first, 20 a page, as text, and by whom, also when the drive is paused [T1302]', async () => {
  const drive = await someDrive(db)
  const treasurer = await someTreasurer(db, drive)
  await sql`insert into updates (fund_drive_id, by, words, form_key, created_at)
    select ${drive.id}, ${drive.ownerId}, 'Old ' || n, gen_random_uuid(), now() - interval '2 days' - n * interval '1 hour'
    from generate_series(1, 20) n`.execute(db)
  await postUpdate(db, { driveId: drive.id, personId: treasurer.id }, typed('<b>Bricks</b> & sand'))
  await sql`update fund_drives set status = 'paused', paused_at = now() where id = ${drive.id}`.execute(db)
  const first = await shown(`/fundraiser/${drive.slug}/updates`)
  expect(first.text).toContain('&lt;b&gt;Bricks&lt;/b&gt; &amp; sand')
  expect(first.words).toContain('by a treasurer')
  expect(first.words.indexOf('Old 1 ')).toBeLessThan(first.words.indexOf('Old 19'))
  expect(first.words).not.toContain('Old 20')
  const second = await shown(`/fundraiser/${drive.slug}/updates?page=2`)
  expect(second.words).toContain('Old 20')
  expect(second.words).toContain('by the organiser')
  expect((await shown(`/fundraiser/${drive.slug}/updates?page=-1`)).words).toContain('Old 19')
  expect(await lastUpdateOf(db, drive.id)).toMatchObject({ words: '<b>Bricks</b> & sand', many: 21 })
})

test('an update about a withdrawal names its sum and purpose; a withdrawal of another drive is refused [T1303]', async () => {
  const drive = await fundedDrive(db, [100_000])
  const { id: payout } = await drive.ask(100_000)
  expect(await sentWholes(db, drive.id, { payout })).toEqual([])
  const admin = await somePerson(db, { admin: true })
  await completeByHand(db, payout, { by: admin.id })
  const [sent] = await sentWholes(db, drive.id, { payout })
  expect(sent).toMatchObject({ payout, net: 95_000 })
  await postUpdate(db, posting(drive), { ...typed('The bill is paid'), whole: sent!.whole })
  expect((await shown(`/fundraiser/${drive.slug}/updates`)).words).toMatch(/About the withdrawal of KES 950/)
  const other = await someDrive(db)
  expect(await sentWholes(db, other.id, { payout })).toEqual([])
  expect(await sentWholes(db, other.id, { wholes: [sent!.whole] })).toEqual([])
})

test('a removed update is gone from all pages, its words from the database, and the update of another drive stays [T1304]', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  await postUpdate(db, posting(drive), typed('Names of patients'))
  const [one] = (await updatesOf(db, drive.id)).updates
  await expect(removeUpdate(db, other.id, one!.id)).rejects.toMatchObject({ status: 404 })
  const all = await atOnce(10, () => removeUpdate(db, drive.id, one!.id))
  expect(granted(all)).toHaveLength(1)
  expect(await wordsIn(drive.id, true)).toEqual([])
  expect(await db.selectFrom('updates').where('id', '=', one!.id).select('words').executeTakeFirst()).toEqual({
    words: '',
  })
})

describe('hidden by an administrator', () => {
  test('an update is read by its writers alone, with the reason, until it is shown again [T1305]', async () => {
    const drive = await someDrive(db)
    const by = { id: (await somePerson(db, { admin: true })).id, address: '' }
    await postUpdate(db, posting(drive), typed('A child is named here'))
    const [one] = (await updatesOf(db, drive.id)).updates
    const key = { slug: drive.slug, update: one!.id }
    await hideUpdate(db, key, { why: 'It names a child', by })
    expect(await wordsIn(drive.id)).toEqual([])
    expect(await lastUpdateOf(db, drive.id)).toBeUndefined()
    expect((await shown(`/fundraiser/${drive.slug}/updates`)).words).not.toContain('A child is named')
    expect((await updatesOf(db, drive.id, { hidden: true })).updates).toMatchObject([{ hidden: 'It names a child' }])
    await mailUpdateHidden(db, { updateId: one!.id })
    const { rows } = await sql<{
      text: string
    }>`select text from sandbox.mails where subject like 'An update is hidden%'
      order by id desc limit 1`.execute(db)
    expect(rows[0]?.text).toContain('It names a child')
    await expect(hideUpdate(db, key, { why: 'Once more', by })).rejects.toMatchObject({ status: 409 })
    await showUpdate(db, key, { why: 'A mistake', by })
    expect(await wordsIn(drive.id)).toEqual(['A child is named here'])
  })

  test('nobody decides about the updates of their own drive', async () => {
    const drive = await someDrive(db)
    await postUpdate(db, posting(drive), typed())
    const [one] = (await updatesOf(db, drive.id)).updates
    const by = { id: drive.ownerId, address: '' }
    await expect(hideUpdate(db, { slug: drive.slug, update: one!.id }, { why: 'Mine', by })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('photos', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harambee-updates-'))
    useStore(diskStore(folder))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const upload = async (personId: string) =>
    (
      await addPicture(
        db,
        personId,
        new File([new Uint8Array(await photo(64, 48).png().toBuffer())], 'a.png', { type: 'image/png' }),
      )
    ).url

  test('photos are shown with their update and gone with it; one of another person is refused [T1306]', async () => {
    const drive = await someDrive(db)
    const [mine, strange] = [await upload(drive.ownerId), await upload((await somePerson(db)).id)]
    const withPhoto = (image: string) => ({ ...typed(), photos: [{ field: 'photo1', image, alt: 'The roof' }] })
    await expect(postUpdate(db, posting(drive), withPhoto(strange))).rejects.toMatchObject({ status: 422 })
    expect(await wordsIn(drive.id)).toEqual([])
    await postUpdate(db, posting(drive), withPhoto(mine))
    await expect(postUpdate(db, posting(drive), withPhoto(mine))).rejects.toMatchObject({ status: 422 })
    await timePasses('2 days', { pictures: { url: mine } })
    await sweepPictures(db)
    const page = await shown(`/fundraiser/${drive.slug}/updates`)
    expect(page.text).toContain(mine.replace(/-\d+\.\w+$/, ''))
    const [one] = (await updatesOf(db, drive.id)).updates
    await removeUpdate(db, drive.id, one!.id)
    expect(await db.selectFrom('update_photos').where('update_id', '=', one!.id).selectAll().execute()).toEqual([])
    expect((await pictureBreaks(db)).filter((one) => one.includes('is shown'))).toEqual([])
  })
})

test('first words end at a space, and no sign of two halves is cut', () => {
  expect(firstWords('The roof is on', 120)).toBe('The roof is on')
  expect(firstWords('one two three four', 12)).toBe('one two…')
  expect(firstWords('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(9)}…`)
})

describe('what it was for', () => {
  const mailsTo = async (email: string) =>
    (
      await sql<{ subject: string; text: string }>`
        select subject, text from sandbox.mails where to_address = ${email} order by id`.execute(db)
    ).rows

  test('the email about a withdrawal asks it, and once more after a week, if no update came [T1324]', async () => {
    const drive = await fundedDrive(db, [100_000])
    const { id: payoutId } = await drive.ask(50_000)
    const admin = await somePerson(db, { admin: true })
    await completeByHand(db, payoutId, { by: admin.id })
    const job = async () =>
      (await jobsNamed(db, [`ask-what-for:${payoutId}`])).map(({ runAt }) =>
        Math.round((+runAt - Date.now()) / 86_400_000),
      )
    expect(await job()).toEqual([7])
    const events = await db
      .selectFrom('payout_events')
      .where('payout_id', '=', payoutId)
      .select(['id', 'kind'])
      .execute()
    await mailPayout(db, { eventId: events.find(({ kind }) => kind === 'completed')!.id })
    const { email } = await db
      .selectFrom('users')
      .where('id', '=', drive.ownerId)
      .select('email')
      .executeTakeFirstOrThrow()
    expect((await mailsTo(email!)).at(-1)!.text).toContain(`/fund-drive/${drive.slug}/updates?for=${payoutId}`)
    await askWhatFor(db, { payoutId })
    expect((await mailsTo(email!)).at(-1)!.subject).toMatch(/^What was it for\? KES 475/)
    const [sent] = await sentWholes(db, drive.id, { payout: payoutId })
    await postUpdate(db, posting(drive), { ...typed('The bill is paid'), whole: sent!.whole })
    const before = (await mailsTo(email!)).length
    await askWhatFor(db, { payoutId })
    expect(await mailsTo(email!)).toHaveLength(before)
  })

  test('once it is told of, Payouts leads to the update or the receipts, and neither mail nor form asks again [T1387]', async () => {
    const { owner, cookie, drive } = await ownersDrive(db)
    await gift(db, drive.id, 1_000_000)
    const { ask } = await askingFor(db, drive)
    const { id: payout } = await ask(50_000)
    const admin = await somePerson(db, { admin: true })
    await completeByHand(db, payout, { by: admin.id })
    const page = async (end: string) =>
      (await app.ask(`/fund-drive/${drive.slug}/${end}`, { headers: { cookie } })).text
    const answer = `/fund-drive/${drive.slug}/updates?for=${payout}`
    const asked = async () => wordsOf(await page('payouts')).includes('What was it for?')
    expect(await page('payouts')).toContain(answer)
    expect([await asked(), wordsOf(await page(`updates?for=${payout}`)).includes('What was it for?')]).toEqual([
      true,
      true,
    ])
    const [sent] = await sentWholes(db, drive.id, { payout })
    const mine = { driveId: drive.id, personId: owner.id }
    await postUpdate(db, mine, { ...typed('The bill is paid'), whole: sent!.whole })
    const [one] = (await updatesOf(db, drive.id)).updates
    const there = `updates#update-${one!.id}`
    expect(await page('payouts')).toContain(`/fund-drive/${drive.slug}/${there}`)
    expect(await asked()).toBe(false)
    // One more update about it can be written, and the form says that there is one.
    expect(await page('payouts')).toContain(answer)
    const form = await page(`updates?for=${payout}`)
    expect(form).toContain(`id="update-${one!.id}"`)
    expect(wordsOf(form)).toContain('Your supporters were told of this withdrawal. See the update')
    expect(wordsOf(form)).not.toContain('was withdrawn')
    const { id: eventId } = await oneRow('payout_events', { payout_id: payout, kind: 'completed' })
    await mailPayout(db, { eventId })
    expect((await mailsTo(owner.email)).at(-1)!.text).not.toContain('?for=')
    // Twenty newer ones are before it.
    await sql`insert into updates (fund_drive_id, by, words, form_key, created_at)
      select ${drive.id}, ${owner.id}, 'New', gen_random_uuid(), now() + interval '1 minute' from generate_series(1, 20)`.execute(
      db,
    )
    expect(await page('payouts')).toContain(`updates?page=2#update-${one!.id}`)
    await removeUpdate(db, drive.id, one!.id)
    expect(await asked()).toBe(true)
    const rows = [{ amount: 10_000, paidTo: 'Uhai Chemist', what: 'Tablets', day: dayAt(new Date()) }]
    const receipt = { driveId: drive.id, payout, by: owner.id, key: randomUUID(), rows }
    await addReceipts(db, { ...receipt, showsName: true, image: null, noPhoto: 'A stall' })
    expect(await page('payouts')).toContain(`/fund-drive/${drive.slug}/money/${payout}`)
    expect(await asked()).toBe(false)
  })
})

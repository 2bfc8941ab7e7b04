import { expect, test, vi } from 'vitest'
import { log } from '#app/platform/log.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, someCaller, someDrive, somePerson } from '#test/make.ts'
import { photo } from '#test/pictures.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, oneRow, query, setRows } from '#test/rows.ts'
import { recordCheck, revealPaper } from '../admin/papers-list.server.ts'
import { mailCheck, mailPapersGo } from '../mails.server.tsx'
import { addPaper, papersOf } from '../papers.server.ts'

// The pages of papers for owners and administrators, and what an owner without email is told.

const db = await testDatabase()
const { get, send } = plainBrowser()
const picture = await photo(640, 480).jpeg().toBuffer()
const file = () => new File([new Uint8Array(picture)], 'bill.jpg', { type: 'image/jpeg' })

test('the owner sees three cards, each with what to show and whether it was seen, and the cause asks by category [T1670]', async () => {
  const { cookie, drive } = await ownersDrive(db)
  const page = async () => (await get(`/fund-drive/${drive.slug}/papers`, { cookie })).words
  const asks = {
    Medical: 'A letter or a bill of the hospital.',
    Education: 'The fee structure of the school.',
    Emergency: 'A burial permit, or a letter of the chief.',
    Community: 'A burial permit, or a letter of the chief.',
    Sports: 'A quotation for what you collect for.',
  }
  for (const [category, says] of Object.entries(asks)) {
    await setRows('fund_drives', { id: drive.id }, { category: category as 'Medical' })
    const words = await page()
    expect(words).toContain('Your identity Your ID card or passport. Not seen')
    expect(words, category).toContain(`The cause ${says} Not seen`)
    expect(words).toMatch(/Who gets the money A paper with the name on the account,[^.]*\. Not seen/)
  }
  const by = { id: (await somePerson(db, { admin: true })).id, address: '' }
  await recordCheck(db, drive.id, { purpose: 'cause', verdict: 'seen', method: '', words: 'A bill' }, by)
  const words = await page()
  expect(words).toMatch(/The cause A quotation for what you collect for\. Seen on \d+ \w+ \d{4}/)
  expect(words.match(/Not seen/g)).toHaveLength(2)
})

test('an administrator records by their form and password; their name is for the office alone [T1671]', async () => {
  const { cookie, drive } = await ownersDrive(db)
  const admin = await somePerson(db, { admin: true, fullName: 'Zawadi Mwangaza' })
  const office = await cookieOf(admin)
  await addPaper(db, { driveId: drive.id, by: drive.ownerId, purpose: 'cause', photo: file() })
  await query`update sessions set confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 day'
    where user_id = ${admin.id}`
  const check = { purpose: 'cause', verdict: 'seen', words: 'A bill of May' }
  const record = (typed: object) =>
    send(`/admin/papers/${drive.slug}/check`, { ...check, ...typed }, { cookie: office })
  const checks = () => allRows('drive_checks', { fund_drive_id: drive.id })
  await record({})
  await record({ again: 'wrong' })
  expect(await checks()).toEqual([])
  await record({ again: admin.password, words: 'ID 12345678' })
  expect(await checks()).toEqual([])
  await record({ again: admin.password })
  expect(await checks()).toMatchObject([{ verdict: 'seen', words: 'A bill of May', by: admin.id }])
  expect((await get(`/admin/papers/${drive.slug}`, { cookie: office })).words).toMatch(
    /The cause: Seen A bill of May \d+ \w+ \d{4}.*, Zawadi Mwangaza/,
  )
  expect((await oneRow('audit_log', { act: 'check recorded', subject: drive.id })).by).toBe(admin.id)
  for (const [path, own] of [
    [`/fund-drive/${drive.slug}/papers`, cookie],
    [`/fundraiser/${drive.slug}`, ''],
  ] as const) {
    const { text } = await get(path, { cookie: own })
    expect([path, text.includes('Zawadi'), text.includes(admin.id)]).toEqual([path, false, false])
  }
  expect((await get(`/fundraiser/${drive.slug}`)).words).toMatch(/We saw a paper of the cause on .*: A bill of May\./)
})

test('an owner without email is told by a text of each check, and before unseen photos go [T1672]', async () => {
  const { id: ownerId, phone } = await someCaller(db)
  const drive = await someDrive(db, { ownerId })
  await addPaper(db, { driveId: drive.id, by: ownerId, purpose: 'cause', photo: file() })
  await query`update papers set warned_at = now() where fund_drive_id = ${drive.id}`
  for (let nr = 0; nr < 2; nr++) await mailPapersGo(db, { driveId: drive.id })
  const by = { id: (await somePerson(db, { admin: true })).id, address: '' }
  for (const verdict of ['seen', 'back'] as const) {
    const checkId = await recordCheck(db, drive.id, { purpose: 'cause', verdict, method: '', words: 'A bill' }, by)
    for (let nr = 0; nr < 2; nr++) await mailCheck(db, { checkId, driveId: drive.id })
  }
  const texts = (await allRows('sms_outbox', { phone })).map(({ text }) => text!.replace(/^[^:]*: /, ''))
  expect(texts).toEqual([
    'photos of papers are deleted in 3 days, before we could look at them.',
    'we have seen your papers. Sign in, Papers.',
    'a check of your papers was taken back. Sign in, Papers.',
  ])
})

test('no line of the log has a byte of a photo, whether it is kept, shown or refused [T1673]', async () => {
  const spies = (['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const).map((way) => vi.spyOn(log, way))
  const { cookie, drive } = await ownersDrive(db)
  const page = `/fund-drive/${drive.slug}/papers`
  const by = { id: (await somePerson(db, { admin: true })).id, address: '' }
  expect(
    (
      await send(
        page,
        [
          ['purpose', 'cause'],
          ['photo', file()],
        ],
        { cookie },
      )
    ).status,
  ).toBe(303)
  const [paper] = await papersOf(db, drive.id)
  const { photo: shown } = await revealPaper(db, drive.id, paper!.id, by)
  // The database refuses a photo, and says why.
  const broken = addPaper(db, {
    driveId: drive.id,
    by: '00000000-0000-0000-0000-000000000000',
    purpose: 'payee',
    photo: file(),
  })
  await broken.then(
    () => expect.unreachable(),
    (error) => log.error({ err: error }, 'a photo was not kept'),
  )
  await send(
    page,
    [
      ['purpose', 'nothing'],
      ['photo', file()],
    ],
    { cookie },
  )
  const lines = spies
    .flatMap(({ mock }) => mock.calls)
    .map((line) => JSON.stringify(line, (_, one) => (one instanceof Error ? { ...one, message: one.message } : one)))
  expect(lines.length).toBeGreaterThan(0)
  const jpeg = Buffer.from(shown.split(',')[1]!, 'base64')
  for (const encoding of ['base64', 'hex', 'latin1'] as const) {
    const piece = jpeg.subarray(300, 324).toString(encoding)
    expect([encoding, lines.filter((line) => line.includes(piece))]).toEqual([encoding, []])
  }
  for (const spy of spies) spy.mockRestore()
})

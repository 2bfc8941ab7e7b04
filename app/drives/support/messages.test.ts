import { sql } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { action } from '#app/drives/public-page/pages/report.tsx'
import {
  closeSupportMessage,
  supportMessageNumbered,
  supportMessagesList,
} from '#app/drives/support/admin/messages-list.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { refText } from '#app/money/public-book/book.ts'
import { closeBooks, refOfGift } from '#app/money/public-book/close.server.ts'
import { type Person, personContext } from '#app/people/accounts/session.server.ts'
import { testDatabase } from '#test/database.ts'
import { sendTo } from '#test/form-actions.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, gift, granted, reasonsOf } from '#test/money.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { mailSupportMessage, writeSupportMessage } from './message.server.tsx'
import { questionForm, reportDriveForm } from './message-forms.ts'

const db = await testDatabase()
const person = await somePerson(db, { admin: true })
const admin = person
const by = { id: person.id, address: '10.1.0.0' }

const report = (slug: string, message = 'There is no such patient') =>
  ({ slug, reason: 'untrue', message, email: null, language: 'en' }) as const
const idsIn = async (query: string) =>
  (await supportMessagesList.page(db, supportMessagesList.asked(new URLSearchParams(query)))).rows.map(({ id }) => id)
const newest = async () => (await idsIn('sort=came&order=desc'))[0]!

test('a report and a question are filed, listed oldest first, and found by words, drive and state', async () => {
  const [roof, well] = [await someDrive(db, { title: 'A roof' }), await someDrive(db, { title: 'A well' })]
  await writeSupportMessage(db, report(roof.slug))
  await writeSupportMessage(db, { ...report(well.slug, 'My own photo'), reason: 'identity', email: 'a@b.example' })
  const question = { slug: null, reason: 'question', message: 'How long?', email: 'c@d.example' } as const
  await writeSupportMessage(db, { ...question, language: 'sw' })
  const all = await idsIn('')
  expect(all).toHaveLength(3)
  expect(all).toEqual([...all].sort((one, other) => one - other))
  expect(await idsIn(`drive=${roof.id}`)).toEqual([all[0]])
  expect(await idsIn('search=own%20photo')).toEqual([all[1]])
  expect(await idsIn('search=a%20well')).toEqual([all[1]])
  expect(await idsIn('state=closed')).toEqual([])
  expect(await supportMessageNumbered(db, all[2]!)).toMatchObject({
    reason: 'question',
    drive: null,
    email: 'c@d.example',
  })
  const reader = { words: wordsIn('en'), language: 'en' } as const
  const file = await supportMessagesList.csv(db, new URLSearchParams('search=photo'), reader).text()
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('A well')
})

test('a form that is sent ten times at once files one message with one number, and one email tells support of it [T1332]', async () => {
  const { slug, id } = await someDrive(db)
  const key = crypto.randomUUID()
  const told = granted(await atOnce(10, () => writeSupportMessage(db, { ...report(slug), key })))
  expect(await idsIn(`drive=${id}`)).toHaveLength(1)
  const messageId = await newest()
  expect(new Set(told)).toEqual(new Set([messageId]))
  const { rows } = await sql`select from graphile_worker.jobs where key = ${`mail-letter:${messageId}`}`.execute(db)
  expect(rows).toHaveLength(1)
  await mailSupportMessage(db, { letterId: messageId })
  const mails = await allRows('sandbox.mails', { subject: 'A fundraiser was reported' })
  expect(mails).toMatchObject([{ to_address: admin.email, text: expect.stringContaining('There is no such patient') }])
  expect(mails[0]!.text).toContain(String(messageId))
})

describe('a report of a fundraiser', () => {
  const send = async (slug: string, fields: Record<string, string>, personId?: string) => {
    const set = (context: RouterContextProvider) => personId && context.set(personContext, { id: personId } as Person)
    return sendTo(action, { reason: 'money', message: 'Where is it?', ...fields }, { params: { slug }, set })
  }
  const filed = async (driveId: string) =>
    (await allRows('support_messages', { fund_drive_id: driveId })).map(({ from_giver }) => from_giver)
  const codeOf = async (paymentId: number) =>
    refText(refOfGift((await oneRow('donations', { payment_id: paymentId })).receipt))

  test('tells its number, by which administrators find it [T1333]', async () => {
    const { slug, id } = await someDrive(db)
    const { status, headers } = await send(slug, {})
    const number = await newest()
    expect([status, headers.get('location')]).toEqual([303, `/fundraiser/${slug}`])
    expect(headers.get('set-cookie')).toContain('flash=')
    expect(await idsIn(`search=${number}`)).toContain(number)
    expect(await idsIn(`search=report%20${number}`)).toEqual([number])
    expect(await filed(id)).toEqual([false])
  })

  test('is from a giver with the code of a gift to this drive, on the day of the gift and later [T1334]', async () => {
    const [roof, well] = [await someDrive(db), await someDrive(db)]
    const code = await codeOf((await gift(db, roof.id, 10_000)).id)
    await send(roof.slug, { code: code.toLowerCase().replace('-', ' ') })
    expect(await filed(roof.id)).toEqual([true])
    const refused = await send(well.slug, { code })
    expect([refused.status, refused.answer!.errors]).toEqual([
      422,
      { code: expect.stringContaining('No gift to this') },
    ])
    for (const odd of ['7KQX3-M9D2F', 'W1', 'x'.repeat(41), "' or 1=1"])
      expect((await send(well.slug, { code: odd })).status).toBe(422)
    expect(await filed(well.id)).toEqual([])
    await timePasses('2 days')
    await closeBooks(db)
    await send(roof.slug, { code, message: 'Later' })
    expect(await filed(roof.id)).toEqual([true, true])
  })

  test('is from a giver who is signed in, and nothing says which [T1335]', async () => {
    const [giver, other] = [await somePerson(db), await somePerson(db)]
    const { slug, id } = await someDrive(db)
    await gift(db, id, 10_000, { donorEmail: giver.email })
    await send(slug, {}, other.id)
    await send(slug, { message: 'And my gift?' }, giver.id)
    expect(await filed(id)).toEqual([false, true])
    const rows = JSON.stringify(await allRows('support_messages', { fund_drive_id: id }))
    expect(rows.includes(giver.email) || rows.includes(giver.id)).toBe(false)
  })

  test('never pauses or stops a drive by itself, however many givers report it [T1336]', async () => {
    const { slug, id } = await someDrive(db)
    const before = await oneRow('fund_drives', { id })
    for (let nr = 0; nr < 30; nr++) await writeSupportMessage(db, { ...report(slug, `Report ${nr}`), fromGiver: true })
    expect(await oneRow('fund_drives', { id })).toEqual(before)
    expect((await oneRow('wallets', { fund_drive_id: id })).frozen_at).toBeNull()
  })
})

test('a page that is paused can be reported; a draft and one that is not there can not', async () => {
  const { id, slug } = await someDrive(db)
  await setRows('fund_drives', { id }, { status: 'paused' })
  await writeSupportMessage(db, report(slug))
  expect(await idsIn(`drive=${id}`)).toHaveLength(1)
  await setRows('fund_drives', { id }, { published_at: null })
  await expect(writeSupportMessage(db, report(slug))).rejects.toMatchObject({ status: 404 })
  await expect(writeSupportMessage(db, report('no-such-drive'))).rejects.toMatchObject({ status: 404 })
})

test('of ten who close a message at once one does, and the log says who and why', async () => {
  const { slug } = await someDrive(db)
  await writeSupportMessage(db, report(slug))
  const id = await newest()
  const all = await atOnce(10, () =>
    closeSupportMessage(db, id, { by, why: 'The hospital confirms it' }).then(() => true),
  )
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['Another administrator has closed this already.']))
  expect(await idsIn('state=closed')).toContain(id)
  const line = { act: 'letter closed', why: 'The hospital confirms it', subject: String(id) }
  expect(await allRows('audit_log', { noun: 'letter' })).toMatchObject([line])
  await expect(closeSupportMessage(db, 999_999_999, { by, why: 'x' })).rejects.toMatchObject({ status: 404 })
})

test('a report needs a reason and words, and an address only for a question', () => {
  const report = { reason: 'untrue', message: 'No', email: '' }
  expect(reportDriveForm.safeParse(report)).toMatchObject({ success: true, data: { email: null } })
  for (const wrong of [{ message: 'No' }, { reason: 'question', message: 'No' }, { reason: 'untrue', message: ' ' }])
    expect(reportDriveForm.safeParse(wrong).success).toBe(false)
  expect(reportDriveForm.safeParse({ reason: 'untrue', message: 'x'.repeat(4001) }).success).toBe(false)
  expect(questionForm.safeParse({ message: 'How?', email: '' }).success).toBe(false)
  expect(questionForm.safeParse({ message: 'How?', email: 'a@b.example' }).success).toBe(true)
})

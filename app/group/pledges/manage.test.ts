import { expect, test } from 'vitest'
import type { Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { dayFrom, pledgeRow, somePledge } from '#test/pledges.ts'
import { someRows } from '#test/rows.ts'
import { phoneForPledge, releaseFor, whatsAppFor, writeFor } from './manage.server.ts'
import { promise } from './pledge.server.ts'
import { pledgeTexts } from './pledge.ts'
import { promiseForm, writtenForm } from './pledge-forms.ts'
import { pledgesList, sumsOf } from './pledges-list.server.ts'

// What people of a drive see of its pledges, and what they can do with them.

const db = await testDatabase()
booksMustHold(() => db)
const typed = { amount: '2,000', name: 'Amina', phone: '0712 345 678', email: '', dueOn: dayFrom(30) }
const by = (id: string) => ({ id, address: '127.0.0.1' })
const pledgeIds = async (driveId: string) =>
  (await db.selectFrom('pledges').where('fund_drive_id', '=', driveId).select('id').execute()).map(({ id }) => id)

test('the same form sent ten times at once is one pledge, with one link and one text', async () => {
  const drive = await someDrive(db)
  const { follow: _, ...form } = promiseForm.parse({ ...typed, key: crypto.randomUUID() })
  const all = await Promise.all(Array.from({ length: 10 }, () => promise(db, drive.slug, form, 'en')))
  expect(new Set(all.map(({ token }) => token)).size).toBe(1)
  const [id, ...others] = await pledgeIds(drive.id)
  expect(others).toEqual([])
  expect(await someRows('sms_outbox', { key: `pledge ${id} written` }, 'id')).toHaveLength(1)
  await promise(db, drive.slug, { ...form, amount: 300_000 }, 'en')
  expect(await pledgeIds(drive.id)).toHaveLength(2)
})

test('a drive that is paused, or takes no gifts, takes no pledge', async () => {
  const form = promiseForm.parse({ ...typed, key: crypto.randomUUID() })
  const silent = await someDrive(db, { collects: false })
  await expect(promise(db, silent.slug, form, 'en')).rejects.toThrow('does not collect')
  const paused = await someDrive(db)
  await db.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', paused.id).execute()
  await expect(promise(db, paused.slug, form, 'en')).rejects.toThrow('not found')
})

test.each([
  ['amount', { amount: '' }],
  ['amount', { amount: '0' }],
  ['amount', { amount: '-5' }],
  ['amount', { amount: '10.50' }],
  ['amount', { amount: '10,000,001' }],
  ['amount', { amount: '1e9' }],
  ['amount', { amount: '٥٠٠' }],
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(201) }],
  ['phone', { phone: '' }],
  ['phone', { phone: '07123' }],
  ['phone', { phone: '٠٧١٢٣٤٥٦٧٨' }],
  ['email', { email: 'nobody' }],
  ['dueOn', { dueOn: '' }],
  ['dueOn', { dueOn: dayFrom(-1) }],
  ['dueOn', { dueOn: dayFrom(366) }],
  ['dueOn', { dueOn: '2026-02-30' }],
])('%s is refused: %j', (field, wrong) => {
  const asked = promiseForm.safeParse({ ...typed, ...wrong })
  expect(asked.error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('an anonymous giver has neither name nor number for the owner; of others the number is masked, in the file, too [T543]', async () => {
  const drive = await someDrive(db)
  await somePledge(db, drive, { name: 'Amina', phone: '+254712345678' })
  const hidden = await somePledge(db, drive, { name: 'Otieno', phone: '+254700999888', anonymous: true })
  const { rows } = await pledgesList.page(db, drive.id)
  expect(rows).toMatchObject([
    { name: 'Amina', phone: '0712 … 678' },
    { name: null, phone: null },
  ])
  const file = await pledgesList.csv(db, drive, new URLSearchParams(), { words: wordsIn('en'), language: 'en' }).text()
  for (const secret of ['345', '700999', 'Otieno']) expect(file).not.toContain(secret)
  await expect(phoneForPledge(db, drive.mine, hidden.id, by(drive.ownerId))).rejects.toThrow('not there')
})

test('who looks at a number, or reminds on WhatsApp, is written down; nobody else can [T542]', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  const { id, token } = await somePledge(db, drive)
  expect(await phoneForPledge(db, drive.mine, id, by(drive.ownerId))).toEqual({ phone: '0712 345 678' })
  const say = (said: Words) => wordsIn('en')._(said)
  const place = await whatsAppFor(db, drive.mine, id, by(drive.ownerId), say)
  expect(place).toMatch(/^https:\/\/wa\.me\/254712345678\?text=/)
  // The link of a pledge is its giver's secret.
  expect(place).toContain(encodeURIComponent(`/fundraiser/${drive.slug}`))
  expect(place).not.toContain(token)
  const looks = await someRows('audit_log', { noun: 'pledge', subject: String(id) }, 'act')
  expect(looks).toEqual([{ act: 'revealed' }, { act: 'revealed' }])
  for (const mine of [other.mine, { ownerId: other.ownerId, slug: drive.slug }]) {
    await expect(phoneForPledge(db, mine, id, by(mine.ownerId))).rejects.toThrow()
    await expect(releaseFor(db, mine, id)).rejects.toThrow()
  }
  await releaseFor(db, drive.mine, id)
  expect(await pledgeRow(db, id)).toMatchObject({ state: 'released', remind_at: null })
})

test('the sums of a drive count what is open, late and given; what was released is expected no more', async () => {
  const drive = await someDrive(db)
  await somePledge(db, drive, { amount: 100_000, phone: '+254700111001' })
  const late = await somePledge(db, drive, { amount: 50_000, phone: '+254700111002' })
  await db.deleteFrom('pledges').where('id', '=', late.id).execute()
  const person = await somePerson(db)
  await expect(writeFor(db, { ownerId: person.id, slug: drive.slug }, writtenForm.parse(typed))).rejects.toThrow()
  const form = writtenForm.parse({ ...typed, amount: '500', key: crypto.randomUUID() })
  const { id } = await writeFor(db, drive.mine, form)
  expect(await writeFor(db, drive.mine, form)).toMatchObject({ id })
  expect(await sumsOf(db, drive.id)).toEqual({ count: 2, given: 0, open: 150_000, late: 0 })
  expect(await sumsOf(db, drive.id, new Date(Date.now() + 40 * 86_400_000))).toMatchObject({ late: 150_000 })
  await releaseFor(db, drive.mine, id)
  expect(await sumsOf(db, drive.id)).toMatchObject({ open: 100_000 })
})

test('a pledge that is written in the evening waits with its text until the morning, and its writer is told', async () => {
  const drive = await someDrive(db)
  const waitsAt = async (time: string, other: object) => {
    const form = writtenForm.parse({ ...typed, agreed: 'on', key: crypto.randomUUID(), ...other })
    return (await writeFor(db, drive.mine, form, new Date(`2026-11-28T${time}+03:00`))).waits
  }
  const [phone, email] = ['0700 111 003', 'otieno@example.org']
  expect(await waitsAt('21:30', { phone, email: '' })).toBe(true)
  expect(await waitsAt('10:00', { phone, email: '' })).toBe(false)
  expect(await waitsAt('21:30', { phone, email })).toBe(false)
  expect(await waitsAt('21:30', { phone, email: '', agreed: '' })).toBe(false)
})

test('a giver who asks to be forgotten is: the pledge stays without name, number and texts', async () => {
  const drive = await someDrive(db)
  const { id } = await somePledge(db, drive, { name: 'Wanjiku Forgetme', phone: '+254799888777' })
  const other = await somePledge(db, drive, { name: 'Wanjiku Forgetme', phone: null, email: 'Forgetme@x.test' })
  expect(await forgetDonor(db, '0799 888 777')).toMatchObject({ pledges: 1 })
  expect(await forgetDonor(db, 'forgetme@x.test')).toMatchObject({ pledges: 1 })
  const nobody = { name: '', phone: null, email: null, remind_at: null, amount: 200_000 }
  for (const one of [id, other.id]) expect(await pledgeRow(db, one)).toMatchObject(nobody)
  const texts = await db
    .selectFrom('sms_outbox')
    .where('key', 'like', `pledge ${id} %`)
    .select(['phone', 'text'])
    .execute()
  expect(texts).toEqual([{ phone: null, text: null }])
})

test('a form that comes again with anything else in it is another pledge, and comes with a key of its own', async () => {
  const drive = await someDrive(db)
  const form = writtenForm.parse({ ...typed, key: crypto.randomUUID() })
  const { id } = await writeFor(db, drive.mine, form)
  const others = [
    { amount: 300_000 },
    { name: 'Otieno' },
    { phone: '+254700999888' },
    { email: 'otieno@example.org' },
    { dueOn: dayFrom(31) },
    { dueOn: null },
    { agreed: true },
  ]
  for (const other of others) {
    const refused = await writeFor(db, drive.mine, { ...form, ...other }).catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([other, { says: pledgeTexts.another, typed: { key: expect.any(String) } }])
  }
  expect(await writeFor(db, drive.mine, form)).toMatchObject({ id })
  expect(await pledgeIds(drive.id)).toEqual([id])
})

import { I18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { driveSeen } from '#app/drives/drive/admin/drives-list.server.ts'
import {
  addCategory,
  changeCategory,
  ownCategories,
  removeCategory,
} from '#app/drives/drive/admin/own-categories.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { createDrive } from './create.server.ts'
import { dashboardOf } from './dashboard.server.ts'
import { ownDrive } from './drive.server.ts'
import { categoryName } from './drive.ts'
import { categoryValue } from './drive-fields.tsx'
import { createDriveForm, infoForm } from './drive-forms.ts'
import { updateInfo } from './manage.server.ts'
import { ownCategoriesFor } from './own-categories.server.ts'

const db = await testDatabase()
const admin = await somePerson(db, { admin: true })
const decided = { by: { id: admin.id, address: '41.90.4.0' }, why: 'many ask for it' }
const funeral = { english: 'Funeral', swahili: 'Mazishi', place: 10, hidden: false }
const named = async (english: string) => (await ownCategories(db)).find((one) => one.english === english)!
const form = (category: string) =>
  createDriveForm.parse({ title: 'Mazishi ya Mzee', category, collects: 'on', goal: '5,000' })

await addCategory(db, { english: 'Wedding', swahili: 'Harusi', place: 20, hidden: false }, decided)
await addCategory(db, funeral, decided)

test('a category of the operator is chosen for a drive, and shown wherever the ten are [T1073]', async () => {
  const { id } = await named('Funeral')
  const owner = await somePerson(db)
  const { slug } = await createDrive(db, owner.id, form(`own-${id}`))
  const own = { id, en: 'Funeral', sw: 'Mazishi' }
  const drive = (await ownDrive(db, owner.id, slug))!
  expect(drive.category).toEqual(own)
  expect((await driveSeen(db, slug))?.category).toEqual(own)
  expect((await dashboardOf(db, owner.id)).cards[0]?.category).toEqual(own)
  expect(categoryValue(drive.category)).toBe(`own-${id}`)
  expect(categoryName(drive.category, new I18n({ locale: 'sw', messages: { sw: {} } }))).toBe('Mazishi')
  expect(await oneRow('fund_drives', { slug })).toMatchObject({ category: 'Other', own_category_id: id })
  expect((await ownCategoriesFor(db)).map(({ en }) => en)).toEqual(['Funeral', 'Wedding'])
})

test('a hidden one is kept by drives that have it, and can not be chosen any more [T1074]', async () => {
  const { id } = await named('Wedding')
  const owner = await somePerson(db)
  const { slug } = await createDrive(db, owner.id, form(`own-${id}`))
  await changeCategory(db, id, { english: 'Weddings', swahili: 'Harusi', place: 20, hidden: true }, decided)
  const drive = (await ownDrive(db, owner.id, slug))!
  expect(drive.category).toMatchObject({ en: 'Weddings' })
  expect((await ownCategoriesFor(db)).map((one) => one.id)).not.toContain(id)
  expect((await ownCategoriesFor(db, drive.category)).map((one) => one.id)).toContain(id)
  const info = (category: string, version: number) =>
    infoForm.parse({ title: 'Harusi yetu', category, goal: '5,000', version: String(version) })
  const mine = { ownerId: owner.id, slug }
  expect(await updateInfo(db, mine, info(`own-${id}`, 1))).toMatchObject({ version: 2 })
  await updateInfo(db, mine, info('Arts', 2))
  expect(await oneRow('fund_drives', { slug })).toMatchObject({ category: 'Arts', own_category_id: null })
  await expect(updateInfo(db, mine, info(`own-${id}`, 3))).rejects.toMatchObject({ status: 422, field: 'category' })
  const other = await somePerson(db)
  for (const category of [`own-${id}`, 'own-999999999'])
    await expect(createDrive(db, other.id, form(category))).rejects.toMatchObject({ status: 422, field: 'category' })
})

test('one that a drive has is not removed; each change is in the audit log [T1075]', async () => {
  await expect(removeCategory(db, (await named('Funeral')).id, decided)).rejects.toThrow(/so it stays/)
  await expect(addCategory(db, { ...funeral, english: 'FUNERAL' }, decided)).rejects.toMatchObject({ field: 'english' })
  await expect(addCategory(db, { ...funeral, english: 'Burial' }, decided)).rejects.toMatchObject({ field: 'swahili' })
  await addCategory(db, { english: 'Church', swahili: 'Kanisa', place: 30, hidden: false }, decided)
  const church = await named('Church')
  await removeCategory(db, church.id, decided)
  expect(await named('Church')).toBeUndefined()
  await expect(removeCategory(db, church.id, decided)).rejects.toThrow(/removed this category/)
  const lines = (await allRows('audit_log', { act: 'category changed' })).filter(
    ({ subject }) => subject === String(church.id),
  )
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [null, { english: 'Church', swahili: 'Kanisa', place: 30, hidden: false }],
    [{ english: 'Church', swahili: 'Kanisa', place: 30, hidden: false }, {}],
  ])
})

test('a drive is made while its category is hidden: one of the two comes first, and both are whole', async () => {
  await addCategory(db, { english: 'School', swahili: 'Shule', place: 40, hidden: false }, decided)
  const { id } = await named('School')
  const owner = await somePerson(db)
  const [made] = await Promise.allSettled([
    createDrive(db, owner.id, form(`own-${id}`)),
    removeCategory(db, id, decided),
  ])
  const left = await named('School')
  if (made.status === 'fulfilled') expect(left).toMatchObject({ used: true })
  else expect(left).toBeUndefined()
})

test('the ten stay as they are', async () => {
  const drive = await someDrive(db)
  expect((await ownDrive(db, drive.ownerId, drive.slug))?.category).toMatch(/^[A-Z][a-z]+$/)
})

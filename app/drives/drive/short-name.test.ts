import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { ownDrive } from './drive.server.ts'
import { shortNameForm } from './drive-forms.ts'
import { deleteDrive, setShortName, slugOfShortName } from './manage.server.ts'
import { linkOfDrive } from './share.ts'

const db = await testDatabase()
const refused = { status: 422, field: 'name' }

test('a short name leads to its drive, and so does each that it had before; the newest is shared', async () => {
  const { mine, slug, ownerId } = await someDrive(db)
  const shared = async () => linkOfDrive((await ownDrive(db, ownerId, slug))!, 'https://h.example')
  expect(await shared()).toBe(`https://h.example/fundraiser/${slug}`)
  await setShortName(db, mine, 'achieng')
  await setShortName(db, mine, 'mama-achieng')
  expect(await shared()).toBe('https://h.example/h/mama-achieng')
  expect([await slugOfShortName(db, 'achieng'), await slugOfShortName(db, 'MAMA-achieng')]).toEqual([slug, slug])
  await setShortName(db, mine, 'achieng')
  expect(await shared()).toBe('https://h.example/h/achieng')
  await setShortName(db, mine, null)
  expect(await shared()).toBe(`https://h.example/fundraiser/${slug}`)
  expect(await slugOfShortName(db, 'achieng')).toBe(slug)
})

test('nobody gets a name that another drive has or had, also when that drive was deleted', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  await setShortName(db, one.mine, 'library')
  await setShortName(db, one.mine, 'library-2')
  for (const name of ['library', 'library-2'])
    await expect(setShortName(db, other.mine, name)).rejects.toMatchObject(refused)
  await deleteDrive(db, one.mine)
  await expect(setShortName(db, other.mine, 'library')).rejects.toMatchObject(refused)
  expect(await slugOfShortName(db, 'library')).toBe(undefined)
  await expect(setShortName(db, other.mine, 'admin')).rejects.toMatchObject(refused)
  const theirs = { ownerId: one.ownerId, slug: other.slug }
  await expect(setShortName(db, theirs, 'mine-now')).rejects.toMatchObject({ status: 404 })
})

test('of ten drives that want one name at once, one gets it', async () => {
  const drives = await Promise.all(Array.from({ length: 10 }, () => someDrive(db)))
  const all = await Promise.allSettled(drives.map(({ mine }) => setShortName(db, mine, 'harvest')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(drives.map(({ slug }) => slug)).toContain(await slugOfShortName(db, 'harvest'))
})

test('a drive has at most ten names', async () => {
  const { mine } = await someDrive(db)
  for (let nr = 1; nr <= 10; nr++) await setShortName(db, mine, `name-${nr}`)
  await expect(setShortName(db, mine, 'name-11')).rejects.toMatchObject(refused)
  await setShortName(db, mine, 'name-1')
})

test('a short name is 3 to 40 small letters, digits and hyphens; left empty there is none', () => {
  const read = (name: string) => shortNameForm.safeParse({ name }).data?.name
  expect([read(' Achieng '), read('a-1'), read('a'.repeat(40)), read('')]).toEqual([
    'achieng',
    'a-1',
    'a'.repeat(40),
    null,
  ])
  for (const wrong of ['ab', 'a'.repeat(41), '-abc', 'abc-', 'a--b', 'a b c', 'mamá', 'a/b', 'abc.'])
    expect(shortNameForm.safeParse({ name: wrong }).success, wrong).toBe(false)
})

import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { keepSentAlong } from '#app/base/pictures/picture.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { createDrive } from './create.server.ts'
import { createDriveForm } from './drive-forms.ts'
import { setDriveStatus } from './manage.server.ts'

const db = await testDatabase()
const typed = { title: 'Maji kwa Kisima', category: 'Community', collects: 'on', goal: '5,000' }
const form = (more: Record<string, unknown> = {}) => createDriveForm.parse({ ...typed, ...more })
const drivesOf = (ownerId: string) =>
  db.selectFrom('fund_drives').selectAll().where('user_id', '=', ownerId).orderBy('created_at').execute()
const picturesOf = (ownerId: string) => db.selectFrom('pictures').select('url').where('user_id', '=', ownerId).execute()
const photo = async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' })
}

test('a form that is sent ten times at once opens one drive, and all ten are led to it', async () => {
  const { id } = await somePerson(db)
  const key = randomUUID()
  const all = await Promise.all(Array.from({ length: 10 }, () => createDrive(db, id, form({ key }))))
  const rows = await drivesOf(id)
  expect(rows).toHaveLength(1)
  for (const made of all) expect(made).toEqual({ id: rows[0]!.id, slug: rows[0]!.slug })
  const credits = await db.selectFrom('subscriptions').select('views').where('user_id', '=', id).execute()
  expect(credits).toEqual([{ views: 15 }])
})

test('the same form with other words in it, another form with the same words, and no form of ours open drives of their own', async () => {
  const { id } = await somePerson(db)
  const key = randomUUID()
  const sent = [{ key }, { key, goal: '6,000' }, { key: randomUUID() }, {}, {}, { key: 'no key of ours' }]
  const slugs = new Set<string>()
  for (const more of sent) slugs.add((await createDrive(db, id, form(more))).slug)
  expect(slugs.size).toBe(6)
})

test('a form that another person sends is another form, even with the same key', async () => {
  const key = randomUUID()
  const [one, other] = [await somePerson(db), await somePerson(db)]
  const made = [await createDrive(db, one.id, form({ key })), await createDrive(db, other.id, form({ key }))]
  expect(made[0]!.id).not.toBe(made[1]!.id)
})

test('a picture that came along is kept, and let go again when its form had been sent before', async () => {
  const { id } = await somePerson(db)
  const key = randomUUID()
  const send = async () => {
    const fields = new FormData()
    fields.set('file', await photo())
    await keepSentAlong(db, id, fields)
    expect(fields.get('file')).toBeNull()
    return createDrive(db, id, form({ key, image: fields.get('image') }))
  }
  const first = await send()
  const kept = await picturesOf(id)
  expect(await send()).toEqual(first)
  expect(await picturesOf(id)).toEqual(kept)
  expect((await drivesOf(id)).map((row) => row.image_url)).toEqual([kept[0]!.url])
})

test('an empty file field is none', async () => {
  const { id } = await somePerson(db)
  const empty = new FormData()
  empty.set('file', new File([], ''))
  empty.set('image', 'https://a.example/1.jpg')
  await keepSentAlong(db, id, empty)
  expect([...empty.keys()]).toEqual(['image'])
})

test('a form that is sent again after its drive was changed leads to the drive as it is now', async () => {
  const { id } = await somePerson(db)
  const key = randomUUID()
  const { slug } = await createDrive(db, id, form({ key }))
  await setDriveStatus(db, { ownerId: id, slug }, 'paused')
  expect((await createDrive(db, id, form({ key }))).slug).toBe(slug)
  expect(await drivesOf(id)).toHaveLength(1)
})

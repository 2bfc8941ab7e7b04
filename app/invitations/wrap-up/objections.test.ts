import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forgetByLink } from '#app/privacy/forget-guest.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest, somePhoto } from '#test/gatherings.ts'
import { somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { query } from '#test/rows.ts'
import {
  keepPhoto,
  mailPhotoObjection,
  objectionsOf,
  objectTo,
  photoForGuest,
  removalAskedBy,
} from './objections.server.tsx'
import { removePhoto } from './posts.server.ts'

// A guest asks to have a photo taken down: whom it reaches, what hosts can do, and that it is no report of abuse.

const db = await testDatabase()

async function asking() {
  const host = await someGathering(db)
  const guest = await someGuest(db, host, { name: 'Amina Yusuf', email: 'amina@example.org' })
  const photo = await somePhoto(db, host)
  return { host, guest, photo, by: { gatheringId: host.id, supporterId: guest.id } }
}
const mailsOf = async (gatheringId: string) =>
  await query<{ objectionId: number; personId: string }>`
      select (payload->>'objectionId')::int as "objectionId", payload->>'personId' as "personId"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail-photo-objection'
        and (payload->>'objectionId')::int in (select id from photo_objections where gathering_id = ${gatheringId})`
const isPaused = async (id: string) =>
  (await sql<{ paused: boolean }>`select messages_paused(${id}) as paused`.execute(db)).rows[0]!.paused

test('ten who ask in the name of one guest at once ask once; the host is written to once for a photo that waits', async () => {
  const { host, photo, by } = await asking()
  granted(await atOnce(10, () => objectTo(db, by, photo, 'My child is on it')))
  const other = await someGuest(db, host, { name: 'Baraka' })
  await objectTo(db, { ...by, supporterId: other.id }, photo, '')
  expect(await objectionsOf(db, host.id)).toMatchObject([
    { photo, name: 'Amina Yusuf', words: 'My child is on it', kept: false },
    { photo, name: 'Baraka', words: '', kept: false },
  ])
  expect(await mailsOf(host.id)).toHaveLength(1)
})

test('the host reads in their language who asks and why, and nothing once it is decided', async () => {
  const { host, photo, by } = await asking()
  await db.updateTable('users').set({ language: 'sw' }).where('id', '=', host.personId).execute()
  await objectTo(db, by, photo, 'My <b>child</b> is on it')
  const [about] = await mailsOf(host.id)
  const mails = async () => (await sql<{ text: string }>`select text from sandbox.mails order by id`.execute(db)).rows
  const before = (await mails()).length
  await mailPhotoObjection(db, about!)
  const told = (await mails()).slice(before).map(({ text }) => text)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(
    new RegExp(`Amina Yusuf anakuomba.*My <b>child</b> is on it.*/gathering/${host.slug}/after`, 's'),
  )
  await keepPhoto(db, host.mine, photo)
  await mailPhotoObjection(db, about!)
  expect(await mails()).toHaveLength(before + 1)
})

test('a guest whose photo is kept may ask once more, with something new to say', async () => {
  const { host, photo, by } = await asking()
  await objectTo(db, by, photo, 'I am on it')
  // While it waits, nothing is added to it.
  await objectTo(db, by, photo, 'My child is on it, too')
  expect(await objectionsOf(db, host.id)).toHaveLength(1)
  await keepPhoto(db, host.mine, photo)
  for (const nothingNew of ['', 'I am on it'])
    await expect(objectTo(db, by, photo, nothingNew)).rejects.toMatchObject({ status: 422, field: 'words' })
  granted(await atOnce(10, () => objectTo(db, by, photo, 'My child is on it, too')))
  expect(await objectionsOf(db, host.id)).toMatchObject([
    { words: 'I am on it', kept: true },
    { words: 'My child is on it, too', kept: false },
  ])
  expect((await photoForGuest(db, by, photo))?.asked).toMatchObject({ again: true, keptAt: null, lookedAt: null })
  expect(await mailsOf(host.id)).toHaveLength(2)
  // There is no third time.
  await keepPhoto(db, host.mine, photo)
  await objectTo(db, by, photo, 'Please')
  expect(await objectionsOf(db, host.id)).toHaveLength(2)
  expect(await mailsOf(host.id)).toHaveLength(2)
  expect(await removalAskedBy(db, by.supporterId)).toEqual({ open: [photo], gone: [] })
  await removePhoto(db, host.mine, photo)
  expect(await removalAskedBy(db, by.supporterId)).toEqual({ open: [], gone: [expect.any(Date)] })
})

test('where the back office left the photo, too, a guest who asks once more asks both again', async () => {
  const { host, photo, by } = await asking()
  await objectTo(db, by, photo, '')
  await db.updateTable('photo_objections').set({ looked_at: new Date() }).where('photo_id', '=', photo).execute()
  await objectTo(db, by, photo, 'It shows our house')
  const open = await db
    .selectFrom('photo_objections')
    .where('gathering_id', '=', host.id)
    .where('looked_at', 'is', null)
    .select(['words', 'again'])
    .execute()
  expect(open).toEqual([{ words: 'It shows our house', again: true }])
})

test('guests of five networks who ask pause no messages', async () => {
  const { host, photo, by } = await asking()
  await objectTo(db, by, photo, '')
  for (let nr = 0; nr < 4; nr++) {
    const { id } = await someGuest(db, host, { name: `Guest ${nr}` })
    await objectTo(db, { ...by, supporterId: id }, photo, 'Please')
  }
  expect(await objectionsOf(db, host.id)).toHaveLength(5)
  expect(await isPaused(host.id)).toBe(false)
})

test('what is kept stays and may be taken down later; the guest reads what came of it', async () => {
  const { host, photo, by } = await asking()
  await expect(keepPhoto(db, host.mine, photo)).rejects.toMatchObject({ status: 404 })
  await objectTo(db, by, photo, '')
  await keepPhoto(db, host.mine, photo)
  expect((await photoForGuest(db, by, photo))?.asked).toMatchObject({ keptAt: expect.any(Date), lookedAt: null })
  expect(await removalAskedBy(db, by.supporterId)).toEqual({ open: [photo], gone: [] })
  await removePhoto(db, host.mine, photo)
  expect(await photoForGuest(db, by, photo)).toBeUndefined()
  expect(await removalAskedBy(db, by.supporterId)).toEqual({ open: [], gone: [expect.any(Date)] })
  expect(await objectionsOf(db, host.id)).toEqual([])
})

test('a photo of another gathering is missing, for guests and for hosts', async () => {
  const [one, other] = [await asking(), await asking()]
  await expect(objectTo(db, one.by, other.photo, '')).rejects.toMatchObject({ status: 404 })
  expect(await photoForGuest(db, one.by, other.photo)).toBeUndefined()
  await objectTo(db, other.by, other.photo, '')
  const stranger = { personId: (await somePerson(db)).id, slug: other.host.slug }
  for (const who of [stranger, one.host.mine])
    await expect(keepPhoto(db, who, other.photo)).rejects.toMatchObject({ status: 404 })
  expect(await objectionsOf(db, other.host.id)).toMatchObject([{ kept: false }])
})

test('of a guest who is forgotten nobody reads that they asked; of one who is merged the other reads it', async () => {
  const { host, guest, photo, by } = await asking()
  await objectTo(db, by, photo, 'I am on it')
  await forgetByLink(db, guest.link, { end: '', sure: true })
  expect(await objectionsOf(db, host.id)).toMatchObject([{ name: null, words: '' }])
  await expect(objectTo(db, by, photo, 'Again')).rejects.toMatchObject({ status: 404 })
  const [into, from] = [await someGuest(db, host, { name: 'Njeri' }), await someGuest(db, host, { name: 'N. Kamau' })]
  const second = await somePhoto(db, host)
  for (const { id } of [into, from]) await objectTo(db, { ...by, supporterId: id }, photo, '')
  await objectTo(db, { ...by, supporterId: from.id }, second, '')
  await sql`update supporters set merged_into = ${into.id} where id = ${from.id}`.execute(db)
  expect((await removalAskedBy(db, into.id)).open.toSorted()).toEqual([photo, second].toSorted())
  expect(await removalAskedBy(db, from.id)).toEqual({ open: [], gone: [] })
})

import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { phoneOf } from '#test/money.ts'
import { oneRow } from '#test/rows.ts'
import { firstStepsOf, hideSteps, noteShare } from './create.server.ts'
import { stepsAreOpen, stepsOfDrive } from './steps.ts'

const db = await testDatabase()

async function begun() {
  const { id, slug } = await someDrive(db)
  const { user_id: ownerId } = await oneRow('fund_drives', { id })
  return { id, slug, ownerId, read: async () => (await firstStepsOf(db, { ownerId, slug }))! }
}

test('the first steps are done by what is there, and the list ends with the last of them', async () => {
  const { id, slug, ownerId, read } = await begun()
  expect(stepsOfDrive(await read())).toEqual({ story: false, picture: false, method: false, shared: false })
  const picture = { description: '<p>Why</p>', image_url: 'https://pictures.example/a.jpg' }
  await db.updateTable('fund_drives').set(picture).where('id', '=', id).execute()
  await Promise.all(Array.from({ length: 4 }, () => noteShare(db, { ownerId, slug })))
  expect(stepsOfDrive(await read())).toEqual({ story: true, picture: true, method: false, shared: false })
  await phoneOf(db, ownerId)
  expect(stepsAreOpen(await read())).toBe(true)
  await noteShare(db, { ownerId, slug })
  expect(stepsAreOpen(await read())).toBe(false)
})

test('the list is put away by its owner alone, and nobody else shares for them', async () => {
  const { slug, ownerId, read } = await begun()
  const stranger = await begun()
  await hideSteps(db, { ownerId: stranger.ownerId, slug })
  await noteShare(db, { ownerId: stranger.ownerId, slug })
  expect(await read()).toMatchObject({ shares: 0, hidden: false })
  await hideSteps(db, { ownerId, slug })
  expect(stepsAreOpen(await read())).toBe(false)
})

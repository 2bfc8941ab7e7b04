import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { wholeApp } from '#test/whole-app.ts'

leavesSomethingBehind()

const db = await testDatabase()
const at = wholeApp()

test('guests’ answers are heard by the host and administrators; payments and the back office by administrators alone [T1730]', async () => {
  const owner = await somePerson(db)
  const host = await someGathering(db, {}, { id: (await someDrive(db, { ownerId: owner.id })).id, ownerId: owner.id })
  const cookies = {
    visitor: '',
    stranger: await cookieOf(await somePerson(db)),
    host: await cookieOf(owner),
    admin: await cookieOf(await somePerson(db, { admin: true })),
  }
  const heardBy = async (topic: string) => {
    const heard: string[] = []
    for (const [who, cookie] of Object.entries(cookies)) {
      const { status } = await at.ask(`/live?topic=${topic}`, { headers: { cookie } })
      expect([200, 403]).toContain(status)
      if (status === 200) heard.push(who)
    }
    return heard
  }
  expect(await heardBy(`gathering:${host.id}`)).toEqual(['host', 'admin'])
  expect(await heardBy('payment:1')).toEqual(['admin'])
  expect(await heardBy('office:desk')).toEqual(['admin'])
})

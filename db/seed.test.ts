import { hashPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { addPerson } from '#app/features/people/people.server.ts'
import { makeAdmin } from '#app/features/people/roles.server.ts'
import { testDatabase } from '#test/database.ts'
import { seed } from './seed.ts'

test('the example people are made once, also by two processes that start at once, and never come back', async () => {
  const db = await testDatabase()
  const hands = { hashPassword, addPerson, makeAdmin }
  const made = await Promise.all(Array.from({ length: 5 }, () => seed(db, hands)))
  expect(made.filter(Boolean)).toHaveLength(1)
  const people = () => db.selectFrom('users').leftJoin('user_roles', 'user_id', 'id').orderBy('email')
  const rows = await people().select(['email', 'email_verified', 'role']).execute()
  expect(rows).toEqual([
    { email: 'admin@harambee.test', email_verified: true, role: 'admin' },
    { email: 'owner@harambee.test', email_verified: true, role: null },
  ])
  await db.updateTable('users').set({ deleted_at: new Date() }).execute()
  expect(await seed(db, hands)).toBe(false)
})

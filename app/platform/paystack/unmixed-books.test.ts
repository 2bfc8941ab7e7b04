import { beforeEach, expect, test } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { refuseExamples, refuseMixedBooks } from '#app/platform/paystack/choose-provider.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'

const db = await testDatabase({ asOwner: true })
/** A database that no key was ever used with. */
beforeEach(async () => {
  await db.deleteFrom('provider_keys').execute()
})

const [sandbox, trial, live, newer] = ['sk_test_sandbox1', 'sk_test_12345678', 'sk_live_12345678', 'sk_live_87654321']
const start = (key: string) => refuseMixedBooks(thePool(), key)

test('books that are empty may change from the sandbox to real money', async () => {
  await start(sandbox)
  await start(sandbox)
  await expect(start(live)).resolves.toBeUndefined()
  await expect(start(newer)).resolves.toBeUndefined()
})

test.each([sandbox, trial])('what came in under %s can never be withdrawn for real', async (key) => {
  await start(key)
  await gift(db, (await someDrive(db)).id, 50_000)
  await expect(start(live)).rejects.toThrow(/pretended/)
  // Nor by trying twice; the sandbox itself goes on.
  await expect(start(live)).rejects.toThrow(/pretended/)
  await expect(start(key)).resolves.toBeUndefined()
})

test('real books stay open to real keys, and not once something was pretended in them', async () => {
  await start(live)
  await gift(db, (await someDrive(db)).id, 50_000)
  await expect(start(newer)).resolves.toBeUndefined()
  await start(sandbox)
  await expect(start(live)).rejects.toThrow(/pretended/)
})

test('of two providers both move real money or neither does [T497]', async () => {
  const [safaricom, theirSandbox] = ['https://api.safaricom.co.ke', 'https://sandbox.safaricom.co.ke']
  const begin = (key: string, baseUrl: string) => refuseMixedBooks(thePool(), key, { baseUrl })
  await expect(begin(trial, safaricom)).rejects.toThrow(/live keys of both/)
  await expect(begin(live, theirSandbox)).rejects.toThrow(/live keys of both/)
  await expect(begin(trial, theirSandbox)).resolves.toBeUndefined()
  await gift(db, (await someDrive(db)).id, 50_000)
  await expect(begin(live, safaricom)).rejects.toThrow(/pretended/)
  await db.deleteFrom('provider_keys').execute()
  await expect(begin(live, safaricom)).resolves.toBeUndefined()
})

test('an administrator whose password everybody knows is refused where strangers come', async () => {
  await expect(refuseExamples(thePool())).resolves.toBeUndefined()
  const { id } = await somePerson(db)
  await db.insertInto('user_roles').values({ user_id: id, role: 'admin', granted_by: 'example' }).execute()
  await expect(refuseExamples(thePool())).rejects.toThrow(/example people/)
})

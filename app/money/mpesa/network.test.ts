import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#app/platform/db.server.ts'
import { takeTry, triesLeft } from '#app/platform/http/limits.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { forgetUnpaid } from '#app/privacy/forget-old.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, promptedGift } from '#test/money.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { credit } from './credit.server.ts'
import { phoneLimits, promptLimits, returnFree, returnHeld, returnPaid } from './limits.server.ts'

// A church gives behind one address: what was paid gives its place back to the limit of the network. See docs/develop/decisions/0021.

const db = await testDatabase()
booksMustHold(() => db)
beforeAll(async () => {
  await query`insert into operator_choices (name, value, why) values ('PROMPTS_IN_TEN_MINUTES', '10', 'a test')`
  await readChoices()
})
beforeEach(() => sql`delete from rate_limits`.execute(db))

const hall = '197.232.7.7'
let last = 0
const newPhone = () => `+2547120${String(++last).padStart(5, '0')}`
async function asked(driveId: string, address: string | undefined = hall, phone = newPhone()) {
  await takeTry(promptLimits(phone, address ?? '', async () => driveId))
  const { reference, prompt } = await promptedGift(db, driveId, 10_000, phone, address)
  return { ...prompt, reference, amount: 10_000, phone }
}
type One = Awaited<ReturnType<typeof asked>>
const paid = (one: One) => credit(db, 'mpesa', one, 'query')
const left = async (address = hall) => (await triesLeft(promptLimits('', address, async () => undefined).at(-1)!)).left
const windowsEnd = () => timePasses('1 day', { rate_limits: {} })
const networkOf = async ({ id }: One) =>
  (await db.selectFrom('mpesa_prompts').where('id', '=', id).select('network').executeTakeFirstOrThrow()).network

test('more people of one network give in ten minutes than are asked in vain, as each has paid', async () => {
  const { id } = await someDrive(db)
  for (let nr = 0; nr < 15; nr++) expect(await paid(await asked(id))).toBe('applied')
  for (let nr = 0; nr < 10; nr++) await asked(id)
  await expect(asked(id)).rejects.toThrow('Many people here are giving right now.')
})

test('one place is given back once, however often and at once it is found that it was paid', async () => {
  const { id } = await someDrive(db)
  const all = [await asked(id), await asked(id), await asked(id)]
  expect(await left()).toBe(7)
  expect(granted(await atOnce(10, () => paid(all[0]!)))).not.toHaveLength(0)
  await paid(all[0]!)
  expect(await left()).toBe(8)
})

test('paid after the time for which it was counted, it gives back nothing to the next', async () => {
  const { id } = await someDrive(db)
  const old = await asked(id)
  await timePasses('11 minutes', { mpesa_prompts: { id: old.id } })
  expect(await left()).toBe(9)
  await paid(old)
  expect(await left()).toBe(9)
  expect(await networkOf(old)).toBeNull()
})

test('paid when the next ten minutes have begun, it gives back nothing to those who ask in them', async () => {
  const { id } = await someDrive(db)
  const old = []
  for (let nr = 0; nr < 10; nr++) old.push(await asked(id))
  await windowsEnd()
  for (let nr = 0; nr < 10; nr++) await asked(id)
  for (const one of old) expect(await paid(one)).toBe('applied')
  expect(await left()).toBe(0)
  await expect(asked(id)).rejects.toThrow('Many people here')
  expect(await Promise.all(old.map(networkOf))).toEqual(old.map(() => null))
})

test('nor to the phone, which was asked again since', async () => {
  const [{ id }, phone] = [await someDrive(db), newPhone()]
  const old = await asked(id, hall, phone)
  await windowsEnd()
  await takeTry(phoneLimits(phone))
  const tries = () => Promise.all(phoneLimits(phone).map(async (one) => (await triesLeft(one)).left))
  expect(await tries()).toEqual([2, 5])
  await paid(old)
  expect(await tries()).toEqual([2, 5])
})

const ways: [string, (on: typeof db, both: One[]) => Promise<void>][] = [
  ['of requests that are read then', returnPaid],
  [
    'of requests whose networks were read when they were booked',
    async (on, both) => {
      const { rows } = await sql<{ network: string; askedAt: Date }>`
        with mine as (select id, network, created_at from mpesa_prompts where id = any(${both.map(({ id }) => id)}::bigint[])),
          paid as (update mpesa_prompts q set network = null from mine where q.id = mine.id)
        select network, created_at as "askedAt" from mine`.execute(on)
      const paid = rows.map((row) => ({ ...row, phone: null }))
      const held = await on.transaction().execute((tx) => returnFree(tx, paid))
      // The booking itself waits for nobody.
      expect(held.length).toBe(1)
      await returnHeld(on, held)
    },
  ],
]
test.each(ways)(
  'broken off by the database for the sake of another, the return %s loses no place',
  async (_, giveBack) => {
    const { id } = await someDrive(db)
    const halls = [hall, '197.232.8.8']
    const both = [await asked(id, halls[0]), await asked(id, halls[1])]
    const [first, second] = (await Promise.all(both.map(networkOf))).toSorted()
    const lock = (tx: Tx, key?: string | null) =>
      sql`select from rate_limits where name = 'prompt-network' and key = ${key} for update`.execute(tx)
    const { returned } = await db.transaction().execute(async (tx) => {
      await lock(tx, second)
      const returned = giveBack(db, both).then(() => 'returned', String)
      await waitsForLock(db, returned)
      // Each has what the other wants next: the one that has waited for longer is broken off.
      await lock(tx, first)
      return { returned }
    })
    expect(await returned).toBe('returned')
    expect(await Promise.all(halls.map((one) => left(one)))).toEqual([10, 10])
    expect(await Promise.all(both.map(networkOf))).toEqual([null, null])
  },
)

test('the row has no address, and nothing of the network once it was paid or after a day', async () => {
  const { id } = await someDrive(db)
  const [one, other, young] = [await asked(id), await asked(id), await asked(id)]
  expect(await networkOf(one)).toMatch(/^[\w-]{43}$/)
  await paid(one)
  await query`update mpesa_prompts set created_at = created_at - interval '25 hours', state = 'cancelled', ended_at = now() where id = ${other.id}`
  await forgetUnpaid(db)
  expect([await networkOf(one), await networkOf(other)]).toEqual([null, null])
  expect(await networkOf(young)).not.toBeNull()
})

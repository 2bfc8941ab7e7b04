import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// That a gift came by a guest's link is a help to the host. It is never a reason to tell its giver that they did not give.

const db = await testDatabase({ asOwner: true })
const { send } = plainBrowser()
let [slug, link, driveId] = ['', '', '']
beforeAll(async () => {
  scriptedProvider()
  const drive = await someDrive(db)
  ;[slug, driveId] = [drive.slug, drive.id]
  link = (await someGuest(db, await someGathering(db, {}, drive))).link
})

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]!.n
const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
const giver = { name: 'Njeri', email: 'siri@example.org' }
const from = () => ({ cookie: `guest=${link}` })

describe('while no tie can be made', () => {
  beforeAll(() => sql`alter table supporter_ties rename column how to gone_for_a_while`.execute(db))
  afterAll(() => sql`alter table supporter_ties rename column gone_for_a_while to how`.execute(db))

  test.each([
    ['a gift', () => `/fundraiser/${slug}/donate`, { ...giver, amount: '500' }, 303, 'payments'],
    ['a promise', () => `/fundraiser/${slug}/pledge`, { ...giver, amount: '500', dueOn: day }, 200, 'pledges'],
    ['a comment', () => `/fundraiser/${slug}/comment`, { name: 'Njeri', content: 'Pole' }, 303, 'fund_drive_comments'],
    ['a word', () => `/i/${link}/word`, { name: 'Njeri', content: 'Pole sana' }, 303, 'fund_drive_comments'],
  ])('%s that can’t be tied has been made, and its giver is told so', async (_, path, typed, status, table) => {
    const before = await count(table)
    const answer = await send(path(), { ...typed, key: crypto.randomUUID() }, from())
    expect([answer.status, await count(table)]).toEqual([status, before + 1])
  })
})

test('a host who holds the list of guests does not keep a comment from being posted', async () => {
  const before = [await count('fund_drive_comments'), await count('supporter_ties')]
  const answer = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('gatherings').where('fund_drive_id', '=', driveId).select('id').forNoKeyUpdate().execute()
    return send(`/fundraiser/${slug}/comment`, { content: 'Tuko pamoja', key: crypto.randomUUID() }, from())
  })
  const after = [await count('fund_drive_comments'), await count('supporter_ties')]
  expect([answer.status, ...after]).toEqual([303, before[0]! + 1, before[1]])
})

describe('when the connection ends while it is tied', () => {
  beforeAll(() =>
    sql`create function end_here() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger end_here before insert on supporter_ties for each row execute function end_here()`.execute(db),
  )
  afterAll(() => sql`drop function if exists end_here cascade`.execute(db))

  test.each([
    ['a promise', () => `/fundraiser/${slug}/pledge`, { ...giver, amount: '700', dueOn: day }, 200, 'pledges'],
    ['a comment', () => `/fundraiser/${slug}/comment`, { content: 'Hongera' }, 303, 'fund_drive_comments'],
    ['a word', () => `/i/${link}/word`, { content: 'Hongera sana' }, 303, 'fund_drive_comments'],
  ])('nothing of %s is kept, and the same form makes it and ties it', async (_, path, typed, status, table) => {
    const all = async () => [await count(table), await count('supporter_ties')]
    const before = await all()
    const sent = { ...typed, key: crypto.randomUUID() }
    await sql`alter table supporter_ties enable trigger end_here`.execute(db)
    expect((await send(path(), sent, from())).status).toBeGreaterThanOrEqual(500)
    // The pool learns in its own time that the connection is gone.
    await expect.poll(all).toEqual(before)
    await sql`alter table supporter_ties disable trigger end_here`.execute(db)
    await expect.poll(async () => (await send(path(), sent, from())).status, { timeout: 10_000 }).toBe(status)
    expect(await all()).toEqual(before.map((many) => many + 1))
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { askedTogether, builtOnce } from './queries.server.ts'

const db = await testDatabase()

type Values = { cents: number; at: Date | null; text: string; least: number }
const rowsOf = builtOnce(
  (_, { cents, at, text, least }: Values) =>
    sql<Values & { nr: number; yes: boolean; none: null }>`
      select nr, ${cents}::bigint as cents, ${at}::timestamptz as at, ${text}::text as text, true as yes, null as none
      from generate_series(1, 3) nr where nr > ${least}::int order by nr desc`,
  ['at'],
)
const answersOf = builtOnce((_, { name }: { name: string }) => sql<{ name: string }>`select ${name}::text as name`)
const broken = builtOnce((_, { by }: { by: number }) => sql<{ n: number }>`select 1 / ${by}::int as n`)

/** How many statements were sent meanwhile. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const pool = thePool()
  const connect = pool.connect.bind(pool)
  pool.connect = ((...args: []) => {
    count++
    return connect(...args)
  }) as typeof pool.connect
  await work().finally(() => {
    pool.connect = connect
  })
  return count
}

test('what is asked at the same moment is one statement, and each gets its own rows, in their order', async () => {
  const together = askedTogether(db)
  const values = { cents: 5, at: null, text: 'a', least: 1 }
  const count = await statements(async () => {
    const found = await Promise.all([
      rowsOf(together, values),
      answersOf(together, { name: 'Amina' }),
      rowsOf(together, { ...values, cents: 7, least: 2 }),
      rowsOf(together, { ...values, least: 9 }),
    ])
    expect(found.map((rows) => rows.length)).toEqual([2, 1, 1, 0])
    expect(found[0]!.map(({ nr }) => nr)).toEqual([3, 2])
    expect(found[1]).toEqual([{ name: 'Amina' }])
    expect(found[2]).toMatchObject([{ nr: 3, cents: 7 }])
  })
  expect(count).toBe(1)
})

test('rows are the same as when each is asked alone: every cent, every moment, every letter', async () => {
  const texts = [
    '',
    '"quoted" \\ and \u2028',
    "'; drop table users --",
    '👩‍👩‍👧 $1 {"a":1}',
    'null',
    '2026-11-23T00:00:00Z',
  ]
  const moments = [null, '2026-02-28T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2026-11-23T04:05:06.001Z']
  // Beyond what a number holds exactly the driver rounds as JSON does; the books never get there.
  const amounts = [0, -1, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53 + 2]
  const together = askedTogether(db)
  for (const [nr, text] of texts.entries())
    for (const cents of amounts) {
      const at = moments[nr % moments.length]
      const values = { cents, at: at ? new Date(at) : null, text, least: 0 }
      const [one, other] = await Promise.all([rowsOf(together, values), rowsOf(together, { ...values, least: 1 })])
      expect([one, other]).toEqual([await rowsOf(db, values), await rowsOf(db, { ...values, least: 1 })])
      expect(one[0]).toMatchObject({ cents, text, at: values.at })
    }
})

test('the same where the database keeps another clock', async () => {
  const values = { cents: 1, at: new Date('2026-11-23T04:05:06.001Z'), text: '', least: 2 }
  const { name } = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]!
  const clock = (zone: string) => sql.raw(`set time zone '${zone}'`)
  for (const zone of ['Africa/Nairobi', 'America/St_Johns', 'UTC'])
    await db.connection().execute(async (one) => {
      await clock(zone).execute(one)
      const together = askedTogether(one)
      const both = await Promise.all([rowsOf(together, values), answersOf(together, { name })])
      expect(both).toEqual([[expect.objectContaining({ at: values.at })], [{ name }]])
    })
})

test('one that can not be answered takes no other along, and its fault is its own', async () => {
  const together = askedTogether(db)
  const [fine, fault, also] = await Promise.allSettled([
    answersOf(together, { name: 'Amina' }),
    broken(together, { by: 0 }),
    broken(together, { by: 1 }),
  ])
  expect(fine).toEqual({ status: 'fulfilled', value: [{ name: 'Amina' }] })
  expect(fault).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
  expect(also).toEqual({ status: 'fulfilled', value: [{ n: 1 }] })
})

test('what is asked later, or alone, has a statement of its own; other queries are asked as ever', async () => {
  const together = askedTogether(db)
  const count = await statements(async () => {
    expect(await answersOf(together, { name: 'one' })).toEqual([{ name: 'one' }])
    await Promise.all([answersOf(together, { name: 'two' }), answersOf(together, { name: 'three' })])
    expect(await together.selectFrom('fund_drives').select('id').execute()).toEqual([])
  })
  expect(count).toBe(3)
})

test('hundreds of pages at once mix nothing up', async () => {
  const names = Array.from({ length: 300 }, (_, nr) => `page ${nr}`)
  const pages = await Promise.all(
    names.map(async (name) => {
      const together = askedTogether(db)
      const [one, other] = await Promise.all([
        answersOf(together, { name }),
        answersOf(together, { name: `${name}, other` }),
      ])
      return [one[0]!.name, other[0]!.name]
    }),
  )
  expect(pages).toEqual(names.map((name) => [name, `${name}, other`]))
})

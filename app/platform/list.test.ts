import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { allPages, askedFor, pageOfRows } from './list.server.ts'

const db = await testDatabase()
const sorts = {
  newest: { by: sql.ref('at'), kind: 'moment' },
  tries: { by: sql.ref('tries'), kind: 'number' },
  name: { by: sql.ref('name'), kind: 'text' },
} as const
type Row = { id: number; tries: number; name: string; at: Date }
const id = { column: sql.ref('id'), kind: 'number' } as const
// Moments a microsecond apart, and values that many rows share.
const rows = () =>
  db
    .selectFrom(
      sql<Row>`(select nr as id, 'name ' || nr % 7 as name, nr % 5 as tries,
        timestamptz '2026-11-22 00:00' + (nr / 2) * interval '1 microsecond' as at from generate_series(1, 200) nr)`.as(
        'l',
      ),
    )
    .selectAll()

async function list(search: string) {
  const asked = askedFor(new URLSearchParams(search), sorts)
  const found: Row[] = []
  for await (const page of allPages((after) => pageOfRows(rows(), { sorts, id, size: 30, asked: { ...asked, after } })))
    found.push(...page)
  return found
}

const orders = ['', '?sort=tries', '?sort=tries&order=desc', '?sort=name', '?sort=newest&order=asc', '?sort=nonsense']
test.each(orders)('every row is on exactly one page, in order: %s', async (search) => {
  const found = await list(search)
  expect(new Set(found.map(({ id }) => id)).size).toBe(200)
  expect(found).toHaveLength(200)
  const tries = found.map((row) => row.tries)
  if (search === '?sort=tries') expect(tries).toEqual([...tries].sort())
  if (search === '') expect(found[0]!.id).toBe(200)
})

test('a place that nobody gave is the beginning', async () => {
  const three = Buffer.from('["1","2","3"]').toString('base64url')
  for (const after of ['x', 'WyJhIiwiYiJd', three, '%00', 'e'.repeat(5000)]) {
    const asked = askedFor(new URLSearchParams({ after, sort: 'tries' }), sorts)
    expect((await pageOfRows(rows(), { sorts, asked, id })).rows.length).toBeGreaterThan(0)
  }
})

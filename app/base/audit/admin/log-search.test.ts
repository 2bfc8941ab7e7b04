import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { countedTo, logList } from './log-list.server.ts'

// A search is looked up before its lines are put in order, unless there are too many. Either way it finds what the same
// question finds when it is asked plainly.

const db = await testDatabase({ asOwner: true })
const { id: by } = await somePerson(db, { admin: true, email: 'anna@x.test' })
const drive = await someDrive(db, { title: 'Well' })
await sql`insert into audit_log (at, by, act, noun, subject, why)
  select timestamptz '2026-03-01' + s.n % 977 * interval '1 hour', case when s.n % 11 > 0 then ${by}::uuid end,
    (array['seen', 'drive paused', 'payout declined'])[1 + s.n % 3], (array['payout', 'drive'])[1 + s.n % 2],
    case s.n % 500 when 0 then ${drive.id} when 1 then ${by} when 2 then '' else (s.n % 3000)::text end,
    case when s.n % 3 > 0 then (array['Paid twice, ', 'Sold their session, 50% ', 'No such account, '])[1 + s.n % 3] || 'case ' || s.n else '' end
  from generate_series(1, 16000) s (n)`.execute(db)
await sql`analyze audit_log`.execute(db)

const askedFor = (query: string) => logList.asked(new URLSearchParams(`looks=on&${query}`))

async function countedRowByRow(query: string) {
  const { search, by, act, noun, from, to } = askedFor(query).filter
  const { rows } = await sql<{ id: number }>`
    select a.id from audit_log a
    where (a.why ilike ${containing(search)} or a.subject = ${search.replace('#', '')}
        or (a.subject <> '' and (a.subject = (select id::text from users where email = ${search.toLowerCase()})
          or a.subject = (select id::text from fund_drives where slug = ${search}))))
      and (${act}::text is null or act = ${act}) and (${noun}::text is null or noun = ${noun})
      and (${by}::text is null or by is null)
      and (${from}::text is null or (at at time zone 'Africa/Nairobi')::date >= ${from}::date)
      and (${to}::text is null or (at at time zone 'Africa/Nairobi')::date <= ${to}::date)
    order by at desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

const searches = ['case', 'case 77', 'SOLD', '50%25', 'ca', 'zz', 'z', '%25', '0%25', 'T 7', 'anna@X.test', 'well']
const narrowed = ['twice&act=drive paused', 'case&act=seen', 'no&noun=drive&by=nobody']
const dated = 'session&from=2026-03-03&to=2026-03-05'
const all = [...searches, '%23777', ...narrowed, dated, 'nothing like it'].map((search) => `search=${search}`)
test.each(all)('searched lines are those that the plain question finds: %s', async (query) => {
  const [ids, asked] = [await countedRowByRow(query), askedFor(query)]
  const first = await logList.page(db, asked)
  expect(first.totals).toEqual({ lines: Math.min(ids.length, countedTo), more: ids.length > countedTo })
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 50))
  const second = first.next
    ? await logList.page(db, { ...asked, list: { ...asked.list, after: first.next } })
    : { rows: [] }
  expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(50, 100))
})

test('some of these searches find too many lines to be counted, and say so', async () => {
  expect((await countedRowByRow('search=case')).length).toBeGreaterThan(countedTo)
  const { totals } = await logList.page(db, askedFor('search=case'))
  expect(totals).toEqual({ lines: countedTo, more: true })
})

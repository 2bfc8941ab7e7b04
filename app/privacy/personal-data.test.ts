import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { query } from '#test/rows.ts'
import { keptData, personalData } from './personal-data.server.ts'

await testDatabase()

/** Names of columns in which a person can be named. */
const canName = new RegExp(
  'name|mail|phone|tail|message|address|note|(^|_)ip(_|$)|agent|avatar|image|picture|photo|url|caption|^alt$|words|^text$|html|^raw$' +
    '|why|reason|body|content|reply|visitor|network|fingerprint|browser|contact|account|number|identifier|wish|answer|hosts|thanks' +
    '|title|description|slogan|location|place|landmark|directions|travel|dress|programme|destination|^before$|^after$|^was$|^is_now$' +
    '|facts|fields|subject|source|proposed|invited|reference|returned|failure|groups',
)

const declared = Object.entries(personalData).flatMap(([table, line]) =>
  Object.values(line).flatMap((columns) =>
    columns === 'row deleted' ? `${table}.*` : Object.keys(columns).map((column) => `${table}.${column}`),
  ),
)
const kept = keptData.flatMap(({ columns }) =>
  Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
)

/** Texts of the product's tables. Of the pretend world only what mails and texts say: the rest is swept by night. */
const columns = async (): Promise<string[]> => {
  const rows = await query<{ name: string }>`
    select case when c.table_schema = 'public' then '' else c.table_schema || '.' end || c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'inet', 'ARRAY')
      and c.table_name <> 'migrations'
      and (c.table_schema = 'public' or c.table_schema || '.' || c.table_name in ('sandbox.mails', 'sandbox.sms'))
    order by 1`
  return rows.map(({ name }) => name)
}
const tableOf = (column: string) => column.slice(0, column.lastIndexOf('.'))
const nameOf = (column: string) => column.slice(column.lastIndexOf('.') + 1)

test('every column that can name a person has a line that says what becomes of it', async () => {
  const lines = new Set([...declared, ...kept])
  const personal = (await columns()).filter((column) => canName.test(nameOf(column)))
  expect(personal.length).toBeGreaterThan(150)
  expect(personal.filter((column) => !lines.has(column) && !lines.has(`${tableOf(column)}.*`))).toEqual([])
})

test('every line is about a column that there is, and none is both forgotten and kept', async () => {
  const all = await query<{ name: string }>`
    select case when table_schema = 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
    from information_schema.columns where table_schema in ('public', 'sandbox')`
  const known = new Set(all.flatMap(({ name }) => [name, `${tableOf(name)}.*`]))
  expect([...declared, ...kept].filter((line) => !known.has(line))).toEqual([])
  expect(kept.filter((line) => declared.includes(line))).toEqual([])
  expect(kept.filter((line, at) => kept.indexOf(line) !== at)).toEqual([])
})

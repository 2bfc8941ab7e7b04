// Writes db/types.ts and db/schema.sql from a freshly migrated database. With --check: exits 1 when they are not what they would be.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openPool } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own, productFolder } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { schemaOf } from './schema.ts'

const folder = path.join(productFolder, 'db')

type Column = {
  table: string
  tableSays: string | null
  name: string
  says: string | null
  type: string
  list: boolean
  nullable: boolean
  filled: boolean
  computed: boolean
  /** The list that a CHECK of this column alone allows, as Postgres writes it; null where there is none. */
  check: string | null
}

async function textsOfFreshDatabase(): Promise<Record<string, string>> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-types-'))
  own(home, databaseUser(home))
  const postgres = await startPostgres({ place: path.join(home, 'postgres'), durable: false })
  const pool = openPool(postgres.url, 1)
  try {
    await migrate(postgres.url)
    const columns = await pool.query<Column>(columnsQuery)
    const choices = await pool.query<{ name: string; values: string[] }>(choicesQuery)
    const types = written(columns.rows, new Map(choices.rows.map((row) => [row.name, row.values])))
    return { 'types.ts': types, 'schema.sql': await schemaOf(pool) }
  } finally {
    await pool.end()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

function written(columns: Column[], choices: Map<string, string[]>): string {
  const tables = Object.entries(Object.groupBy(columns, (column) => column.table)).map(([name, its]) => ({
    name,
    type: pascal(name),
    columns: its!,
  }))
  const used = [...choices].map(
    ([name, values]) => `export type ${pascal(name)} = ${values.map((value) => `'${value}'`).join(' | ')}\n`,
  )
  return [
    '// Written by scripts/db-types.ts from the migrated database. Do not edit: write a migration, then run it again.\n',
    "import type { ColumnType } from 'kysely'\n",
    'export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>\n  ? ColumnType<S, I | undefined, U>\n  : ColumnType<T, T | undefined, T>\n',
    'export type Timestamp = ColumnType<Date, Date | string, Date | string>\n',
    'export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }\n',
    '/** Read as a value; written as its JSON text, so that a list is not taken for an array of the database. */\nexport type Json = ColumnType<JsonValue, string, string>\n',
    ...used,
    ...tables.map(({ type, columns }) => interfaceOf(type, columns, choices)),
    `export interface DB {\n${tables.map(({ name, type }) => `  ${quoted(name)}: ${type}\n`).join('')}}\n`,
  ].join('\n')
}

const interfaceOf = (type: string, columns: Column[], choices: Map<string, string[]>) =>
  `${doc(columns[0]!.tableSays, '')}export interface ${type} {\n${columns
    .map((column) => `${doc(column.says, '  ')}  ${quoted(column.name)}: ${typeOf(column, choices)}\n`)
    .join('')}}\n`

function typeOf({ type, list, nullable, filled, computed, check }: Column, choices: Map<string, string[]>): string {
  const one = choices.has(type) ? pascal(type) : (known[type] ?? (check ? unionOf(check) : 'string'))
  const several = list ? `${one === 'Timestamp' ? 'Date' : one}[]` : one
  const full = nullable ? `${several} | null` : several
  if (computed) return `ColumnType<${full.replace('Timestamp', 'Date')}, never, never>`
  // A column that may be null may be left out anyway.
  return filled && !nullable ? `Generated<${full}>` : full
}

const known: Record<string, string> = {
  ...Object.fromEntries(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'].map((type) => [type, 'number'])),
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Timestamp',
  timestamp: 'Timestamp',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
}

const listed = /^CHECK \(\(\(?\w+(?:\)::text)? = (?:ANY \(\(?ARRAY\[(.*?)\](?:\)::text\[\])?\)|('[^']*'::text))\)\)$/

/** The words of `CHECK (state in ('open', 'closed'))` as a union; any other rule leaves the column a text. */
function unionOf(check: string): string {
  const [, many, single] = listed.exec(check) ?? []
  const words = (many ?? single)?.match(/'[^']*'/g)
  return words ? words.join(' | ') : 'string'
}

const doc = (says: string | null, indent: string) => (says ? `${indent}/** ${says.replaceAll('*/', '* /')} */\n` : '')
const quoted = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)
const pascal = (name: string) =>
  name.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())

const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname not like 'pg_%'`
const nameOf = (what: string) => `case n.nspname when 'public' then ${what} else n.nspname || '.' || ${what} end`

const columnsQuery = `
  select ${nameOf('c.relname')} as table, obj_description(c.oid, 'pg_class') as "tableSays",
    a.attname as name, col_description(c.oid, a.attnum) as says,
    case when base.typtype = 'e' then ${nameOf('base.typname').replaceAll('n.', 'tn.')} else base.typname end as type,
    t.typelem <> 0 and t.typlen = -1 as list,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as filled,
    a.attgenerated <> '' or a.attidentity = 'a' as computed,
    (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
      and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= (ANY|'')'
      and pg_get_constraintdef(k.oid) !~ ' (AND|OR) ' limit 1) as check
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    join pg_type element on element.oid = case when t.typelem <> 0 and t.typlen = -1 then t.typelem else t.oid end
    join pg_type base on base.oid = case when element.typtype = 'd' then element.typbasetype else element.oid end
    join pg_namespace tn on tn.oid = base.typnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and ${ours} and not (n.nspname = 'public' and c.relname = 'migrations')
  order by 1, a.attnum`

const choicesQuery = `
  select ${nameOf('t.typname')} as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
  where ${ours} group by 1 order by 1`

for (const [name, text] of Object.entries(await textsOfFreshDatabase())) {
  const file = path.join(folder, name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`db/${name} is stale: run node scripts/db-types.ts`)
    process.exitCode = 1
  }
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

// All the ways in which a phone number may be in a text, so that a test can say that it is in none of them.

/** Finds a number, '+254711345678', in a text: as digits with whatever stands between them, coded, or as a hash that anybody can reverse. */
export function tracesOf(number: string): (text: string) => string[] {
  const digits = number.slice(-9)
  const written = [number, number.slice(1), `0${digits}`, digits]
  const coded = new Set(
    written.flatMap((one) => [...hashesOf(one), ...base64Of(one), Buffer.from(one).toString('hex')]),
  )
  return (text) => {
    const found = bare(text).includes(digits) ? [digits] : []
    const lower = text.toLowerCase()
    return [...found, ...[...coded].filter((one) => text.includes(one) || lower.includes(one))]
  }
}

/** Digits close up over what people and addresses put between them. */
const bare = (text: string) =>
  text.replace(/(?<=\d)(?:[\s().,_\u2010-\u2015\u00a0-]|%20|%2D|\+|&nbsp;|=\r?\n)+(?=\d)/gi, '')

const hashesOf = (one: string) =>
  ['sha256', 'sha1', 'md5'].flatMap((by) =>
    (['hex', 'base64', 'base64url'] as const).map((as) => createHash(by).update(one).digest(as).replace(/=+$/, '')),
  )

/** Within a longer text it has one of three shapes; the signs at its ends belong to what is beside it, too. */
const base64Of = (one: string) =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.from('x'.repeat(before) + one)
      .toString('base64')
      .replace(/=+$/, '')
    return whole.slice(before === 0 ? 0 : before + 1, -1)
  })

/** The tables of the whole database in which this is found. */
export async function tablesWith(db: Db, finds: (text: string) => string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select case when schemaname = 'public' then tablename::text else schemaname || '.' || tablename end as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_inherits where inhrelid = to_regclass(format('%I.%I', schemaname, tablename)))`.execute(
    db,
  )
  const found: string[] = []
  for (const { name: table } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    if (rows.some(({ row }) => finds(row).length > 0)) found.push(table)
  }
  return found.sort()
}

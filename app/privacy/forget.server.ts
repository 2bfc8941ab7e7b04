import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { personalData, type Whose } from './personal-data.server.ts'

type Table = keyof typeof personalData

/** A condition in SQL. */
export type Rows = RawBuilder<unknown>
/** Columns to set beside the blanks, such as a version. */
type Beside = Record<string, unknown>

/** Forgets these rows of a table as `personalData` says, in all its columns or in the named ones. Returns how many rows there were. */
export async function forgetRows(
  tx: Tx,
  [table, whose]: readonly [Table, Whose],
  rows: Rows,
  { only, beside = {} }: { only?: string[]; beside?: Beside } = {},
): Promise<number> {
  const lines: { [Who in Whose]?: unknown } = personalData[table]
  const becomes = lines[whose] as Beside | 'row deleted' | undefined
  if (!becomes) throw new Error(`personalData does not say what becomes of ${table} of a ${whose}`)
  if (becomes === 'row deleted') return changed(await sql`delete from ${sql.table(table)} where ${rows}`.execute(tx))
  const columns = Object.entries(becomes).filter(([column]) => !only || only.includes(column))
  const sets = [...columns, ...Object.entries(beside)].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return changed(await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${rows}`.execute(tx))
}

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0)

import { type SqlBool, sql } from 'kysely'
import type { Right } from '#app/kit/rights.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** Whether this person may do this to this drive now. */
export async function mayManage(db: Db | Tx, person: string, driveId: string, right: Right): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may(${driveId}, ${person}, ${right})`.execute(db)
  return rows[0]!.may
}

/** Builds the same check as a condition of a query; `drive` is the column with the drive's id. */
export const managedBy = (drive: 'id' | 'd.id', person: string, right: Right) =>
  sql<SqlBool>`may(${sql.ref(drive)}, ${person}, ${right})`

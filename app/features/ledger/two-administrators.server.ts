import { type Expression, type SqlBool, sql } from 'kysely'
import { chosen, chosenByOthers } from '#app/platform/choices.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

// Large sums need two administrators.

/**
 * Above what operators chose two have to agree; where they chose nothing, nobody waits for a second one. Whoever raised
 * that sum is held to what it was before: nobody frees themselves of the second one.
 */
export const needsTwo = async (db: Db | Tx, amount: number, by: string): Promise<boolean> =>
  amount > chosen('SECOND_ADMIN_ABOVE') || amount > (await chosenByOthers(db, 'SECOND_ADMIN_ABOVE', by))

/** True of a person who may decide at this moment. */
export const canDecide = (person: Expression<string | null>) => sql<SqlBool>`exists (
  select from user_roles r join users a on a.id = r.user_id
  where r.user_id = ${person} and r.role = 'admin' and a.suspended_at is null and a.deleted_at is null)`

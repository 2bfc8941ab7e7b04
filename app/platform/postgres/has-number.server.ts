import { sql } from 'kysely'
import { digitsIn } from '#app/kit/phone.ts'

/** True if a text contains this number, in any notation; false if it is no number. */
export const hasNumber = (column: string, phone: string) =>
  sql<boolean>`coalesce(position(${digitsIn(phone) ?? null}::text in regexp_replace(${sql.ref(column)}, '\\D', '', 'g')) > 0, false)`

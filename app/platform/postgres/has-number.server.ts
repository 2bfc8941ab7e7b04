import { sql } from 'kysely'
import { digitsIn } from '#app/kit/phone.ts'

/** Whether a text has this number, however it is written there; false of what is no number. */
export const hasNumber = (column: string, phone: string) =>
  sql<boolean>`coalesce(position(${digitsIn(phone) ?? null}::text in regexp_replace(${sql.ref(column)}, '\\D', '', 'g')) > 0, false)`

import { sql } from 'kysely'
import { digitsIn } from '#app/kit/phone.ts'

/** Makes the `ilike` pattern that finds these words anywhere: a typed per cent sign is escaped. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Makes the pattern for a trigram index that takes spaces for a letter: see migration 0164. */
export const joinedWords = (words: string): string => containing(words).replaceAll(' ', 'q')

/** True if a text contains this number, in any notation; false if it is no number. */
export const hasNumber = (column: string, phone: string) =>
  sql<boolean>`coalesce(position(${digitsIn(phone) ?? null}::text in regexp_replace(${sql.ref(column)}, '\\D', '', 'g')) > 0, false)`

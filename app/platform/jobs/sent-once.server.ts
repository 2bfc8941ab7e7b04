import { createHash, randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { Refusal, type Says } from '#app/kit/says.ts'

/**
 * Stands for one sending of one form: the same when a browser sends it twice, another when anything in it differs, as
 * when a person goes back and writes anew. Null without a key, which only forms of ours carry.
 */
export const onceOf = (key: string | undefined, ...sent: (string | number | null)[]): string | null =>
  key === undefined
    ? null
    : createHash('sha256')
        .update(JSON.stringify([key, ...sent]))
        .digest('base64url')

export type Sending = { form: string; once: string }

/**
 * The same, but the form is known again, too, whatever is in it: what people write for others is not written twice because they
 * changed a word after the answer was cut off, and nobody is told that the changed word is there.
 */
export function sendingOf(key: string | undefined, ...sent: (string | number | null)[]): Sending | null {
  const form = onceOf(key)
  return form === null ? null : { form, once: `${form} ${onceOf(key, ...sent)}` }
}

/** In which rows this form was written, whatever was in it. The column's order is that of its bytes. */
export const ofForm = (column: string, { form }: Sending) =>
  sql<SqlBool>`${sql.ref(column)} between ${`${form} `} and ${`${form}!`}`

/** The form was used before, for something else than it carries now: once its person has read so, it comes with a key of its own. */
export const usedForAnother = (says: Says): Refusal => new Refusal(says, { typed: { key: randomUUID() } })

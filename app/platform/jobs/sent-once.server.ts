import { createHash, randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { Refusal, type Says } from '#app/kit/says.ts'

/**
 * Returns an id for one sending of one form: equal when a browser sends it twice, different when any field differs, as
 * when a person goes back and edits it. Null without a key, which only our forms carry.
 */
export const onceOf = (key: string | undefined, ...sent: (string | number | null)[]): string | null =>
  key === undefined
    ? null
    : createHash('sha256')
        .update(JSON.stringify([key, ...sent]))
        .digest('base64url')

export type Sending = { form: string; once: string }

/**
 * Makes an id that also identifies the form, whatever its content: text for others is not saved twice because its writer
 * changed a word after a lost answer, and nobody is told that the changed word was saved.
 */
export function sendingOf(key: string | undefined, ...sent: (string | number | null)[]): Sending | null {
  const form = onceOf(key)
  return form === null ? null : { form, once: `${form} ${onceOf(key, ...sent)}` }
}

/** Matches the rows written by this form, with any content. The column is collated by its bytes. */
export const ofForm = (column: string, { form }: Sending) =>
  sql<SqlBool>`${sql.ref(column)} between ${`${form} `} and ${`${form}!`}`

/** Refuses a form that was used before with other content: after that message it gets a new key. */
export const usedForAnother = (says: Says): Refusal => new Refusal(says, { typed: { key: randomUUID() } })

/** Returns the same UUID for the same text. */
export const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

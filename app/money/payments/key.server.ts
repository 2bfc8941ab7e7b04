import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { hasArrived } from './opening.server.ts'
import { paymentTexts } from './payment.ts'

// The key of a form or of a program, and the payment that belongs to it.

export type Started = {
  id: number
  reference: string
  status: string
  /** The page where it is paid; null until the provider has answered. */
  url: string | null
  /** True if the same form had been sent before. */
  again: boolean
}

/** The form's own key, within the scope that sends it. */
export type Key = {
  scope: string
  key: string
  /**
   * True for people, who come back to a form: once its payment has failed, or its checkout would have closed, the same form starts the
   * next. A payment that arrived is never paid again by the same form. A program's key names one payment for ever.
   */
  renewed?: boolean
  /** Decides in place of the rules whether the payment still has the key. */
  holds?: (db: Db | Tx, payment: { id: number; status: string; age: number }) => Promise<boolean>
  /** The sender's name for this form. The same name for another form is refused. */
  name?: { scope: string; key: string }
}

export type KeyAnswer = Started | Refusal

export const isAnothers = async (
  tx: Tx,
  { scope, key }: { scope: string; key: string },
  hash: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('request_hash', '<>', hash)
    .select('key')
    .executeTakeFirst()) !== undefined

/** Seconds after which the process that asked the provider is gone: it answers within ten, or never. */
export const secondsToAsk = 20
/** Minutes that a checkout page stays open, less some to pay in. */
const openFor = 25

const begunBy = (db: Db | Tx, { scope, key }: Key) =>
  db
    .selectFrom('idempotency_keys as k')
    .leftJoin('payments as p', 'p.id', 'k.payment_id')
    .where('k.scope', '=', scope)
    .where('k.key', '=', key)
    .select(['k.request_hash', 'p.id', 'p.reference', 'p.status', 'p.authorization_url as url'])
    .select(sql<number>`extract(epoch from now() - p.created_at)::float8`.as('age'))

/** True if a payment has this key. A part of a larger query. */
export const hasPayment = ({ scope, key }: Key) =>
  sql<boolean>`exists (select from idempotency_keys where scope = ${scope} and key = ${key})`

/** Returns the payment that has this key, for a caller that asks before anything else is looked at. */
export async function paymentWithKey(db: Db, key: Key): Promise<{ reference: string; age: number } | undefined> {
  const { id, reference, status, age } = (await begunBy(db, key).executeTakeFirst()) ?? {}
  if (!id || !reference || !status || age === undefined) return undefined
  const isHeld = hasArrived(status) || (await key.holds?.(db, { id, status, age }))
  return isHeld ? { reference, age } : undefined
}

/** Returns what this key started. Undefined if that payment can't be paid any more: then the key is free. */
export async function startedBefore(tx: Tx, one: Key, hash: string): Promise<KeyAnswer | undefined> {
  const { scope, key, renewed, holds } = one
  const row = await begunBy(tx, one).forUpdate('k').executeTakeFirst()
  if (!row) return undefined
  if (row.request_hash !== hash) return new Refusal(paymentTexts.otherForm, { status: 422 })
  const { id, reference, status, url, age } = row
  if (id && reference && status) {
    const isArrived = hasArrived(status)
    const isCutOff = status === 'created' && age > secondsToAsk
    const isOver = renewed && status !== 'created' && (status !== 'pending' || age > openFor * 60)
    const isOpen = (url || status === 'created') && !isCutOff && !isOver
    const isHeld = isArrived || (holds ? await holds(tx, { id, status, age }) : isOpen)
    if (isHeld) return { id, reference, status, url, again: true }
    if (isCutOff) await forgetUnanswered(tx, id)
  }
  await tx.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
  return undefined
}

/** Gives up a payment whose process was cut off before the provider's answer. Nobody knows its page, so nobody can pay it. */
async function forgetUnanswered(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'init_unknown', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()
}

import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { paymentTexts } from './payment.ts'

// A payment until it is paid: opened at the provider, not opened, given up.

/** Statuses of payments whose money is here, as it was asked for or not. */
const arrived = ['succeeded', 'mismatch']
export const hasArrived = (status: string | null): boolean => arrived.includes(status ?? '')

/** Returns the page of a payment that another request is opening at the provider at this moment. */
export const openedBy = (db: Db, reference: string): Promise<{ status: string; url: string | null }> =>
  db
    .selectFrom('payments')
    .where('reference', '=', reference)
    .select(['status', 'authorization_url as url'])
    .executeTakeFirstOrThrow()

/** The payer's next page, and the seconds until the provider is asked for the first time. */
export type Opened = { reference: string; url: string; seconds?: number }
const usually = 180

/**
 * Stores the page where a payment is paid. A payment that was paid, or refused, while the answer was on the way keeps
 * that and is open all the same. Returns its status; null if it was given up meanwhile: then nobody is sent there.
 */
export const paymentOpened = inBatchesOrAlone(
  openAll,
  async (db: Db, opened: Opened) => (await openAll(db, [opened]))[0]!,
)

async function openAll(db: Db, opened: Opened[]): Promise<(string | null)[]> {
  const { rows } = await openPayments(opened).execute(db)
  const open = new Map(rows.map(({ reference, status }) => [reference, status]))
  return opened.map(({ reference }) => open.get(reference) ?? null)
}

/** The statement, for one that notes more than this. */
export const openPayments = (opened: Opened[]) => sql<{ reference: string; status: string }>`
    update payments p set authorization_url = o.url, updated_at = now(),
      status = case p.status when 'created' then 'pending' else p.status end,
      next_check_at = case p.status when 'created' then now() + make_interval(secs => o.seconds) else p.next_check_at end
    from unnest(${opened.map(({ reference }) => reference)}::text[], ${opened.map(({ url }) => url)}::text[],
      ${opened.map(({ seconds = usually }) => seconds)}::integer[]) o (reference, url, seconds)
    where p.reference = o.reference collate "C" and p.status in ('created', 'failed', ${sql.join(arrived)})
    returning p.reference, p.status`

/**
 * Gives up a payment whose opening the provider did not answer. Nobody can pay it without its address, so the next try
 * gets a new one. Returns true if it was paid meanwhile all the same.
 */
export async function paymentUnanswered(db: Db, reference: string): Promise<boolean> {
  await db
    .updateTable('payments')
    .set({ status: 'init_unknown', updated_at: new Date() })
    .where('reference', '=', reference)
    .where('status', '=', 'created')
    .execute()
  return hasArrived((await openedBy(db, reference)).status)
}

/**
 * Gives up payments that nobody has paid for a day, and forgets the keys of old forms. Run by cron. A payment whose
 * last question is due is asked about first. A success that comes later still counts.
 */
export async function sweepPayments(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ status: 'abandoned', updated_at: new Date() })
    .where('status', 'in', ['created', 'pending', 'init_unknown'])
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .where(sql<boolean>`(next_check_at is null or created_at < now() - interval '25 hours')`)
    .executeTakeFirst()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '48 hours'`).execute()
  return Number(numUpdatedRows)
}

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

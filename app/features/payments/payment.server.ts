import { createHash, randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { togetherOrAlone } from '#app/platform/postgres/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Begun, createTogether, type Key, type Started } from './create-together.server.ts'
import { type For, says } from './payment.ts'

export type { Key, Started }

/**
 * Writes a payment down before the provider is asked. A form that is sent twice starts one payment and is led to it; the
 * same key with other values in it is refused. The row of the key is the lock: a second press waits for the first. Gifts
 * that are begun at the same moment are written down together.
 */
export const createPayment = (db: Db, what: For, key?: Key, language = 'en'): Promise<Started> => {
  const begun = { what, key, language, hash: hashOf(what), reference: newReference(what.kind) }
  return what.kind === 'donation' ? createOne(db, begun) : createAlone(db, begun)
}

const createAlone = (db: Db, { what, key, language, hash, reference }: Begun): Promise<Started> =>
  inOneGo(db, async (tx) => {
    if (key?.name) await refuseOther(tx, key.name, hash)
    if (key && !(await takeKey(tx, key, hash))) {
      const before = await startedBefore(tx, key, hash)
      if (before) return before
    }
    const values = what.kind === 'donation' ? await gift(tx, what) : await purchase(tx, what)
    const { id, status } = await tx
      .insertInto('payments')
      .values({ ...values, reference, kind: what.kind, fund_drive_id: what.driveId, amount: what.amount, language })
      .returning(['id', 'status'])
      .executeTakeFirstOrThrow()
    if (key) await keep(tx, key, { request_hash: hash, payment_id: id })
    return { id, reference, status, url: null, again: false }
  })

const createOne = togetherOrAlone<Db, Begun, Started>(createTogether, createAlone, { ways: 2, evenOne: true })

/** What we and the provider call a payment. Nobody guesses it. */
export const newReference = (kind: For['kind']) =>
  `${kind === 'donation' ? 'don' : 'sub'}-${randomBytes(16).toString('hex')}`

const hashOf = (what: For) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(what).sort()))
    .digest('hex')

const takeKey = async (tx: Tx, { scope, key }: Pick<Key, 'scope' | 'key'>, request_hash: string): Promise<boolean> =>
  (await tx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash })
    .onConflict((same) => same.doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined

async function refuseOther(tx: Tx, name: { scope: string; key: string }, hash: string): Promise<void> {
  if (await takeKey(tx, name, hash)) return
  const { request_hash } = await tx
    .selectFrom('idempotency_keys')
    .where('scope', '=', name.scope)
    .where('key', '=', name.key)
    .select('request_hash')
    .executeTakeFirstOrThrow()
  if (request_hash !== hash) throw new Refusal(says.otherForm, { status: 422 })
}

/** Seconds after which whoever asked the provider is gone: it answers within ten, or never. */
const askedFor = 20
/** Minutes that a checkout page stays open, less some to pay in. */
const openFor = 25

/** Undefined when the payment of this key can't be paid any more: then the next try gets a new one. */
async function startedBefore(tx: Tx, { scope, key, renewed }: Key, hash: string): Promise<Started | undefined> {
  const row = await tx
    .selectFrom('idempotency_keys as k')
    .leftJoin('payments as p', 'p.id', 'k.payment_id')
    .where('k.scope', '=', scope)
    .where('k.key', '=', key)
    .select(['k.request_hash', 'p.id', 'p.reference', 'p.status', 'p.authorization_url as url'])
    .select(sql<number>`extract(epoch from now() - p.created_at)::float8`.as('age'))
    .forUpdate('k')
    .executeTakeFirstOrThrow()
  if (row.request_hash !== hash) throw new Refusal(says.otherForm, { status: 422 })
  const { id, reference, status, url, age } = row
  if (!id || !reference || !status || (!url && status !== 'created')) return undefined
  if (status === 'created' && age > askedFor) return forgetUnanswered(tx, id)
  if (renewed && status !== 'created' && (status !== 'pending' || age > openFor * 60)) return undefined
  return { id, reference, status, url, again: true }
}

/** Whoever asked the provider was cut off before the answer. Nobody knows where it is paid, so nobody can pay it. */
async function forgetUnanswered(tx: Tx, id: number): Promise<undefined> {
  await tx
    .updateTable('payments')
    .set({ status: 'init_unknown', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()
}

/** Where a payment is paid that somebody else is asking the provider about at this moment. */
export const openedBy = (db: Db, reference: string): Promise<{ status: string; url: string | null }> =>
  db
    .selectFrom('payments')
    .where('reference', '=', reference)
    .select(['status', 'authorization_url as url'])
    .executeTakeFirstOrThrow()

async function keep(tx: Tx, { scope, key }: Key, values: { request_hash: string; payment_id: number }): Promise<void> {
  await tx.updateTable('idempotency_keys').set(values).where('scope', '=', scope).where('key', '=', key).execute()
}

type Values = Partial<Insertable<DB['payments']>>

async function gift(tx: Tx, what: For & { kind: 'donation' }): Promise<Values> {
  const drive = await tx
    .selectFrom('open_drives')
    .where('id', '=', what.driveId)
    .select('takes_gifts')
    .executeTakeFirst()
  if (!drive) throw new Refusal(says.closed, { status: 404 })
  if (!drive.takes_gifts) throw new Refusal(says.closed)
  const { donorName: donor_name, donorEmail: donor_email, message, anonymous } = what
  return { donor_name, donor_email, message, anonymous }
}

/** The package's views are kept with the payment: whoever changes the package later changes no purchase. */
async function purchase(tx: Tx, what: For & { kind: 'subscription' }): Promise<Values> {
  const found = await tx
    .selectFrom('subscription_packages')
    .where('id', '=', what.packageId)
    .where('status', '=', 'active')
    .where('amount', '>', 0)
    .select('views')
    .executeTakeFirst()
  if (!found) throw new Refusal(says.noPackage)
  return { user_id: what.userId, package_id: what.packageId, views: found.views, donor_email: what.email }
}

type Opened = { reference: string; url: string }

/** The provider has said where it is paid. False when it was given up meanwhile: then nobody is sent there. */
export const paymentOpened = (db: Db, reference: string, url: string): Promise<boolean> =>
  openOne(db, { reference, url })

const openOne = togetherOrAlone(openAll, async (db: Db, opened: Opened) => (await openAll(db, [opened]))[0]!)

async function openAll(db: Db, opened: Opened[]): Promise<boolean[]> {
  const { rows } = await sql<{ reference: string }>`
    update payments p set status = 'pending', authorization_url = o.url, updated_at = now(),
      next_check_at = now() + interval '3 minutes'
    from unnest(${opened.map(({ reference }) => reference)}::text[], ${opened.map(({ url }) => url)}::text[]) o (reference, url)
    where p.reference = o.reference collate "C" and p.status = 'created' returning p.reference`.execute(db)
  const open = new Set(rows.map(({ reference }) => reference))
  return opened.map(({ reference }) => open.has(reference))
}

/** The provider gave no answer. Nobody can pay it without its address, so the next try gets a new one. */
export async function paymentUnanswered(db: Db, reference: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'init_unknown', updated_at: new Date() })
    .where('reference', '=', reference)
    .where('status', '=', 'created')
    .execute()
}

/**
 * Gives up payments that nobody has paid for a day, and forgets the keys of old forms. By the clock. One whose last
 * question is due is asked about first. A success that comes later still counts.
 */
export async function sweepPayments(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ status: 'abandoned', next_check_at: null, updated_at: new Date() })
    .where('status', 'in', ['created', 'pending', 'init_unknown'])
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .where(sql<boolean>`(next_check_at is null or created_at < now() - interval '25 hours')`)
    .executeTakeFirst()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '48 hours'`).execute()
  return Number(numUpdatedRows)
}

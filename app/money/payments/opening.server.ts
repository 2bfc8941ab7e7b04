import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'

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
type Opened = { reference: string; url: string; seconds?: number }
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
  const { rows } = await sql<{ reference: string; status: string }>`
    update payments p set authorization_url = o.url, updated_at = now(),
      status = case p.status when 'created' then 'pending' else p.status end,
      next_check_at = case p.status when 'created' then now() + make_interval(secs => o.seconds) else p.next_check_at end
    from unnest(${opened.map(({ reference }) => reference)}::text[], ${opened.map(({ url }) => url)}::text[],
      ${opened.map(({ seconds = usually }) => seconds)}::integer[]) o (reference, url, seconds)
    where p.reference = o.reference collate "C" and p.status in ('created', 'failed', ${sql.join(arrived)})
    returning p.reference, p.status`.execute(db)
  const open = new Map(rows.map(({ reference, status }) => [reference, status]))
  return opened.map(({ reference }) => open.get(reference) ?? null)
}

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

import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import type { DB } from '#db/types.ts'
import { recordDonations } from '../donations/donation.server.ts'
import { type Facts, feeToUs, isAsAsked } from './payment.ts'

// Gifts that come in at the same moment are let in together, by as many statements as one needs by itself. Only what is
// plainly in order: a gift that waits for its money, paid as it was asked for. All else is one's own affair, see
// apply.server.ts, and so is whatever somebody else has locked: nobody waits for the sake of another.

/** What the provider says became of a payment. */
export type Result = { provider: string; reference: string; facts: Facts }
type Payment = Selectable<DB['payments']>
/** A payment, the drive that it goes to, and what the provider says of it. */
type Paid = { payment: Payment; driveId: string; facts: Facts }

/** Those that were let in; undefined: nothing was done about it, and it has to be looked at alone. */
export const letInTogether = (db: Db, results: Result[]): Promise<('applied' | undefined)[]> =>
  inOneGo(db, async (tx) => {
    const paid = inOrder(results, await free(tx, results))
    const settled = paid.length > 0 ? await settle(tx, paid) : new Set<string>()
    // Of two that say the same of one payment, the first let it in.
    return results.map(({ reference, facts }) => (settled.delete(nameOf(reference, facts)) ? 'applied' : undefined))
  })

/** A reference may be there more than once, with different words about it. */
const nameOf = (reference: string, { providerId }: Facts) => `${reference} ${providerId}`

/** Those of the payments that nobody else has locked, locked: first the drives and then the payments, as everywhere. */
async function free(tx: Tx, results: Result[]): Promise<Payment[]> {
  const references = results.map(({ reference }) => reference)
  const drives = await sql<{ id: string }>`
    select id from fund_drives
    where id in (select fund_drive_id from payments where reference = any(${references}::text[]))
    order by id for key share skip locked`.execute(tx)
  return tx
    .selectFrom('payments')
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .where('fund_drive_id', '=', sql<string>`any(${drives.rows.map(({ id }) => id)}::uuid[])`)
    .where('kind', '=', 'donation')
    .where('status', 'not in', ['succeeded', 'mismatch'])
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Each payment once, each number of the provider's once, and paid as it was asked for. */
function inOrder(results: Result[], payments: Payment[]): Paid[] {
  const known = new Map(payments.map((payment) => [payment.reference, payment]))
  const numbers = new Set<string>()
  const paid: Paid[] = []
  for (const { provider, reference, facts } of results) {
    const payment = known.get(reference)
    if (!payment?.fund_drive_id || payment.provider !== provider || numbers.has(facts.providerId)) continue
    if (facts.state !== 'success' || !isAsAsked(payment.amount, facts)) continue
    known.delete(reference)
    numbers.add(facts.providerId)
    paid.push({ payment, driveId: payment.fund_drive_id, facts })
  }
  return paid
}

/** One whose number another payment has is left as it was. */
async function settle(tx: Tx, paid: Paid[]): Promise<Set<string>> {
  const ids = await markPaid(tx, paid)
  const settled = paid.filter(({ payment }) => ids.has(payment.id))
  await recordDonations(
    tx,
    settled.map(({ payment, driveId, facts }) => ({
      ...{ paymentId: payment.id, driveId, amount: payment.amount, channel: facts.channel },
      providerFee: feeToUs(payment.amount, facts),
      ...{ donorName: payment.donor_name, donorEmail: payment.donor_email },
      ...{ message: payment.message, anonymous: payment.anonymous },
    })),
  )
  return new Set(settled.map(({ payment, facts }) => nameOf(payment.reference, facts)))
}

async function markPaid(tx: Tx, paid: Paid[]): Promise<Set<number>> {
  const each = <Value>(of: (one: Paid) => Value) => sql.val(paid.map(of))
  const { rows } = await sql<{ id: number }>`
    update payments p set status = 'succeeded', settled_at = now(), failure = null, next_check_at = null,
      provider_tx_id = f.number, provider_fee = f.fee, channel = f.channel, updated_at = now()
    from unnest(${each(({ payment }) => payment.id)}::bigint[], ${each(({ facts }) => facts.providerId)}::text[],
      ${each(({ payment, facts }) => feeToUs(payment.amount, facts))}::bigint[],
      ${each(({ facts }) => facts.channel)}::text[]) f (id, number, fee, channel)
    where p.id = f.id and not exists (
      select from payments other
      where other.provider = p.provider and other.provider_tx_id = f.number collate "C" and other.id <> p.id
    ) returning p.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

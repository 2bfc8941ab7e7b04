import { sql } from 'kysely'
import { isApprovalAsked } from '#app/base/approvals/approvals.server.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { applyWithin } from './apply.server.ts'
import { newReference } from './payment.server.ts'
import { type PaymentDetails, paidInFull } from './payment.ts'
import { unplacedDecided } from './suspense.server.ts'

// Gifts of money that nobody began here: sent by payers themselves to the code of a drive, or kept in suspense until it
// was known which drive it was meant for.

/** The payer's words about themselves, where they said any. */
type Giver = { name: string; message: string; phone: string; isAnonymous: boolean }
const nobody: Giver = { name: '', message: '', phone: '', isAnonymous: false }

type Money = { provider: string; driveId: string; facts: PaymentDetails; giver?: Giver | undefined }
type Booked = { paymentId: number; reference: string }

/**
 * Writes payments down for money that is here, and books it as gifts, in its order: all of it, or throws. The caller makes sure
 * that this happens once. Books it even if the drive takes no new gifts: the money came all the same.
 */
export async function bookUnasked(tx: Tx, all: Money[]): Promise<Booked[]> {
  const named = all.map((money) => ({ ...money, reference: newReference('donation') }))
  const written = await tx.insertInto('payments').values(named.map(rowOf)).returning(['id', 'reference']).execute()
  const ids = new Map(written.map(({ id, reference }) => [reference, id]))
  const applied = await applyWithin(tx, named)
  return named.map(({ reference }, at) => {
    if (applied[at] !== 'applied') throw new Error(`money that is here was not booked as ${reference}: ${applied[at]}`)
    return { paymentId: ids.get(reference)!, reference }
  })
}

const rowOf = ({ reference, driveId, facts, provider, giver = nobody }: Money & { reference: string }) => ({
  reference,
  kind: 'donation' as const,
  fund_drive_id: driveId,
  amount: facts.amount,
  provider,
  donor_name: giver.name,
  message: giver.message,
  donor_phone: giver.phone,
  anonymous: giver.isAnonymous,
})

type Placing = { suspenseId: number; driveId: string; by?: string | undefined; giver?: Giver | undefined }

/**
 * Makes money in suspense a gift to a drive, within the transaction of the decision. `by`: the administrator who decided it; undefined if
 * its giver claimed it. Returns undefined if another was quicker: it is not open any more, or is being sent back.
 */
export async function placeMoney(tx: Tx, { suspenseId, driveId, by, giver }: Placing): Promise<Booked | undefined> {
  const money = await tx
    .selectFrom('suspense')
    .where('id', '=', suspenseId)
    .where('state', '=', 'open')
    .where('currency', '=', 'KES')
    .where('reserved_at', 'is', null)
    .$if(by === undefined, (query) => query.where(isNotGoingBack))
    .select(['id', 'provider', 'provider_tx_id as number', 'amount', 'provider_fee as fee'])
    .forUpdate()
    .executeTakeFirst()
  if (!money) return undefined
  const { provider, amount, number } = money
  const fee = money.fee ?? 0
  await post(tx, 'suspense_placed', money.id, [
    { leg: 1, debit: 'suspense', credit: clearingOf(provider), amount },
    { leg: 2, debit: clearingOf(provider), credit: 'provider_fees', amount: fee },
  ])
  const facts = paidInFull(amount, number, money.fee)
  const [booked] = await bookUnasked(tx, [{ provider, driveId, facts, giver }])
  await tx
    .updateTable('suspense')
    .set({ state: 'placed', placed_payment_id: booked!.paymentId, closed_at: sql<Date>`now()`, closed_by: by ?? null })
    .where('id', '=', money.id)
    .execute()
  await tx
    .updateTable('mpesa_receipts')
    .set({ state: 'placed', payment_id: booked!.paymentId, suspense_id: null })
    .where('suspense_id', '=', money.id)
    .execute()
  await unplacedDecided(tx, provider, number, by ?? null)
  await tell(tx, 'office:desk')
  return booked!
}

/** False if an administrator has said that it was sent back and a second one has to agree, or if its giver wants it back. */
const isNotGoingBack = sql<boolean>`wish is null and not ${isApprovalAsked('unplaced', sql<string>`suspense.id::text`, 'back')}`

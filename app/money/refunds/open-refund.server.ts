import type { Tx } from '#app/platform/db.server.ts'
import type { RefundFacts } from '#app/platform/provider.ts'

// Which refund of ours the provider speaks of. It knows no reference of ours, only numbers of its own.

/** What is known of a refund of ours that has no number yet. */
type Open = { progress: string; notOurs: string[]; openedAt: Date }
type Listed = Pick<RefundFacts, 'extId' | 'state' | 'at'>

/** The provider's clock may be so much behind ours, in milliseconds. */
const leeway = 60_000

/**
 * Whether a refund that the provider lists can be this one of ours, of the same amount. Once it was asked for, any can that
 * was not there before. Before that none of them is; but what a person refunded by hand while ours could not be asked for
 * is the same money, and does not go back twice. What failed by hand gave nothing back, and ours is asked for.
 */
export function canBe({ progress, notOurs, openedAt }: Open, { extId, state, at }: Listed): boolean {
  if (notOurs.includes(extId)) return false
  if (progress !== 'waiting') return true
  return state !== 'failed' && (at === undefined || at.getTime() >= openedAt.getTime() - leeway)
}

type Told = Listed & { amount: number }

/** By the provider's number; else the open one without a number that it can be. */
export async function refundMeant(tx: Tx, payment: { id: number; provider: string }, told: Told) {
  const known = await refundOf(tx, payment.provider, told.extId)
  return known ?? (await unnumbered(tx, payment.id, told))
}

const refundOf = (tx: Tx, provider: string, extId: string) =>
  tx
    .selectFrom('reversals')
    .where('provider', '=', provider)
    .where('kind', '=', 'refund')
    .where('ext_id', '=', extId)
    .select(['id', 'state'])
    .executeTakeFirst()

async function unnumbered(tx: Tx, paymentId: number, told: Told) {
  const open = await tx
    .selectFrom('reversals')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'open')
    .where('ext_id', 'is', null)
    .where('amount', '=', told.amount)
    .select(['id', 'state', 'progress', 'not_ours as notOurs', 'created_at as openedAt'])
    .executeTakeFirst()
  return open && canBe(open, told) ? { id: open.id, state: open.state } : undefined
}

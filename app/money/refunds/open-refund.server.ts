import type { Tx } from '#app/platform/db.server.ts'
import type { RefundFacts } from '#app/platform/provider.ts'

// Tells which refund of ours the provider speaks of. It knows no reference of ours, only numbers of its own.

/** The known facts of a refund of ours that has no number yet. */
type Open = { progress: string; notOurs: string[]; openedAt: Date }
type Listed = Pick<RefundFacts, 'extId' | 'state' | 'at'>

/** Milliseconds that the provider's clock may be behind ours. */
const leeway = 60_000

/**
 * Tells whether a refund that the provider lists can be this one of ours, of the same amount. Once ours was asked for,
 * any can that was not there before. Before that none is ours; but a refund made by hand while ours could not be asked
 * for is the same money, and must not go back twice. A failed one gave nothing back: ours is asked for.
 */
export function canBe({ progress, notOurs, openedAt }: Open, { extId, state, at }: Listed): boolean {
  if (notOurs.includes(extId)) return false
  if (progress !== 'waiting') return true
  return state !== 'failed' && (at === undefined || at.getTime() >= openedAt.getTime() - leeway)
}

type Told = Listed & { amount: number }

/** Finds a refund by the provider's number; else the open one without a number that it can be. */
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

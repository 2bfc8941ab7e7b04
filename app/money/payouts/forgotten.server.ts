import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { payoutTexts } from './payout.ts'

/**
 * Refuses to send again what the provider has sent and we have forgotten, before a person has looked: a restored backup knows
 * less than the provider.
 */
export async function refuseForgotten(tx: Tx, payoutId: number): Promise<void> {
  const strange = await tx
    .selectFrom('recon_breaks')
    .where('kind', '=', strangeTransfer)
    .where('state', '=', 'open')
    .where('subject', 'like', `pay-${payoutId}-%`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (strange) throw new Refusal(payoutTexts.forgotten)
}
/** The discrepancy of a transfer that the provider has, while no attempt of ours has its reference. */
export const strangeTransfer = 'transfer that is not ours'

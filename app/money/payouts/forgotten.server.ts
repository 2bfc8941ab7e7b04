import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { payoutTexts } from './payout.ts'

/**
 * A backup that was played back knows less than the provider: what that has sent already and we have forgotten is not sent
 * again before a person has looked.
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
/** The provider has it, and no attempt of ours has its reference. */
export const strangeTransfer = 'transfer that is not ours'

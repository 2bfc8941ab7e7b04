import { heldOf, type Wallet } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { payoutTexts } from './payout.ts'

// Money of a drive that may go back to its givers: it is not paid out until that is decided.

/** True while a refund is under way that the rest of the balance does not cover. The wallet is locked by now. */
export const isRefunding = async (tx: Tx, wallet: Wallet): Promise<boolean> =>
  (await heldOf(tx, wallet.driveId)).refunding > wallet.available

/** Refuses to complete a withdrawal with money that a giver is about to get back. */
export async function refuseRefunding(tx: Tx, wallet: Wallet): Promise<void> {
  if (await isRefunding(tx, wallet)) throw new Refusal(payoutTexts.refunding)
}

import { decision } from '#app/admin/decision.server.ts'
import { freeze, lockWallet } from '#app/base/ledger/wallet.server.ts'
import { drive } from '#app/drives/drive/admin/about.server.ts'
import { freezing, unfreezing } from '#app/drives/drive/admin/decisions.ts'
import { driveDecisionTexts } from '#app/drives/drive/admin/drive-admin.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'

/** Freezes the withdrawals of a drive: nothing can be requested, and open requests can't be completed. Its owner reads why. */
export const freezeWithdrawals = decision({
  of: drive,
  act: 'withdrawals frozen',
  words: freezing,
  run: (tx, { id }, { why }) => setFrozen(tx, id, why),
})

/** Unfreezes the withdrawals of a drive. */
export const freeWithdrawals = decision({
  of: drive,
  act: 'withdrawals freed',
  words: unfreezing,
  run: (tx, { id }) => setFrozen(tx, id, null),
})

/** Sets it with the wallet locked: a withdrawal at the same moment comes before or after it, and the second knows of the first. */
async function setFrozen(tx: Tx, driveId: string, why: string | null) {
  const frozen = why !== null
  const wallet = await lockWallet(tx, driveId)
  if ((wallet.frozen !== null) === frozen) throw new Refusal(driveDecisionTexts.meanwhile)
  await freeze(wallet, tx, why)
  await enqueue(tx, 'mail-frozen', { driveId }, { key: driveId })
  return { before: { frozen: !frozen }, after: { frozen } }
}

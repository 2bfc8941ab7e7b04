import { msg } from '@lingui/core/macro'
import type { Wallet } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { payoutTexts } from './payout.ts'

// Drives whose money an administrator has stopped. Open requests can be declined, but not completed.

/** Returns why nothing goes out: the drive's withdrawals are frozen, or its owner is suspended. The wallet is locked by now. */
export async function whyStopped(tx: Tx, wallet: Wallet): Promise<'frozen' | 'suspended' | undefined> {
  if (wallet.frozen !== null) return 'frozen'
  const shut = await tx
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', wallet.driveId)
    .where('u.suspended_at', 'is not', null)
    .select('d.id')
    .executeTakeFirst()
  return shut && 'suspended'
}

/** Refuses to complete a request, and says why. */
export async function refuseStopped(tx: Tx, wallet: Wallet): Promise<void> {
  const why = await whyStopped(tx, wallet)
  if (why) throw new Refusal(payoutTexts[why])
}

/** Builds the refusal for an owner who asks for money all the same. */
export const frozenRefusal = (why: string) =>
  new Refusal({ title: payoutTexts.frozenForOwner, text: msg`Reason: ${why}`, tone: 'bad' })

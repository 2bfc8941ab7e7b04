import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { completeByHand, type Decision } from './decide.server.ts'
import { type Destination, says } from './payout.ts'
import { railOf } from './send.server.ts'
import { beginTransfer } from './transfer.server.ts'

/** How a request is completed: the provider sends the money, or somebody has sent it by hand before saying so. */
export type Mode = 'provider' | 'by-hand'

/** How money goes to such a destination: to be said before an administrator presses the button. */
export const modeFor = ({ type }: Pick<Destination, 'type'>): Mode =>
  settings.PAYOUTS === 'provider' && railOf(type) ? 'provider' : 'by-hand'

/** An administrator's 'Complete'. What the provider sends is approved until that has said that it arrived. */
export async function completePayout(db: Db, payoutId: number, decision: Decision): Promise<{ mode: Mode }> {
  const payout = await db
    .selectFrom('payout_requests')
    .where('id', '=', payoutId)
    .select('destination')
    .executeTakeFirst()
  if (!payout) throw new Refusal(says.updateFailed, { status: 404 })
  const mode = modeFor(payout.destination as unknown as Destination)
  if (mode === 'provider') await beginTransfer(db, payoutId, decision)
  else await completeByHand(db, payoutId, decision)
  return { mode }
}

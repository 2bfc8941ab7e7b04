import { moneyText } from '#app/kit/money.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { isFirstOfTwo } from './approval.server.ts'
import { deciding, type Payout, type PayoutDecision, refuseToComplete, sentByHand } from './decide.server.ts'
import { refuseForgotten } from './forgotten.server.ts'
import { type Destination, payoutTexts } from './payout.ts'
import { overLimit, railOf } from './rails.server.ts'
import { startTransfer } from './transfer.server.ts'

/** How a request is completed: the provider sends the money, or a person has sent it by hand before saying so. */
export type Mode = 'provider' | 'by-hand'

/** How money goes to such a destination: to be said before an administrator presses the button. */
export const modeFor = ({ type }: Pick<Destination, 'type'>): Mode =>
  settings.PAYOUTS === 'provider' && railOf(type) ? 'provider' : 'by-hand'

/** By hand: what the provider was asked to send and could not, a person has sent themselves. */
type Completing = PayoutDecision & { byHand?: boolean }
/** `isFirst`: another administrator has to complete it, too, and nothing has moved yet. */
type Completed = { mode: Mode; isFirst: boolean }

/** An administrator's 'Complete'. What the provider sends is approved until that has said that it arrived. */
export const completePayout = (db: Db, payoutId: number, decision: Completing): Promise<Completed> =>
  deciding(db, payoutId, async (tx, payout, wallet) => {
    await refuseToComplete(tx, payout, wallet, decision.by)
    await refuseForgotten(tx, payoutId)
    refuseOverLimit(payout)
    const mode = await modeOf(tx, payout, decision.byHand ?? false)
    if (await isFirstOfTwo(tx, payout, decision)) return { mode, isFirst: true }
    if (mode === 'provider') await startTransfer(tx, payout, wallet, decision)
    else await sentByHand(tx, payout, wallet, decision)
    return { mode, isFirst: false }
  })

/** It would fail at the provider: the owner asks again, in parts. */
function refuseOverLimit({ destination, net }: Payout): void {
  const most = overLimit((destination as unknown as Destination).type, net)
  if (most !== null) throw new Refusal(payoutTexts.overLimit(moneyText(most)))
}

/** What nobody has asked the provider to send is not sent by hand either: it would go twice. */
async function modeOf(tx: Tx, payout: Payout, byHand: boolean): Promise<Mode> {
  const usual = modeFor(payout.destination as unknown as Destination)
  if (usual === 'by-hand' || !byHand) return usual
  const tried = await tx
    .selectFrom('payout_attempts')
    .where('payout_id', '=', payout.id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (!tried) throw new Refusal(payoutTexts.notTriedYet)
  return 'by-hand'
}

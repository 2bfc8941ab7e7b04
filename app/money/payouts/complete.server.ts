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

/** The ways to complete a request: the provider sends the money, or a person has sent it by hand before saying so. */
export type Mode = 'provider' | 'by-hand'

/** Returns how money goes to such a destination; an administrator is told before they press the button. */
export const modeFor = ({ type }: Pick<Destination, 'type'>): Mode =>
  settings.PAYOUTS === 'provider' && railOf(type) ? 'provider' : 'by-hand'

/** The decision. `byHand`: a person has sent what the provider was asked to send and could not. */
type Completing = PayoutDecision & { byHand?: boolean }
/** `isFirst`: another administrator has to complete it, too, and nothing has moved yet. */
type Completed = { mode: Mode; isFirst: boolean }

/** Completes a request for an administrator. If the provider sends it, it is approved until the provider says that it arrived. */
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

/** Refuses what would fail at the provider: the owner asks again, in parts. */
function refuseOverLimit({ destination, net }: Payout): void {
  const most = overLimit((destination as unknown as Destination).type, net)
  if (most !== null) throw new Refusal(payoutTexts.overLimit(moneyText(most)))
}

/** Returns the mode. Refuses 'by hand' if the provider was never asked to send it: it would go twice. */
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

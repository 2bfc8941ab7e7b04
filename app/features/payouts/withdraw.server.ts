import { msg } from '@lingui/core/macro'
import type { Language } from '#app/kit/languages.ts'
import { Refusal, type Says } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isHeld } from '#app/platform/in-one-go.server.ts'
import { giveBack, type Limit, takeTry } from '#app/platform/limits.server.ts'
import { frozenRefusal } from './held-back.server.ts'
import { heldUntil, keepMethod } from './method.server.ts'
import { type Destination, says } from './payout.ts'
import { balanceNow, type Requested, requestPayout } from './request.server.ts'

type To = { methodId: string } | { method: Destination }
type Wanted = { ownerId: string; driveId: string; amount: number; to: To; key: string }
export type Withdrawn = ({ is: 'filed' } & Requested) | { is: 'held'; until: Date }

const limitsOf = (ownerId: string): Limit[] => [
  { name: 'payout', key: ownerId, times: chosen('WITHDRAWALS_AN_HOUR'), seconds: 3600 },
]

/**
 * Files a request, so many an hour as operators chose; what is refused or was filed before does not count. Where new methods have to
 * wait, a new one is kept and nothing is asked for yet.
 */
export async function withdraw(
  db: Db,
  { ownerId, driveId, amount, to, key }: Wanted,
  holdHours = chosen('NEW_METHOD_HOLD_HOURS'),
): Promise<Withdrawn> {
  // Whoever sends a form again gets the same answer, even as one too many.
  const limits = (await wasAsked(db, ownerId, key)) ? [] : limitsOf(ownerId)
  await takeTry(limits, says.tooMany(chosen('WITHDRAWALS_AN_HOUR')))
  try {
    const until = holdHours > 0 && 'method' in to ? await keptUntil(db, ownerId, to.method, holdHours) : null
    const filed = until ? null : await requestPayout(db, { ownerId, driveId, amount, key, holdHours, ...to })
    if (!filed || filed.again) await giveBack(limits)
    return filed ? { is: 'filed', ...filed } : { is: 'held', until: until! }
  } catch (error) {
    if (error instanceof Refusal || isHeld(error)) await giveBack(limits)
    throw error
  }
}

const wasAsked = async (db: Db, ownerId: string, key: string): Promise<boolean> =>
  (await db
    .selectFrom('payout_requests')
    .where('user_id', '=', ownerId)
    .where('client_key', '=', key)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Keeps a new method by itself, and tells when it can be used; null for now. */
const keptUntil = (db: Db, ownerId: string, method: Destination, holdHours: number): Promise<Date | null> =>
  db.transaction().execute(async (tx) => heldUntil(tx, (await keepMethod(tx, ownerId, method)).id, holdHours))

/** What the owner is told when the request is filed, or when it has to wait. */
export function wordsFor(withdrawn: Withdrawn, language: Language): Says {
  if (withdrawn.is === 'filed') return says.requested
  const when = momentIn(language, withdrawn.until)
  return { title: says.methodKept, text: msg`It can be used from ${when}. Nothing was withdrawn yet.` }
}

/** Nobody asks for money without having seen the fee and what they receive: a form that did not show it comes back with it. */
export async function refuseUnseen(db: Db, driveId: string, { amount, isSeen }: { amount: number; isSeen: boolean }) {
  if (isSeen) return
  const { mayAsk, debt, frozen } = await balanceNow(db, driveId)
  if (debt > 0) throw new Refusal(says.owed)
  if (frozen !== null) throw frozenRefusal(frozen)
  if (amount > mayAsk) throw new Refusal(says.insufficient, { status: 422, field: 'amount' })
  throw new Refusal(says.review, { status: 422, field: 'seen' })
}

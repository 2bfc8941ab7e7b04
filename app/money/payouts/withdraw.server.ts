import { msg, plural } from '@lingui/core/macro'
import { fundsOf } from '#app/base/ledger/wallet.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal, refuseTogether, type Says } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Limit, returnTries, takeTry, triesLeft } from '#app/platform/limits.server.ts'
import { isHeld } from '#app/platform/postgres/in-one-go.server.ts'
import { heldUntil, holdOf, keepMethod, methodShort } from './method.server.ts'
import { limitWords, outcomeOf } from './outcome.ts'
import { type Destination, payoutTexts } from './payout.ts'
import type { WithdrawalWanted } from './payout-forms.ts'
import { transferLimits } from './rails.server.ts'
import { type Requested, refuseAmount, requestPayout } from './request.server.ts'

type To = { methodId: string } | { method: Destination }
type Asked = { ownerId: string; driveId: string; amount: number; to: To; key: string; parts?: number }
export type Withdrawn = ({ is: 'filed' } & Requested) | { is: 'waiting'; until: Date }

const hourly = (ownerId: string): Limit[] => [
  { name: 'payout', key: ownerId, times: chosen('WITHDRAWALS_AN_HOUR'), seconds: 3600 },
]

/** Returns how many withdrawals can still be asked for, and when there are more. */
export async function withdrawalsLeft(ownerId: string): Promise<{ times: number; left: number; minutes: number }> {
  const { left, wait } = await triesLeft(hourly(ownerId)[0]!)
  return { times: chosen('WITHDRAWALS_AN_HOUR'), left, minutes: Math.ceil(wait / 60) }
}

/** Refuses before anything else if the hour's withdrawals are used up. Counts nothing. */
export async function refuseTooMany(db: Db, ownerId: string, key: string): Promise<void> {
  const { times, left, minutes } = await withdrawalsLeft(ownerId)
  if (left > 0 || (await wasAsked(db, ownerId, key))) return
  const again = msg`You can ask again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  const refused = { title: payoutTexts.tooMany(times), text: again, tone: 'bad' } as const
  throw new Refusal(refused, { status: 429, retryAfter: minutes * 60 })
}

/**
 * Files a request, so many an hour as operators chose. A refused or repeated request does not count, and one in parts counts
 * once. If new methods have to wait, a new one is stored and nothing is asked for yet.
 */
export async function withdraw(
  db: Db,
  { ownerId, driveId, amount, to, key, parts = 1 }: Asked,
  hours?: number,
): Promise<Withdrawn> {
  const holdHours = hours ?? (await holdOf(db, ownerId))
  // A person who sends a form again gets the same answer, even as one too many.
  const limits = (await wasAsked(db, ownerId, key)) ? [] : hourly(ownerId)
  await takeTry(limits, payoutTexts.tooMany(chosen('WITHDRAWALS_AN_HOUR')))
  try {
    const until = holdHours > 0 && 'method' in to ? await keptUntil(db, ownerId, to.method, holdHours) : null
    const filed = until ? null : await requestPayout(db, { ownerId, driveId, amount, key, parts, holdHours, ...to })
    if (!filed || filed.again) await returnTries(limits)
    return filed ? { is: 'filed', ...filed } : { is: 'waiting', until: until! }
  } catch (error) {
    if (error instanceof Refusal || isHeld(error)) await returnTries(limits)
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

/** Stores a new method by itself, and returns when it can be used; null for now. */
const keptUntil = (db: Db, ownerId: string, method: Destination, holdHours: number): Promise<Date | null> =>
  db.transaction().execute(async (tx) => heldUntil(tx, (await keepMethod(tx, ownerId, method)).id, holdHours))

/** Returns what the owner reads when the request is filed, or when it has to wait. */
export function wordsFor(withdrawn: Withdrawn, language: Language): Says {
  if (withdrawn.is === 'filed' && withdrawn.parts === 1) return payoutTexts.requested
  if (withdrawn.is === 'filed') {
    const { parts } = withdrawn
    return { ...payoutTexts.requested, text: msg`It is sent in ${parts} parts.` }
  }
  const when = momentIn(language, withdrawn.until)
  return { title: payoutTexts.methodKept, text: msg`It can be used from ${when}. Nothing has been withdrawn yet.` }
}

/**
 * Refuses with everything that is wrong with the form, as far as the drive's money and the chosen account tell. An error of the
 * drive as a whole, such as a debt, is shown alone. A filed request has taken the money already: the same form is told so.
 */
export async function refuseWrong(db: Db, { ownerId, driveId, ...wanted }: WithdrawalWanted & Of): Promise<void> {
  const { amount, to, parts, key, wrong } = wanted
  const typed = () => {
    const [first] = wrong
    if (first) throw new Refusal(first[1], { status: 422, errors: Object.fromEntries(wrong) })
  }
  const wasFiled = await wasAsked(db, ownerId, key)
  await refuseTogether([typed, () => (wasFiled ? undefined : refuseSum(db, { ownerId, driveId, amount, to, parts }))])
}

type Of = { ownerId: string; driveId: string }
type Sum = Of & Pick<WithdrawalWanted, 'amount' | 'to' | 'parts'>

async function refuseSum(db: Db, { ownerId, driveId, amount, to, parts }: Sum): Promise<void> {
  if (amount === undefined) return
  const funds = await fundsOf(db, driveId)
  refuseAmount(amount, funds)
  const type = to && ('method' in to ? to.method : await methodShort(db, ownerId, to.methodId))
  if (!type) return
  const limits = transferLimits()
  const words = limitWords(type, outcomeOf(amount, type.type, { ...funds, limits })!, limits, parts)
  if (words) throw new Refusal(words, { status: 422, field: 'amount' })
}

/** Refuses a form that did not show the fee and what they receive: it comes back with them. */
export function refuseUnseen({ isSeen }: Pick<WithdrawalWanted, 'isSeen'>): void {
  if (!isSeen) throw new Refusal(payoutTexts.review, { status: 422, field: 'seen' })
}

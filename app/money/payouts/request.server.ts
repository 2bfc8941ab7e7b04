import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { msg, plural } from '@lingui/core/macro'
import { sql } from 'kysely'
import { withheldBps } from '#app/base/ledger/ledger.ts'
import { balanceOf, post } from '#app/base/ledger/post.server.ts'
import { fundsOf, heldOf, lockWallet, setAside, type Wallet } from '#app/base/ledger/wallet.server.ts'
import { managedBy } from '#app/drives/drive/manage.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal, refuseTogether, type Says } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { lineOfPlan, refuseLine } from '#app/money/spending/plan.server.ts'
import { beyondPlan, overPlan } from '#app/money/spending/spending.ts'
import { type Db, inOneGo, isHeld, type Tx } from '#app/platform/db.server.ts'
import { type Limit, returnTries, takeTry, triesLeft } from '#app/platform/http/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { refuseBeyondCeiling } from './ceiling.server.ts'
import { frozenRefusal, refuseGivingBack, tellStory } from './decide.server.ts'
import { destinationOf, heldUntil, holdOf, keepMethod, methodShort } from './method.server.ts'
import { limitWords, mostParts, type OutcomePart, outcomeOf, type PayoutOutcome } from './outcome.ts'
import { type Destination, type MethodTyped, payoutMin, payoutTexts } from './payout.ts'
import type { WithdrawalWanted } from './payout-forms.ts'
import { transferLimits } from './rails.server.ts'
import { sealRequest } from './seals.server.ts'
import { askSigners, needsNow } from './signatures.server.ts'

export type Withdrawal = {
  ownerId: string
  driveId: string
  amount: number
  key: string
  /** The purpose, where treasurers must agree. */
  purpose?: string
  /** The line of the drive's plan that it names. */
  lineId?: number | null
  /** The language of the person who asks. */
  language?: Language
  /** The number of transfers that the owner agreed to. */
  parts?: number
  /** The hours that a new method waits; by default the setting's. */
  holdHours?: number
} & ({ methodId: string } | { method: MethodTyped })
/** The filed request: the sums of all parts, with the number of the first one. */
export type Requested = { id: number; parts: number; amount: number; fee: number; net: number; again: boolean }

/**
 * Sets the money aside and files the request, or refuses; a withdrawal in parts is filed whole or not at all. The wallet's row
 * is the lock: else two withdrawals at once would each see the same balance. A form that is sent twice asks once, and both are
 * told of the same request.
 */
export const requestPayout = (db: Db, asked: Withdrawal): Promise<Requested> =>
  inOneGo(db, async (tx) => {
    const { ownerId, driveId, amount } = asked
    const { feeBps } = await ownDrive(tx, ownerId, driveId)
    await refuseMoved(tx, ownerId)
    const wallet = await lockWallet(tx, driveId)
    const before = await sentBefore(tx, asked)
    if (before) return before
    await refuseGivingBack(tx, driveId)
    refuseAmount(amount, await moneyIn(tx, wallet))
    const needs = await needsNow(tx, driveId, asked.language ?? 'en')
    if (needs > 0 && !asked.purpose) throw new Refusal(payoutTexts.purposeMissing, { status: 422, field: 'purpose' })
    await refuseLine(tx, driveId, asked.lineId ?? null)
    const methodId = 'methodId' in asked ? asked.methodId : (await keepMethod(tx, ownerId, asked.method)).id
    const destination = await destinationOf(tx, ownerId, methodId, asked.holdHours)
    const payable = await balanceOf(tx, { drive: driveId })
    const money = { available: wallet.available, mayAsk: amount, payable, feeBps }
    const outcome = allowed(
      asked,
      destination,
      outcomeOf(amount, destination.type, { ...money, limits: transferLimits() })!,
    )
    const ceiling = await refuseBeyondCeiling(tx, driveId, { amount: outcome.amount, to: destination })
    await setAside(wallet, tx, outcome.amount)
    const ids = await fileParts(tx, asked, outcome.parts, { methodId, destination, needs, ceiling })
    await tell(tx, `drive:${driveId}`)
    await tell(tx, `person:${ownerId}`)
    await tell(tx, 'office:desk')
    const { net, fee } = outcome
    return { id: ids[0]!, parts: ids.length, amount: outcome.amount, fee, net, again: false }
  })

type Balance = { mayAsk: number; debt: number; frozen: string | null }

const moneyIn = async (tx: Tx, wallet: Wallet): Promise<Balance> => ({
  debt: wallet.debt,
  frozen: wallet.frozen,
  mayAsk: wallet.available - (await heldOf(tx, wallet.driveId)).held,
})

/** Refuses what the drive can't pay out. */
function refuseAmount(amount: number, { mayAsk, debt, frozen }: Balance): void {
  if (amount < payoutMin) throw new Refusal(payoutTexts.belowMin, { status: 422, field: 'amount' })
  if (debt > 0) throw new Refusal(payoutTexts.owed)
  if (frozen !== null) throw frozenRefusal(frozen)
  if (amount > mayAsk) throw new Refusal(payoutTexts.insufficient, { status: 422, field: 'amount' })
}

/** Refuses what such an account can't receive, unless the owner agreed to exactly these parts. */
function allowed({ parts = 1 }: Withdrawal, to: Destination, outcome: PayoutOutcome): PayoutOutcome {
  const words = limitWords(to, outcome, transferLimits(), parts)
  if (words) throw new Refusal(words, { status: 422, field: 'amount' })
  return outcome
}

/** Finds and locks the drive, as the request will refer to it: the drive before its wallet, as everywhere. */
async function ownDrive(tx: Tx, ownerId: string, driveId: string): Promise<{ feeBps: number }> {
  const drive = await tx
    .selectFrom('fund_drives as d')
    .where('d.id', '=', driveId)
    .where(managedBy('d.id', ownerId, 'purse'))
    .select(['d.fee_policy', 'd.fee_bps'])
    .forKeyShare('d')
    .executeTakeFirst()
  if (!drive) throw new Refusal(payoutTexts.notYours, { status: 404 })
  return { feeBps: withheldBps(drive) }
}

/** Returns all that this form filed before, or refuses if it says something else now. */
async function sentBefore(tx: Tx, asked: Withdrawal): Promise<Requested | undefined> {
  const { ownerId, driveId, amount, key, parts = 1 } = asked
  const all = await tx
    .selectFrom('payout_requests')
    .where('user_id', '=', ownerId)
    .where('client_key', 'in', keysOf(key, mostParts))
    .select(['id', 'fund_drive_id', 'amount', 'fee', 'net', 'typed', 'parts', 'withdrawal_method_id', 'destination'])
    .select('line_id')
    .orderBy('part')
    .execute()
  const [row] = all
  if (!row) return undefined
  const toSame =
    'methodId' in asked ? row.withdrawal_method_id === asked.methodId : isSameTo(row.destination, asked.method)
  const isSame = row.fund_drive_id === driveId && (row.typed ?? row.amount) === amount && row.parts === parts
  if (!isSame || !toSame || row.line_id !== (asked.lineId ?? null))
    throw new Refusal(payoutTexts.otherForm, { status: 422 })
  const sum = (name: 'amount' | 'fee' | 'net') => all.reduce((total, one) => total + one[name], 0)
  return { id: row.id, parts, amount: sum('amount'), fee: sum('fee'), net: sum('net'), again: true }
}

/** True if money was to go there. Of an institution only the choice was typed. */
function isSameTo(destination: unknown, typed: MethodTyped): boolean {
  if (typed.type !== 'institution') return isDeepStrictEqual(destination, typed)
  const to = destination as Destination
  return to.type === 'institution' && to.institution === typed.institution && to.account === typed.account
}

/** Returns the form's own key, and a key derived from it for each further part: sent again, they are the same. */
const keysOf = (key: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, at) => {
    if (at === 0) return key
    const hex = createHash('sha256')
      .update(`${key} part ${at + 1}`)
      .digest('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
  })

type Filing = OutcomePart & {
  nr: number
  of: number
  methodId: string
  destination: Destination
  needs: number
  ceiling: number | null
}

/** Files the transfers of a withdrawal in their order. */
async function fileParts(
  tx: Tx,
  asked: Withdrawal,
  parts: OutcomePart[],
  to: Omit<Filing, 'nr' | 'of' | keyof OutcomePart>,
) {
  const ids: number[] = []
  for (const part of parts) ids.push(await file(tx, asked, { ...part, ...to, nr: ids.length + 1, of: parts.length }))
  return ids
}

/** Files one transfer of it, with its posting. */
async function file(
  tx: Tx,
  asked: Withdrawal,
  { nr, of, methodId, destination, needs, ceiling, ...part }: Filing,
): Promise<number> {
  const { ownerId, driveId } = asked
  const { id } = await tx
    .insertInto('payout_requests')
    .values({
      fund_drive_id: driveId,
      user_id: ownerId,
      ...part,
      destination: JSON.stringify(destination),
      withdrawal_method_id: methodId,
      client_key: keysOf(asked.key, nr).at(-1)!,
      typed: asked.amount,
      part: nr,
      parts: of,
      whole: asked.key,
      needs,
      line_id: asked.lineId ?? null,
      ceiling,
      purpose: needs > 0 ? (asked.purpose ?? '') : '',
      status: needs > 0 ? 'waiting' : 'processing',
      mac: sealRequest({ whole: asked.key, part: nr, destination, needs, ...part }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const eventId = await tellStory(tx, { payout_id: id, kind: 'requested', by: ownerId })
  if (needs > 0 && nr === 1) await askSigners(tx, { driveId, eventId })
  await post(tx, 'payout', id, [{ leg: 1, debit: { drive: driveId }, credit: 'payouts_in_flight', amount: part.net }])
  return id
}

/** Refuses if an administrator moved the account lately: its person, or the one before, has two days to say that it was wrong. */
async function refuseMoved(tx: Tx, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('withdrawals_from', '>', sql<Date>`now()`)
    .select(sql<number>`ceil(extract(epoch from withdrawals_from - now()) / 3600)::int`.as('hours'))
    .executeTakeFirst()
  if (row) throw new Refusal({ title: payoutTexts.requestFailed.title, why: payoutTexts.moved(row.hours), tone: 'bad' })
}

type To = { methodId: string } | { method: MethodTyped }
type Asked = {
  ownerId: string
  driveId: string
  amount: number
  to: To
  key: string
  parts?: number
  purpose?: string
  lineId?: number | null
  language?: Language
}
/** `beyond`: the sum by which the withdrawals of the line that it names are more than planned. */
export type Withdrawn = ({ is: 'filed'; beyond: number } & Requested) | { is: 'waiting'; until: Date }

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
  { ownerId, driveId, amount, to, key, parts = 1, purpose = '', lineId = null, language = 'en' }: Asked,
  hours?: number,
): Promise<Withdrawn> {
  const about = { ownerId, driveId, amount, key, parts, purpose, lineId, language }
  const holdHours = hours ?? (await holdOf(db, ownerId))
  // A person who sends a form again gets the same answer, even as one too many.
  const limits = (await wasAsked(db, ownerId, key)) ? [] : hourly(ownerId)
  await takeTry(limits, payoutTexts.tooMany(chosen('WITHDRAWALS_AN_HOUR')))
  try {
    const waits = holdHours > 0 && 'method' in to && to.method.type !== 'institution'
    const until = waits ? await keptUntil(db, ownerId, to.method, holdHours) : null
    const filed = until ? null : await requestPayout(db, { ...about, holdHours, ...to })
    if (!filed || filed.again) await returnTries(limits)
    if (!filed) return { is: 'waiting', until: until! }
    return { is: 'filed', ...filed, beyond: beyondPlan(await lineOfPlan(db, driveId, lineId)) }
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
const keptUntil = (db: Db, ownerId: string, method: MethodTyped, holdHours: number): Promise<Date | null> =>
  db.transaction().execute(async (tx) => heldUntil(tx, (await keepMethod(tx, ownerId, method)).id, holdHours))

/** Returns what the owner reads when the request is filed, or when it has to wait. */
export function wordsFor(withdrawn: Withdrawn, language: Language): Says {
  if (withdrawn.is === 'filed' && withdrawn.beyond > 0)
    return { ...payoutTexts.requested, text: overPlan(withdrawn.beyond) }
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
  const { amount, to, parts, key, purpose, lineId, wrong } = wanted
  const typed = () => {
    const [first] = wrong
    if (first) throw new Refusal(first[1], { status: 422, errors: Object.fromEntries(wrong) })
  }
  const wasFiled = await wasAsked(db, ownerId, key)
  const checks = [
    () => refuseSum(db, { ownerId, driveId, amount, to, parts }),
    () => refuseNoPurpose(db, driveId, purpose),
    () => refuseLine(db, driveId, lineId),
  ]
  await refuseTogether([typed, ...(wasFiled ? [] : checks)])
}

/** Returns how many treasurers must agree to withdrawals that are asked for now. */
export const signaturesOf = async (db: Db, driveId: string): Promise<number> =>
  (await db.selectFrom('fund_drives').where('id', '=', driveId).select('signatures').executeTakeFirstOrThrow())
    .signatures

/** Refuses a form without a purpose where treasurers must agree. */
async function refuseNoPurpose(db: Db, driveId: string, purpose: string): Promise<void> {
  if (purpose === '' && (await signaturesOf(db, driveId)) > 0)
    throw new Refusal(payoutTexts.purposeMissing, { status: 422, field: 'purpose' })
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
  await refuseBeyondCeiling(db, driveId, { amount, to: type })
}

/** Refuses a form that did not show the fee and what they receive: it comes back with them. */
export function refuseUnseen({ isSeen }: Pick<WithdrawalWanted, 'isSeen'>): void {
  if (!isSeen) throw new Refusal(payoutTexts.review, { status: 422, field: 'seen' })
}

import { z } from 'zod'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { askOrAgree, needsTwo } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { clearingOf } from '#app/base/ledger/post.server.ts'
import { driveOfAccount } from '#app/drives/codes/codes.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { codeField } from '#app/money/mpesa/claim-forms.ts'
import { claimsDecided } from '#app/money/mpesa/claims.server.ts'
import {
  beginReturn,
  closeReturned,
  explain,
  freeMoney,
  keepCode,
  returnSeenTo,
} from '#app/money/mpesa/returns.server.ts'
import { reverses } from '#app/money/mpesa/reversals.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { notSent, placing, sendingBack, sentBack, unplacedDeskTexts } from './unplaced.ts'

// Unplaced money that reached our Paybill: how it is found for the decisions of administrators.

export type MoneyAtMpesa = {
  id: number
  provider: string
  amount: number
  /** The money's number at the provider. */
  providerId: string
  receipt: string | null
  reservedAt: Date | null
  back: 'waiting' | 'unknown' | 'by hand' | null
}

/** Open money at M-Pesa. If two administrators decide at once, the second waits here, and is told that the first has decided. */
const atMpesa: About<number, MoneyAtMpesa> = {
  noun: 'suspense',
  at: ({ params }) => numberIn(params.money),
  async find(tx, id) {
    const money = await tx
      .selectFrom('suspense')
      .where('id', '=', id)
      .where('currency', '=', 'KES')
      .select([
        'id',
        'provider',
        'provider_tx_id as providerId',
        'amount',
        'state',
        'back',
        'reserved_at as reservedAt',
      ])
      .forUpdate()
      .executeTakeFirst()
    if (!money || clearingOf(money.provider) !== 'mpesa_clearing')
      throw new Refusal(unplacedDeskTexts.missing, { status: 404 })
    if (money.state !== 'open') throw new Refusal(unplacedDeskTexts.meanwhile)
    const known = tx.selectFrom('mpesa_receipts').where('suspense_id', '=', id).select('receipt')
    return { ...money, receipt: (await known.executeTakeFirst())?.receipt ?? null }
  },
  after: (tx) => tell(tx, 'office:desk'),
}

/** Open money at M-Pesa that an administrator is sending back by hand. */
export const beingSentBack: About<number, MoneyAtMpesa> = {
  ...atMpesa,
  async find(tx, id, by) {
    const money = await atMpesa.find(tx, id, by)
    if (!money.reservedAt) throw new Refusal(unplacedDeskTexts.notReserved)
    // M-Pesa was asked: only its answer ends this.
    if (money.back !== 'by hand') throw new Refusal(unplacedDeskTexts.goingBack)
    return money
  },
}

/** Open money at M-Pesa that is not being sent back: else it may be on its way already. */
export const notBeingSentBack: About<number, MoneyAtMpesa> = {
  ...atMpesa,
  async find(tx, id, by) {
    const money = await atMpesa.find(tx, id, by)
    if (money.reservedAt)
      throw new Refusal(money.back === 'by hand' ? unplacedDeskTexts.reserved : unplacedDeskTexts.goingBack)
    return money
  },
}

/** Keeps the first of two decisions on a sum above the operators' limit. Returns true then: nothing else changes yet. */
export async function isFirst(tx: Tx, { id, amount }: MoneyAtMpesa, word: { value: string; by: Actor; why: string }) {
  if (!(await needsTwo(tx, amount, word.by.id))) return false
  const { isAgreed } = await askOrAgree(tx, { about: 'unplaced', subject: String(id), ...word })
  return !isAgreed
}

// Money that reached our Paybill and that nobody could place becomes a gift to the drive that an administrator names.

const text = z.string().catch('')
const ways = /^(?:drive ([0-9a-f-]{36})|claim (\d{1,15})|(typed))$/

const placeForm = decisionForm.extend({
  to: text.pipe(z.string().regex(ways, said(unplacedDeskTexts.where))),
  typed: text.transform(oneLine).pipe(z.string().max(200, said(unplacedDeskTexts.typedUnknown))),
})

/** Makes it a gift to the drive that the administrator named. */
export const placeUnplaced = decision({
  of: notBeingSentBack,
  act: 'suspense placed',
  words: placing,
  form: placeForm,
  async run(tx, money, { to, typed, by, why }) {
    const { driveId, claimId, giver } = await chosenIn(tx, money, to, typed)
    if (await isFirst(tx, money, { value: `on ${driveId}`, by, why })) return 'first'
    const booked = await placeMoney(tx, { suspenseId: money.id, driveId, by: by.id, giver })
    if (!booked) throw new Refusal(unplacedDeskTexts.meanwhile)
    if (money.receipt) await claimsDecided(tx, money.receipt, claimId)
    const after = { state: 'placed', drive: driveId, amount: money.amount, payment: booked.paymentId }
    return { before: { state: 'open' }, after }
  },
})

type Giver = { name: string; message: string; phone: string; isAnonymous: boolean }
type Chosen = { driveId: string; claimId: number | null; giver?: Giver }

async function chosenIn(tx: Tx, money: MoneyAtMpesa, to: string, typed: string): Promise<Chosen> {
  const [, driveId, claimId] = ways.exec(to)!
  if (claimId) return claimed(tx, money, Number(claimId))
  const id = driveId ?? (await driveTyped(tx, typed))
  const drive = await tx.selectFrom('fund_drives').where('id', '=', id).select('id').forKeyShare().executeTakeFirst()
  if (!drive) throw new Refusal(unplacedDeskTexts.driveGone, { status: 422, field: 'to' })
  return { driveId: drive.id, claimId: null }
}

async function claimed(tx: Tx, { receipt }: MoneyAtMpesa, id: number): Promise<Chosen> {
  const claim = await tx
    .selectFrom('claims')
    .where('id', '=', id)
    .where('receipt', '=', receipt ?? '')
    .where('state', 'in', ['waiting', 'desk'])
    .select(['fund_drive_id as driveId', 'name', 'message', 'phone', 'anonymous'])
    .forUpdate()
    .executeTakeFirst()
  if (!claim) throw new Refusal(unplacedDeskTexts.claimGone, { status: 409, field: 'to' })
  const { driveId, name, message, phone, anonymous } = claim
  return { driveId, claimId: id, giver: { name, message, phone: phone ?? '', isAnonymous: anonymous } }
}

/** Finds a typed drive: a code, a short link, or the end of an address, with or without its beginning. */
async function driveTyped(tx: Tx, typed: string): Promise<string> {
  if (!typed) throw new Refusal(unplacedDeskTexts.typedMissing, { status: 422, field: 'typed' })
  const byCode = await driveOfAccount(tx, typed)
  if (byCode?.driveId) return byCode.driveId
  const name = (typed.toLowerCase().split(/[?#]/)[0] ?? '').replace(/\/+$/, '').split('/').at(-1)!
  const found = isSlug(name) ? await driveNamed(tx, name) : undefined
  if (!found?.id) throw new Refusal(unplacedDeskTexts.typedUnknown, { status: 422, field: 'typed' })
  return found.id
}

const driveNamed = async (tx: Tx, name: string) =>
  (await tx.selectFrom('fund_drives').where('slug', '=', name).select('id').executeTakeFirst()) ??
  (await tx.selectFrom('short_names').where('name', '=', name).select('fund_drive_id as id').executeTakeFirst())

// Returns of money that nobody could place: M-Pesa is asked to reverse the payment, or an administrator sends it in M-Pesa's portal. From
// the decision on nobody places it; by hand they say afterwards that it was sent, or that it was not.

/** The decision to send it back: from here on it can't be placed. M-Pesa is asked, or only then the administrator goes to the portal. */
export const reserveReturn = decision({
  of: notBeingSentBack,
  act: 'suspense reserved',
  words: sendingBack,
  async run(tx, money, { by, why }) {
    if (await isFirst(tx, money, { value: 'back', by, why })) return 'first'
    const { id, amount, receipt } = money
    const isByMpesa = receipt !== null && reverses()
    await beginReturn(tx, id, isByMpesa ? 'waiting' : 'by hand', { by: by.id, why })
    const decided = { before: { state: 'open' }, after: { state: 'reserved', amount } }
    return isByMpesa ? { ...decided, says: unplacedDeskTexts.ordered } : decided
  },
})

/** The decision that it was not sent after all: it can be placed again. */
export const freeReturn = decision({
  of: beingSentBack,
  act: 'suspense freed',
  words: notSent,
  async run(tx, money, { by }) {
    await freeMoney(tx, money.id)
    await returnSeenTo(tx, money, by.id)
    return { before: { state: 'reserved' }, after: { state: 'open', amount: money.amount } }
  },
})

const sentBackForm = decisionForm.extend({ code: codeField })

/** Records what an administrator sent back in M-Pesa's portal. The code of the reversal is kept once. */
export const recordReturn = decision({
  of: beingSentBack,
  act: 'suspense sent back',
  words: sentBack,
  form: sentBackForm,
  async run(tx, money, { code, by, why }) {
    const came = await tx.selectFrom('mpesa_receipts').where('receipt', '=', code).select('receipt').executeTakeFirst()
    if (came) throw new Refusal(unplacedDeskTexts.codeCame, { status: 422, field: 'code' })
    if (!(await keepCode(tx, money.id, code)))
      throw new Refusal(unplacedDeskTexts.codeUsed, { status: 422, field: 'code' })
    const seen = await closeReturned(tx, money, { code, by: by.id, note: `${code} ${why}` })
    await recordSeen(tx, seen, { code, by })
    return { before: { state: 'reserved' }, after: { state: 'closed', amount: money.amount, code } }
  },
})

/** Closes the discrepancies that an earlier statement raised about this code: the administrator's record explains them. */
export async function explained(tx: Tx, { code, amount, by }: { code: string; amount: number; by: Actor }) {
  await recordSeen(tx, await explain(tx, { code, amount, by: by.id }), { code, by })
}

async function recordSeen(tx: Tx, discrepancies: number[], { code, by }: { code: string; by: Actor }): Promise<void> {
  for (const id of discrepancies)
    await record(tx, { by, act: 'break closed', noun: 'break', subject: id, after: { state: 'closed', code } })
}

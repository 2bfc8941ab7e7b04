import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/features/audit/audit.ts'
import { agreedByTwo, needsTwo } from '#app/features/audit/two-administrators.server.ts'
import { driveOfAccount } from '#app/features/codes/codes.server.ts'
import { isSlug } from '#app/features/drives/slug.ts'
import { clearingOf, post } from '#app/features/ledger/post.server.ts'
import { codeField } from '#app/features/payments/phone/claim-forms.ts'
import { claimsDecided } from '#app/features/payments/phone/claims.server.ts'
import { placeMoney } from '#app/features/payments/place.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { type About, decision } from '#app/office/decision.server.ts'
import { decisionForm } from '#app/office/decision-forms.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { placing, says, sendingBack } from './desk.ts'

// The two ways out of money that reached our Paybill and that nobody could place: onto a fund drive, or back to its payer.

type Money = { id: number; provider: string; amount: number; receipt: string | null }

/** Open money at M-Pesa. Of two administrators at once the second waits here, and is told that the first has decided. */
const atMpesa: About<number, Money> = {
  noun: 'suspense',
  at: ({ params }) => numberIn(params.money),
  async find(tx, id) {
    const money = await tx
      .selectFrom('suspense')
      .where('id', '=', id)
      .where('currency', '=', 'KES')
      .select(['id', 'provider', 'amount', 'state'])
      .forUpdate()
      .executeTakeFirst()
    if (!money || clearingOf(money.provider) !== 'mpesa_clearing') throw new Refusal(says.missing, { status: 404 })
    if (money.state !== 'open') throw new Refusal(says.meanwhile)
    const known = tx.selectFrom('mpesa_receipts').where('suspense_id', '=', id).select('receipt')
    return { ...money, receipt: (await known.executeTakeFirst())?.receipt ?? null }
  },
  after: (tx) => tell(tx, 'office:desk'),
}

const text = z.string().catch('')
const ways = /^(?:drive ([0-9a-f-]{36})|claim (\d{1,15})|(typed))$/

const placeForm = decisionForm.extend({
  to: text.pipe(z.string().regex(ways, said(says.where))),
  typed: text.transform(oneLine).pipe(z.string().max(200, said(says.typedUnknown))),
})

/** Makes it a gift to the drive that the administrator named. */
export const placeUnplaced = decision({
  of: atMpesa,
  act: 'suspense placed',
  words: placing,
  form: placeForm,
  async run(tx, money, { to, typed, by, why }) {
    const { driveId, claimId, giver } = await chosenIn(tx, money, to, typed)
    if (await isFirst(tx, money, { value: `on ${driveId}`, by, why })) return 'first'
    const booked = await placeMoney(tx, { suspenseId: money.id, driveId, by: by.id, giver })
    if (!booked) throw new Refusal(says.meanwhile)
    if (money.receipt) await claimsDecided(tx, money.receipt, claimId)
    const after = { state: 'placed', drive: driveId, amount: money.amount, payment: booked.paymentId }
    return { before: { state: 'open' }, after }
  },
})

type Giver = { name: string; message: string; phone: string; isAnonymous: boolean }
type Chosen = { driveId: string; claimId: number | null; giver?: Giver }

async function chosenIn(tx: Tx, money: Money, to: string, typed: string): Promise<Chosen> {
  const [, driveId, claimId] = ways.exec(to)!
  if (claimId) return claimed(tx, money, Number(claimId))
  const id = driveId ?? (await driveTyped(tx, typed))
  const drive = await tx.selectFrom('fund_drives').where('id', '=', id).select('id').forKeyShare().executeTakeFirst()
  if (!drive) throw new Refusal(says.driveGone, { status: 422, field: 'to' })
  return { driveId: drive.id, claimId: null }
}

async function claimed(tx: Tx, { receipt }: Money, id: number): Promise<Chosen> {
  const claim = await tx
    .selectFrom('claims')
    .where('id', '=', id)
    .where('receipt', '=', receipt ?? '')
    .where('state', 'in', ['waiting', 'desk'])
    .select(['fund_drive_id as driveId', 'name', 'message', 'phone', 'anonymous'])
    .forUpdate()
    .executeTakeFirst()
  if (!claim) throw new Refusal(says.claimGone, { status: 409, field: 'to' })
  const { driveId, name, message, phone, anonymous } = claim
  return { driveId, claimId: id, giver: { name, message, phone: phone ?? '', isAnonymous: anonymous } }
}

/** A code, a short link, or the end of an address, with or without what stands before it. */
async function driveTyped(tx: Tx, typed: string): Promise<string> {
  if (!typed) throw new Refusal(says.typedMissing, { status: 422, field: 'typed' })
  const byCode = await driveOfAccount(tx, typed)
  if (byCode?.driveId) return byCode.driveId
  const name = (typed.toLowerCase().split(/[?#]/)[0] ?? '').replace(/\/+$/, '').split('/').at(-1)!
  const found = isSlug(name) ? await driveNamed(tx, name) : undefined
  if (!found?.id) throw new Refusal(says.typedUnknown, { status: 422, field: 'typed' })
  return found.id
}

const driveNamed = async (tx: Tx, name: string) =>
  (await tx.selectFrom('fund_drives').where('slug', '=', name).select('id').executeTakeFirst()) ??
  (await tx.selectFrom('short_names').where('name', '=', name).select('fund_drive_id as id').executeTakeFirst())

/** Above the sum that operators chose: true of the first of two, whose word is kept and changes nothing yet. */
async function isFirst(tx: Tx, { id, amount }: Money, word: { value: string; by: Actor; why: string }) {
  if (!(await needsTwo(tx, amount, word.by.id))) return false
  const { isAgreed } = await agreedByTwo(tx, { about: 'unplaced', subject: String(id), ...word })
  return !isAgreed
}

const sentBackForm = decisionForm.extend({ code: codeField })

/** Records what an administrator sent back in M-Pesa's portal. The code of the reversal is kept once. */
export const sendUnplacedBack = decision({
  of: atMpesa,
  act: 'suspense sent back',
  words: sendingBack,
  form: sentBackForm,
  async run(tx, money, { code, by, why }) {
    const came = await tx.selectFrom('mpesa_receipts').where('receipt', '=', code).select('receipt').executeTakeFirst()
    if (came) throw new Refusal(says.codeCame, { status: 422, field: 'code' })
    const used = await tx
      .selectFrom('suspense_returns')
      .where('receipt', '=', code)
      .select('receipt')
      .executeTakeFirst()
    if (used) throw new Refusal(says.codeUsed, { status: 422, field: 'code' })
    if (await isFirst(tx, money, { value: `back ${code}`, by, why })) return 'first'
    await closeReturned(tx, money, { code, by, why })
    return { before: { state: 'open' }, after: { state: 'closed', amount: money.amount, code } }
  },
})

type Returned = { code: string; by: Actor; why: string }

async function closeReturned(tx: Tx, { id, provider, amount, receipt }: Money, { code, by, why }: Returned) {
  const kept = await tx
    .insertInto('suspense_returns')
    .values({ receipt: code, suspense_id: id })
    .onConflict((same) => same.column('receipt').doNothing())
    .returning('receipt')
    .executeTakeFirst()
  if (!kept) throw new Refusal(says.codeUsed, { status: 422, field: 'code' })
  const closed = {
    state: 'closed',
    closed_at: sql<Date>`now()`,
    closed_by: by.id,
    note: `${code} ${why}`.slice(0, 1000),
  } as const
  await tx.updateTable('suspense').set(closed).where('id', '=', id).execute()
  await post(tx, 'suspense', id, [{ leg: 3, debit: 'suspense', credit: clearingOf(provider), amount }])
  if (receipt) await claimsDecided(tx, receipt)
}

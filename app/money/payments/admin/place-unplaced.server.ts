import { z } from 'zod'
import { decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { driveOfAccount } from '#app/drives/codes/codes.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { claimsDecided } from '#app/money/mpesa/claims.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isFirst, type MoneyAtMpesa, notBeingSentBack } from './at-mpesa.server.ts'
import { placing, unplacedDeskTexts } from './desk.ts'

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

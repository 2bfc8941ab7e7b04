import { sql } from 'kysely'
import type { z } from 'zod'
import { codeShown } from '#app/drives/codes/codes.server.ts'
import { published } from '#app/drives/drive/active.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { returnTries } from '#app/platform/http/limits.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { openRail } from './begin.server.ts'
import { claimedPath, claimTexts } from './claim.ts'
import type { PayIn } from './claim-fields.tsx'
import type { claimCodeForm, claimForm } from './claim-forms.ts'
import { textPage } from './claim-told.server.ts'
import { claim } from './claims.server.ts'
import { claimNetwork } from './limits.server.ts'
import { provedPayIn } from './paybill.server.ts'
import { promptTexts as phoneSays } from './prompt.ts'

// The claims that givers type about a payment by hand: on the drive's page, and on the page where they wait for a request.

/** Reads the page of claims; undefined if there is no such drive, or no M-Pesa at all. */
export async function claimedDrive(db: Db, slug: string): Promise<Claimed | undefined> {
  const drive = await claimable(db, slug)
  if (!drive) return undefined
  const isPaused = drive.status === 'paused'
  return { title: drive.title, isPaused, payIn: isPaused ? null : await payInFor(db, drive.id) }
}

/** Finds a drive that takes claims, even while M-Pesa pauses or its list can't be read. Without M-Pesa there is no place to look. */
const claimable = async (db: Db, slug: string) => (mobileMoney() ? published(db, slug) : undefined)

/** The page of claims. For a paused drive nothing leads to another payment. */
type Claimed = { title: string; isPaused: boolean; payIn: PayIn | null }

/** Returns where a drive can be paid by hand, and under which account; null if such a payment could not be proved. */
async function payInFor(db: Db, driveId: string): Promise<PayIn | null> {
  const payIn = await payInOpen(db)
  return payIn && { ...payIn, account: await codeShown(db, driveId) }
}

export async function payInOpen(db: Db): Promise<Omit<PayIn, 'account'> | null> {
  return provedPayIn(await openRail(db))
}

type From = { visitor: string; language: string; address: string }

/** Keeps what was typed, looks for its money, and returns the page of this claim. A claim that is found costs its network no try. */
export async function claimTyped(
  db: Db,
  slug: string,
  { code: receipt, ...typed }: z.output<typeof claimForm>,
  { address, ...giver }: From,
): Promise<{ go: string }> {
  const drive = await claimable(db, slug)
  if (!drive) throw new Refusal(claimTexts.gone, { status: 404 })
  const answer = await claim(db, drive.id, { receipt, ...typed, ...giver })
  if (answer.is === 'here') await returnTries(claimNetwork(address))
  const { id, token } = await db
    .selectFrom('claims')
    .where('fund_drive_id', '=', drive.id)
    .where('receipt', '=', receipt)
    .where('tail', '=', typed.tail)
    .select(['id', 'token'])
    .executeTakeFirstOrThrow()
  if (answer.is === 'looking') await db.transaction().execute((tx) => textPage(tx, id, address))
  return { go: claimedPath(token) }
}

/** Claims a payment on the page of an unpaid request: it knows who gives, and by which phone. */
export async function claimInstead(db: Db, reference: string, { code: receipt }: z.output<typeof claimCodeForm>) {
  const payment = await db
    .selectFrom('payments')
    .where('reference', '=', reference)
    .where('kind', '=', 'donation')
    .where('status', 'not in', ['succeeded', 'mismatch'])
    .where('donor_phone', '<>', '')
    .where('fund_drive_id', 'is not', null)
    .select(['id', 'fund_drive_id as driveId', 'donor_name as name', 'donor_phone as phone', 'message', 'anonymous'])
    .$narrowType<{ driveId: string }>()
    .executeTakeFirst()
  if (!payment) throw new Refusal(phoneSays.isPaid)
  const { id, driveId, phone, ...giver } = payment
  await claim(db, driveId, { receipt, tail: phone.slice(-3), phone, ...giver, paymentId: id })
}

/** The way to pay a gift by phone by hand instead, and what its giver said of that so far. */
export type Instead = PayIn & {
  /** The code that was typed last, and whether it is still looked for. */
  code: string | null
  isLookedFor: boolean
}

/**
 * Returns how to pay by hand; null if it can't be. Lapsed and refused claims read the same: nobody learns here whether there is
 * such a code. The account of the request names the gift: money under it is this gift.
 */
export async function insteadOf(db: Db, paymentId: number, account: string): Promise<Instead | null> {
  const payIn = await payInOpen(db)
  if (!payIn) return null
  const typed = await db
    .selectFrom('claims')
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'placed')
    .select(['receipt', sql<boolean>`state in ('waiting', 'desk')`.as('isLookedFor')])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...payIn, account, code: typed?.receipt ?? null, isLookedFor: typed?.isLookedFor ?? false }
}

/** Returns the payment that became of the money which the giver sent by hand. */
export async function paidByHand(db: Db, paymentId: number): Promise<string | undefined> {
  const paid = await db
    .selectFrom('claims as c')
    .innerJoin('mpesa_receipts as r', 'r.receipt', 'c.receipt')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('c.payment_id', '=', paymentId)
    .where('c.state', '=', 'placed')
    .where('p.id', '<>', paymentId)
    .select('p.reference')
    .limit(1)
    .executeTakeFirst()
  return paid?.reference
}

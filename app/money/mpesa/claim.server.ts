import { sql } from 'kysely'
import type { z } from 'zod'
import { codeShown } from '#app/drives/codes/codes.server.ts'
import { published } from '#app/drives/drive/active.server.ts'
import { phoneShown } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { returnTries } from '#app/platform/http/limits.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { openRail } from './begin.server.ts'
import { claimedPath, claimHours, claimNumber, claimTexts } from './claim.ts'
import type { PayIn } from './claim-fields.tsx'
import type { claimCodeForm, claimForm } from './claim-forms.ts'
import { pageKey, textPage, textUnmatched } from './claim-sms.server.ts'
import { claim, settleClaims } from './claims.server.ts'
import { claimNetwork } from './limits.server.ts'
import { provedPayIn } from './paybill.server.ts'
import { promptTexts as phoneSays } from './prompt.ts'
import { askReceipt } from './receipt-status.server.ts'
import { isResting } from './requests.server.ts'

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

/** A claim as its page shows it. Refused and lapsed claims read the same. */
export type ClaimedPayment = {
  is: 'found' | 'looking' | 'not found'
  number: string
  code: string
  tail: string
  slug: string
  title: string
  at: Date
  /** The phone that our text went to, only for the browser that typed it. */
  texted: string | null
  /** The payment that was found. */
  reference: string | null
  isNameless: boolean
}

/** Finds the claim at this address, for anyone who has it: nobody can guess one. */
export async function claimedAt(db: Db, token: string, visitor: string): Promise<ClaimedPayment | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const row = await db
    .selectFrom('claims as c')
    .innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')
    .leftJoin('mpesa_receipts as r', (join) => join.onRef('r.receipt', '=', 'c.receipt').on('c.state', '=', 'placed'))
    .leftJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('c.token', '=', token)
    .select(['c.id', 'c.state', 'c.receipt as code', 'c.tail', 'c.phone', 'c.visitor', 'c.created_at as at'])
    .select(['d.slug', 'd.title', 'p.reference'])
    .select(
      sql<boolean>`r.prompt_id is null and g.donor_name = '' and g.donor_email = '' and g.message = ''
      and not g.anonymous and c.payment_id is null`.as('isNameless'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { id, state, phone, visitor: by, ...claim } = row
  const isTexted = phone !== null && by === visitor && (await wasTexted(db, id))
  return {
    ...claim,
    is: claim.reference ? 'found' : state === 'waiting' || state === 'desk' ? 'looking' : 'not found',
    number: claimNumber(id, claim.at),
    texted: isTexted ? phoneShown(phone) : null,
  }
}

async function wasTexted(db: Db, id: number): Promise<boolean> {
  const text = db.selectFrom('sms_outbox').where('key', '=', pageKey(id)).where('state', '<>', 'failed').select('id')
  return (await text.executeTakeFirst()) !== undefined
}

// Jobs of cron about claims: they ask M-Pesa about the codes, and end claims by what became known, or by time.

const atOnce = 500
/**
 * Days after which nobody needs the phone of a claim, nor what else a settled one says of its giver. A claim about a placed
 * gift lapses then, too; one about money without a place waits for as long as the money does.
 */
const kept = 30

/** Run by cron: settles claims whose money became known, ends those that nobody listed in time, and removes names from old ones. */
export async function lapseClaims(db: Db): Promise<number> {
  const { rows } = await sql<{ receipt: string }>`
    select distinct c.receipt from claims c join mpesa_receipts r on r.receipt = c.receipt and r.state <> 'heard'
    where c.state = 'waiting' limit ${atOnce}`.execute(db)
  const each = keepingOn()
  for (const { receipt } of rows) await each.go(() => inOneGo(db, (tx) => settleClaims(tx, receipt)))
  const lapsed = await db.transaction().execute(lapse)
  await sql`
    update claims set phone = null, visitor = null, name = case when settled_at is null then name else '' end,
      message = case when settled_at is null then message else '' end
    where created_at < now() - make_interval(days => ${kept})
      and (phone is not null or visitor is not null or (settled_at is not null and (name <> '' or message <> '')))`.execute(
    db,
  )
  each.end()
  return lapsed
}

async function lapse(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update claims set state = 'lapsed', settled_at = now()
    where (state = 'waiting' and created_at < now() - make_interval(hours => ${claimHours}))
      or (state = 'desk' and created_at < now() - make_interval(days => ${kept})
        and receipt in (select receipt from mpesa_receipts where payment_id is not null)) returning id`.execute(tx)
  await textUnmatched(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/**
 * Run by cron: asks M-Pesa about codes that givers claim and that nobody told us of. Once each, as anybody can type a code; if
 * there is a list, only after it had the time to name the code.
 */
export async function askClaimed(db: Db): Promise<number> {
  const proves = (await openRail(db))?.capabilities().proves ?? []
  if (!proves.includes('status') || (await isResting(db))) return 0
  const { rows } = await sql<{ receipt: string }>`
    select receipt from claims c where state = 'waiting'
      and created_at < now() - make_interval(secs => ${proves.includes('list') ? 360 : 5})
      and not exists (select from mpesa_receipts r where r.receipt = c.receipt)
      and not exists (select from mpesa_asks a where a.what = 'status' and a.subject = c.receipt)
    group by receipt order by min(created_at) limit 40`.execute(db)
  const each = keepingOn()
  for (const { receipt } of rows) await each.go(() => askReceipt(db, receipt))
  each.end()
  return rows.length
}

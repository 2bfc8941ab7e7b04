import { randomUUID } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { z } from 'zod'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { feeBpsOf } from '#app/base/ledger/ledger.ts'
import { Refusal } from '#app/kit/says.ts'
import { beginByPhone, railToPhones } from '#app/money/mpesa/begin.server.ts'
import { payInOpen } from '#app/money/mpesa/claim.server.ts'
import { type DriveAsked, promptLimits, whileManyGive } from '#app/money/mpesa/limits.server.ts'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import type { PromptState } from '#app/money/mpesa/prompt.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { provider } from '#app/platform/providers/provider.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { type Giving, givingTexts, misfit, type PaymentWay, type TakenKey, takenOf } from './giving.ts'
import type { giveGiftForm } from './giving-forms.ts'
import type { Key } from './opening.server.ts'
import { paymentTexts as paymentSays } from './payment.ts'
import { startPayment } from './start.server.ts'

/** Returns what a form needs to know to give to a drive; undefined if it does not collect. */
export async function givingTo(db: Db, driveId: string, giver: Giving['giver'] = null): Promise<Giving | undefined> {
  const drive = await open(db, [driveId])
    .where('d.takes_gifts', '=', true)
    .select(['d.fee_policy', 'd.fee_bps'])
    .$narrowType<{ fee_policy: NotNull; fee_bps: NotNull }>()
    .executeTakeFirst()
  if (!drive) return undefined
  const [byPhone, payIn, paybill] = await Promise.all([takenByPhone(db), payInOpen(db), paybillOf(db, driveId)])
  const by = byPhone ? ('phone' as const) : ('page' as const)
  return {
    key: randomUUID(),
    ...taken(),
    byPhone,
    byHand: payIn?.kind ?? null,
    paybill,
    by,
    feeBps: feeBpsOf(drive),
    giver,
  }
}

function taken(): TakenKey & Pick<Giving, 'ways'> {
  const can = provider().capabilities()
  return { ...takenOf(can, can.channelMax), ways: can.channels }
}

async function takenByPhone(db: Db): Promise<TakenKey | null> {
  const rail = await railToPhones(db)
  return rail ? takenOf(rail.capabilities()) : null
}

/** Returns the slug of an active drive by its id. */
export const slugToGiveTo = inBatchesOn(async (db: Db, driveIds: string[]): Promise<(string | undefined)[]> => {
  const rows = await open(db, driveIds)
    .select(['d.id', 'd.slug'])
    .$narrowType<{ id: NotNull; slug: NotNull }>()
    .execute()
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
  return driveIds.map((id) => slugs.get(id.toLowerCase()))
})

/** Selects those of these drives that visitors find. */
const open = (db: Db, driveIds: string[]) =>
  db.selectFrom('open_drives as d').where('d.id', '=', sql<string>`any(${[...new Set(driveIds)]}::uuid[])`)

type Gift = {
  amount: number
  name: string
  email: string
  message: string
  anonymous: boolean
  way?: PaymentWay | undefined
  pledgeId?: number
}
type Around = { language: string; origin: string; cancelPath: string; payer?: string | null }

/** Starts a gift and returns where it is paid. Refuses an amount that does not fit, or a drive that takes no gifts. */
export async function beginGift(
  db: Db,
  driveId: string,
  gift: Gift,
  { key, ...around }: Around & { key: Key | undefined },
): Promise<{ reference: string; url: string }> {
  const { amount, name: donorName, email: donorEmail, message, anonymous, way: channel } = gift
  const wrong = misfit(amount, taken(), channel)
  if (wrong) throw new Refusal(wrong, { status: 422, field: 'amount' })
  const pledge = gift.pledgeId === undefined ? {} : { pledgeId: gift.pledgeId }
  const what = { kind: 'donation', driveId, amount, donorName, donorEmail, message, anonymous, ...pledge } as const
  return startPayment(db, what, { key, channel, failed: givingTexts.failed, ...around })
}

const scopeOf = (driveId: string) => `donate ${driveId}`

/** Combines a form's key with all its values: pressed twice it is the same key, and with any other value another. */
const onceFor = (key: string | undefined, { amount, name, email, message, anonymous, way }: Gift) =>
  onceOf(key, amount, name, email, message, String(anonymous), ...(way ? [way] : []))

/**
 * Returns the key of a person's form. The values are part of it: a person who comes back and changes the amount gives
 * that amount, and need not know about keys. The same form pressed twice has the same values, and starts one payment.
 */
export const formKey = (driveId: string, key: string | undefined, gift: Gift): Key | undefined => {
  const once = onceFor(key, gift)
  return once ? { scope: scopeOf(driveId), key: once, renewed: true } : undefined
}

/** Checks the key that a program sends along. */
export function programKey(key: string | null): string | undefined {
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) throw new Refusal(paymentSays.keyShape, { status: 400 })
  return key
}

/**
 * Returns the key of a program's request. The values are part of it here, too, so that nobody can take a key away from
 * others by guessing it, and a sender who comes again from another network finds their payment. The same key from the
 * same network with another gift in it is refused: a program means what it says.
 */
export function headerKey(driveId: string, sent: string | null, gift: Gift, address: string): Key | undefined {
  const key = programKey(sent)
  if (key === undefined) return undefined
  const scope = `${scopeOf(driveId)} by program`
  return { scope, key: onceFor(key, gift)!, name: { scope: `${scope} ${onceOf('from', household(address))}`, key } }
}

/** Returns the limits of tries. Each try is stored and asks the provider; an open form invites those who try out cards. */
export const giftLimits = (drive: DriveAsked, address: string): Limit[] => [
  {
    often: true,
    name: 'donate',
    key: address,
    times: chosen('DONATIONS_A_MINUTE'),
    seconds: 60,
    says: whileManyGive(drive),
  },
]

/**
 * Calls a person when, of a drive's last twenty tries to pay within ten minutes, fifteen or more have failed: someone
 * is finding out which stolen cards still work. Run by cron, so that no donor waits for it.
 */
export async function watchCardTesting(db: Db): Promise<number> {
  const { rows } = await sql<{ drive: string; failed: number }>`
    select f.drive, t.failed
    from (
      select fund_drive_id as drive from payments
      where status = 'failed' and created_at > now() - interval '10 minutes' and kind = 'donation'
      group by fund_drive_id
      having count(*) >= 15
    ) f
    cross join lateral (
      select count(*) filter (where status = 'failed') as failed
      from (
        select status from payments
        where fund_drive_id = f.drive and kind = 'donation' and created_at > now() - interval '10 minutes'
        order by created_at desc
        limit 20
      ) newest
    ) t
    where t.failed >= 15`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { drive, failed } of rows)
      await raiseDiscrepancy(tx, 'cards are tried out', drive, { failed: Number(failed), of: 20 })
  })
  return rows.length
}

// The form for giving as a person filled it in: by a request on their phone, or by the provider's page.

type Typed = z.output<typeof giveGiftForm>
type AroundForm = {
  language: string
  origin: string
  visitor: string | null
  payer: string | null
  address: string
  cancelPath: string
  /** Set if it is given from the page of a pledge. */
  pledgeId?: number
}

/** Begins the gift, and returns where its giver goes on. */
export function beginTyped(
  db: Db,
  driveId: string,
  { key, follow: _, ...typed }: Typed,
  { visitor, address, cancelPath, pledgeId, ...around }: AroundForm,
): Promise<{ reference: string; url: string }> {
  const gift = { ...typed, ...(pledgeId === undefined ? {} : { pledgeId }) }
  if (gift.by === 'phone')
    return beginByPhone(db, driveId, { ...gift, email: gift.email ?? '' }, { ...around, key, visitor, address })
  return beginGift(db, driveId, gift, { ...around, key: formKey(driveId, key, gift), cancelPath })
}

export const typedGiftLimits = (gift: Typed, drive: DriveAsked, address: string): Limit[] => [
  ...giftLimits(drive, address),
  ...(gift.by === 'phone' ? promptLimits(gift.phone, address, drive) : []),
]

/** The ends of requests that the phone did not pay. Requests that we or M-Pesa could not send are not among them. */
const unpaid: PromptState[] = [
  'cancelled',
  'expired',
  'wrong_pin',
  'unanswered',
  'short',
  'over_limit',
  'locked',
  'too_soon',
  'busy',
]

/** Runs both watches over failed tries. Run by cron. */
export const watchTries = (db: Db) => Promise.all([watchCardTesting(db), watchUnpaidRequests(db)])

/**
 * Calls a person if, of a drive's last twenty requests that ended within an hour, at least fifteen were not paid: a person may
 * be typing others' numbers, whose phones ring. A discrepancy closed within the hour is not opened again by the same.
 */
export async function watchUnpaidRequests(db: Db): Promise<number> {
  const requests = sql`mpesa_prompts q join payments p on p.id = q.payment_id`
  const isRecent = sql`coalesce(q.sent_at, q.created_at) > now() - interval '1 hour'`
  const { rows } = await sql<{ drive: string; failed: number }>`
    select f.drive, t.failed
    from (
      select p.fund_drive_id as drive from ${requests}
      where ${isRecent} and q.state = any(${unpaid}::text[]) and p.fund_drive_id is not null
      group by p.fund_drive_id having count(*) >= 15
    ) f
    cross join lateral (
      select count(*) filter (where state = any(${unpaid}::text[]))::int as failed
      from (
        select q.state from ${requests}
        where p.fund_drive_id = f.drive and ${isRecent} and (q.state = 'paid' or q.state = any(${unpaid}::text[]))
        order by coalesce(q.sent_at, q.created_at) desc limit 20
      ) newest
    ) t
    where t.failed >= 15 and not exists (select from discrepancies b where b.kind = 'requests that nobody pays'
      and b.subject = f.drive::text and b.closed_at > now() - interval '1 hour')`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { drive, failed } of rows)
      await raiseDiscrepancy(tx, 'requests that nobody pays', drive, { failed, of: 20 })
  })
  return rows.length
}

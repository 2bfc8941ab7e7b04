import { sql } from 'kysely'
import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { phoneShown } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import { textUnmatched } from '#app/money/mpesa/claim-sms.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { claimDecisionTexts, leaving } from './claims.ts'
import type { DeskClaim } from './unplaced.ts'

// Claims of givers that no program decides: about money without a place, and about gifts.

/** Returns the claims on this code that wait for a person. `tail`: the digits that M-Pesa tells. */
export async function claimsOf(db: Db, receipt: string, tail: string | null): Promise<DeskClaim[]> {
  const rows = await db
    .selectFrom('claims as c')
    .innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')
    .where('c.receipt', '=', receipt)
    .where('c.state', 'in', ['waiting', 'desk'])
    .select(['c.id', 'c.fund_drive_id as driveId', 'd.title', 'c.tail', 'c.name', 'c.phone', 'c.created_at as at'])
    .orderBy('c.id')
    .limit(50)
    .execute()
  return rows.map(({ phone, ...one }) => ({
    ...one,
    phone: phone && phoneShown(phone),
    isTailRight: tail ? tail.slice(-3) === one.tail : null,
  }))
}

/** Returns the claims on money that is a gift already. A request was paid by the phone that was asked. */
export async function claimsOnGift(db: Db, paymentId: number): Promise<DeskClaim[]> {
  const code = await db
    .selectFrom('mpesa_receipts as r')
    .leftJoin('mpesa_prompts as q', 'q.id', 'r.prompt_id')
    .where('r.payment_id', '=', paymentId)
    .select(['r.receipt', sql<string | null>`coalesce(r.tail, right(q.phone, 3))`.as('tail')])
    .executeTakeFirst()
  return code ? claimsOf(db, code.receipt, code.tail) : []
}

/** Claims grouped by gift: several givers may say that it is theirs. */
const onGifts = sql`claims c join mpesa_receipts r on r.receipt = c.receipt join fund_drives d on d.id = c.fund_drive_id
  where c.state = 'desk' and r.payment_id is not null group by r.payment_id`
export const waitingClaims: TasksWaiting = {
  from: sql`(select from ${onGifts}) g`,
  oldest: sql`select r.payment_id::text as id, min(c.created_at) as at, max(d.title) as title, count(*)::int as count
    from ${onGifts} order by min(c.created_at)`,
}

type Key = { payment: number; claim: number }
type Found = { id: number; claim: number; drive: string; phone: string | null }

export const claimIn = (params: Record<string, string | undefined>): Key => ({
  payment: numberIn(params.payment),
  claim: numberIn(params.claim),
})

/** Returns the claim in an address; a 404 if it is not about this gift. */
export async function claimAt(db: Db, params: Record<string, string | undefined>): Promise<Key> {
  const key = claimIn(params)
  const known = await db
    .selectFrom('claims as c')
    .innerJoin('mpesa_receipts as r', 'r.receipt', 'c.receipt')
    .where('c.id', '=', key.claim)
    .where('r.payment_id', '=', key.payment)
    .select('c.id')
    .executeTakeFirst()
  if (!known) throw data(null, { status: 404 })
  return key
}

const claimOnGift: About<Key, Found> = {
  noun: 'payment',
  at: ({ params }) => claimIn(params),
  async find(tx, { payment, claim }) {
    const one = await tx
      .selectFrom('claims as c')
      .innerJoin('mpesa_receipts as r', 'r.receipt', 'c.receipt')
      .where('c.id', '=', claim)
      .where('r.payment_id', '=', payment)
      .select(['c.state', 'c.fund_drive_id as drive', 'c.phone'])
      .forUpdate('c')
      .executeTakeFirst()
    if (!one) throw new Refusal(claimDecisionTexts.missing, { status: 404 })
    if (one.state !== 'desk') throw new Refusal(claimDecisionTexts.meanwhile)
    return { id: payment, claim, drive: one.drive, phone: one.phone }
  },
  async after(tx, { id }) {
    await tell(tx, `payment:${id}`)
    await tell(tx, 'office:desk')
  },
}

/** The refusal of a claim: the gift stays with its drive and its giver. A claim never moves a gift. */
export const refuseClaim = decision({
  of: claimOnGift,
  act: 'claim refused',
  words: leaving,
  async run(tx, { claim, drive }) {
    await tx
      .updateTable('claims')
      .set({ state: 'refused', settled_at: sql<Date>`now()` })
      .where('id', '=', claim)
      .execute()
    await textUnmatched(tx, [claim])
    return { after: { state: 'refused', drive } }
  },
})

/** Returns the whole number that a giver left, for an administrator who has to ask them something. The log keeps that they saw it. */
export const phoneOfClaim = (db: Db, key: Key, by: Actor): Promise<{ phone: string }> =>
  db.transaction().execute(async (tx) => {
    const { id, phone, drive } = await claimOnGift.find(tx, key, by)
    if (!phone) throw new Refusal(claimDecisionTexts.noPhone)
    await record(tx, { by, act: 'revealed', noun: 'payment', subject: id, after: { drive } })
    return { phone }
  })

import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { postingsOfSubject } from '#app/base/ledger/post.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Destination, payoutTexts } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { GiftsOf, PaidOut } from './payout-admin.ts'
import { requestFor } from './requests-list.server.ts'

/** Reads all that is known of one withdrawal; undefined if there is none. The access is recorded. */
export async function wholeStoryOf(db: Db, number: string | undefined, by: Actor) {
  const about = await requestFor(db, number, by)
  if (!about) return undefined
  const { id, driveId } = about.request
  const [attempts, steps, postings, covered] = await Promise.all([
    attemptsOf(db, id),
    stepsOf(db, id),
    postingsOfSubject(db, id, ['payout', 'payout_sent', 'payout_declined', 'payout_returned']),
    giftsOf(db, driveId, id),
  ])
  return { ...about, attempts, steps, postings, covered }
}
export type WholeStory = NonNullable<Awaited<ReturnType<typeof wholeStoryOf>>>

/** The limit of rows. Only a withdrawal that is tried again and again has more. */
const most = 200

async function attemptsOf(db: Db, payoutId: number) {
  const rows = await db
    .selectFrom('payout_attempts')
    .where('payout_id', '=', payoutId)
    .select(['n', 'reference', 'provider', 'provider_code as code', 'state', 'fee', 'why', 'checks'])
    .select(['created_at as at', 'sent_at as sentAt', 'updated_at as changed', 'next_check_at as nextLook'])
    .orderBy('n', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, state: row.state }))
}
export type Attempt = Awaited<ReturnType<typeof attemptsOf>>[number]

/** Lists its steps and the approval of the first of two administrators in order, with who did what and what they said. */
async function stepsOf(db: Db, payoutId: number) {
  const [events, approvals] = await Promise.all([
    db
      .selectFrom('payout_events as e')
      .leftJoin('profiles as p', 'p.user_id', 'e.by')
      .where('e.payout_id', '=', payoutId)
      .select(['e.kind', 'e.note', 'e.code', 'e.reason', 'e.created_at as at', 'p.full_name as who'])
      .orderBy('e.id')
      .limit(most)
      .execute(),
    db
      .selectFrom('payout_approvals as y')
      .leftJoin('profiles as p', 'p.user_id', 'y.by')
      .where('y.payout_id', '=', payoutId)
      .select(['y.note', 'y.created_at as at', 'p.full_name as who'])
      .orderBy('y.id')
      .limit(most)
      .execute(),
  ])
  const steps = [
    ...events.map(({ kind, ...step }) => ({ ...step, kind })),
    ...approvals.map((one) => ({ ...one, kind: 'first' as const, code: '', reason: null })),
  ]
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime())
}
export type AdminStep = Awaited<ReturnType<typeof stepsOf>>[number]

/** Returns the whole number that a request's money goes to. The access is recorded before it is shown. */
export const revealNumber = (db: Db, payoutId: number, by: Actor): Promise<{ number: string; name: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('payout_requests')
      .where('id', '=', payoutId)
      .select(['destination', 'withdrawal_method_id'])
      .executeTakeFirst()
    if (!row) throw new Refusal(payoutTexts.noMethod, { status: 404 })
    await record(tx, {
      by,
      act: 'revealed',
      noun: 'method',
      subject: row.withdrawal_method_id,
      after: { payout: payoutId },
    })
    const to = row.destination as unknown as Destination
    if (to.type === 'institution')
      return { number: `${to.bank ?? 'Paybill'} ${to.number}, ${to.account}`, name: to.holder ?? to.name }
    return to.type === 'bank' ? { number: to.account, name: to.name } : { number: to.phone, name: '' }
  })

// The gifts that a payout is made of: what came first goes out first. Money has no names; this is how the books add up, gift by gift.

/** The number of gifts of a drive up to which each is followed. */
const mostFollowed = 50_000
const mostShown = 100

/** Selects what is left of each gift, lined up as they came, with its range in the sum of the drive. */
const gifts = (driveId: string) => sql`gifts as (
  select g.id, g.payment_id, g.created_at, sum(g.amount - p.reversed) over (order by g.id) - (g.amount - p.reversed) as since,
    sum(g.amount - p.reversed) over (order by g.id) as until
  from donations g join payments p on p.id = g.payment_id where g.fund_drive_id = ${driveId}::uuid)`

/**
 * Selects the payouts in the same line: first the sent ones, in that order, then those that are asked for. A loss that was
 * written off paid for the beginning of them, in place of gifts that went back.
 */
const outs = (driveId: string) => sql`outs as (
  select o.id, o.status, o.sent_at, sum(o.amount) over way - o.amount - o.lost as since,
    sum(o.amount) over way - o.lost as until
  from (select w.written_off as lost, q.id, q.status, q.amount, case when q.status = 'completed' then coalesce((select max(e.created_at)
      from payout_events e where e.payout_id = q.id and e.kind = 'completed'), q.updated_at) end as sent_at
    from payout_requests q join wallets w on w.fund_drive_id = q.fund_drive_id
    where q.fund_drive_id = ${driveId}::uuid and q.status in ('completed', 'approved', 'processing', 'waiting')) o
  window way as (order by o.sent_at nulls last, o.id))`

/** A wholly refunded gift has no part of any payout. */
const isShared = sql`o.until > g.since and o.since < g.until and g.until > g.since`
const shared = sql`(least(g.until, o.until) - greatest(g.since, o.since))::bigint`

/** Returns the payouts that a gift went out with, and how much is still with the drive. Undefined if there are too many gifts. */
export async function paidOutOf(db: Db, driveId: string, paymentId: number): Promise<PaidOut | undefined> {
  if (await isTooMany(db, driveId)) return undefined
  const { rows } = await sql<{ left: number; id: number | null; status: PayoutState; at: Date | null; part: number }>`
    with ${gifts(driveId)}, ${outs(driveId)}
    select (g.until - g.since)::bigint as left, o.id, o.status, o.sent_at as at, ${shared} as part
    from gifts g left join outs o on ${isShared}
    where g.payment_id = ${paymentId}::bigint order by o.since`.execute(db)
  const parts = rows.flatMap(({ id, status, at, part }) => (id === null ? [] : [{ id, status, at, part }]))
  const worth = rows[0]?.left ?? 0
  return { parts, worth, stays: worth - parts.reduce((sum, { part }) => sum + part, 0) }
}

/** Returns the first gifts that a payout is made of. Undefined if there are too many. */
export async function giftsOf(db: Db, driveId: string, payoutId: number): Promise<GiftsOf | undefined> {
  if (await isTooMany(db, driveId)) return undefined
  const { rows } = await sql<GiftsOf['gifts'][number] & { count: number }>`
    with ${gifts(driveId)}, ${outs(driveId)}
    select g.payment_id as payment, g.created_at as at, (g.until - g.since)::bigint as worth, ${shared} as part,
      count(*) over () as count
    from outs o join gifts g on ${isShared}
    where o.id = ${payoutId}::bigint order by g.since limit ${mostShown}::int`.execute(db)
  return { count: rows[0]?.count ?? 0, gifts: rows.map(({ count: _, ...gift }) => gift) }
}

/** True if following each gift would take long. */
async function isTooMany(db: Db, driveId: string): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select count(*) > ${mostFollowed}::int as many
    from (select from donations where fund_drive_id = ${driveId}::uuid limit ${mostFollowed + 1}::int) g`.execute(db)
  return rows[0]!.many
}

import { type SqlBool, sql } from 'kysely'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { Refusal } from '#app/kit/says.ts'
import { answerDispute } from '#app/money/disputes/dispute.server.ts'
import { disputeTexts as disputeSays } from '#app/money/disputes/dispute.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { pageOfRows } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type DisputeLine, disputeDecisionTexts } from './disputes.ts'
import { type DisputeTotals, disputesView } from './disputes-list.tsx'

/** Open disputes first, the nearest deadline on top; then closed ones, the newest on top. In seconds, reversed for open ones. */
const urgency = sql`case when q.status = 'open' then 20000000000 - extract(epoch from coalesce(q.due_at, q.created_at))
  else extract(epoch from q.resolved_at) end::bigint`
const sorts = {
  deadline: { by: urgency, kind: 'number' },
  date: { by: sql.ref('q.created_at'), kind: 'moment' },
  amount: { by: sql.ref('q.amount'), kind: 'number' },
} as const
const id = { column: sql.ref('q.id'), kind: 'number' } as const

type Filter = FilterOf<typeof disputesView.fields>

export const disputesList = adminList({
  view: disputesView,
  noun: 'dispute',
  file: 'disputes',
  findsPeople: true,
  sorts,
  async read(db, { filter, list }, size) {
    const { rows, next } = await pageOfRows(lines(filtered(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(lineOf), next }
  },
  totals: (db, { filter }): Promise<DisputeTotals> =>
    filtered(db, filter)
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number>`coalesce(sum(q.amount), 0)::bigint`.as('amount'),
        sql<number>`count(*) filter (where q.status = 'open')`.as('open'),
      ])
      .executeTakeFirstOrThrow(),
})

export async function disputeNumber(db: Db, disputeId: number): Promise<DisputeLine | undefined> {
  const row = await lines(filtered(db, { search: '', state: null }))
    .where('q.id', '=', disputeId)
    .executeTakeFirst()
  return row && lineOf(row)
}

function filtered(db: Db | Tx, { search, state }: Filter) {
  let query = db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
  if (state === 'open') query = query.where('q.status', '=', 'open')
  if (state === 'won') query = query.where('q.resolution', '=', 'declined')
  if (state === 'lost') query = query.where('q.resolution', 'in', ['merchant-accepted', 'auto-accepted'])
  if (!search) return query
  const like = containing(search)
  return query.where(
    sql<SqlBool>`(p.reference = ${search.toLowerCase()} or q.ext_id = ${search} or p.donor_name ilike ${like}
      or p.donor_email ilike ${like} or d.title ilike ${like})`,
  )
}

const lines = (query: ReturnType<typeof filtered>) =>
  query
    .leftJoin('profiles as who', 'who.user_id', 'q.answered_by')
    .select(['q.id', 'q.ext_id as extId', 'q.amount', 'q.status', 'q.resolution', 'q.due_at as dueAt'])
    .select(['q.created_at as at', 'q.resolved_at as resolvedAt', 'q.answer', 'q.answered_at as answeredAt'])
    .select(['who.full_name as by', 'p.id as payment', 'p.reference', 'p.amount as paid', 'p.donor_name as name'])
    .select(['p.donor_email as email', 'p.anonymous', 'd.id as driveId', 'd.slug', 'd.title'])
    .select(sql<boolean>`p.kind = 'subscription'`.as('isForViews'))

type Row = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>

function lineOf({ driveId, slug, title, status, resolution, answer, ...row }: Row): DisputeLine {
  return {
    ...row,
    status: status as DisputeLine['status'],
    resolution: resolution as DisputeLine['resolution'],
    answer: answer as DisputeLine['answer'],
    drive: driveId === null ? null : { id: driveId, slug: slug!, title: title! },
  }
}

/** Returns what a dispute's end did: what went back, and which part the drive owes because it had been withdrawn. */
export const lossOf = (db: Db, extId: string) =>
  db
    .selectFrom('reversals as r')
    .where('r.kind', '=', 'chargeback')
    .where('r.ext_id', '=', extId)
    .where('r.state', '=', 'done')
    .select(['r.amount', 'r.fee_part as feePart', 'r.done_at as at'])
    .executeTakeFirst()

export const waitingDisputes: TasksWaiting = {
  from: sql`disputes where status = 'open'`,
  oldest: sql`select q.id::text, q.created_at as at, q.due_at as due, q.amount, coalesce(d.title, '') as title
    from disputes q join payments p on p.id = q.payment_id left join fund_drives d on d.id = p.fund_drive_id
    where q.status = 'open' order by q.due_at nulls first`,
}

type AnsweredDispute = { is: 'accept'; amount: number | undefined; text: string } | { is: 'decline'; text: string }

/**
 * Answers a dispute for an administrator. The answer is stored, and logged, before the provider is told; of two at once
 * the second finds it stored. An answer that the provider refuses is taken back, and that is logged, too.
 */
export async function answerAs(db: Db, disputeId: number, answer: AnsweredDispute, by: Actor): Promise<void> {
  const { extId, provider } = await db.transaction().execute((tx) => claim(tx, disputeId, answer, by))
  try {
    const amount = answer.is === 'accept' ? { amount: answer.amount } : {}
    await answerDispute(db, extId, { ...amount, is: answer.is, by: by.id, message: answer.text }, provider)
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === 'answer not taken'
    if (isRefused) await db.transaction().execute((tx) => takeBack(tx, disputeId, by))
    throw error
  }
}

/** A lost answer may be given again after a while: the provider takes one only, whatever we do. */
const free = sql<SqlBool>`(answered_at is null or answered_at < now() - interval '2 minutes')`

async function claim(tx: Tx, disputeId: number, answer: AnsweredDispute, by: Actor) {
  const dispute = await tx
    .selectFrom('disputes')
    .where('id', '=', disputeId)
    .select(['ext_id', 'provider', 'payment_id', 'amount', 'status', free.as('free')])
    .forUpdate()
    .executeTakeFirst()
  if (!dispute) throw new Refusal(disputeSays.noDispute, { status: 404 })
  if (dispute.status !== 'open') throw new Refusal(disputeSays.answered)
  if (!dispute.free) throw new Refusal(disputeDecisionTexts.answering)
  const amount = answer.is === 'accept' ? (answer.amount ?? dispute.amount) : null
  if (amount !== null && (amount <= 0 || amount > dispute.amount))
    throw new Refusal(disputeSays.tooMuch, { status: 422, field: 'amount' })
  await tx
    .updateTable('disputes')
    .set({ answer: answer.is, answer_amount: amount, answer_text: answer.text, answered_by: by.id })
    .set({ answered_at: sql<Date>`now()` })
    .where('id', '=', disputeId)
    .execute()
  const after = { answer: answer.is, amount, payment: dispute.payment_id }
  await record(tx, { by, act: 'dispute answered', noun: 'dispute', subject: disputeId, after, why: answer.text })
  await notifyAdmins(tx, dispute.payment_id)
  return { extId: dispute.ext_id, provider: dispute.provider }
}

async function takeBack(tx: Tx, disputeId: number, by: Actor): Promise<void> {
  const none = { answer: null, answer_amount: null, answer_text: '', answered_by: null, answered_at: null }
  const dispute = await tx
    .updateTable('disputes')
    .set(none)
    .where('id', '=', disputeId)
    .where('status', '=', 'open')
    .returning('payment_id')
    .executeTakeFirst()
  if (!dispute) return
  const after = { answer: null, refused: true }
  await record(tx, { by, act: 'dispute answered', noun: 'dispute', subject: disputeId, after })
  await notifyAdmins(tx, dispute.payment_id)
}

async function notifyAdmins(tx: Tx, paymentId: number): Promise<void> {
  await tell(tx, `payment:${paymentId}`)
  await tell(tx, 'office:disputes')
}

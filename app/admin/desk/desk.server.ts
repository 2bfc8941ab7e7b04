import { sql } from 'kysely'
import { type TaskKind, tasks } from '#app/admin/declared.ts'
import { failedJobs } from '#app/admin/jobs/jobs-list.server.ts'
import { atOneMoment, type Moment } from '#app/base/ledger/moment.server.ts'
import { waitingComments } from '#app/drives/comments/admin/quarantine-list.server.ts'
import { waitingPapers } from '#app/drives/papers/admin/papers-list.server.ts'
import { waitingSupportMessages } from '#app/drives/support/admin/messages-list.server.ts'
import { waitingInvitations } from '#app/invitations/occasions/admin/gatherings-list.server.ts'
import { waitingDiscrepancies } from '#app/money/books/admin/discrepancies-list.server.ts'
import { type PeriodStep, rangeOf, steps, stepsBetween } from '#app/money/books/admin/period.ts'
import { everyStep, givenEver } from '#app/money/books/admin/revenue.server.ts'
import type { ReportMark } from '#app/money/books/admin/revenue.ts'
import { waitingDisputes } from '#app/money/disputes/admin/disputes-list.server.ts'
import { waitingInstitutions } from '#app/money/institutions/admin/institutions-list.server.ts'
import { waitingBacks } from '#app/money/payments/admin/asked-back.server.ts'
import { waitingClaims } from '#app/money/payments/admin/claims.server.ts'
import { waitingMoney, waitingReturns } from '#app/money/payments/admin/unplaced.server.ts'
import { heldChanges } from '#app/money/payouts/admin/change.server.ts'
import { waitingRequests } from '#app/money/payouts/admin/requests-list.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Task, TasksWaiting } from './task.ts'

/** The platform's figures at this moment. Amounts in cents. */
export type Desk = {
  raised: number
  gifts: number
  people: number
  verified: number
  drives: number
  active: number
  requests: number
  requested: number
  payouts: number
  sent: number
}

/**
 * All figures are of one moment. The money received is read from the wallets and the stored sums, never by adding up all
 * gifts. A refunded gift was received, too: it counts here, as on the page that the card links to.
 */
export async function deskOf(db: Db): Promise<Desk> {
  const { gifts, beside } = await givenEver(db, null, standing)
  return { ...beside, gifts }
}

async function standing(tx: Tx): Promise<Omit<Desk, 'gifts'>> {
  const { rows } = await sql<Omit<Desk, 'gifts'>>`
    with fresh as (select coalesce(sum(credit), 0) as credit from wallet_deltas),
    wallet as (select coalesce(sum(credited - reversed), 0) as raised from wallets)
    select (wallet.raised + fresh.credit)::bigint as raised, u.people, u.verified, d.drives, d.active,
      open.requests, open.requested, done.payouts, done.sent
    from fresh, wallet,
      (select count(*)::int as people, (count(*) filter (where email_verified or email is null))::int as verified
        from users where deleted_at is null) u,
      (select count(*)::int as drives, (count(*) filter (where status = 'active'))::int as active from fund_drives) d,
      (select count(*)::int as requests, coalesce(sum(amount), 0)::bigint as requested
        from payout_requests where status = 'processing') open,
      (select count(*)::int as payouts, coalesce(sum(net), 0)::bigint as sent
        from payout_requests where status = 'completed') done`.execute(tx)
  return rows[0]!
}

/** The platform's growth, step by step: gifts, its share of them, new drives, new people. */
export type Growth = {
  step: PeriodStep
  raised: ReportMark[]
  fees: ReportMark[]
  drives: ReportMark[]
  people: ReportMark[]
}

/** A month of days, half a year of weeks, a year of months. */
const spans = { day: '30', week: '182', month: '365' } as const

/** Reads the step from an address. */
export const growthStepIn = (query: URLSearchParams): PeriodStep =>
  steps.find((step) => step === query.get('by')) ?? 'day'

export const growthOf = (db: Db, step: PeriodStep): Promise<Growth> =>
  atOneMoment(db, async (moment) => {
    const { to } = rangeOf({ period: '30', from: null, to: null }, moment.today)
    const from = new Date(Date.parse(to) - (Number(spans[step]) - 1) * 86_400_000).toISOString().slice(0, 10)
    const { rows } = await everyStep(moment, { range: { from, to }, search: '', channel: null }, step)
    const span = { from, to }
    return {
      step,
      raised: rows.map(({ key, gross }): ReportMark => [key, gross]),
      fees: rows.map(({ key, fee }): ReportMark => [key, fee]),
      drives: await newOnes(moment, step, span, sql`fund_drives where true`),
      people: await newOnes(moment, step, span, sql`users where deleted_at is null`),
    }
  })

type Span = { from: string; to: string }

async function newOnes(
  { tx }: Moment,
  step: PeriodStep,
  span: Span,
  of: ReturnType<typeof sql>,
): Promise<ReportMark[]> {
  const { rows } = await sql<{ start: string; count: number }>`
    select date_trunc(${step}, created_at at time zone 'Africa/Nairobi')::date::text as start, count(*)::int as count
    from ${of} and created_at >= ${span.from}::date::timestamp at time zone 'Africa/Nairobi' group by 1`.execute(tx)
  const counted = new Map(rows.map(({ start, count }) => [start, count]))
  return stepsBetween(step, span).map((start): ReportMark => [start, counted.get(start) ?? 0])
}

const shown = 50
export type WaitingTask = Task & { kind: TaskKind }

const waiting: Record<TaskKind, TasksWaiting> = {
  withdrawal: waitingRequests,
  change: heldChanges,
  institution: waitingInstitutions,
  dispute: waitingDisputes,
  break: waitingDiscrepancies,
  suspense: waitingMoney,
  return: waitingReturns,
  claim: waitingClaims,
  back: waitingBacks,
  job: failedJobs,
  comment: waitingComments,
  paper: waitingPapers,
  letter: waitingSupportMessages,
  invitation: waitingInvitations,
}
const kinds = Object.keys(tasks) as TaskKind[]

/** Returns the tasks that wait for an administrator, oldest first, and the count of each kind. */
export async function waitingTasks(
  db: Db,
  only: TaskKind | null = null,
): Promise<{ tasks: WaitingTask[]; counts: Record<TaskKind, number> }> {
  const [counts, ...lists] = await Promise.all([
    countsOf(db),
    ...kinds.filter((kind) => !only || kind === only).map((kind) => listOf(db, kind)),
  ])
  const oldest = lists
    .flat()
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, shown)
  return { tasks: oldest, counts }
}

/** The kind an address asks for, if it is one. */
export const kindIn = (query: URLSearchParams): TaskKind | null =>
  kinds.find((kind) => kind === query.get('kind')) ?? null

/** Reads each kind's oldest fifty through that kind's own index; the rest is only counted. */
async function listOf(db: Db, kind: TaskKind): Promise<WaitingTask[]> {
  const { rows } = await sql<Task>`${waiting[kind].oldest} limit ${shown}`.execute(db)
  return rows.map((row) => ({ kind, ...row }))
}

async function countsOf(db: Db): Promise<Record<TaskKind, number>> {
  const counts = kinds.map((kind) => sql`(select count(*)::int from ${waiting[kind].from}) as ${sql.id(kind)}`)
  const { rows } = await sql<Record<TaskKind, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0]!
}

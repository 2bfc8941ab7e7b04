import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { type Task, type TaskKind, taskKinds } from './task.ts'

const shown = 50

/** What waits for a person, oldest first, and how much of each kind. */
export async function waitingTasks(
  db: Db,
  only: TaskKind | null = null,
): Promise<{ tasks: Task[]; counts: Record<TaskKind, number> }> {
  const kinds = Object.keys(taskKinds) as TaskKind[]
  const [counts, ...lists] = await Promise.all([
    countsOf(db),
    ...kinds.filter((kind) => !only || kind === only).map((kind) => listOf(db, kind)),
  ])
  const tasks = lists
    .flat()
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, shown)
  return { tasks, counts }
}

/** The kind an address asks for, if it is one. */
export const kindIn = (query: URLSearchParams): TaskKind | null =>
  (Object.keys(taskKinds) as TaskKind[]).find((kind) => kind === query.get('kind')) ?? null

const failedJobs = sql`graphile_worker.jobs where attempts >= max_attempts and locked_at is null`

/** As long lists, each by an index of its own; what is behind the fifty oldest is counted only. */
const lists: Record<TaskKind, ReturnType<typeof sql<Omit<Task, 'kind'>>>> = {
  withdrawal: sql`select o.id::text, o.created_at as at, null::timestamptz as due, o.amount, d.title, 1 as count
    from payout_requests o join fund_drives d on d.id = o.fund_drive_id
    where o.status = 'processing' order by o.id limit ${shown}`,
  dispute: sql`select q.id::text, q.created_at as at, q.due_at as due, q.amount, coalesce(d.title, '') as title, 1 as count
    from disputes q join payments p on p.id = q.payment_id left join fund_drives d on d.id = p.fund_drive_id
    where q.status = 'open' order by q.due_at nulls first limit ${shown}`,
  break: sql`select id::text, created_at as at, null::timestamptz as due, null::bigint as amount, kind as title,
      1 as count
    from recon_breaks where state = 'open' order by created_at limit ${shown}`,
  suspense: sql`select id::text, created_at as at, null::timestamptz as due,
      case when currency = 'KES' then amount end as amount, reference as title, 1 as count
    from suspense where state = 'open' order by created_at limit ${shown}`,
  job: sql`select id::text, created_at as at, null::timestamptz as due, null::bigint as amount, task_identifier as title,
      attempts::int as count
    from ${failedJobs} order by id limit ${shown}`,
  comment: sql`select d.id::text, min(c.created_at) as at, null::timestamptz as due, null::bigint as amount, d.title,
      count(*)::int as count
    from fund_drive_comments c join fund_drives d on d.id = c.fund_drive_id
    where c.state = 'quarantined' group by d.id order by min(c.created_at) limit ${shown}`,
  letter: sql`select l.id::text, l.created_at as at, null::timestamptz as due, null::bigint as amount,
      coalesce(d.title, left(l.message, 80)) as title, 1 as count
    from support_letters l left join fund_drives d on d.id = l.fund_drive_id
    where l.state = 'open' order by l.id limit ${shown}`,
}

async function listOf(db: Db, kind: TaskKind): Promise<Task[]> {
  const { rows } = await lists[kind].execute(db)
  return rows.map((row) => ({ kind, ...row }))
}

async function countsOf(db: Db): Promise<Record<TaskKind, number>> {
  const { rows } = await sql<Record<TaskKind, number>>`
    select (select count(*)::int from payout_requests where status = 'processing') as withdrawal,
      (select count(*)::int from disputes where status = 'open') as dispute,
      (select count(*)::int from recon_breaks where state = 'open') as break,
      (select count(*)::int from suspense where state = 'open') as suspense,
      (select count(*)::int from ${failedJobs}) as job,
      (select count(*)::int from fund_drive_comments where state = 'quarantined') as comment,
      (select count(*)::int from support_letters where state = 'open') as letter`.execute(db)
  return rows[0]!
}

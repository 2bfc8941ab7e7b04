import { sql } from 'kysely'
import { type TaskKind, tasks } from '#app/admin/declared.ts'
import { failedJobs } from '#app/admin/jobs/jobs.server.ts'
import { waitingComments } from '#app/drives/comments/admin/quarantine.server.ts'
import { waitingLetters } from '#app/drives/support/admin/letters.server.ts'
import { waitingInvitations } from '#app/invitations/occasions/admin/waiting.server.ts'
import { waitingBreaks } from '#app/money/books/admin/breaks.server.ts'
import { waitingDisputes } from '#app/money/disputes/admin/disputes-list.server.ts'
import { waitingClaims } from '#app/money/payments/admin/claims.server.ts'
import { waitingMoney, waitingReturns } from '#app/money/payments/admin/unplaced.server.ts'
import { waitingRequests } from '#app/money/payouts/admin/requests-list.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Task, TasksWaiting } from './task.ts'

const shown = 50
export type WaitingTask = Task & { kind: TaskKind }

const waiting: Record<TaskKind, TasksWaiting> = {
  withdrawal: waitingRequests,
  dispute: waitingDisputes,
  break: waitingBreaks,
  suspense: waitingMoney,
  return: waitingReturns,
  claim: waitingClaims,
  job: failedJobs,
  comment: waitingComments,
  letter: waitingLetters,
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

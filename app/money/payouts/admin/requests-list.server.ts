import { sql } from 'kysely'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { needsTwo } from '#app/base/approvals/approvals.server.ts'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { type Funds, fundsOf } from '#app/base/ledger/wallet.server.ts'
import { askedWithinDay, modeFor } from '#app/money/payouts/complete.server.ts'
import { overLimit } from '#app/money/payouts/rails.server.ts'
import { openStates } from '#app/money/payouts/states.ts'
import type { Db } from '#app/platform/db.server.ts'
import { databaseNow } from '#app/platform/db.server.ts'
import { type AdminRequest, type Check, type PayoutListed, payoutNumberIn } from './payout-admin.ts'
import { openTotalsIn, payoutOf, payoutSorts, payoutsIn } from './payouts-list.server.ts'
import { adminPayoutsView } from './payouts-list.tsx'
import { type RequestsTotals, requestsView } from './requests-list.tsx'

/** The list of requests that wait, or that are on their way, each with its balance check. The longest wait comes first. */
export const requestsList = adminList({
  view: requestsView,
  noun: 'payout',
  file: 'withdrawal-requests',
  found: ({ search, state }) => ({ ...(search ? { search } : {}), state, waiting: true }),
  sorts: payoutSorts,
  order: () => 'asc',
  // Each row has all that its decision needs.
  size: 25,
  read: async (db, asked, size) => {
    const { rows, next } = await payoutsIn(db, asked, size)
    const checks = await checksOf(db, rows, asked.lookerId ?? '')
    return { rows: rows.map((row): AdminRequest => ({ ...row, check: checks.get(row.id)! })), next }
  },
  readFile: payoutsIn,
  fileColumns: adminPayoutsView.columns,
  totals: async (db, { filter }): Promise<RequestsTotals> => {
    const { processing, approved } = await openTotalsIn(db, filter)
    const counts = { processing: processing.count, approved: approved.count }
    return { ...(filter.state === 'approved' ? approved : processing), counts }
  },
})

/** Reads one request with all that its decision needs; undefined if there is none. */
export async function requestFor(db: Db, number: string | undefined, by: Actor) {
  const id = payoutNumberIn(number)
  const found = id === undefined ? undefined : await payoutOf(db, id)
  if (!found) return undefined
  const { payout, to } = found
  const checks = await checksOf(db, [payout], by.id)
  await recordAccess(db, { by, noun: 'payout', subject: payout.id })
  const request: AdminRequest = { ...payout, check: checks.get(payout.id)! }
  const together = await askedWithinDay(db, payout.id)
  return { request, mode: modeFor(to), needsTwo: await needsTwo(db, together, by.id), together, lookerId: by.id }
}
export type ToDecide = NonNullable<Awaited<ReturnType<typeof requestFor>>>

export const waitingRequests: TasksWaiting = {
  from: sql`payout_requests where status = 'processing'`,
  oldest: sql`select o.id::text, o.created_at as at, o.amount, d.title
    from payout_requests o join fund_drives d on d.id = o.fund_drive_id
    where o.status = 'processing' order by o.id`,
}

/** Makes the balance check of each of these requests, for the person who looks. */
export async function checksOf(db: Db, payouts: PayoutListed[], lookerId: string): Promise<Map<number, Check>> {
  const drives = [...new Set(payouts.map(({ driveId }) => driveId))]
  const [funds, before, now] = await Promise.all([
    Promise.all(drives.map(async (id) => [id, await fundsOf(db, id)] as const)),
    withdrawnBefore(
      db,
      payouts.map(({ id }) => id),
    ),
    databaseNow(db),
  ])
  const fundsIn = new Map(funds)
  return new Map(
    payouts.map((one) => {
      const around = { funds: fundsIn.get(one.driveId)!, before: before.get(one.id)!, now, lookerId }
      return [one.id, checkOf(one, around)]
    }),
  )
}

type Around = { funds: Funds; before: Check['before']; now: Date; lookerId: string }

function checkOf(payout: PayoutListed, { funds, before, now, lookerId }: Around): Check {
  const { raised, reversed, withdrawn: reserved, available, debt, held, refunding, payable } = funds
  const isSetAside = openStates.includes(payout.status)
  return {
    raised,
    reversed,
    reserved,
    available,
    debt,
    held,
    refunding,
    before,
    net: payout.net,
    // Money that waits to be sent left the owner's account when it was asked for.
    owed: payable + (isSetAside ? payout.net : 0),
    overLimit: isSetAside ? overLimit(payout.type, payout.net) : null,
    methodSince: payout.methodSince,
    methodIsNew: now.getTime() - payout.methodSince.getTime() < dayLength,
    methodGone: payout.methodGone,
    isOwn: payout.ownerId === lookerId,
    frozen: funds.frozen !== null,
    suspended: payout.suspended,
  }
}
const dayLength = 24 * 3_600_000

/** Sums what each request's owner had withdrawn before it, from all of their drives. */
async function withdrawnBefore(db: Db, ids: number[]): Promise<Map<number, Check['before']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payout_requests as o')
    .leftJoin('payout_requests as x', (join) =>
      join.onRef('x.user_id', '=', 'o.user_id').onRef('x.id', '<', 'o.id').on('x.status', '=', 'completed'),
    )
    .where('o.id', 'in', ids)
    .groupBy('o.id')
    .select(['o.id', ({ fn }) => fn.count<number>('x.id').as('count')])
    .select(sql<number>`coalesce(sum(x.net), 0)::bigint`.as('net'))
    .execute()
  return new Map(rows.map(({ id, count, net }) => [id, { count, net }]))
}

import { sql } from 'kysely'
import { type Funds, fundsOf } from '#app/base/ledger/wallet.server.ts'
import { overLimit } from '#app/money/payouts/rails.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import type { Check } from './check.ts'
import type { PayoutListed } from './office.ts'

/** The balance check of each of these requests, for the person who looks. */
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
  const isSetAside = payout.status === 'processing' || payout.status === 'approved'
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
    // What waits to be sent left the owner's account when it was asked for.
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

/** What each one's owner had withdrawn before it, from all of their drives. */
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

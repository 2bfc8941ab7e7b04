import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { DB } from '#db/types.ts'
import { feeBpsOf } from '../ledger/ledger.ts'
import { balanceOf, post } from '../ledger/post.server.ts'
import { lockWallet, setAside } from '../ledger/wallet.server.ts'
import { byHandCode } from './decide.server.ts'
import { destinationOf } from './method.server.ts'
import { partOf } from './outcome.ts'

export type PastPayout = {
  driveId: string
  ownerId: string
  methodId: string
  /** In cents. */
  amount: number
  at: Date
  /** When it had arrived, and who had sent it; without it the request still waits. */
  completed?: { at: Date; by: string }
}

/**
 * Writes down a withdrawal that was asked for before, and perhaps paid by hand. Booked like any other, with its moments;
 * nobody is told or written to. Returns what was sent.
 */
export async function recordPastPayout(tx: Tx, asked: PastPayout): Promise<number> {
  const { driveId, ownerId, methodId, amount, at, completed } = asked
  const wallet = await lockWallet(tx, driveId)
  const to = await destinationOf(tx, ownerId, methodId)
  const feeBps = await feeBpsAt(tx, driveId)
  const payable = await balanceOf(tx, { drive: driveId })
  const money = { available: wallet.available, payable, feeBps }
  const { net, ...part } = partOf(amount, to.type, money)
  await setAside(wallet, tx, part.amount)
  const { id } = await tx
    .insertInto('payout_requests')
    .values({
      fund_drive_id: driveId,
      user_id: ownerId,
      ...part,
      net,
      destination: JSON.stringify(to),
      withdrawal_method_id: methodId,
      client_key: randomUUID(),
      created_at: at,
      status: completed ? 'completed' : 'processing',
      updated_at: completed?.at ?? at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps: Insertable<DB['payout_events']>[] = [{ payout_id: id, kind: 'requested', by: ownerId, created_at: at }]
  await post(tx, 'payout', id, [{ leg: 1, debit: { drive: driveId }, credit: 'payouts_in_flight', amount: net }], at)
  if (completed) {
    const step = { payout_id: id, by: completed.by, created_at: completed.at }
    const code = byHandCode(id)
    steps.push({ ...step, kind: 'approved' }, { ...step, kind: 'sent', code }, { ...step, kind: 'completed', code })
    const sent = { leg: 1, debit: 'payouts_in_flight', credit: 'provider_clearing', amount: net } as const
    await post(tx, 'payout_sent', id, [sent], completed.at)
  }
  await tx.insertInto('payout_events').values(steps).execute()
  return net
}

async function feeBpsAt(tx: Tx, driveId: string): Promise<number> {
  const drive = await tx
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select('fee_policy')
    .executeTakeFirstOrThrow()
  return feeBpsOf(drive.fee_policy)
}

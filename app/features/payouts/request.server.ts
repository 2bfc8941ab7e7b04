import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/in-one-go.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { feeBpsOf, netOf } from '../ledger/ledger.ts'
import { balanceOf, post } from '../ledger/post.server.ts'
import { lockWallet, setAside } from '../ledger/wallet.server.ts'
import { tellStory } from './decide.server.ts'
import { frozenRefusal } from './held-back.server.ts'
import { destinationOf, keepMethod } from './method.server.ts'
import { type Destination, payoutMin, says } from './payout.ts'

export type Withdrawal = {
  ownerId: string
  driveId: string
  amount: number
  key: string
  /** How long a new method waits; the setting says so. */
  holdHours?: number
} & ({ methodId: string } | { method: Destination })
export type Requested = { id: number; amount: number; fee: number; net: number; again: boolean }

/**
 * Sets the money aside and files the request, or refuses. The wallet's row is the lock: of two withdrawals at once each
 * would see the same balance. A form that is sent twice asks once, and both are told of the same request.
 */
export const requestPayout = (db: Db, asked: Withdrawal): Promise<Requested> =>
  inOneGo(db, async (tx) => {
    const { ownerId, driveId, amount } = asked
    await refuseForeign(tx, ownerId, driveId)
    const wallet = await lockWallet(tx, driveId)
    const before = await sentBefore(tx, asked)
    if (before) return before
    if (amount < payoutMin) throw new Refusal(says.belowMin, { status: 422, field: 'amount' })
    if (wallet.debt > 0) throw new Refusal(says.owed)
    if (wallet.frozen !== null) throw frozenRefusal(wallet.frozen)
    if (amount > wallet.available - (await heldOf(tx, driveId)))
      throw new Refusal(says.insufficient, { status: 422, field: 'amount' })
    const methodId = 'methodId' in asked ? asked.methodId : (await keepMethod(tx, ownerId, asked.method)).id
    const destination = await destinationOf(tx, ownerId, methodId, asked.holdHours)
    const payable = await balanceOf(tx, { drive: driveId })
    const net = netOf(amount, { available: wallet.available, payable })
    await setAside(wallet, tx, amount)
    const id = await file(tx, asked, { net, methodId, destination: JSON.stringify(destination) })
    await post(tx, 'payout', id, [{ leg: 1, debit: { drive: driveId }, credit: 'payouts_in_flight', amount: net }])
    await tell(tx, `drive:${driveId}`)
    await tell(tx, `person:${ownerId}`)
    await tell(tx, 'office:desk')
    return { id, amount, fee: amount - net, net, again: false }
  })

/** The drive's money with what the books owe its owner, from which the form works out what a withdrawal brings. */
export async function fundsOf(db: Db, driveId: string) {
  const [balance, payable] = await Promise.all([balanceNow(db, driveId), balanceOf(db, { drive: driveId })])
  return { ...balance, payable }
}
export type Funds = Awaited<ReturnType<typeof fundsOf>>

/** What a drive's owner sees of its money, without locking anything. */
export async function balanceNow(db: Db, driveId: string) {
  const row = await db
    .selectFrom('wallets as w')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'w.fund_drive_id')
    .innerJoin('fund_drives as d', 'd.id', 'w.fund_drive_id')
    .where('w.fund_drive_id', '=', driveId)
    .select(['t.raised_amount', 'w.credited', 'w.reversed', 'w.reserved', 'w.debt', 'w.written_off'])
    .select(['w.frozen_at', 'w.frozen_why', 'd.fee_policy'])
    .select(
      sql<number>`(select coalesce(sum(o.amount), 0)::bigint from payout_requests o
        where o.fund_drive_id = w.fund_drive_id and o.status in ('processing', 'approved'))`.as('underWay'),
    )
    .executeTakeFirstOrThrow()
  const raised = row.raised_amount ?? 0
  const unfolded = raised - (row.credited - row.reversed)
  const debt = Math.max(0, row.debt - unfolded)
  const available = raised - row.reserved + debt + row.written_off
  const held = Math.min(available, await heldOf(db, driveId))
  const frozen = row.frozen_at && row.frozen_why
  const mayAsk = debt > 0 || frozen !== null ? 0 : available - held
  return {
    raised,
    reversed: row.reversed,
    withdrawn: row.reserved,
    underWay: row.underWay,
    available,
    held,
    debt,
    mayAsk,
    frozen,
    /** The platform's share of what this drive is given, in hundredths of a percent. */
    feeBps: row.fee_policy === 'donor_on_top' ? 0 : feeBpsOf(row.fee_policy),
  }
}

/** What the payers' banks question at the moment: it stays where it is until they have decided. */
async function heldOf(db: Db | Tx, driveId: string): Promise<number> {
  const { held } = await db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('p.fund_drive_id', '=', driveId)
    .where('p.kind', '=', 'donation')
    .where('q.status', '=', 'open')
    .select(sql<number>`coalesce(sum(least(q.amount, p.amount - p.reversed)), 0)::bigint`.as('held'))
    .executeTakeFirstOrThrow()
  return held
}

/** Locks the drive, too, as the request will refer to it: the drive before its wallet, as everywhere. */
async function refuseForeign(tx: Tx, ownerId: string, driveId: string): Promise<void> {
  const drive = await tx
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', driveId)
    .where('d.user_id', '=', ownerId)
    .where('u.suspended_at', 'is', null)
    .select('d.id')
    .forKeyShare('d')
    .executeTakeFirst()
  if (!drive) throw new Refusal(says.notYours, { status: 404 })
}

async function sentBefore(tx: Tx, asked: Withdrawal) {
  const { ownerId, driveId, amount, key } = asked
  const row = await tx
    .selectFrom('payout_requests')
    .where('user_id', '=', ownerId)
    .where('client_key', '=', key)
    .select(['id', 'fund_drive_id', 'amount', 'fee', 'net', 'withdrawal_method_id', 'destination'])
    .executeTakeFirst()
  if (!row) return undefined
  const { id, fee, net } = row
  const toSame =
    'methodId' in asked ? row.withdrawal_method_id === asked.methodId : isDeepStrictEqual(row.destination, asked.method)
  if (row.fund_drive_id !== driveId || row.amount !== amount || !toSame)
    throw new Refusal(says.otherForm, { status: 422 })
  return { id, amount, fee, net, again: true }
}

async function file(
  tx: Tx,
  { ownerId, driveId, amount, key }: Withdrawal,
  { net, methodId, destination }: { net: number; methodId: string; destination: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('payout_requests')
    .values({
      ...{ fund_drive_id: driveId, user_id: ownerId, amount, fee: amount - net, net, destination },
      ...{ withdrawal_method_id: methodId, client_key: key },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellStory(tx, { payout_id: id, kind: 'requested', by: ownerId })
  return id
}

import { sql } from 'kysely'
import { data } from 'react-router'
import { openApprovals } from '#app/base/approvals/approvals.server.ts'
import { codesOf, nearestCodes } from '#app/drives/codes/codes.server.ts'
import { ordersOf, reverses } from '#app/money/mpesa/reversals.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { claimsOf } from './claims.server.ts'
import type { UnplacedDesk } from './desk.ts'
import { accountShown, unplacedAt } from './unplaced.server.ts'
import type { UnplacedMoney } from './unplaced.ts'

// The facts that an administrator needs to place money that reached our Paybill. None is preselected for them.

const mostNear = 5

/** Returns the desk of money at M-Pesa; a 404 for any other. */
export async function deskAt(db: Db, number: string | undefined): Promise<UnplacedDesk> {
  const money = await unplacedAt(db, number)
  if (!money.isAtMpesa) throw data(null, { status: 404 })
  return unplacedDeskOf(db, money)
}

export async function unplacedDeskOf(db: Db, money: UnplacedMoney): Promise<UnplacedDesk> {
  const receipt = await receiptOf(db, money.id)
  const account = receipt?.account || money.reference
  const [near, same, claims, asked, order] = await Promise.all([
    money.state === 'open' ? nearTo(db, account) : [],
    money.paymentId === null ? null : driveOfPayment(db, money.paymentId),
    receipt ? claimsOf(db, receipt.code, receipt.tail) : [],
    askedOf(db, money.id),
    receipt ? orderOf(db, money.id, receipt.code) : null,
  ])
  const { code = null, tail = null, name = null, paidAt = null } = receipt ?? {}
  const goesBack = { reverses: code !== null && reverses(), order }
  return { money, account, receipt: code, tail, name, paidAt, same, near, claims, asked, ...goesBack }
}

/** Tells whether M-Pesa was asked to give it back, and what it said last. */
async function orderOf(db: Db, id: number, receipt: string): Promise<UnplacedDesk['order']> {
  const last = (await ordersOf(db, { receipt, cause: { unplaced: id } })).at(-1)
  if (!last) return null
  return { is: last.end === 'short' || last.end === 'refused' ? last.end : 'unknown', code: last.code }
}

const receiptOf = (db: Db, suspenseId: number) =>
  db
    .selectFrom('mpesa_receipts as r')
    .leftJoin('suspense as s', 's.placed_payment_id', 'r.payment_id')
    .where(({ eb, or }) => or([eb('r.suspense_id', '=', suspenseId), eb('s.id', '=', suspenseId)]))
    .select(['r.receipt as code', 'r.tail', 'r.name', 'r.paid_at as paidAt'])
    .select(accountShown('r.account').as('account'))
    .executeTakeFirst()

const drives = (db: Db) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('profiles as o', 'o.user_id', 'd.user_id')
    .select(['d.id as driveId', 'd.title', 'o.full_name as owner'])

async function nearTo(db: Db, account: string): Promise<UnplacedDesk['near']> {
  const near = await nearestCodes(db, account, mostNear)
  if (near.length === 0) return []
  const ids = near.map(({ driveId }) => driveId)
  const known = await drives(db).where('d.id', 'in', ids).execute()
  return near.flatMap(({ driveId, code }) =>
    known.filter((drive) => drive.driveId === driveId).map((drive) => ({ ...drive, code })),
  )
}

async function driveOfPayment(db: Db, paymentId: number): Promise<UnplacedDesk['same']> {
  const drive = await drives(db)
    .innerJoin('payments as p', 'p.fund_drive_id', 'd.id')
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
  return drive ? { ...drive, code: (await codesOf(db, drive.driveId)).number } : null
}

async function askedOf(db: Db, suspenseId: number): Promise<UnplacedDesk['asked']> {
  const [asked] = await openApprovals(db, ['unplaced'], String(suspenseId))
  if (!asked) return null
  const { name, at, value } = asked
  const [way, what = ''] = value.split(' ')
  if (way !== 'on') return { name, at, driveTitle: null }
  const drive = await drives(db).where('d.id', '=', sql<string>`${what}::uuid`).executeTakeFirst()
  return { name, at, driveTitle: drive?.title ?? '' }
}

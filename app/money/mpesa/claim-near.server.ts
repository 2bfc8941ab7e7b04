import { sql } from 'kysely'
import { asDigits, asRead, editsBetween, signsOf } from '#app/drives/codes/code.ts'
import { driveOfAccount, nearestCodes } from '#app/drives/codes/codes.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

type Typed = { account: string; why: string | null; paidAt: Date | null }

/**
 * Typed within one slip of a code that this drive had when it was paid, and of no other drive's: whoever reads of such money in
 * a group chat can't choose a word for their own drive that is near.
 */
export async function isMeantFor(tx: Tx, driveId: string, { account, why, paidAt }: Typed): Promise<boolean> {
  const typed = signsOf(account)
  if (why !== 'unknown account' || !typed || !paidAt || (await driveOfAccount(tx, account))) return false
  const isNear = ({ kind, code }: { kind: string; code: string }) =>
    editsBetween(
      ...(kind === 'number' ? ([asDigits(typed), code] as const) : ([asRead(typed), asRead(code)] as const)),
    ) <= 1
  const own = await tx
    .selectFrom('drive_codes')
    .where('fund_drive_id', '=', driveId)
    .where('retired_at', 'is', null)
    .where(sql`date_trunc('second', since)`, '<=', paidAt)
    .select(['kind', 'code'])
    .execute()
  if (!own.some(isNear)) return false
  const others = (await nearestCodes(tx, account, 20)).filter((one) => one.driveId !== driveId)
  return !others.some(({ code }) => isNear({ kind: /^[0-9]/.test(code) ? 'number' : 'word', code }))
}

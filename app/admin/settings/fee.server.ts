import { sql } from 'kysely'
import { askOrAgreeUnlessAlone, type OpenApproval, openApprovals } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { feePercent } from '#app/kit/fee.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { readChoices, termsNow } from '#app/platform/settings/choices.server.ts'
import { choiceTexts, feeSubject } from './choice.ts'

// The fee of new drives: rows that are only ever added. A drive keeps the fee that it was opened with.

type FeeChange = { bps: number; by: Actor; why: string }

/**
 * Changes the fee of drives that are opened from now on. Two administrators decide, unless there is only one; `first` means that another
 * one has to want the same.
 */
export async function changeFee(db: Db, { bps, by, why }: FeeChange): Promise<'done' | 'first'> {
  const done = await db.transaction().execute(async (tx) => {
    // Serializes changes, so that the log's `before` is true.
    await sql`select pg_advisory_xact_lock(hashtextextended('fee rate', 0))`.execute(tx)
    const before = await termsNow(tx)
    if (before.bps === bps) throw new Refusal(choiceTexts.unchanged, { status: 422, field: 'percent' })
    const value = feePercent(bps)
    const agreed = await askOrAgreeUnlessAlone(tx, { about: 'setting', subject: feeSubject, value, by, why })
    if (!agreed.isAgreed) return 'first'
    await tx.insertInto('fee_rates').values({ bps, by: by.id, asked_by: agreed.first, reason: why }).execute()
    const facts = { before: { value: `${feePercent(before.bps)}%` }, after: { value: `${value}%` } }
    await record(tx, { by, act: 'setting changed', noun: 'setting', subject: feeSubject, ...facts, why })
    return 'done'
  })
  await readChoices(db)
  return done
}

/** A change of the fee, in hundredths of a percent. */
export type FeeChanged = {
  id: number
  from: number
  to: number
  at: Date
  why: string
  /** The administrators who decided; `asked` is null where one decided alone, `by` for the choice of an earlier version. */
  by: string | null
  asked: string | null
}

/** The most changes that the page lists. */
const most = 50

/** Returns the fee in force, its changes, the newest first, and another fee that waits for a second administrator. */
export async function feeStanding(db: Db): Promise<{ bps: number; changes: FeeChanged[]; asked: OpenApproval | null }> {
  const [{ bps }, changes, asked] = await Promise.all([
    termsNow(db),
    sql<FeeChanged>`
      select r.id, lag(r.bps, 1, 500) over (order by r.id) as "from", r.bps as "to", r.valid_from as at, r.reason as why,
        p.full_name as by, a.full_name as asked
      from fee_rates r
      left join profiles p on p.user_id = r.by
      left join profiles a on a.user_id = r.asked_by
      order by r.id desc limit ${most}`.execute(db),
    openApprovals(db, ['setting'], feeSubject),
  ])
  return { bps, changes: changes.rows, asked: asked[0] ?? null }
}

import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { type PlanLine, planMost, spendingTexts } from './spending.ts'

// The plan of a drive: lines that say what its money is for. Writing one locks the drive: of two who add the last line at once, the
// second finds ten. A withdrawal that names a line locks the line, so that nobody closes or deletes it meanwhile.

/** Reads the plan of a drive, with what withdrawals that name a line sent, and what receipts show of it. */
export async function planOfDrive(db: Db | Tx, driveId: string): Promise<PlanLine[]> {
  const { rows } = await sql<PlanLine>`
    select l.id, l.what, l.plan, l.was, (l.changed_at at time zone 'Africa/Nairobi')::date::text as "changedOn",
      l.closed_at is not null as "isClosed", w.named as "isNamed", w.sent, w.under_way as "underWay", w.shown
    from budget_lines l cross join lateral (
      select count(*) > 0 as named, coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(under_way), 0)::bigint as under_way,
        coalesce(sum(least(shown, sent)), 0)::bigint as shown
      from (select coalesce(sum(o.net) filter (where o.status = 'completed'), 0) as sent,
          coalesce(sum(o.net) filter (where o.status in ('waiting', 'processing', 'approved')), 0) as under_way,
          (select coalesce(sum(amount), 0) from payout_receipts r where r.whole = o.whole and r.undone_at is null) as shown
        from payout_requests o where o.fund_drive_id = l.fund_drive_id and o.line_id = l.id group by o.whole) o) w
    where l.fund_drive_id = ${driveId} order by l.no`.execute(db)
  return rows
}

/** Finds a line of a drive's plan, open or closed. */
export const lineOfPlan = async (db: Db | Tx, driveId: string, line: number | null): Promise<PlanLine | undefined> =>
  line === null ? undefined : (await planOfDrive(db, driveId)).find(({ id }) => id === line)

/** Refuses a line that a withdrawal can't name: of another drive, or closed. In a transaction the line stays open until its end. */
export async function refuseLine(db: Db | Tx, driveId: string, line: number | null): Promise<void> {
  if (line === null) return
  const open = await db
    .selectFrom('budget_lines')
    .where('fund_drive_id', '=', driveId)
    .where('id', '=', line)
    .where('closed_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  if (!open) throw new Refusal(spendingTexts.lineMissing, { status: 422, field: 'line' })
}

type Added = { driveId: string; key: string; what: string; plan: number }

/** Adds a line to the plan. A form that is sent twice adds it once. */
export const addLine = (db: Db, { driveId, key, what, plan }: Added): Promise<void> =>
  inOneGo(db, async (tx) => {
    await lockPlan(tx, driveId)
    const lines = await tx
      .selectFrom('budget_lines')
      .where('fund_drive_id', '=', driveId)
      .select(['no', 'what', 'plan', 'was', 'form_key'])
      .execute()
    const before = lines.find(({ form_key }) => form_key === key)
    if (before && (before.what !== what || (before.was ?? before.plan) !== plan))
      throw usedForAnother(spendingTexts.anotherLine)
    if (before) return
    if (lines.length >= planMost.lines) throw new Refusal(spendingTexts.manyLines)
    const taken = new Set(lines.map((line) => line.no))
    const no = Array.from({ length: planMost.lines }, (_, at) => at + 1).find((free) => !taken.has(free))!
    await tx.insertInto('budget_lines').values({ fund_drive_id: driveId, no, what, plan, form_key: key }).execute()
    await tell(tx, `drive:${driveId}`)
  })

/** Locks the drive, whose plan is counted and written. */
const lockPlan = (tx: Tx, driveId: string) =>
  tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow()

type Of = { driveId: string; line: number }

/** Plans another sum. The first one stays readable, with the day of the change. */
export const changeLine = (db: Db, { driveId, line, plan }: Of & { plan: number }): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { first, before, isClosed } = await lockLine(tx, { driveId, line })
    if (isClosed) throw new Refusal(spendingTexts.lineClosedBefore)
    if (before === plan) return
    const isBack = plan === first
    await tx
      .updateTable('budget_lines')
      .set({ plan, was: isBack ? null : first, changed_at: isBack ? null : sql<Date>`now()` })
      .where('id', '=', line)
      .execute()
    await tell(tx, `drive:${driveId}`)
  })

/** Closes a line that a withdrawal names, and deletes one that none does; or opens a closed one again. */
export const endLine = (db: Db, { driveId, line, opens }: Of & { opens: boolean }): Promise<void> =>
  inOneGo(db, async (tx) => {
    await lockLine(tx, { driveId, line })
    const isNamed = (await lineOfPlan(tx, driveId, line))!.isNamed
    if (opens || isNamed)
      await tx
        .updateTable('budget_lines')
        .set({ closed_at: opens ? null : sql<Date>`coalesce(closed_at, now())` })
        .where('id', '=', line)
        .execute()
    else await tx.deleteFrom('budget_lines').where('id', '=', line).execute()
    await tell(tx, `drive:${driveId}`)
  })

/** Locks the drive, then the line: a withdrawal that names it is written before, or finds it closed. */
async function lockLine(tx: Tx, { driveId, line }: Of): Promise<{ first: number; before: number; isClosed: boolean }> {
  await lockPlan(tx, driveId)
  const row = await tx
    .selectFrom('budget_lines')
    .where('fund_drive_id', '=', driveId)
    .where('id', '=', line)
    .select(['plan', 'was', 'closed_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(spendingTexts.lineMissing, { status: 404 })
  return { first: row.was ?? row.plan, before: row.plan, isClosed: row.closed_at !== null }
}

import { sql } from 'kysely'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { changingDrive, type Mine, mayManage } from '#app/drives/drive/manage.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { type ChangeFacts, type ChangeNews, changeTexts, type GivenBack, mostChanges, noticeHours } from './change.ts'
import { tooFewCount } from './payout.ts'
import { signersOf } from './signatures.server.ts'

// Changes of who must agree to withdrawals. What makes a drive's money less guarded waits for a day, in which its treasurers may object:
// a lower number, a new treasurer, one who is removed. All of it is done with the drive and its wallet locked: a withdrawal is counted
// before a change or after it, and an objection comes before it or too late.

/** How a drive guards its money now. */
export async function guardOf(
  tx: Tx,
  driveId: string,
): Promise<{ number: number; hadMoney: boolean; isUsed: boolean }> {
  const row = await tx
    .selectFrom('fund_drives as d')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .where('d.id', '=', driveId)
    .select(['d.signatures', 't.had_money'])
    .select(
      sql<boolean>`exists (select from payout_requests o
        where o.fund_drive_id = d.id and o.needs > 0 and o.status in ('waiting', 'processing', 'approved'))`.as(
        'asked',
      ),
    )
    .executeTakeFirstOrThrow()
  return { number: row.signatures, hadMoney: row.had_money ?? false, isUsed: row.signatures > 0 || row.asked }
}

/**
 * Sets how many treasurers must agree to each withdrawal. A lower number comes after a day once the drive has had money; returns from
 * when. Requests that wait keep at least the number that they were asked with.
 */
export const setSignatures = (
  db: Db,
  mine: Mine,
  number: number,
  language: Language = 'en',
): Promise<Date | undefined> =>
  changingDrive(db, mine, 'run', async (tx, { id: driveId }) => {
    await lockWallet(tx, driveId)
    const { number: was, hadMoney } = await guardOf(tx, driveId)
    if (number === was) return undefined
    await refuseTooFew(tx, { driveId, number, asker: mine.ownerId, language })
    const change = { driveId, kind: 'number' as const, number, was, by: mine.ownerId }
    if (number < was && hadMoney) return (await fileChange(tx, change)).from
    await tx.updateTable('fund_drives').set({ signatures: number }).where('id', '=', driveId).execute()
    if (!hadMoney) return undefined
    // The lower number that waited is overtaken.
    await endOpen(tx, { driveId, kind: 'number' }, mine.ownerId)
    await fileChange(tx, { ...change, atOnce: true })
    return undefined
  })

type Few = { driveId: string; number: number; asker: string; language: Language }

async function refuseTooFew(tx: Tx, { driveId, number, asker, language }: Few): Promise<void> {
  const signers = (await signersOf(tx, driveId)).filter(({ id }) => id !== asker)
  const counting = signers.filter(({ counts }) => counts).length
  if (number <= counting) return
  const next = signers.find(({ counts, since }) => !counts && since)
  const later = next && { name: next.name, when: momentIn(language, next.since!) }
  throw new Refusal(tooFewCount(counting, later), { status: 422, field: 'signatures' })
}

type Filed = { driveId: string; by: string; atOnce?: boolean } & (
  | { kind: 'number'; number: number; was: number }
  | { kind: 'joins' | 'leaves'; helperId: number; quiet?: boolean }
  | { kind: 'give_back' }
)

const helperOf = (change: Filed): number | null => ('helperId' in change ? change.helperId : null)

/** Writes a change down, and tells all whom it is about. The drive and its wallet are locked by now. */
export async function fileChange(tx: Tx, change: Filed): Promise<{ id: number; from: Date }> {
  const { driveId, by, kind, atOnce = false } = change
  if (!atOnce) await refuseSecond(tx, change)
  const state = atOnce ? { state: 'done' as const, ended_at: sql<Date>`now()` } : {}
  const filed = await tx
    .insertInto('money_changes')
    .values({
      fund_drive_id: driveId,
      kind,
      ...(change.kind === 'number' ? { number: change.number, was: change.was } : { helper_id: helperOf(change) }),
      asked_by: by,
      from_at: atOnce ? sql<Date>`now()` : sql<Date>`now() + make_interval(hours => ${noticeHours})`,
      ...state,
    })
    .returning(['id', 'from_at as from'])
    .executeTakeFirstOrThrow()
  if (!('quiet' in change && change.quiet)) await tellAll(tx, { id: filed.id, driveId }, 'asked')
  return filed
}

async function refuseSecond(tx: Tx, change: Filed): Promise<void> {
  const { driveId, by, kind } = change
  const open = await openOf(tx, { driveId, kind })
    .where('helper_id', 'is not distinct from', helperOf(change))
    .executeTakeFirst()
  if (open) throw new Refusal(changeTexts.open)
  if (kind === 'joins') return
  const { asked } = await tx
    .selectFrom('money_changes')
    .where('asked_by', '=', by)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .select((make) => make.fn.countAll<number>().as('asked'))
    .executeTakeFirstOrThrow()
  if (asked >= mostChanges) throw new Refusal(changeTexts.many, { status: 429 })
}

const openOf = (tx: Tx, { driveId, kind }: { driveId: string; kind: ChangeFacts['kind'] }) =>
  tx
    .selectFrom('money_changes')
    .where('fund_drive_id', '=', driveId)
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'held'])
    .select('id')

/** Ends the open changes that something else has overtaken, such as a treasurer who left. */
export async function endOpen(
  tx: Tx,
  about: { helperId: number } | { driveId: string; kind: 'number' },
  by: string | null,
): Promise<void> {
  await tx
    .updateTable('money_changes')
    .set({ state: 'dropped', decided_by: by, ended_at: sql<Date>`now()` })
    .where('state', 'in', ['waiting', 'held'])
    .$if('helperId' in about, (query) => query.where('helper_id', '=', (about as { helperId: number }).helperId))
    .$if('driveId' in about, (query) =>
      query.where('fund_drive_id', '=', (about as { driveId: string }).driveId).where('kind', '=', 'number'),
    )
    .execute()
}

/** Tells the owner, all treasurers, and the one who joins or leaves. Emails and texts may be late; nothing depends on them. */
export async function tellAll(
  tx: Tx,
  { id, driveId }: { id: number; driveId: string },
  news: ChangeNews,
): Promise<void> {
  const people = await tx
    .selectFrom('users as u')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('u.id', 'in', selectFrom('fund_drives').where('id', '=', driveId).select('user_id')),
        eb(
          'u.id',
          'in',
          selectFrom('drive_helpers')
            .where('fund_drive_id', '=', driveId)
            .where('role', '=', 'treasurer')
            .where('user_id', 'is not', null)
            .where('left_at', 'is', null)
            .select(sql<string>`user_id`.as('user_id')),
        ),
        eb(
          'u.id',
          'in',
          selectFrom('money_changes as c')
            .innerJoin('drive_helpers as h', 'h.id', 'c.helper_id')
            .where('c.id', '=', id)
            .select(sql<string>`h.user_id`.as('user_id')),
        ),
      ]),
    )
    .where('u.deleted_at', 'is', null)
    .select('u.id')
    .execute()
  for (const { id: userId } of people)
    await enqueue(tx, 'mail-change', { changeId: id, userId, news }, { key: `${id} ${news} ${userId}` })
}

/** Reads changes as people see them. */
export const changesRead = (db: Db | Tx) =>
  db
    .selectFrom('money_changes as c')
    .innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')
    .leftJoin('profiles as a', 'a.user_id', 'c.asked_by')
    .leftJoin('drive_helpers as h', 'h.id', 'c.helper_id')
    .leftJoin('profiles as p', 'p.user_id', 'h.user_id')
    .leftJoin('profiles as o', 'o.user_id', 'c.held_by')
    .select(['c.id', 'c.kind', 'c.state', 'c.number', 'c.was', 'c.from_at as from', 'c.why', 'c.held_at as heldAt'])
    .select(['p.full_name as name', 'a.full_name as owner', 'o.full_name as heldBy', 'c.ended_at as ended'])
    .select(['c.decided_why as decidedWhy', 'h.user_id as helper', 'd.id as driveId', 'd.slug', 'd.title'])
    .select(sql<boolean>`c.decided_by is not null`.as('isDecided'))
    .select(sql<boolean>`c.from_at <= c.created_at`.as('atOnce'))

export type ChangeShown = Awaited<ReturnType<ReturnType<typeof changesRead>['execute']>>[number]

/** Reads the open changes of a drive, and how many treasurers count. Where nobody must agree, it is nobody's concern who joins. */
export async function openChanges(db: Db, driveId: string) {
  const changes = await changesRead(db)
    .where('d.id', '=', driveId)
    .where('c.state', 'in', ['waiting', 'held'])
    .where(({ or, eb }) => or([eb('c.kind', '<>', 'joins'), eb('d.signatures', '>', 0)]))
    .orderBy('c.from_at')
    .limit(20)
    .execute()
  const { signatures: needed, user_id: owner } = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['signatures', 'user_id'])
    .executeTakeFirstOrThrow()
  const signers = needed > 0 ? (await signersOf(db, driveId)).filter(({ id }) => id !== owner) : []
  const counting = signers.filter(({ counts }) => counts).length
  const next = signers.find(({ counts, since }) => !counts && since)
  const few = counting < needed ? { counting, next: next ? { name: next.name, since: next.since! } : null } : null
  return { changes, few }
}
export type OpenChanges = Awaited<ReturnType<typeof openChanges>>

/** Reads the changes of a drive that have ended, the newest first. */
export const endedChanges = (db: Db, driveId: string): Promise<ChangeShown[]> =>
  changesRead(db)
    .where('d.id', '=', driveId)
    .where('c.state', 'in', ['done', 'dropped'])
    .orderBy('c.id', 'desc')
    .limit(20)
    .execute()

export type MoneyChange = NonNullable<Awaited<ReturnType<typeof find>>>

const find = (tx: Tx, id: number) =>
  tx
    .selectFrom('money_changes as c')
    .leftJoin('drive_helpers as h', 'h.id', 'c.helper_id')
    .where('c.id', '=', id)
    .select(['c.id', 'c.fund_drive_id as driveId', 'c.kind', 'c.number', 'c.helper_id', 'c.asked_by', 'c.state'])
    .select(['c.held_by', 'c.decided_by', 'h.user_id as helper'])
    .select(sql<boolean>`c.from_at <= now()`.as('due'))
    .executeTakeFirst()

/** Locks a drive and its wallet, and reads a change of it as it is then; undefined if there is none. */
export async function lockedChange(tx: Tx, id: number): Promise<MoneyChange | undefined> {
  const row = await tx.selectFrom('money_changes').where('id', '=', id).select('fund_drive_id').executeTakeFirst()
  if (!row) return undefined
  await tx.selectFrom('fund_drives').where('id', '=', row.fund_drive_id).select('id').forNoKeyUpdate().execute()
  await lockWallet(tx, row.fund_drive_id)
  return find(tx, id)
}

const changing = (db: Db, id: number, step: (tx: Tx, change: MoneyChange) => Promise<void>): Promise<void> =>
  inOneGo(db, async (tx) => {
    const change = await lockedChange(tx, id)
    if (!change) throw new Refusal(changeTexts.missing, { status: 404 })
    await step(tx, change)
    await tell(tx, `drive:${change.driveId}`)
  })

/** A treasurer objects to a change, which is held until an administrator has decided. `once`: as in `sayVerdict`. */
export const objectToChange = (
  db: Db,
  id: number,
  { driveId, by, why = '', once }: { driveId: string; by: string; why?: string; once?: (tx: Tx) => Promise<boolean> },
): Promise<void> =>
  changing(db, id, async (tx, change) => {
    if (change.driveId !== driveId) throw new Refusal(changeTexts.missing, { status: 404 })
    if (once && !(await once(tx))) return
    const counts = (await signersOf(tx, driveId)).some((one) => one.id === by && one.counts)
    const isLeaving = change.kind === 'leaves' && change.helper === by
    if (!counts && !isLeaving) throw new Refusal(changeTexts.notYours, { status: 403 })
    if (change.state === 'held') return
    if (change.state !== 'waiting') throw new Refusal(changeTexts.ended)
    if (change.decided_by) throw new Refusal(changeTexts.decided)
    const held = { state: 'held' as const, held_by: by, held_at: sql<Date>`now()`, why }
    await tx.updateTable('money_changes').set(held).where('id', '=', id).execute()
    await tellAll(tx, change, 'held')
    await tell(tx, 'office:desk')
  })

/** The owner drops a change that waits, or is held. */
export const dropChange = (db: Db, id: number, { driveId, by }: { driveId: string; by: string }): Promise<void> =>
  changing(db, id, async (tx, change) => {
    if (change.driveId !== driveId) throw new Refusal(changeTexts.missing, { status: 404 })
    if (!(await mayManage(tx, by, driveId, 'run'))) throw new Refusal(changeTexts.notOwner, { status: 403 })
    if (change.state === 'dropped') return
    if (change.state === 'done') throw new Refusal(changeTexts.ended)
    await dropIt(tx, change, { by })
  })

/** Drops a change, and tells all. The drive and its wallet are locked by now. */
export async function dropIt(
  tx: Tx,
  change: MoneyChange,
  { by, why = '' }: { by: string; why?: string },
): Promise<void> {
  await tx
    .updateTable('money_changes')
    .set({ state: 'dropped', decided_by: by, decided_why: why, ended_at: sql<Date>`now()` })
    .where('id', '=', change.id)
    .execute()
  if (change.kind === 'give_back') await takesAgain(tx, change.driveId)
  await tellAll(tx, change, 'dropped')
  await tell(tx, 'office:desk')
}

/** Gifts and withdrawals are taken again. */
const takesAgain = (tx: Tx, driveId: string) =>
  tx.updateTable('fund_drives').set({ giving_back: false }).where('id', '=', driveId).execute()

/** Lets a change through that is held: it is made at its time, or at once if that is over. */
export async function letThrough(tx: Tx, change: MoneyChange, { by, why }: { by: string; why: string }): Promise<void> {
  const through = { state: 'waiting' as const, decided_by: by, decided_why: why }
  await tx.updateTable('money_changes').set(through).where('id', '=', change.id).execute()
  await tellAll(tx, change, 'through')
  await tell(tx, 'office:desk')
}

/** Makes the changes whose day is over. Run each minute: later when the worker was stopped, never sooner. */
export async function takeChanges(db: Db): Promise<number> {
  const due = await db
    .selectFrom('money_changes')
    .where('state', '=', 'waiting')
    .where('from_at', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy('from_at')
    .limit(200)
    .execute()
  for (const { id } of due)
    await changing(db, id, take).catch((error) => log.error({ err: error, change: id }, 'a change could not be made'))
  const back = await db.selectFrom('give_backs').where('ended_at', 'is', null).select('change_id').limit(200).execute()
  for (const { change_id: changeId } of back)
    await enqueue(db, 'give-all-back', { changeId }, { key: String(changeId) })
  return due.length
}

async function take(tx: Tx, change: MoneyChange): Promise<void> {
  if (change.state !== 'waiting' || !change.due) return
  const isMade = await make(tx, change)
  await tx
    .updateTable('money_changes')
    .set({ state: isMade ? 'done' : 'dropped', ended_at: sql<Date>`now()` })
    .where('id', '=', change.id)
    .execute()
  // Whether they were to count is no question any more.
  if (change.kind === 'leaves') await endOpen(tx, { helperId: change.helper_id! }, null)
}

/** Makes the change itself; false if there is nothing to change any more, such as a treasurer who has left. */
async function make(tx: Tx, { id, kind, driveId, number, helper_id, helper, asked_by }: MoneyChange): Promise<boolean> {
  if (kind === 'number') {
    await tx.updateTable('fund_drives').set({ signatures: number! }).where('id', '=', driveId).execute()
    return true
  }
  if (kind === 'give_back') {
    await tx.insertInto('give_backs').values({ change_id: id, fund_drive_id: driveId }).execute()
    return true
  }
  const made = await tx
    .updateTable('drive_helpers')
    .set(
      kind === 'joins'
        ? { signs_since: sql<Date>`now()` }
        : { left_at: sql<Date>`now()`, removed_by: asked_by, token_hash: null },
    )
    .where('id', '=', helper_id!)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (kind === 'leaves' && helper) {
    await tellRights(tx, helper)
    await tell(tx, `person:${helper}`)
  }
  return made.numUpdatedRows === 1n
}

/** The sums of a drive's gifts, of those that went back or are on their way, and of what was withdrawn. */
export async function sumsBack(db: Db, driveId: string): Promise<GivenBack> {
  const { rows } = await sql<GivenBack>`
    select coalesce(sum(p.amount), 0)::bigint as given,
      coalesce(sum(least(p.amount, p.reversed + coalesce(r.amount, 0))), 0)::bigint as back,
      (select w.reserved from wallets w where w.fund_drive_id = ${driveId})::bigint as withdrawn
    from donations g join payments p on p.id = g.payment_id
      left join reversals r on r.payment_id = p.id and r.kind = 'refund' and r.state = 'open'
    where g.fund_drive_id = ${driveId}`.execute(db)
  return rows[0]!
}

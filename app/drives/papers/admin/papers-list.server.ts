import { sql } from 'kysely'
import { data } from 'react-router'
import type { z } from 'zod'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import { type CheckVerdict, type Purpose, paperTexts } from '#app/drives/papers/paper.ts'
import type { checkForm } from '#app/drives/papers/paper-forms.ts'
import { isUnseen, paperOpened } from '#app/drives/papers/papers.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'

// Papers as administrators look through them, and the checks that they record.

const unseen = sql`from papers p join fund_drives d on d.id = p.fund_drive_id where ${isUnseen}`

/** A line for each drive with photos that nobody has looked at. */
export const waitingPapers: TasksWaiting = {
  from: sql`(select distinct d.id ${unseen}) x`,
  oldest: sql`select d.slug as id, min(p.created_at) as at, min(p.delete_at) as due, d.title, count(*)::int as count
    ${unseen} group by d.id, d.slug, d.title order by min(p.created_at)`,
}

/** The most drives that the list shows. */
const listMost = 200

export type DriveWithPapers = {
  slug: string
  title: string
  owner: string
  photos: number
  unseen: number
  since: Date
  until: Date
}

/** Lists the drives that have photos, those with unseen ones first, the oldest of them before the others. */
export async function drivesWithPapers(db: Db): Promise<DriveWithPapers[]> {
  const { rows } = await sql<DriveWithPapers>`
    select d.slug, d.title, f.full_name as owner, count(*)::int as photos, (count(*) filter (where ${isUnseen}))::int as unseen,
      min(p.created_at) as since, min(p.delete_at) as until
    from papers p join fund_drives d on d.id = p.fund_drive_id join profiles f on f.user_id = d.user_id
    group by d.id, d.slug, d.title, f.full_name
    order by (count(*) filter (where ${isUnseen})) = 0, min(p.created_at) limit ${listMost}`.execute(db)
  return rows
}

/** Finds the drive of an address. */
export async function driveOfPapers(db: Db, slug = '') {
  const drive = isSlug(slug)
    ? await db
        .selectFrom('fund_drives as d')
        .innerJoin('profiles as f', 'f.user_id', 'd.user_id')
        .where('d.slug', '=', slug)
        .select(['d.id', 'd.slug', 'd.title', 'd.user_id as ownerId', 'f.full_name as owner'])
        .executeTakeFirst()
    : undefined
  if (!drive) throw data(null, { status: 404 })
  return drive
}

/** Lists what administrators recorded about a drive and its owner, newest first, with who it was. */
export async function checksRecorded(db: Db, { id, ownerId }: { id: string; ownerId: string }) {
  return db
    .selectFrom('drive_checks as c')
    .leftJoin('profiles as f', 'f.user_id', 'c.by')
    .where((is) => is.or([is('c.fund_drive_id', '=', id), is('c.user_id', '=', ownerId)]))
    .select(['c.id', 'c.kind', 'c.verdict', 'c.words', 'c.created_at as at', 'f.full_name as who'])
    .orderBy('c.id', 'desc')
    .limit(50)
    .execute()
}

/** Refuses an administrator who owns the drive, or helps with it. */
async function refuseOwn(tx: Tx, driveId: string, by: Actor): Promise<void> {
  if (await mayManage(tx, by.id, driveId, 'read')) throw new Refusal(paperTexts.own, { status: 403 })
}

/** Opens one photo for an administrator. The access is recorded before it is shown. */
export const revealPaper = (
  db: Db,
  driveId: string,
  paper: string,
  by: Actor,
): Promise<{ photo: string; paper: string }> =>
  inOneGo(db, async (tx) => {
    await refuseOwn(tx, driveId, by)
    const { purpose, jpeg } = await paperOpened(tx, driveId, paper)
    await record(tx, { by, act: 'revealed', noun: 'paper', subject: paper, after: { drive: driveId, paper: purpose } })
    return { paper, photo: `data:image/jpeg;base64,${jpeg.toString('base64')}` }
  })

type Checked = Omit<z.output<typeof checkForm>, 'again'>

/** Records what an administrator has seen, or takes it back. The newest counts, and the owner is told of each. */
export const recordCheck = (db: Db, driveId: string, { purpose, verdict, method, words }: Checked, by: Actor) =>
  inOneGo(db, async (tx) => {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('id', '=', driveId)
      .select(['id', 'user_id'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!drive) throw new Refusal(paperTexts.driveMissing, { status: 404 })
    await refuseOwn(tx, driveId, by)
    const about = await subjectOf(tx, drive, purpose, method)
    if (purpose === 'identity') await lockWallets(tx, drive.user_id)
    if (verdict === 'back') await refuseUnseen(tx, purpose, about)
    const { id } = await tx
      .insertInto('drive_checks')
      .values({ kind: purpose, ...about, verdict, words, by: by.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { paper: purpose, check: verdict }
    await record(tx, { by, act: 'check recorded', noun: 'drive', subject: driveId, after, why: words })
    await enqueue(tx, 'mail-check', { checkId: id, driveId }, { key: String(id) })
    await tell(tx, 'office:desk')
    return id
  })

type Subject = { fund_drive_id: string | null; user_id: string | null; method_id: string | null }

async function subjectOf(
  tx: Tx,
  drive: { id: string; user_id: string },
  purpose: Purpose,
  method: string,
): Promise<Subject> {
  if (purpose === 'identity') return { fund_drive_id: null, user_id: drive.user_id, method_id: null }
  if (purpose === 'cause') return { fund_drive_id: drive.id, user_id: null, method_id: null }
  const theirs = await tx
    .selectFrom('withdrawal_methods')
    .where('id', '=', method)
    .where('user_id', '=', drive.user_id)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!theirs) throw new Refusal(paperTexts.methodMissing, { status: 422, field: 'method' })
  return { fund_drive_id: drive.id, user_id: null, method_id: theirs.id }
}

/** Locks the wallets that the ceiling is about: a withdrawal is completed before its owner's check is taken back, or sees that it was. */
async function lockWallets(tx: Tx, userId: string): Promise<void> {
  const drives = await tx.selectFrom('fund_drives').where('user_id', '=', userId).select('id').orderBy('id').execute()
  for (const { id } of drives) await lockWallet(tx, id)
}

/** Refuses to take back what is not seen. */
async function refuseUnseen(tx: Tx, kind: Purpose, about: Subject): Promise<void> {
  const newest = await tx
    .selectFrom('drive_checks')
    .where('kind', '=', kind)
    .where(sql<boolean>`(fund_drive_id, user_id, method_id) is not distinct from
      (${about.fund_drive_id}::uuid, ${about.user_id}::uuid, ${about.method_id}::uuid)`)
    .select('verdict')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const verdict: CheckVerdict = newest?.verdict ?? 'back'
  if (verdict !== 'seen') throw new Refusal(paperTexts.notSeenYet)
}

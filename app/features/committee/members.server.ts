import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { HelperRole } from '#app/kit/rights.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import { changing, type Mine } from '../drives/manage.server.ts'
import { goodDays, mostHelpers, says } from './member.ts'

// Who helps the owner of a drive. An invitation is a link: the person who follows it with an account becomes a helper.

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** A new invitation; gives the secret end of its link, which is shown once and kept as a hash. */
export const inviteHelper = (db: Db, mine: Mine, invited: string, role: HelperRole): Promise<string> =>
  changing(db, mine, 'run', async (tx, { id }) => {
    if ((await countHelpers(tx, id)) >= mostHelpers) throw new Refusal(says.many)
    const token = randomBytes(32).toString('base64url')
    await tx
      .insertInto('drive_helpers')
      .values({
        fund_drive_id: id,
        invited,
        role,
        token_hash: hashOf(token),
        invited_by: mine.ownerId,
        expires_at: sql<Date>`now() + make_interval(days => ${goodDays})`,
      })
      .execute()
    return token
  })

/** Those who help, and the invitations that are still good. */
async function countHelpers(tx: Tx, driveId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('drive_helpers')
    .where('fund_drive_id', '=', driveId)
    .where('left_at', 'is', null)
    .where(({ or, eb }) => or([eb('accepted_at', 'is not', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Those who help with a drive and those who are invited, in this order. */
export const helpersOf = (db: Db, driveId: string) =>
  db
    .selectFrom('drive_helpers as h')
    .leftJoin('profiles as p', 'p.user_id', 'h.user_id')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .where('h.fund_drive_id', '=', driveId)
    .where('h.left_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('h.accepted_at', 'is not', null), eb('h.expires_at', '>', sql<Date>`now()`)]))
    .orderBy(sql`h.accepted_at is null`)
    .orderBy('h.id')
    .select(['h.id', 'h.invited', 'h.role', 'p.full_name as name', 'h.accepted_at as since', 'h.expires_at as until'])
    .limit(50)
    .execute()

/** What an invitation says to the person who follows its link; undefined once it was used, taken back, or is too old. */
export const invitationAt = async (db: Db, token: string) =>
  isToken(token) ? invitations(db, token).executeTakeFirst() : undefined

const invitations = (db: Db | Tx, token: string) =>
  db
    .selectFrom('drive_helpers as h')
    .innerJoin('fund_drives as d', 'd.id', 'h.fund_drive_id')
    .innerJoin('users as o', 'o.id', 'd.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'h.invited_by')
    .where('h.token_hash', '=', hashOf(token))
    .where('h.expires_at', '>', sql<Date>`now()`)
    .where('o.deleted_at', 'is', null)
    .select(['h.id', 'd.id as driveId', 'd.slug', 'd.title', 'd.user_id as ownerId', 'p.full_name as by'])
    .select(['h.role', 'h.expires_at as until'])

/** A link that was used: whose it was, and who sent it. `helper`: the person it made one, while they help. */
export const usedLinkAt = async (db: Db, token: string) =>
  isToken(token)
    ? db
        .selectFrom('drive_helpers as h')
        .innerJoin('fund_drives as d', 'd.id', 'h.fund_drive_id')
        .innerJoin('users as o', 'o.id', 'd.user_id')
        .innerJoin('profiles as p', 'p.user_id', 'h.invited_by')
        .where('h.used_hash', '=', hashOf(token))
        .where('o.deleted_at', 'is', null)
        .select(['d.slug', 'd.title', 'h.role', 'p.full_name as by'])
        .select(sql<string | null>`case when h.left_at is null then h.user_id end`.as('helper'))
        .executeTakeFirst()
    : undefined

type Joining = { id: string; isConfirmed: boolean }

/** Makes a person a helper by the link that they were sent; gives the slug of the drive. A link is good once. */
export const joinHelper = (db: Db, person: Joining, token: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const found = isToken(token) ? await invitations(tx, token).forUpdate('h').executeTakeFirst() : undefined
    if (!found) throw new Refusal(says.gone, { status: 404 })
    if (found.ownerId === person.id) throw new Refusal(says.own)
    if (!person.isConfirmed) throw new Refusal(says.unconfirmed)
    await tx.selectFrom('fund_drives').where('id', '=', found.driveId).select('id').forNoKeyUpdate().execute()
    if (await helping(tx, found.driveId, person.id).executeTakeFirst()) throw new Refusal(says.already)
    await tx
      .updateTable('drive_helpers')
      .set({ user_id: person.id, accepted_at: sql<Date>`now()`, token_hash: null, used_hash: hashOf(token) })
      .where('id', '=', found.id)
      .execute()
    await tellOf(tx, found.driveId, [person.id, found.ownerId])
    return found.slug
  })

const helping = (tx: Db | Tx, driveId: string, person: string) =>
  tx
    .selectFrom('drive_helpers')
    .where('fund_drive_id', '=', driveId)
    .where('user_id', '=', person)
    .where('left_at', 'is', null)
    .select('role')

/** Ends the help of a person at once, or takes an invitation back. What they recorded keeps their name. */
export const removeHelper = (db: Db, mine: Mine, helper: number): Promise<void> =>
  changing(db, mine, 'run', async (tx, { id }) => {
    const row = await tx
      .updateTable('drive_helpers')
      .set({ left_at: sql<Date>`now()`, removed_by: mine.ownerId, token_hash: null })
      .where('id', '=', helper)
      .where('fund_drive_id', '=', id)
      .where('left_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!row) throw new Refusal(says.missing, { status: 404 })
    await tellOf(tx, id, row.user_id ? [row.user_id] : [])
    if (row.user_id) await tellRights(tx, row.user_id)
  })

/** A helper stops helping, at once. */
export const leaveHelper = (db: Db, person: string, driveId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('drive_helpers')
      .set({ left_at: sql<Date>`now()` })
      .where('fund_drive_id', '=', driveId)
      .where('user_id', '=', person)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw new Refusal(says.missing, { status: 404 })
    await tellOf(tx, driveId, [person])
    await tellRights(tx, person)
  })

async function tellOf(tx: Tx, driveId: string, people: string[]): Promise<void> {
  await tell(tx, `drive:${driveId}`)
  for (const id of people) await tell(tx, `person:${id}`)
}

/** What this person is among the helpers of a drive; null for all others. */
export const roleOf = async (db: Db, driveId: string, person: string): Promise<HelperRole | null> =>
  (await helping(db, driveId, person).executeTakeFirst())?.role ?? null

/** The drives that a person helps with, for their dashboard. */
export const drivesHelped = (db: Db, person: string) =>
  db
    .selectFrom('drive_helpers as h')
    .innerJoin('fund_drives as d', 'd.id', 'h.fund_drive_id')
    .innerJoin('users as o', 'o.id', 'd.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'd.user_id')
    .where('h.user_id', '=', person)
    .where('h.accepted_at', 'is not', null)
    .where('h.left_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .orderBy('h.id', 'desc')
    .select(['d.slug', 'd.title', 'h.role', 'p.full_name as owner'])
    .limit(100)
    .execute()

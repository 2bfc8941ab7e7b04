import { createHash, randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import { changingGathering, type Hosting, refuseUnlessRuns } from '#app/invitations/occasions/gathering.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import { type HelperRole, helperRoles } from '#app/kit/rights.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { endOpen, fileChange, guardOf } from '#app/money/payouts/changes.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import { goodDays, type HelpedNoun, helperTexts, homeOf, invitedMax, mostHelpers, mostTreasurers } from './member.ts'

// Helpers of the owner of a drive, or of the host of a gathering. An invitation is a link: the person who follows it
// with an account becomes a helper.

/** The drive or the gathering of a row. */
export type HelpedWith = { fund_drive_id: string } | { gathering_id: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** Runs a change of a drive's or gathering's helpers by the person who runs it. */
const changing = <Done>(
  db: Db,
  mine: Mine | Hosting,
  change: (tx: Tx, helped: HelpedWith, by: string) => Promise<Done>,
): Promise<Done> =>
  'personId' in mine
    ? changingGathering(db, mine, async (tx, { id }) => {
        await refuseUnlessRuns(tx, mine.personId, id)
        return change(tx, { gathering_id: id }, mine.personId)
      })
    : changingDrive(db, mine, 'run', (tx, { id }) => change(tx, { fund_drive_id: id }, mine.ownerId))

/** Makes an invitation; returns the secret end of its link, which is shown once and kept as a hash. */
export const inviteHelper = (db: Db, mine: Mine | Hosting, invited: string, role: HelperRole): Promise<string> =>
  changing(db, mine, async (tx, helped, by) => {
    if ((await countHelpers(tx, helped)) >= mostHelpers) throw new Refusal(helperTexts.many)
    const token = randomBytes(32).toString('base64url')
    await tx
      .insertInto('drive_helpers')
      .values({
        ...helped,
        invited,
        role,
        token_hash: hashOf(token),
        invited_by: by,
        expires_at: sql<Date>`now() + make_interval(days => ${goodDays})`,
      })
      .execute()
    return token
  })

/** Counts the helpers and the invitations that are still valid. */
async function countHelpers(tx: Tx, helped: HelpedWith): Promise<number> {
  const { n } = await tx
    .selectFrom('drive_helpers')
    .where(({ and }) => and(helped))
    .where('left_at', 'is', null)
    .where(({ or, eb }) => or([eb('accepted_at', 'is not', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Reads the helpers, the longest-serving first, and then the people who are invited. */
export const helpersOf = (db: Db, helped: HelpedWith) =>
  db
    .selectFrom('drive_helpers as h')
    .leftJoin('profiles as p', 'p.user_id', 'h.user_id')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .where(({ and }) => and(helped))
    .where('h.left_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('h.accepted_at', 'is not', null), eb('h.expires_at', '>', sql<Date>`now()`)]))
    .orderBy(sql`h.accepted_at is null`)
    .orderBy('h.id')
    .select(['h.id', 'h.invited', 'h.role', 'p.full_name as name', 'h.accepted_at as since', 'h.expires_at as until'])
    .limit(50)
    .execute()

/** Selects every helper and invitation as `h`, with its drive or gathering, while the owner's account is open. */
const withHelped = (db: Db | Tx) =>
  db
    .selectFrom('drive_helpers as h')
    .leftJoin('fund_drives as d', 'd.id', 'h.fund_drive_id')
    .leftJoin('gatherings as g', 'g.id', 'h.gathering_id')
    .innerJoin('users as o', (join) => join.on(sql<SqlBool>`o.id = coalesce(d.user_id, g.user_id)`))
    .where('o.deleted_at', 'is', null)
    .select(['h.id', 'h.role', 'o.id as ownerId', sql<string>`coalesce(d.slug, g.slug)`.as('slug')])
    .select(sql<string>`coalesce(d.title, g.title)`.as('title'))
    .select(sql<HelpedNoun>`case when d.id is null then 'gathering' else 'drive' end`.as('noun'))

/** Selects a row with the name of the person who made the invitation. */
const withInviter = (db: Db | Tx) =>
  withHelped(db).innerJoin('profiles as p', 'p.user_id', 'h.invited_by').select('p.full_name as by')

/** Reads an invitation by its link; undefined once it was used, taken back, or has expired. */
export const invitationAt = async (db: Db, token: string) =>
  isToken(token) ? invitations(db, token).executeTakeFirst() : undefined

const invitations = (db: Db | Tx, token: string) =>
  withInviter(db)
    .where('h.token_hash', '=', hashOf(token))
    .where('h.expires_at', '>', sql<Date>`now()`)
    .select(['h.fund_drive_id', 'h.gathering_id', 'h.expires_at as until'])

/** Reads a used link: what it was for and who sent it. `helper`: the person who used it, while they help. */
export const usedLinkAt = async (db: Db, token: string) =>
  isToken(token)
    ? withInviter(db)
        .where('h.used_hash', '=', hashOf(token))
        .select(sql<string | null>`case when h.left_at is null then h.user_id end`.as('helper'))
        .executeTakeFirst()
    : undefined

type Joining = { id: string; isConfirmed: boolean }

/** Makes a person a helper by the link that they were sent; returns the page where their work begins. A link works once. */
export const joinHelper = (db: Db, person: Joining, token: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const found = isToken(token) ? await invitations(tx, token).forUpdate('h').executeTakeFirst() : undefined
    if (!found) throw new Refusal(helperTexts.gone, { status: 404 })
    if (found.ownerId === person.id) throw new Refusal(helperTexts.own)
    if (!person.isConfirmed) throw new Refusal(helperTexts.unconfirmed)
    const helped = helpedIn(found)
    await lock(tx, helped)
    await lockMoney(tx, helped)
    if (await helping(tx, helped, person.id).executeTakeFirst()) throw new Refusal(helperTexts.already)
    const isTreasurer = found.role === 'treasurer' && 'fund_drive_id' in helped
    if (isTreasurer) await refuseFifth(tx, helped)
    await tx
      .updateTable('drive_helpers')
      .set({ user_id: person.id, accepted_at: sql<Date>`now()`, token_hash: null, used_hash: hashOf(token) })
      .where('id', '=', found.id)
      .execute()
    if (isTreasurer) await countFrom(tx, helped.fund_drive_id, { helperId: found.id, by: person.id })
    await tellOf(tx, helped, [person.id, found.ownerId])
    return homeOf(found)
  })

/** Refuses a fifth treasurer; a database trigger counts them, too. */
async function refuseFifth(tx: Tx, helped: HelpedWith): Promise<void> {
  const { n } = await tx
    .selectFrom('drive_helpers')
    .where(({ and }) => and(helped))
    .where('role', '=', 'treasurer')
    .where('accepted_at', 'is not', null)
    .where('left_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= mostTreasurers) throw new Refusal(helperTexts.treasurers)
}

/** Lets a new treasurer count among those who agree to withdrawals: at once, or after a day's notice where the drive has had money. */
async function countFrom(tx: Tx, driveId: string, of: { helperId: number; by: string }): Promise<void> {
  const { hadMoney, isUsed } = await guardOf(tx, driveId)
  if (hadMoney) return void (await fileChange(tx, { driveId, kind: 'joins', ...of, quiet: !isUsed }))
  await tx.updateTable('drive_helpers').set({ signs_since: sql<Date>`now()` }).where('id', '=', of.helperId).execute()
}

/** Locks the wallet of a drive whose treasurers change: it is held while it is counted who agrees. */
const lockMoney = async (tx: Tx, helped: HelpedWith): Promise<void> => {
  if ('fund_drive_id' in helped) await lockWallet(tx, helped.fund_drive_id)
}

const helpedIn = (row: { fund_drive_id: string | null; gathering_id: string | null }): HelpedWith =>
  row.fund_drive_id ? { fund_drive_id: row.fund_drive_id } : { gathering_id: row.gathering_id! }

/** Locks the drive or gathering, so that people who join at once wait for each other. */
const lock = (tx: Tx, helped: HelpedWith) =>
  'gathering_id' in helped
    ? tx.selectFrom('gatherings').where('id', '=', helped.gathering_id).select('id').forNoKeyUpdate().execute()
    : tx.selectFrom('fund_drives').where('id', '=', helped.fund_drive_id).select('id').forNoKeyUpdate().execute()

const helping = (tx: Db | Tx, helped: HelpedWith, person: string) =>
  tx
    .selectFrom('drive_helpers')
    .where(({ and }) => and(helped))
    .where('user_id', '=', person)
    .where('left_at', 'is', null)
    .select('role')

/**
 * Ends a person's help, or takes an invitation back. Their records keep their name. Help ends at once; a treasurer's after a day's notice
 * where treasurers must agree to the drive's withdrawals: then from when is returned.
 */
export const removeHelper = (db: Db, mine: Mine | Hosting, helper: number): Promise<Date | undefined> =>
  changing(db, mine, async (tx, helped, by) => {
    await lockMoney(tx, helped)
    const row = await stillThere(tx, helped).where('id', '=', helper).executeTakeFirst()
    if (!row) throw new Refusal(helperTexts.missing, { status: 404 })
    const driveId = await guardedBy(tx, helped, row)
    if (driveId) return (await fileChange(tx, { driveId, kind: 'leaves', helperId: helper, by })).from
    await endHelp(tx, helped, { row, by })
    return undefined
  })

/** Ends a helper's own help, at once. */
export const leaveHelper = (db: Db, person: string, helped: HelpedWith): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lock(tx, helped)
    await lockMoney(tx, helped)
    const row = await stillThere(tx, helped).where('user_id', '=', person).executeTakeFirst()
    if (!row) throw new Refusal(helperTexts.missing, { status: 404 })
    const driveId = await guardedBy(tx, helped, row)
    await endHelp(tx, helped, { row, by: null })
    if (driveId) await fileChange(tx, { driveId, kind: 'leaves', helperId: row.id, by: person, atOnce: true })
  })

const stillThere = (tx: Tx, helped: HelpedWith) =>
  tx
    .selectFrom('drive_helpers')
    .where(({ and }) => and(helped))
    .where('left_at', 'is', null)
    .select(['id', 'role', 'user_id'])

type Helping = { id: number; role: HelperRole; user_id: string | null }

/** Returns the drive whose money this helper guards: a treasurer, where it has had money and treasurers must agree. */
async function guardedBy(tx: Tx, helped: HelpedWith, { role, user_id }: Helping): Promise<string | undefined> {
  if (role !== 'treasurer' || !user_id || !('fund_drive_id' in helped)) return undefined
  const { hadMoney, isUsed } = await guardOf(tx, helped.fund_drive_id)
  return hadMoney && isUsed ? helped.fund_drive_id : undefined
}

async function endHelp(tx: Tx, helped: HelpedWith, { row, by }: { row: Helping; by: string | null }): Promise<void> {
  await tx
    .updateTable('drive_helpers')
    .set({ left_at: sql<Date>`now()`, removed_by: by, token_hash: null })
    .where('id', '=', row.id)
    .execute()
  await endOpen(tx, { helperId: row.id }, by ?? row.user_id)
  await tellOf(tx, helped, row.user_id ? [row.user_id] : [])
  if (row.user_id) await tellRights(tx, row.user_id)
}

async function tellOf(tx: Tx, helped: HelpedWith, people: string[]): Promise<void> {
  await tell(tx, 'gathering_id' in helped ? `gathering:${helped.gathering_id}` : `drive:${helped.fund_drive_id}`)
  for (const id of people) await tell(tx, `person:${id}`)
}

/** Returns this person's role as a helper; null for all others. */
export const roleOfHelper = async (db: Db, helped: HelpedWith, person: string): Promise<HelperRole | null> =>
  (await helping(db, helped, person).executeTakeFirst())?.role ?? null

/** Reads the drives and gatherings that a person helps with, for their dashboard. */
export const helpedBy = (db: Db, person: string) =>
  withHelped(db)
    .innerJoin('profiles as p', 'p.user_id', 'o.id')
    .where('h.user_id', '=', person)
    .where('h.accepted_at', 'is not', null)
    .where('h.left_at', 'is', null)
    .orderBy('h.id', 'desc')
    .select('p.full_name as owner')
    .limit(100)
    .execute()

export const inviteHelperForm = z.object({
  invited: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(helperTexts.name)).max(invitedMax, said(helperTexts.long))),
  role: z.enum(helperRoles, said(helperTexts.role)),
})
/** A gathering has only secretaries: its drive, if any, handles the money. */
export const inviteSecretaryForm = inviteHelperForm.pick({ invited: true })
export const removeForm = z.object({ helper: z.coerce.number().int().positive() })

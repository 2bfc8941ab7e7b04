import { sql } from 'kysely'
import { askOrAgree } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor, Facts } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { type InstitutionChoice, type InstitutionKind, institutionMost, institutionTexts } from './institution.ts'

// Institutions: two administrators confirm each once, nobody edits one, and an ended one gets nothing more. Money that is sent
// there locks its row first, so that it is not ended at the same moment.

/** The number of an institution: of its Paybill, or of its account at a bank. */
type Number = { paybill: string } | { bank: string; account: string; holder: string }

export type InstitutionTyped = { name: string; kind: InstitutionKind; number: Number; source: string }

const columnsOf = (number: Number) =>
  'paybill' in number
    ? { paybill: number.paybill }
    : { bank_name: number.bank, account_number: number.account, account_name: number.holder }

/** Adds an institution, which is the first of the two words that confirm it. */
export const addInstitution = (db: Db, { name, kind, number, source }: InstitutionTyped, by: Actor): Promise<string> =>
  inOneGo(db, async (tx) => {
    // The lock lets the second of two who add one name find it.
    await sql`select pg_advisory_xact_lock(hashtextextended('institutions', 0))`.execute(tx)
    const taken = await tx
      .selectFrom('institutions')
      .where('ended_at', 'is', null)
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .select('id')
      .executeTakeFirst()
    if (taken) throw new Refusal(institutionTexts.nameTaken, { status: 422, field: 'name' })
    const columns = columnsOf(number)
    const { id } = await tx
      .insertInto('institutions')
      .values({ name, kind, source, added_by: by.id, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after: Facts = {
      name,
      kind,
      source,
      ...('paybill' in number ? { paybill: number.paybill } : { bank: number.bank, account: number.account }),
    }
    await record(tx, { by, act: 'institution added', noun: 'institution', subject: id, after, why: source })
    await askOrAgree(tx, { about: 'institution', subject: id, value: 'yes', by, why: source })
    await tell(tx, 'office:desk')
    return id
  })

export type InstitutionFound = NonNullable<Awaited<ReturnType<typeof lockedInstitution>>>

/** Finds an institution and locks it against every other decision about it, and against money that is sent there. */
export const lockedInstitution = (tx: Tx, id: string) =>
  tx.selectFrom('institutions').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** Says yes to the number of an institution. Returns false for the first of two, who has to wait for another administrator. */
export async function confirmInstitution(
  tx: Tx,
  { id, ...found }: InstitutionFound,
  asked: { by: Actor; why: string },
) {
  if (found.ended_at) throw new Refusal(institutionTexts.endedBefore)
  if (found.confirmed_at) throw new Refusal(institutionTexts.confirmedBefore)
  const { isAgreed, first } = await askOrAgree(tx, { about: 'institution', subject: id, value: 'yes', ...asked })
  if (!isAgreed) return false
  await tx
    .updateTable('institutions')
    .set({ confirmed_by: first, second_by: asked.by.id, confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return true
}

/** Ends an institution: nothing is sent there any more, not even what was asked for before. */
export async function endInstitution(tx: Tx, { id, ended_at }: InstitutionFound, by: Actor): Promise<void> {
  if (ended_at) throw new Refusal(institutionTexts.endedBefore)
  await tx
    .updateTable('institutions')
    .set({ ended_by: by.id, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

const standing = (db: Db | Tx) =>
  db.selectFrom('institutions').where('confirmed_at', 'is not', null).where('ended_at', 'is', null)

/** Lists the institutions that money can go to, by name. */
export const institutionsToPay = (db: Db): Promise<InstitutionChoice[]> =>
  standing(db).select(['id', 'name']).orderBy(sql`lower(name)`).limit(institutionMost.listed).execute()

/**
 * Returns the confirmed number of an institution, locked against being ended until the transaction is over. Refuses one that is not
 * confirmed, or was ended.
 */
export async function institutionToPay(tx: Tx, id: string) {
  const found = await tx.selectFrom('institutions').where('id', '=', id).selectAll().forShare().executeTakeFirst()
  if (!found?.confirmed_at) throw new Refusal(institutionTexts.notConfirmed, { status: 422, field: 'institution' })
  if (found.ended_at) throw new Refusal(institutionTexts.ended(found.name), { status: 422, field: 'institution' })
  return found
}

/** Refuses to complete what goes to an institution that was ended. Money that goes elsewhere is not asked about. */
export async function refuseEnded(tx: Tx, destination: unknown): Promise<void> {
  const to = destination as { type: string; institution?: string }
  if (to.type !== 'institution') return
  const found = await tx
    .selectFrom('institutions')
    .where('id', '=', to.institution!)
    .select(['name', 'ended_at'])
    .forShare()
    .executeTakeFirstOrThrow()
  if (found.ended_at) throw new Refusal(institutionTexts.endedAtComplete(found.name))
}

/**
 * The receiver of a drive's money whom its page names: a confirmed institution, or the one it is for, whose name the account carries. That
 * name is null unless they let it be shown.
 */
type PayeeNamed = { name: string; confirmedAt: Date } | { beneficiary: string | null } | undefined

/**
 * Finds the receiver of the newest withdrawal of a drive; undefined if it goes elsewhere, or to an institution that was ended. Before the
 * first withdrawal it is the account that an administrator looked at last: the view `papers_seen` tells of the same one.
 */
export async function payeeNamed(db: Db, driveId: string): Promise<PayeeNamed> {
  const newest = await db
    .selectFrom('withdrawal_methods as m')
    .leftJoin('institutions as i', 'i.id', 'm.institution_id')
    .leftJoin('beneficiaries as b', (join) =>
      join.on(sql<boolean>`b.fund_drive_id = ${driveId}::uuid and m.institution_id is null
        and lower(b.name) = lower(m.account_name)`),
    )
    .where(sql<boolean>`m.id = coalesce(
      (select withdrawal_method_id from payout_requests where fund_drive_id = ${driveId}::uuid and status <> 'rejected'
        order by id desc limit 1),
      (select method_id from drive_checks where fund_drive_id = ${driveId}::uuid and kind = 'payee' order by id desc limit 1))`)
    .select(['i.name', 'i.confirmed_at', 'i.ended_at', 'b.fund_drive_id as isFor'])
    .select(sql<string | null>`case when b.shows_name then b.name end`.as('beneficiary'))
    .executeTakeFirst()
  if (newest?.isFor) return { beneficiary: newest.beneficiary }
  return newest?.name && newest.confirmed_at && !newest.ended_at
    ? { name: newest.name, confirmedAt: newest.confirmed_at }
    : undefined
}

import { type Expression, type SqlBool, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal, type Says, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { chosen, chosenByOthers, chosenNow } from '#app/platform/settings/choices.server.ts'
import { approvalKinds, approvalTexts } from './approval.ts'

// Where operators chose a sum above which two administrators decide, the two must be two people. So acts that could make one person
// into two (a new administrator, a restored one, another sum) need two as well.
//
// Order of locks: first the subject of the decision (the caller locks it), then its row of `proposals`. Each subject has one row at
// most: another value replaces the one before, the second yes removes it, and after seven days it expires.
//
// Two nouns keep the first yes in a table of their own and share the rules: a withdrawal in `payout_approvals`, for one version of
// its request, and a settlement in its own row, for its reference is the lock.

/**
 * Returns whether two must agree: above the sum that operators chose, or never if they chose none. A person who raised that sum is
 * held to the earlier one: nobody frees themselves of the second person.
 */
export const needsTwo = async (db: Db | Tx, amount: number, by: string): Promise<boolean> =>
  amount > chosen('SECOND_ADMIN_ABOVE') || amount > (await chosenByOthers(db, 'SECOND_ADMIN_ABOVE', by))

/** SQL: this person may decide at this moment. */
export const canDecide = (person: Expression<string | null>) => sql<SqlBool>`exists (
  select from user_roles r join users a on a.id = r.user_id
  where r.user_id = ${person} and r.role = 'admin' and a.suspended_at is null and a.deleted_at is null)`

/** `counts`: the first person may still decide. */
type FirstYes = { by: string; counts: SqlBool }

/**
 * Returns whether this yes is the second one. Refuses the person who said the first, and two of whom one made the other an
 * administrator within seven days.
 */
export async function isSecondYes(
  tx: Tx,
  first: FirstYes | undefined,
  second: string,
  already: Words | Says = approvalTexts.askedAlready,
): Promise<boolean> {
  if (!first) return false
  if (first.by === second) throw new Refusal(already)
  if (!first.counts) return false
  const made = await tx
    .selectFrom('user_roles')
    .where('role', '=', 'admin')
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .where(
      sql<boolean>`(user_id = ${first.by} and ${second}::uuid in (given_by, asked_by))
        or (user_id = ${second} and ${first.by}::uuid in (given_by, asked_by))`,
    )
    .select('user_id')
    .executeTakeFirst()
  if (made) throw new Refusal(approvalTexts.madeByTheOther, { status: 403 })
  return true
}

type ApprovalAbout = keyof typeof approvalKinds
type Asked = { about: ApprovalAbout; subject: string; value: string; by: Actor; why: string }
type Agreed = { isAgreed: boolean; first: string | null }

/** Stores the first yes, or agrees with it, if operators chose a sum for two; else one administrator decides alone. */
export const askOrAgreeIfChosen = async (tx: Tx, asked: Asked): Promise<Agreed> =>
  Number.isFinite(await chosenNow(tx, 'SECOND_ADMIN_ABOVE')) ? askOrAgree(tx, asked) : { isAgreed: true, first: null }

/** Like `askOrAgreeIfChosen`, and also wherever there is another administrator: a person decides alone only if they are the only one. */
export const askOrAgreeUnlessAlone = async (tx: Tx, asked: Asked): Promise<Agreed> =>
  (await hasAnother(tx, asked.by.id)) ? askOrAgree(tx, asked) : askOrAgreeIfChosen(tx, asked)

const hasAnother = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('user_roles as u')
    .where('u.role', '=', 'admin')
    .where('u.user_id', '!=', id)
    .where((make) => canDecide(make.ref('u.user_id')))
    .select('u.user_id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Stores the first yes for seven days, or agrees with it: returns true for the second of two administrators who want the same value.
 * For decisions that need two in any case, such as a sum for which `needsTwo` is true.
 */
export async function askOrAgree(tx: Tx, asked: Asked): Promise<Agreed> {
  const { about, subject, value, by } = asked
  const first = await tx
    .selectFrom('proposals as o')
    .where('o.about', '=', about)
    .where('o.subject', '=', subject)
    .where('o.value', '=', value)
    .where(isOpen)
    .select(['o.by', (make) => canDecide(make.ref('o.by')).as('counts')])
    .forUpdate()
    .executeTakeFirst()
  if (!first || !(await isSecondYes(tx, first, by.id))) {
    await askApproval(tx, asked)
    return { isAgreed: false, first: by.id }
  }
  await tx.deleteFrom('proposals').where('about', '=', about).where('subject', '=', subject).execute()
  return { isAgreed: true, first: first.by }
}

const isOpen = sql<SqlBool>`o.created_at > now() - interval '7 days'`

async function askApproval(tx: Tx, { about, subject, value, by, why }: Asked): Promise<void> {
  const { id } = await tx
    .insertInto('proposals')
    .values({ about, subject, value, by: by.id, why })
    .onConflict((same) =>
      same.columns(['about', 'subject']).doUpdateSet({ value, by: by.id, why, created_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { act, noun, wanted } = approvalKinds[about]
  await record(tx, { by, act, noun, subject, after: wanted(value), why })
  await enqueue(tx, 'mail-second-needed', { proposalId: id }, { key: String(id) })
}

export type OpenApproval = { subject: string; value: string; by: string; name: string; at: Date }

/** Returns decisions that wait for a second administrator. */
export const openApprovals = (db: Db, about: ApprovalAbout[], subject?: string): Promise<OpenApproval[]> =>
  db
    .selectFrom('proposals as o')
    .innerJoin('profiles as p', 'p.user_id', 'o.by')
    .where('o.about', 'in', about)
    .$if(subject !== undefined, (query) => query.where('o.subject', '=', subject!))
    .where(isOpen)
    .where((make) => canDecide(make.ref('o.by')))
    .select(['o.subject', 'o.value', 'o.by', 'p.full_name as name', 'o.created_at as at'])
    .orderBy('o.id')
    .execute()

/** Returns a requested decision, for the email about it; undefined once the second administrator has agreed. */
export const askedApproval = (db: Db, id: number) =>
  db
    .selectFrom('proposals as o')
    .innerJoin('profiles as p', 'p.user_id', 'o.by')
    .where('o.id', '=', id)
    .select(['o.about', 'o.subject', 'p.full_name as by'])
    .executeTakeFirst()

/** SQL: an administrator asked for a value with this beginning; true after seven days, too. */
export const isApprovalAsked = (
  about: ApprovalAbout,
  subject: Expression<string>,
  beginning: string,
) => sql<SqlBool>`exists (
  select from proposals p where p.about = ${about} and p.subject = ${subject} and p.value like ${`${beginning}%`})`

import { type Expression, type SqlBool, sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import { chosen, chosenByOthers, chosenNow } from '#app/platform/choices.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { record } from './audit.server.ts'
import type { ActName, Actor, Facts, Noun } from './audit.ts'
import { twoAdministratorsTexts } from './two-administrators.ts'

// Where operators chose a sum above which two administrators decide, the two must be two people. So what could make one
// person into two (a new administrator, a suspended one who comes back, another sum) needs two as well.

/**
 * Above what operators chose two have to agree; where they chose nothing, nobody waits for a second one. A person who raised
 * that sum is held to what it was before: nobody frees themselves of the second one.
 */
export const needsTwo = async (db: Db | Tx, amount: number, by: string): Promise<boolean> =>
  amount > chosen('SECOND_ADMIN_ABOVE') || amount > (await chosenByOthers(db, 'SECOND_ADMIN_ABOVE', by))

/** True of a person who may decide at this moment. */
export const canDecide = (person: Expression<string | null>) => sql<SqlBool>`exists (
  select from user_roles r join users a on a.id = r.user_id
  where r.user_id = ${person} and r.role = 'admin' and a.suspended_at is null and a.deleted_at is null)`

/** Two who decide together: neither of them made the other an administrator within seven days. */
export async function refuseMakerAndMade(tx: Tx, one: string, two: string): Promise<void> {
  const made = await tx
    .selectFrom('user_roles')
    .where('role', '=', 'admin')
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .where(
      sql<boolean>`(user_id = ${one} and ${two}::uuid in (given_by, asked_by))
        or (user_id = ${two} and ${one}::uuid in (given_by, asked_by))`,
    )
    .select('user_id')
    .executeTakeFirst()
  if (made) throw new Refusal(twoAdministratorsTexts.madeByTheOther, { status: 403 })
}

type About = 'role' | 'restore' | 'setting' | 'unplaced' | 'statement'
type Asked = { about: About; subject: string; value: string; by: Actor; why: string }

/**
 * Whether this is the second of two administrators who want the same, or nobody has to wait for a second one. If it is the
 * first, their word is kept for seven days. The caller holds a lock on what it is about.
 */
export async function agreed(tx: Tx, asked: Asked): Promise<{ isAgreed: boolean; first: string | null }> {
  if (!Number.isFinite(await chosenNow(tx, 'SECOND_ADMIN_ABOVE'))) return { isAgreed: true, first: null }
  return agreedByTwo(tx, asked)
}

/** The same of what needs two in any case, such as a sum of which `needsTwo` says so. */
export async function agreedByTwo(tx: Tx, asked: Asked): Promise<{ isAgreed: boolean; first: string | null }> {
  const { about, subject, value, by } = asked
  const first = await tx
    .selectFrom('proposals as o')
    .where('o.about', '=', about)
    .where('o.subject', '=', subject)
    .where('o.value', '=', value)
    .where('o.created_at', '>', sql<Date>`now() - interval '7 days'`)
    .where((make) => canDecide(make.ref('o.by')))
    .select('o.by')
    .forUpdate()
    .executeTakeFirst()
  if (!first) {
    await propose(tx, asked)
    return { isAgreed: false, first: by.id }
  }
  if (first.by === by.id) throw new Refusal(twoAdministratorsTexts.askedAlready)
  await refuseMakerAndMade(tx, first.by, by.id)
  await tx.deleteFrom('proposals').where('about', '=', about).where('subject', '=', subject).execute()
  return { isAgreed: true, first: first.by }
}

const acts: Record<About, ActName> = {
  role: 'role asked',
  restore: 'restore asked',
  setting: 'setting asked',
  unplaced: 'suspense asked',
  statement: 'statement asked',
}
const nouns: Record<About, Noun> = {
  role: 'person',
  restore: 'person',
  setting: 'setting',
  unplaced: 'suspense',
  statement: 'statement',
}

const wanted: Record<About, (value: string) => Facts> = {
  role: (role) => ({ role }),
  restore: () => ({ suspended: false }),
  setting: (value) => ({ value }),
  // Onto a drive, or back: a drive stands in the log by its title.
  unplaced: (way) => (way.startsWith('on ') ? { drive: way.slice('on '.length) } : { way }),
  statement: () => ({}),
}

async function propose(tx: Tx, { about, subject, value, by, why }: Asked): Promise<void> {
  const { id } = await tx
    .insertInto('proposals')
    .values({ about, subject, value, by: by.id, why })
    .onConflict((same) =>
      same.columns(['about', 'subject']).doUpdateSet({ value, by: by.id, why, created_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, { by, act: acts[about], noun: nouns[about], subject, after: wanted[about](value), why })
  await enqueue(tx, 'mail-second-needed', { proposalId: id }, { key: String(id) })
}

export type Proposal = { subject: string; value: string; by: string; name: string; at: Date }

/** What waits for a second administrator. */
export const proposals = (db: Db, about: About[], subject?: string): Promise<Proposal[]> =>
  db
    .selectFrom('proposals as o')
    .innerJoin('profiles as p', 'p.user_id', 'o.by')
    .where('o.about', 'in', about)
    .$if(subject !== undefined, (query) => query.where('o.subject', '=', subject!))
    .where('o.created_at', '>', sql<Date>`now() - interval '7 days'`)
    .where((make) => canDecide(make.ref('o.by')))
    .select(['o.subject', 'o.value', 'o.by', 'p.full_name as name', 'o.created_at as at'])
    .orderBy('o.id')
    .execute()

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { returnDiscrepancies } from '#app/money/mpesa/returns.server.ts'
import { bookLoss } from '#app/money/refunds/reversal.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { byHand, discrepancyTexts, excessIn, kindsCalled, type StoredFacts } from './discrepancies.ts'
import { type Discrepancy, discrepanciesView } from './discrepancies-list.tsx'

const sorts = {
  opened: { by: sql.ref('b.created_at'), kind: 'moment' },
  seen: { by: sql.ref('b.seen_at'), kind: 'moment' },
  kind: { by: sql.ref('b.kind'), kind: 'text' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('b.id'), kind: 'number' } as const

/** Open discrepancies begin with the oldest, closed ones with the newest. */
export const discrepanciesList = adminList({
  view: discrepanciesView,
  noun: 'break',
  file: 'differences',
  recordsAccess: false,
  sorts,
  order: ({ state }) => (state === 'open' ? 'asc' : 'desc'),
  read(db, { filter: { state, search }, list, words }, size) {
    const kinds = search && words ? kindsCalled(search, words) : []
    const query = discrepancyQuery(db).where('b.state', '=', state).where(foundBy(search, kinds)) as DiscrepancyRows
    return pageOfRows(query, { sorts, asked: list, id, size })
  },
  totals: (db, { filter: { state, search }, words }): Promise<{ count: number }> =>
    db
      .selectFrom('discrepancies as b')
      .where('b.state', '=', state)
      .where(foundBy(search, search && words ? kindsCalled(search, words) : []))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

/**
 * Matches everything that a line shows: the kind in the reader's words, the subject (a drive by its title), the note,
 * the facts.
 */
function foundBy(search: string, kinds: string[]) {
  if (!search) return sql<SqlBool>`true`
  const like = containing(search)
  const drives = sql`(select d.id::text from fund_drives d where d.title ilike ${like})`
  return sql<SqlBool>`(b.kind = any(${kinds}) or b.kind ilike ${like} or b.subject ilike ${like} or b.note ilike ${like}
    or b.facts::text ilike ${like} or b.subject in ${drives} or b.facts ->> 'drive' in ${drives})`
}

// Discrepancies: places where our books and the provider's, or the books and their own rules, say different things. Only a person
// closes one, with a note on what was found.

// biome-ignore lint/suspicious/noExplicitAny: the tables that were joined are of no interest to the pages
type DiscrepancyRows = SelectQueryBuilder<any, any, Discrepancy>

export async function discrepancyOf(db: Db, id: number): Promise<Discrepancy | undefined> {
  return (discrepancyQuery(db).where('b.id', '=', id) as DiscrepancyRows).executeTakeFirst()
}

/** Returns the discrepancy whose number is in an address; a 404 if there is none. */
export async function discrepancyAt(db: Db, number: string | undefined): Promise<Discrepancy> {
  const found = await discrepancyOf(db, numberIn(number))
  if (!found) throw data(null, { status: 404 })
  return found
}

/** Counts the open discrepancies. */
export async function countDiscrepancies(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('discrepancies')
    .where('state', '=', 'open')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** References that a discrepancy may name: its subject, or one of its facts. */
const reference = sql`array[b.subject, b.facts ->> 'reference']`

const discrepancyQuery = (db: Db) =>
  db
    .selectFrom('discrepancies as b')
    .leftJoin('profiles as c', 'c.user_id', 'b.closed_by')
    .leftJoin('profiles as o', 'o.user_id', 'b.opened_by')
    .select(['b.id', 'b.kind', 'b.subject', 'b.note', 'b.created_at as openedAt', 'b.seen_at as seenAt'])
    .select(['b.closed_at as closedAt', 'c.full_name as closedBy', 'o.full_name as openedBy', 'b.follows'])
    .select(sql<StoredFacts>`b.facts`.as('facts'))
    .select(sql<Discrepancy['state']>`b.state`.as('state'))
    .select([
      sql<number | null>`(select f.id from discrepancies f where f.follows = b.id order by f.id desc limit 1)`.as(
        'followedBy',
      ),
      sql<Discrepancy['drive']>`(select jsonb_build_object('title', d.title, 'slug', d.slug) from fund_drives d
        where d.id::text in (b.subject, b.facts ->> 'drive'))`.as('drive'),
      sql<number | null>`coalesce((select p.id from payments p where p.reference = any(${reference}) limit 1),
        (select r.payment_id from mpesa_receipts r where r.receipt = b.subject))`.as('paymentId'),
      sql<number | null>`coalesce((b.facts ->> 'payout')::bigint,
        (select a.payout_id from payout_attempts a where a.reference = b.subject))`.as('payoutId'),
      sql<number | null>`coalesce((select r.suspense_id from mpesa_receipts r where r.receipt = b.subject),
        (select s.id from suspense s where (b.kind = 'money in suspense'
        and b.subject = left(s.provider || ' ' || s.provider_tx_id, 200))
        or (b.kind = any(${returnDiscrepancies}::text[])
          and s.provider = 'mpesa' and s.provider_tx_id = b.subject) limit 1))`.as('suspenseId'),
    ])

type Closing = { note: string; loss?: 'on' | undefined; by: Actor }

/**
 * Closes a discrepancy. If two decide at once, the second is refused. `loss`: the platform books what went back beyond
 * a payment as its loss, in the same transaction.
 */
export const closeDiscrepancy = (db: Db, id: number, { note, loss, by }: Closing): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const closed = await tx
      .updateTable('discrepancies')
      .set({ state: 'closed', closed_at: sql<Date>`now()`, closed_by: by.id, note })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['kind', 'subject', 'facts'])
      .executeTakeFirst()
    if (!closed) throw new Refusal(discrepancyTexts.decided)
    const { facts, ...was } = closed
    const excess = loss && excessIn({ kind: was.kind, facts: facts as StoredFacts })
    const lost = excess ? await bookLoss(tx, excess.reversal, by.id) : 0
    // Closing does not change kind and subject, so the log has them only in `after`.
    const [before, after] = [{ state: 'open' }, { state: 'closed', ...was, ...(lost ? { amount: lost } : {}) }]
    await record(tx, { by, act: 'break closed', noun: 'break', subject: id, before, after, why: note })
    await tell(tx, 'office:desk')
  })

/** Opens a discrepancy in a person's own words. */
export const openDiscrepancy = (
  db: Db,
  { about, words, by }: { about: string; words: string; by: Actor },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const id = await insert(tx, { kind: byHand, subject: about, facts: { words }, opened_by: by.id })
    await record(tx, { by, act: 'break opened', noun: 'break', subject: id, after: { about }, why: words })
    return id
  })

/** Opens a new discrepancy about a closed one's matter. The closed one keeps its state and its note. */
export const reopenDiscrepancy = (db: Db, id: number, { by }: { by: Actor }): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('discrepancies')
      .where('id', '=', id)
      .where('state', '=', 'closed')
      .select(['kind', 'subject', 'facts'])
      .executeTakeFirst()
    if (!row) throw new Refusal(discrepancyTexts.openAlready)
    const { kind, subject } = row
    const next = await insert(tx, {
      kind,
      subject,
      facts: row.facts as StoredFacts,
      opened_by: by.id,
      follows: id,
    })
    await record(tx, { by, act: 'break opened', noun: 'break', subject: next, after: { follows: id } })
    return next
  })

type New = { kind: string; subject: string; facts: StoredFacts; opened_by: string; follows?: number }

/** Inserts a discrepancy. Refuses if one about the same is open, and leaves that one as it is. */
async function insert(tx: Tx, { facts, ...row }: New): Promise<number> {
  const made = await tx
    .insertInto('discrepancies')
    .values({ ...row, facts: JSON.stringify(facts) })
    .onConflict((open) => open.columns(['kind', 'subject']).where('state', '=', sql.lit('open')).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal(discrepancyTexts.openAlready, { field: 'about' })
  await tell(tx, 'office:desk')
  return made.id
}

// Discrepancies about money in suspense are left out: that money is a task itself, with a page of its own.
const waits = sql`discrepancies where state = 'open' and kind <> 'money in suspense'`
export const waitingDiscrepancies: TasksWaiting = {
  from: waits,
  oldest: sql`select id::text, created_at as at, kind as title from ${waits} order by created_at`,
}

const text = z.string().catch('')

export const closeForm = z.object({
  note: text.transform((note) => note.trim()).pipe(z.string().min(1, said(discrepancyTexts.note)).max(1000)),
  /** On if money that went back beyond a payment is booked as a loss. */
  loss: z.literal('on').optional().catch(undefined),
  again: againField,
})

export const openForm = z.object({
  about: text.transform(oneLine).pipe(z.string().min(1, said(discrepancyTexts.about)).max(200)),
  words: text.transform((words) => words.trim()).pipe(z.string().min(1, said(discrepancyTexts.words)).max(1000)),
  again: againField,
})

export const reopenForm = z.object({ again: againField })

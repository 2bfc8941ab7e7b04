import { sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { Noun } from '#app/base/audit/audit.ts'
import { phoneInstead, reachSeen } from '#app/people/accounts/people.server.ts'
import { type Db, plannedEachTime } from '#app/platform/db.server.ts'
import { type ListRequest, type PageOfRows, pageOfRows as pageFrom, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type KeptFacts, type LogFilter, type LogLine, nobody, pageOfLogLine } from './log.ts'
import { type LogCount, logView } from './log-list.tsx'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const logSorts = { at: { by: sql`a.at`, kind: 'moment' } } satisfies Record<string, Sort>

/** Returns a page of the lines that were looked up, the newest first. */
export async function pageAmong(
  db: Db,
  sought: Sought,
  list: ListRequest<'at'>,
  size: number,
): Promise<PageOfRows<LogLine>> {
  if (sought.found?.length === 0) return { rows: [], next: null }
  const id = { column: sql`a.id`, kind: 'number' } as const
  const { rows, next } = await pageFrom(signed(narrowed(db, sought)), { sorts: logSorts, asked: list, id, size })
  const known = await namesOf(db, rows)
  return { rows: rows.map((row) => lineOf(row, known)), next }
}

/** The filter, the ids that a searched word matches, and the lines that were found; null if there are too many. */
type Sought = LogFilter & { subjects: string[]; found: number[] | null; byPairs?: boolean }

/**
 * Looks lines up before they are sorted. For a page of fifty the planner would rather read the log along until it has met as many,
 * which is right when there are many, and reads all of the log when there are few.
 */
export async function lookedUp(db: Db, wanted: LogFilter): Promise<Sought> {
  const asked = { ...wanted, subjects: wanted.search ? await subjectsOf(db, wanted.search) : [], found: null }
  if (!wanted.search) return asked
  const lines = narrowed(db, { ...asked, byPairs: await isRarePair(db, wanted.search) }).select('a.id')
  const { rows } = await sql<{ id: number }>`${plannedEachTime} ${lines.limit(countedTo + 1)}`.execute(db)
  return { ...asked, found: rows.length > countedTo ? null : rows.map(({ id }) => id) }
}

/** Returns the acts on one subject, newest first. Views of it are left out: they would hide the acts. */
export async function doneAbout(db: Db, noun: Noun, subject: string): Promise<LogLine[]> {
  const rows = await signed(db.selectFrom('audit_log as a'))
    .where('a.noun', '=', noun)
    .where('a.subject', '=', subject)
    .where('a.act', 'not in', ['seen', 'exported'])
    .orderBy('a.id', 'desc')
    .limit(mostDone)
    .execute()
  const known = await namesOf(db, rows)
  return rows.map((row) => lineOf(row, known))
}
/** The most acts shown. The page of the log has the rest. */
const mostDone = 50

/** Adds the person to each line. */
const signed = (query: ReturnType<typeof narrowed>) =>
  query
    .leftJoin('users as u', 'u.id', 'a.by')
    .leftJoin('profiles as p', 'p.user_id', 'a.by')
    .select(['a.id', 'a.at', 'a.by', 'a.address', 'a.act', 'a.noun', 'a.subject', 'a.before', 'a.after', 'a.why'])
    .select(['u.email', 'p.full_name', phoneInstead.as('phone')])

/** The most lines that are counted: beyond that the page says 'more than'. */
export const countedTo = 10_000

/** Counts the lines: one more than the limit, if there are more. */
export async function countOf(db: Db, sought: Sought): Promise<number> {
  if (sought.search) return sought.found?.length ?? countedTo + 1
  const lines = narrowed(db, sought).select('a.id')
  const { count } = await db
    .selectFrom(lines.limit(countedTo + 1).as('found'))
    .select((make) => make.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns everybody who is in the log. Jumps from one person to the next in the index: there are few of them, and many lines of each. */
export async function whoActed(db: Db): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string | null; phone: string | null }>`
    with recursive who (by) as (
      (select by from audit_log where by is not null order by by limit 1)
      union all
      select (select a.by from audit_log a where a.by > who.by order by a.by limit 1) from who where who.by is not null
    )
    select u.id, u.email, ${phoneInstead} as phone, p.full_name as name from who
    join users u on u.id = who.by join profiles p on p.user_id = u.id
    order by p.full_name, u.id limit 500`.execute(db)
  return rows.map(({ id, name, ...reach }) => ({ id, name, email: reachSeen(reach) }))
}

function narrowed(db: Db, { search, by, act, noun, from, to, looks, subjects, found, byPairs }: Sought) {
  let query = db.selectFrom('audit_log as a')
  if (found) return query.where(sql<boolean>`a.id = any(${found}::bigint[])`)
  if (by === nobody) query = query.where('a.by', 'is', null)
  else if (by) query = query.where('a.by', '=', by)
  if (act) query = query.where('a.act', '=', act)
  else if (!looks) query = query.where('a.act', '!=', 'seen')
  if (noun) query = query.where('a.noun', '=', noun)
  if (from) query = query.where(sql<boolean>`a.at >= ${from}::date::timestamp at time zone 'Africa/Nairobi'`)
  if (to) query = query.where(sql<boolean>`a.at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  if (!search) return query
  const pair = byPairs ? sql` and letter_pairs(a.why) @> array[lower(${search})]` : sql``
  return query.where(
    sql<boolean>`((a.why <> '' and a.why ilike ${containing(search)}${pair}) or (a.subject <> '' and a.subject = any(${subjects}::text[])))`,
  )
}

/**
 * Checks whether to search by the index of pairs: for one or two letters that few of the newest reasons have. Three letters have an
 * index of their own; frequent letters are found sooner by reading along.
 */
async function isRarePair(db: Db, search: string): Promise<boolean> {
  if ([...search].length > 2) return false
  const { rows } = await sql<{ found: number }>`${plannedEachTime}
    select count(*) as found from (select why from audit_log where why <> '' order by id desc limit 1000) newest
    where why ilike ${containing(search)}`.execute(db)
  return rows[0]!.found < 20
}

/** Finds subjects by an id, a drive's slug or a person's address. Lines are found by the words of a reason, too. */
async function subjectsOf(db: Db, search: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from fund_drives where slug = ${search.toLowerCase()}
    union all select id::text from gatherings where slug = ${search.toLowerCase()}
    union all select id::text from users where lower(email) = ${search.toLowerCase()}`.execute(db)
  return [search.replace(/^#/, ''), ...rows.map(({ id }) => id)]
}

type Known = { about: string; slug?: string }
type Named = Pick<Row, 'noun' | 'subject' | 'after'>

/** Finds the names of lines' subjects and facts, by id: one query for all drives of a page, and one for all people. */
async function namesOf(db: Db, rows: Named[]): Promise<Map<string, Known>> {
  const ids = (noun: string, fact: string) => {
    const all = rows.flatMap((row) => [row.noun === noun ? row.subject : '', (row.after as KeptFacts | null)?.[fact]])
    return [...new Set(all.filter((id) => typeof id === 'string' && uuid.test(id)))] as string[]
  }
  const [drives, people] = [ids('drive', 'drive'), ids('person', 'by')]
  const gatherings = ids('gathering', 'gathering')
  const known = new Map<string, Known>()
  if (gatherings.length > 0)
    for (const { id, title, slug } of await db
      .selectFrom('gatherings')
      .where('id', 'in', gatherings)
      .select(['id', 'title', 'slug'])
      .execute())
      known.set(id, { about: title, slug })
  if (drives.length > 0)
    for (const { id, title, slug } of await db
      .selectFrom('fund_drives')
      .where('id', 'in', drives)
      .select(['id', 'title', 'slug'])
      .execute())
      known.set(id, { about: title, slug })
  if (people.length > 0)
    for (const { user_id, full_name } of await db
      .selectFrom('profiles')
      .where('user_id', 'in', people)
      .select(['user_id', 'full_name'])
      .execute())
      known.set(user_id, { about: full_name })
  return known
}

type Row = Omit<LogLine, 'by' | 'through' | 'act' | 'noun' | 'about' | 'to' | 'before' | 'after' | 'named'> & {
  by: string | null
  email: string | null
  phone: string | null
  full_name: string | null
  act: string
  noun: string
  before: unknown
  after: unknown
}

function lineOf({ email, phone, full_name: name, ...row }: Row, all: Map<string, Known>): LogLine {
  const known = all.get(row.subject)
  const [act, noun] = [row.act as LogLine['act'], row.noun as LogLine['noun']]
  const [before, after] = [(row.before ?? {}) as KeptFacts, (row.after ?? {}) as KeptFacts]
  const through = row.by ? 'person' : /^[A-Z_]+$/.test(row.why) ? 'setting' : 'command'
  return {
    ...row,
    act,
    noun,
    before,
    after,
    through,
    by: row.by ? { id: row.by, name: name ?? '', email: reachSeen({ email, phone }) } : null,
    about: known?.about ?? null,
    named: Object.fromEntries(
      [after.drive, after.by].flatMap((id) => {
        const one = all.get(String(id))
        return one ? [[id, one.about]] : []
      }),
    ),
    to: pageOfLogLine(noun, row.subject, { after, ...(known?.slug ? { slug: known.slug } : {}) }),
  }
}

/** The list of all that administrators did and saw. A search is run once for the page and the count. */
export const logList = adminList({
  view: logView,
  noun: 'audit log',
  file: 'audit-log',
  sorts: logSorts,
  async read(db, { filter, list }, size) {
    const sought = await lookedUp(db, filter)
    const [page, count] = await Promise.all([pageAmong(db, sought, list, size), countOf(db, sought)])
    const totals: LogCount = { lines: Math.min(count, countedTo), more: count > countedTo }
    return { ...page, totals }
  },
  readFile: async (db, { filter, list }, size) => pageAmong(db, await lookedUp(db, filter), list, size),
})

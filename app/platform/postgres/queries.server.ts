import { CompiledQuery, sql } from 'kysely'
import { digitsIn } from '#app/kit/phone.ts'
import { type Db, type Tx, db as theDatabase } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { isDatabaseGone } from '#app/platform/processes/lifecycle.server.ts'

// One statement for the several lists that a page reads at the same moment. Each statement alone has its round trip to
// the database, a connection and a turn there: joined, they cost half. Their rows come as JSON, which has numbers and
// texts as the driver has them; a timestamp is a text there, so each query names its timestamp columns.

/** A query that was built before, with its current values. */
type Question = { text: string; parameters: readonly unknown[]; moments: readonly string[] }
type Row = Record<string, unknown>
type Asked = Question & {
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
  alone: () => Promise<Row[]>
}

const waiting = new WeakMap<object, Asked[]>()

/**
 * Returns a handle of the same database. Queries that are built once and asked in the same tick become one statement. If
 * that fails each is asked alone: a failing query does not make the others fail.
 */
export function askedTogether(db: Db): Db {
  const together = db.withoutPlugins()
  waiting.set(together, [])
  return together
}

/** Has the question asked together with others; undefined where each is asked alone. */
function besideOthers(db: Db, question: Question, alone: () => Promise<Row[]>): Promise<Row[]> | undefined {
  const all = waiting.get(db)
  if (!all) return undefined
  return new Promise((resolve, reject) => {
    all.push({ ...question, resolve, reject, alone })
    // Questions of the same tick have all been pushed when this microtask runs.
    if (all.length === 1) queueMicrotask(() => void answer(db, all.splice(0)))
  })
}

async function answer(db: Db, all: Asked[]) {
  if (all.length === 1) return eachAlone(all)
  try {
    const parameters = all.flatMap((one) => one.parameters)
    const { rows } = await db.executeQuery<Record<string, Row[]>>(CompiledQuery.raw(textOf(all), parameters))
    for (const [nr, { resolve, moments }] of all.entries())
      resolve(rows[0]![`q${nr}`]!.map((row) => dated(row, moments)))
  } catch (error) {
    if (isDatabaseGone(error)) for (const { reject } of all) reject(error)
    else eachAlone(all)
  }
}

function eachAlone(all: Asked[]) {
  for (const { alone, resolve, reject } of all) alone().then(resolve, reject)
}

function dated(row: Row, moments: readonly string[]): Row {
  for (const name of moments) if (typeof row[name] === 'string') row[name] = new Date(row[name])
  return row
}

/** Bounded: one text for each page that reads this way. */
const texts = new Map<string, string>()

function textOf(all: Asked[]): string {
  const name = all.map(({ text }) => text).join('\n')
  const known = texts.get(name)
  if (known) return known
  let before = 0
  const parts = all.map(({ text, parameters }, nr) => {
    const own = text.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + before}`)
    before += parameters.length
    return `(select coalesce(json_agg(r), '[]') from (${own}) r) as q${nr}`
  })
  const joined = `select ${parts.join(', ')}`
  texts.set(name, joined)
  return joined
}

// Queries of pages that are requested all the time. Building a query takes several times as long as asking it, and its
// text is always the same: so it is built once.

type Built<Row> = { compile: (db: Db) => CompiledQuery<Row> }

/**
 * Makes a query of `build`, for any values. The values are not known yet when it is built: they can only be used as SQL
 * parameters, as in `where('id', '=', id)`. A query whose text depends on a value needs one query per case. `moments` are
 * its timestamp columns: without them it must not be asked together with others.
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => Built<Row>,
  moments: readonly (keyof Row & string)[] = [],
) {
  let built: CompiledQuery<Row> | undefined
  return async (db: Db | Tx, values: Values): Promise<Row[]> => {
    built ??= build(theDatabase, placesFor<Values>()).compile(theDatabase)
    const parameters = built.parameters.map((one) => (one instanceof Place ? values[one.name as keyof Values] : one))
    const query: CompiledQuery<Row> = { ...built, parameters }
    const alone = async () => (await db.executeQuery(query)).rows
    return ((await besideOthers(db, { text: built.sql, parameters, moments }, alone as never)) ?? alone()) as Row[]
  }
}
/** The placeholder of a value. Throws when code reads it: that would build a query for this value alone. */
class Place {
  name: string
  constructor(name: string) {
    this.name = name
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`the query is built before "${this.name}" is known`)
  }
}

const placesFor = <Values>() => new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values

/** Makes the `ilike` pattern that finds these words anywhere: a typed per cent sign is escaped. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Makes the pattern for a trigram index that takes spaces for a letter: see migration 0164. */
export const joinedWords = (words: string): string => containing(words).replaceAll(' ', 'q')

/** True if a text contains this number, in any notation; false if it is no number. */
export const hasNumber = (column: string, phone: string) =>
  sql<boolean>`coalesce(position(${digitsIn(phone) ?? null}::text in regexp_replace(${sql.ref(column)}, '\\D', '', 'g')) > 0, false)`

/** Seconds until the next run while there are few payments. Cron alone runs once a minute, and a burst may be over by then. */
const again = 10

/**
 * Analyzes the young tables of gifts, so that Postgres has statistics before its own minute is over. Any process may
 * call it at any time. Returns how many tables were analyzed.
 */
export async function analyzeYoung(db: Db): Promise<number> {
  const { rows } = await sql<{ counted: number; young: boolean }>`select counted, young from analyze_young()`.execute(
    db,
  )
  const { counted, young } = rows[0]!
  if (young)
    await enqueue(db, 'analyze-young', {}, { key: 'clock', maxTries: 3, runAt: new Date(Date.now() + again * 1000) })
  return counted
}

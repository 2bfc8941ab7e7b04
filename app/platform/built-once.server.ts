import type { CompiledQuery } from 'kysely'
import { besideOthers } from './asked-together.server.ts'
import { type Db, type Tx, db as theDatabase } from './db.server.ts'

// Queries of pages that are asked for all the time. To build one takes several times as long as to ask it, and its text is
// always the same: so it is built once.

type Built<Row> = { compile: (db: Db) => CompiledQuery<Row> }

/**
 * The query that `build` makes, for any values. They are not there yet when it is built: they can only be put where a
 * value stands, as in `where('id', '=', id)`. What depends on a value needs a query for each case. `moments` are its columns
 * that hold one: without them it must not be asked together with others.
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
/** Stands for a value. What looks at it would build a query for this value alone, so it refuses. */
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

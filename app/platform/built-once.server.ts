import type { CompiledQuery } from 'kysely'
import { besideOthers } from './asked-together.server.ts'
import { type Db, type Tx, db as theDatabase } from './db.server.ts'

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

import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, db, dbOn, openPool, thePool } from '#app/platform/db.server.ts'
import { type Broken, rules } from '#db/checks.ts'

const counts = rules.map(({ id, count }) => `select '${id}' as id, coalesce((${count}), 0)::bigint as count`)

/**
 * The rules of the books that are broken, as `brokenInvariants` says. Planning them takes thirty times as long as the answer for
 * a few rows, so one connection of its own plans once, and again when a table has become four times as long: the best plan for a
 * short one takes for ever with a long one.
 */
export async function brokenBooks(given: Db): Promise<Broken[]> {
  const db = apart(given)
  const { rows: sizes } = await sql<{ size: number }>`
    select coalesce(sum(1 + floor(log(4.0, pg_relation_size(oid) / 65536.0))), 0)::int as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 65536`.execute(db)
  const { rows } = await sql<
    Pick<Broken, 'id' | 'count'>
  >`${sql.raw(`/* ${sizes[0]!.size} */ select * from (${counts.join(' union all ')}) all_rules`)}
    where count <> ${0}`.execute(db)
  return rows.map(({ id, count }) => ({ id, says: rules.find((one) => one.id === id)!.says, count }))
}

const ones = new WeakMap<pg.Pool, Db>()

/** The product's database on one connection beside its ten. It ends with the database. */
function apart(given: Db): Db {
  if (given !== db) return given
  const pool = thePool()
  const known = ones.get(pool)
  if (known) return known
  const own = openPool(pool.options.connectionString!, 1)
  // The connection acts as the pool's do, and no end of a process waits for it.
  Object.assign(own.options, { options: pool.options.options, idleTimeoutMillis: 0, allowExitOnIdle: true })
  const one = dbOn(() => own)
  ones.set(pool, one)
  return one
}

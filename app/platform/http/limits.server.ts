import { createHmac } from 'node:crypto'
import { msg, plural } from '@lingui/core/macro'
import { sql } from 'kysely'
import { Refusal, type Words } from '#app/kit/says.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { inBatchesOrAlone, patient } from '#app/platform/postgres/batches.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { household } from './network-address.server.ts'
import { type CountedLimit, oftenLimits } from './often-limits.server.ts'

/** The rate of one thing for one key. Kept outside of the process, so that it counts across processes. */
export type Limit = {
  name: string
  key: string
  times: number
  seconds: number
  /**
   * Counted in Redis where there is one, else in the database as all others. Redis may forget: never set for what guards a password, a
   * code, money or what is sent to people.
   */
  often?: true
  /** The message when this limit is used up: an alternative to waiting. Computed only then. */
  says?: ((minutes: number) => Words | Promise<Words>) | undefined
}

/** A message that accuses nobody: the tries may have been those of others behind the same address. */
const tooMany = (minutes: number): Words =>
  msg`There were many tries. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`

/**
 * Counts one try against each limit, or against none: when one is used up it throws a Refusal (429) that says when to
 * try again, under `says` when given. The window of a limit begins with its first try.
 */
export async function takeTry(limits: Limit[], says?: Words): Promise<void> {
  if (limits.length === 0) return
  const wait = await waitForAll(limits)
  if (wait === 0) return
  const minutes = Math.ceil(wait / 60)
  const when = (await ownWords(limits, minutes)) ?? tooMany(minutes)
  throw new Refusal(says ? { title: says, text: when, tone: 'bad' } : when, { status: 429, retryAfter: wait })
}

/** Counts in Redis what is asked often, and the rest in the database: both or neither. */
async function waitForAll(limits: Limit[]): Promise<number> {
  const { redis, often, others } = split(limits)
  const wait = await redis?.take(often)
  if (redis === undefined || wait === undefined) return waitFor(db, limits)
  if (wait > 0 || others.length === 0) return wait
  let last: number | undefined
  try {
    last = await waitFor(db, others)
    return last
  } finally {
    if (last !== 0) await redis.giveBack(often)
  }
}

/** Says which limits Redis counts. No Redis for none. */
function split(limits: Limit[]) {
  const often = limits.filter((limit) => limit.often)
  const redis = often.length > 0 ? oftenLimits(settings.REDIS_URL) : undefined
  return { redis, often: inOrder(often), others: limits.filter((limit) => !limit.often) }
}

/** Counts tries inside a transaction: a rollback counts nothing. Returns 0, or the seconds to wait where nothing was counted. */
export async function waitIn(on: Db | Tx, limits: Limit[]): Promise<number> {
  const { rows } = await sql<{ wait: number }>`select take_tries(${written(limits)}::jsonb) as wait`.execute(on)
  return rows[0]!.wait
}

/** Returns the message of the limit that is used up, if it has its own. */
async function ownWords(limits: Limit[], minutes: number): Promise<Words | undefined> {
  for (const limit of limits) if (limit.says && (await triesLeft(limit)).left === 0) return limit.says(minutes)
  return undefined
}

/** Gives back tries that were counted a moment ago: for limits that count failures only. */
export async function returnTries(limits: Limit[]): Promise<void> {
  const { redis, often, others } = split(limits)
  const kept = (await redis?.giveBack(often)) ? others : limits
  await returnKept(
    db,
    kept.map(({ name, key, seconds }) => ({ name, seconds, hash: hashOf(key), before: null })),
  )
}

/** Hashes the key of a limit for storage: its owner can't be read from it. */
export const keptKey = (key: string): string => hashOf(key)

/** A try that is given back later. `before`: a time soon after it was counted. */
export type Kept = Pick<Limit, 'name' | 'seconds'> & { hash: string; before: Date | null }

/**
 * Gives back tries by their stored keys. A window that began since then has not counted them, and gets nothing. Limits are locked in
 * a fixed order, except those of many visitors counted together, locked as these arrived: if they and many returns deadlock, the
 * database aborts one. The visitors are then counted one by one; a caller here retries (inOneGo).
 */
export async function returnKept(on: Db, all: Kept[]): Promise<void> {
  if (all.length > 0) await sql`with ${returned(all)} select 1`.execute(on)
}

/** Gives back those that nobody has locked, for a transaction that must not wait. Returns the others. */
export async function returnUnlocked(tx: Tx, all: Kept[]): Promise<Kept[]> {
  if (all.length === 0) return []
  const { rows } = await sql<{ name: string; key: string }>`
    with ${returned(all, sql`skip locked`)}
    select r.name, r.key from rate_limits r
    where (r.name, r.key) in (select name, key from kept) and (r.name, r.key) not in (select name, key from mine)
      and r.tries > 0 and r.resets_at > now()`.execute(tx)
  const held = new Set(rows.map(({ name, key }) => `${name} ${key}`))
  return all.filter(({ name, hash }) => held.has(`${name} ${hash}`))
}

function returned(all: Kept[], locked = sql``) {
  const each = <Value>(of: (one: Kept) => Value) => sql.val(all.map(of))
  return sql`
    kept as (
      select * from unnest(${each(({ name }) => name)}::text[], ${each(({ hash }) => hash)}::text[],
        ${each(({ seconds }) => seconds)}::int[], ${each(({ before }) => before)}::timestamptz[]) k (name, key, seconds, before)
    ), mine as (
      select r.name, r.key, r.resets_at from rate_limits r
      where (r.name, r.key) in (select name, key from kept) and r.tries > 0 and r.resets_at > now()
      order by r.name collate "C", r.key collate "C" for update ${locked}
    ), back as (
      select name, key, count(*)::int as tries from mine join kept using (name, key)
      where before is null or resets_at - make_interval(secs => seconds) <= before group by name, key
    ), returned as (
      update rate_limits r set tries = greatest(0, r.tries - b.tries) from back b
      where r.name = b.name and r.key = b.key
    )`
}

/** Returns how many tries are left, and in how many seconds all are. Counts none. */
export async function triesLeft(limit: Limit): Promise<{ left: number; wait: number }> {
  const { name, key, times } = limit
  const { redis, often } = split([limit])
  const counted = await redis?.counted(often[0]!)
  if (counted) return { left: Math.max(0, times - counted.tries), wait: counted.wait }
  const { rows } = await sql<{ tries: number; wait: number }>`
    select tries, ceil(extract(epoch from resets_at - now()))::int as wait from rate_limits
    where name = ${name} and key = ${hashOf(key)} and resets_at > now()`.execute(db)
  return { left: Math.max(0, times - (rows[0]?.tries ?? 0)), wait: rows[0]?.wait ?? 0 }
}

/** Deletes windows that are over. */
export async function sweepLimits(): Promise<void> {
  await sql`delete from rate_limits where resets_at <= now()`.execute(db)
}

/** Sorts the limits: two transactions that count or return the same limits wait for each other, but never deadlock. */
const inOrder = (limits: Limit[]): CountedLimit[] =>
  limits
    .map(({ name, key, times, seconds }) => ({ name, key: hashOf(key), times, seconds }))
    .sort((a, b) => (`${a.name} ${a.key}` < `${b.name} ${b.key}` ? -1 : 1))

/** Returns 0 when the tries were counted, else the seconds to wait. Of many at once, exactly `times` are counted. */
const waitFor = inBatchesOrAlone(
  async (on: Db, all: Limit[][]): Promise<number[]> => {
    const { rows } = await sql<{ wait: number }>`
      select take_tries(limits) as wait from unnest(${all.map(written)}::jsonb[]) with ordinality x (limits, nr)
      order by nr`.execute(on)
    return rows.map(({ wait }) => wait)
  },
  async (on, limits) =>
    (await sql<{ wait: number }>`select take_tries(${written(limits)}::jsonb) as wait`.execute(on)).rows[0]!.wait,
  patient,
)

const written = (limits: Limit[]) => JSON.stringify(inOrder(limits))

/** Hashed with our secret: there are so few phone numbers that anybody could try them all. */
const hashOf = (key: string) => createHmac('sha256', settings.AUTH_SECRET!).update(household(key)).digest('base64url')

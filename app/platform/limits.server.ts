import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { msg, plural } from '@lingui/core/macro'
import { sql } from 'kysely'
import { Refusal, type Words } from '#app/kit/says.ts'
import { type Db, db, type Tx } from './db.server.ts'

/** How often one key may do one thing. Kept in the database, so that it counts across processes. */
export type Limit = { name: string; key: string; times: number; seconds: number }

const tooMany = (minutes: number): Words =>
  msg`Too many attempts. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`

/**
 * Counts one try against each limit, or against none: when one is used up it throws a Refusal (429) that says when to
 * try again, under `says` when given. The window of a limit begins with its first try.
 */
export async function takeTry(limits: Limit[], says?: Words): Promise<void> {
  const [only, ...others] = limits
  if (!only) return
  const wait = others.length === 0 ? await takeOne(db, only) : await takeAll(limits)
  if (wait === 0) return
  const when = tooMany(Math.ceil(wait / 60))
  throw new Refusal(says ? { title: says, text: when, tone: 'bad' } : when, { status: 429, retryAfter: wait })
}

/** Gives a counted try back: for limits that count failures only. */
export async function giveBack(limits: Limit[]): Promise<void> {
  for (const { name, key } of inOrder(limits))
    await sql`
      update rate_limits set tries = tries - 1
      where name = ${name} and key = ${hashOf(key)} and tries > 0 and resets_at > now()`.execute(db)
}

/** Forgets windows that are over. */
export async function sweepLimits(): Promise<void> {
  await sql`delete from rate_limits where resets_at <= now()`.execute(db)
}

/** Thrown inside the transaction, so that the tries counted before the full one are not counted after all. */
class Full extends Error {
  readonly wait: number
  constructor(wait: number) {
    super('full')
    this.wait = wait
  }
}

async function takeAll(limits: Limit[]): Promise<number> {
  try {
    await db.transaction().execute(async (tx) => {
      for (const limit of inOrder(limits)) {
        const wait = await takeOne(tx, limit)
        if (wait > 0) throw new Full(wait)
      }
    })
    return 0
  } catch (error) {
    if (error instanceof Full) return error.wait
    throw error
  }
}

/** Always the same order, so that two visitors with the same limits wait for each other and never for ever. */
const inOrder = (limits: Limit[]) => [...limits].sort((a, b) => (`${a.name} ${a.key}` < `${b.name} ${b.key}` ? -1 : 1))

/** 0 when the try was counted, else the seconds to wait. One statement: of many at once, exactly `times` are counted. */
async function takeOne(on: Db | Tx, { name, key, times, seconds }: Limit): Promise<number> {
  const hash = hashOf(key)
  const until = sql`now() + make_interval(secs => ${seconds})`
  const taken = await sql`
    insert into rate_limits as r (name, key, tries, resets_at) values (${name}, ${hash}, 1, ${until})
    on conflict (name, key) do update set
      tries = case when r.resets_at <= now() then 1 else r.tries + 1 end,
      resets_at = case when r.resets_at <= now() then ${until} else r.resets_at end
    where r.resets_at <= now() or r.tries < ${times}
    returning tries`.execute(on)
  if (taken.rows.length > 0) return 0
  const left = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from resets_at - now())))::int as wait
    from rate_limits where name = ${name} and key = ${hash}`.execute(on)
  return left.rows[0]?.wait ?? 1
}

const hashOf = (key: string) => createHash('sha256').update(household(key)).digest('base64url')

/** A network address of version 6 counts by its first four groups: a visitor owns all addresses behind them. */
function household(key: string): string {
  if (!isIPv6(key)) return key
  const mapped = key.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = key.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const all = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'

// Limits on what administrators take along: files, and whole numbers that are shown shortened. A session in the wrong hands must not
// empty the app, and not without an alarm.

export const alreadyTakenTexts = {
  tooMuch: msg`Too many exports in the last hour`,
}

type Taking = 'exported' | 'revealed'

/** The most in an hour, and the count from which administrators are alarmed. A person who sends money by hand reveals many. */
export const bounds: Record<Taking, { most: number; told: number }> = {
  exported: { most: 60, told: 20 },
  revealed: { most: 120, told: 60 },
}

const alarms = new Counter({
  name: 'office_alarms_total',
  help: 'How often an administrator took unusually much along within an hour: files, or whole numbers',
  labelNames: ['act'] as const,
  registers: [metrics],
})

/** Counts one more export or reveal before it is given. */
export async function countTaken(tx: Db | Tx, person: string, act: Taking): Promise<void> {
  const { most, told } = bounds[act]
  await takeTry([{ name: `office ${act}`, key: person, times: most, seconds: 3600 }], alreadyTakenTexts.tooMuch)
  const { count } = await tx
    .selectFrom('audit_log')
    .where('by', '=', person)
    .where('act', '=', act)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .select((make) => make.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count + 1 >= told && (await isFirst(tx, person))) await raise(tx, person, act, count + 1)
}

/** Checks for the first alarm in an hour: one is noticed; sixty are not. */
async function isFirst(tx: Db | Tx, person: string): Promise<boolean> {
  const before = await tx
    .selectFrom('audit_log')
    .where('by', '=', person)
    .where('act', '=', 'much taken')
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .select('id')
    .executeTakeFirst()
  return before === undefined
}

async function raise(tx: Db | Tx, person: string, act: Taking, count: number): Promise<void> {
  alarms.inc({ act })
  log.warn({ audit: 'much taken', person, act, count }, 'audit')
  const after = JSON.stringify({ act, times: count })
  await tx.insertInto('audit_log').values({ by: person, act: 'much taken', noun: 'audit log', after }).execute()
  await enqueue(tx, 'mail-much-taken', { userId: person }, { key: person })
}

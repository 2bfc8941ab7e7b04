import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'

export const checkTexts = {
  asked: {
    title: msg`The checks are running`,
    text: msg`Results appear here in a moment, and under Differences.`,
  },
  failed: { title: msg`The checks could not be run` },
}

export type Looked = {
  /** The time of the last check of the books; null if there was none. */
  at: Date | null
  /** The rules that were broken then. */
  broken: { id: string; rule: string; count: number }[]
  /** True while an administrator waits for the next check. */
  waits: boolean
}

/** Returns when the books were last checked, and which rules were broken. */
export async function lookedThrough(db: Db): Promise<Looked> {
  const { rows } = await sql<{ at: Date | null; waits: boolean }>`
    select (select checked_at from book_checks order by id desc limit 1) as at,
      exists (select from graphile_worker.jobs where key = ${askedKey} and attempts < max_attempts) as waits`.execute(
    db,
  )
  const { at, waits } = rows[0]!
  const { rows: broken } = await sql<{ id: string; rule: string; count: number }>`
    select subject as id, facts ->> 'says' as rule, (facts ->> 'count')::bigint as count from recon_breaks
    where kind = 'broken rule' and state = 'open' and seen_at >= ${at} order by created_at limit 50`.execute(db)
  return { at, broken, waits }
}

const askedKey = 'check-books:asked'

/** Has the books checked as soon as a worker is free. */
export const lookThrough = (db: Db, { by }: { by: Actor }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await record(tx, { by, act: 'books looked through', noun: 'book', subject: '' })
    await enqueue(tx, 'check-books', {}, { key: 'asked' })
  })

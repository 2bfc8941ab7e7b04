import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { askedGauge } from '#app/platform/processes/metrics.server.ts'
import { stopProvider } from '#app/platform/providers/provider.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { type Broken, brokenInvariants } from '#db/checks.ts'
import { type DiscrepancyFacts, type DiscrepancyKind, decidedElsewhere } from './discrepancy.ts'

/** Checks the books and records that it did. A broken rule becomes a task for a person. Run by cron. */
export async function checkBooks(db: Db): Promise<Broken[]> {
  const broken = await brokenInvariants(db)
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('book_checks').values({ broken: broken.length }).execute()
    await sql`delete from book_checks where checked_at < now() - interval '90 days'`.execute(tx)
    await tell(tx, 'office:desk')
    for (const { id, says, count } of broken) await raiseDiscrepancy(tx, 'broken rule', id, { says, count })
  })
  if (broken.length > 0) log.error({ broken }, 'the books are broken')
  return broken
}

/** Records a discrepancy between the books and something else, for a person to look at. An open one is not opened twice. */
export async function raiseDiscrepancy(
  tx: Tx,
  kind: DiscrepancyKind,
  subject: string,
  facts: DiscrepancyFacts,
): Promise<void> {
  const { id } = await tx
    .insertInto('discrepancies')
    .values({ kind, subject, facts: JSON.stringify(facts) })
    .onConflict((open) =>
      open
        .columns(['kind', 'subject'])
        // A literal: once Postgres plans without the values, it matches the index by these words alone.
        .where('state', '=', sql.lit('open'))
        .doUpdateSet({ facts: JSON.stringify(facts), seen_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(tx, 'office:desk')
  if (kind === unplaced) log.info({ kind, discrepancy: id }, 'money waits for its place')
  else log.error({ kind, discrepancy: id }, 'the books need somebody to look')
}

/** People mistype an account every day. The books are right: a task of the back office waits, and the figures count it. */
const unplaced: DiscrepancyKind = 'money in suspense'

/** Closes discrepancies that are decided, here or elsewhere. `by`: the person who decided; null when the giver or the provider did. */
export const discrepanciesDecided = (tx: Tx, kinds: DiscrepancyKind[], subject: string, by: string | null) =>
  tx
    .updateTable('discrepancies')
    .set({ state: 'closed', closed_at: sql<Date>`now()`, closed_by: by, note: decidedElsewhere })
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .execute()

const figures = `
  select (select broken from book_checks order by id desc limit 1) as broken,
    (select extract(epoch from now() - checked_at)::float8 from book_checks order by id desc limit 1) as age,
    (select count(*) from discrepancies where state = 'open') as breaks,
    (select count(*) from suspense where state = 'open') as suspense,
    (select count(*) from (select from wallet_deltas limit 1000000) x) as unfolded`

const says: Record<string, string> = {
  broken: 'Rules of the books that were broken when they were looked through last',
  age: 'Seconds since the books were looked through',
  breaks: 'Differences in the books that wait for somebody',
  suspense: 'Payments that nobody can place',
  unfolded: 'Gifts that are not folded into their wallets yet',
}

askedGauge('books', says, figures)

/**
 * Handles a key that the provider refuses: all requests to it wait from now on, both ways, and nothing counts as failed. Only a
 * person can correct the key, so a person is told.
 */
export async function keyRefused(db: Db, name: string, failure: Failure): Promise<void> {
  await stopProvider(db, name, failure)
  const facts = { status: failure.status ?? null }
  await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'the provider refuses our key', name, facts))
}

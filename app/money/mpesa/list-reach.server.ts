import { sql } from 'kysely'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

// The time up to which M-Pesa's list was read without a gap. Older payments than the list has are only in the statement of the portal.

const kind = 'days that no list covers'

type Read = { provider: string; from: Date; to: Date }
type Missed = { since: Date; name: string }

/** Looks for a gap before the list is read: if that fails for days, a person learns of it when the first hour is lost. */
export async function lookForMissed(db: Db, { provider, from }: Read): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const missed = await missedBefore(tx, provider, from)
    if (missed && !(await wasRaised(tx, missed)))
      await raiseDiscrepancy(tx, kind, missed.name, { since: when(missed.since) })
  })
}

/** Notes that the list was read to its end, so it counts as read up to here; asks a person about time that it did not reach. */
export async function listWasRead(db: Db, { provider, from, to }: Read): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const missed = await missedBefore(tx, provider, from)
    if (missed) await raiseDiscrepancy(tx, kind, missed.name, { since: when(missed.since), until: when(from) })
    await sql`
      insert into mpesa_listed as l (provider, until) values (${provider}, ${to})
      on conflict (provider) do update set until = greatest(l.until, excluded.until)`.execute(tx)
    if (missed) await closeCovered(tx)
  })
}

/** Closes gaps that processed statements cover entirely: nobody is needed any more. */
export async function closeCovered(tx: Tx): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select subject from discrepancies
    where kind = ${kind} and state = 'open' and facts ->> 'until' is not null
      and (select range_agg(tstzrange(first_at, last_at, '[]')) from mpesa_statements where done_at is not null and first_at is not null)
        @> tstzrange((facts ->> 'since')::timestamptz, (facts ->> 'until')::timestamptz)`.execute(tx)
  for (const { subject } of rows) await discrepanciesDecided(tx, [kind], subject, null)
}

/** Finds the gap, locked, so that two reads of the list at once don't ask for the same time twice. */
async function missedBefore(tx: Tx, provider: string, from: Date): Promise<Missed | undefined> {
  const { rows } = await sql<Missed>`
    select until as since, to_char(until at time zone 'Africa/Nairobi', 'YYYY-MM-DD HH24:MI:SS') as name
    from mpesa_listed where provider = ${provider} and until < ${from} for update`.execute(tx)
  return rows[0]
}

async function wasRaised(tx: Tx, { name }: Missed): Promise<boolean> {
  const { rows } = await sql`select from discrepancies where kind = ${kind} and subject = ${name}`.execute(tx)
  return rows.length > 0
}

const when = (moment: Date) => moment.toISOString()

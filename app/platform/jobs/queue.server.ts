import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** Every job by name, with what it carries: ids, never names, addresses or tokens. The handlers stand in app/jobs.server.ts. */
export type Jobs = {
  'mail-verify': { userId: string; signUpId?: string }
  'mail-already-have-an-account': { userId: string }
  'mail-reset-password': { userId: string }
  'mail-email-change': { changeId: string; side: 'old' | 'new' }
  'mail-email-changed': { changeId: string }
  'mail-password-changed': { userId: string }
  'mail-two-factor-changed': { userId: string; on: boolean }
  'mail-suspended': { userId: string }
  'mail-restored': { userId: string }
  'mail-stopped': { driveId: string }
  'mail-frozen': { driveId: string }
  'mail-role-changed': { userId: string; role: 'admin' | 'moderator' | 'user' }
  'mail-much-taken': { userId: string }
  'mail-letter': { letterId: number }
  'mail-admin-made': { userId: string }
  'mail-second-needed': { proposalId: number }
  'mail-visit-booked': { visitId: string }
  'mail-visit-asked': { visitId: string }
  'mail-visit-decided': { visitId: string; sequence: number }
  'gifts-arrived': { donationIds: number[] }
  'mail-receipt': { donationId: number }
  'mail-gift': { donationId: number }
  'mail-gift-digest': { driveId: string }
  'mail-views-bought': { paymentId: number }
  'mail-views-left': { driveId: string; level: 'low' | 'exhausted' }
  'mail-views-claimed': { paymentId: number; change: number }
  'mail-paid-back': { reversalId: number }
  'mail-gift-gone': { reversalId: number }
  'forget-unpaid': Record<never, never>
  'mail-payout': { eventId: number }
  'mail-method-added': { methodId: string }
  'sweep-people': Record<never, never>
  'sweep-avatars': Record<never, never>
  'sweep-pictures': Record<never, never>
  'sweep-picture-files': Record<never, never>
  'sweep-limits': Record<never, never>
  'fetch-far-pictures': Record<never, never>
  'sweep-comments': Record<never, never>
  'sweep-drives': Record<never, never>
  'sweep-mailbox': Record<never, never>
  'sweep-sandbox': Record<never, never>
  'fold-wallets': Record<never, never>
  'check-books': Record<never, never>
  'keep-balances': Record<never, never>
  'keep-sums': Record<never, never>
  'find-doubles': Record<never, never>
  'sweep-payments': Record<never, never>
  'send-transfer': { attemptId: number }
  'check-transfers': Record<never, never>
  'send-refund': { reversalId: number }
  'check-refunds': Record<never, never>
  'check-disputes': Record<never, never>
  'compare-transfers': Record<never, never>
  'compare-back': Record<never, never>
  'watch-card-testing': Record<never, never>
  'check-payments': Record<never, never>
  'reconcile-payments': Record<never, never>
  'check-balance': Record<never, never>
}

/** Tries of a job before it goes to the graveyard. The pauses between them grow from 3 seconds to 6 hours: 16 hours in all. */
const tries = 12

/** Adds a job. Inside a transaction it exists only if that commits. A key makes a second job of the same key replace the first. */
export const enqueue = <Name extends keyof Jobs>(
  tx: Tx | Db,
  name: Name,
  carries: Jobs[Name],
  { key, runAt, maxTries = tries }: { key: string; runAt?: Date; maxTries?: number },
) =>
  sql`select from graphile_worker.add_job(${name}, ${JSON.stringify(carries)}::json, job_key => ${`${name}:${key}`},
    max_attempts => ${maxTries}::int, run_at => ${runAt ?? null}::timestamptz)`.execute(tx)

/** Adds many jobs in one statement, each with its own key. */
export function enqueueAll<Name extends keyof Jobs>(
  tx: Tx | Db,
  jobs: { name: Name; carries: Jobs[Name]; key: string; runAt?: Date }[],
) {
  const each = (of: (job: (typeof jobs)[number]) => unknown) => sql.val(jobs.map(of))
  return sql`
    select from graphile_worker.add_jobs((
      select array_agg(row (j.name, j.carries, null, j.run_at, ${tries}::int, j.key, null, null)::graphile_worker.job_spec)
      from unnest(${each(({ name }) => name)}::text[], ${each(({ carries }) => JSON.stringify(carries))}::json[],
        ${each(({ runAt = null }) => runAt)}::timestamptz[], ${each(({ name, key }) => `${name}:${key}`)}::text[])
        j (name, carries, run_at, key)
    ))`.execute(tx)
}

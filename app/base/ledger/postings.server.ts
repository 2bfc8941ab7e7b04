import type { Db } from '#app/platform/db.server.ts'
import type { EventKind } from './post.server.ts'

/** Returns all transfers of these kinds for one subject, such as a withdrawal, in the order they were written. */
export async function postingsOfSubject(db: Db, subject: number, kinds: EventKind[]) {
  const rows = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_accounts as d', 'd.id', 't.debit_account')
    .innerJoin('ledger_accounts as c', 'c.id', 't.credit_account')
    .where('t.event_kind', 'in', kinds)
    .where('t.subject_id', '=', subject)
    .select(['t.id', 't.event_kind', 't.amount', 't.created_at', 'd.code as debit', 'c.code as credit'])
    .orderBy('t.id')
    .limit(100)
    .execute()
  return rows.map(({ event_kind, created_at: at, ...row }) => ({ ...row, at, kind: event_kind }))
}

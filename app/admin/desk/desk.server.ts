import { sql } from 'kysely'
import { givenEver } from '#app/money/books/admin/given.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** The platform's figures at this moment. Amounts in cents. */
export type Desk = {
  raised: number
  gifts: number
  people: number
  verified: number
  drives: number
  active: number
  requests: number
  requested: number
  payouts: number
  sent: number
}

/**
 * All figures are of one moment. The money received is read from the wallets and the stored sums, never by adding up all
 * gifts. A refunded gift was received, too: it counts here, as on the page that the card links to.
 */
export async function deskOf(db: Db): Promise<Desk> {
  const { gifts, beside } = await givenEver(db, null, standing)
  return { ...beside, gifts }
}

async function standing(tx: Tx): Promise<Omit<Desk, 'gifts'>> {
  const { rows } = await sql<Omit<Desk, 'gifts'>>`
    with fresh as (select coalesce(sum(credit), 0) as credit from wallet_deltas),
    wallet as (select coalesce(sum(credited - reversed), 0) as raised from wallets)
    select (wallet.raised + fresh.credit)::bigint as raised, u.people, u.verified, d.drives, d.active,
      open.requests, open.requested, done.payouts, done.sent
    from fresh, wallet,
      (select count(*)::int as people, (count(*) filter (where email_verified or email is null))::int as verified
        from users where deleted_at is null) u,
      (select count(*)::int as drives, (count(*) filter (where status = 'active'))::int as active from fund_drives) d,
      (select count(*)::int as requests, coalesce(sum(amount), 0)::bigint as requested
        from payout_requests where status = 'processing') open,
      (select count(*)::int as payouts, coalesce(sum(net), 0)::bigint as sent
        from payout_requests where status = 'completed') done`.execute(tx)
  return rows[0]!
}

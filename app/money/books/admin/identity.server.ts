import { sql } from 'kysely'
import type { Moment } from '#app/base/ledger/moment.server.ts'
import type { IdentityLine } from './identity.ts'
import { revenueTotalsOf } from './revenue.server.ts'

/**
 * Computes from the records what our money at the provider must be: what came in, less what went out. The page shows
 * the books' figure beside it.
 */
export async function identityOf(moment: Moment): Promise<IdentityLine[]> {
  const all = await revenueTotalsOf(moment, { range: { from: null, to: moment.today }, search: '', channel: null })
  const { rows } = await sql<
    Record<'unplaced' | 'unplacedFees' | 'back' | 'sent' | 'sentFees' | 'settled' | 'corrected' | 'lost', number>
  >`
    select
      (select coalesce(sum(amount), 0) from suspense where currency = 'KES' and state = 'open')::bigint as unplaced,
      (select coalesce(sum(provider_fee), 0) from suspense where currency = 'KES' and state <> 'placed')::bigint as "unplacedFees",
      (select coalesce(sum(amount), 0) from reversals where state = 'done')::bigint as back,
      (select coalesce(sum(net), 0) from payout_requests where status <> 'rejected' and status = 'completed')::bigint as sent,
      (select coalesce(sum(fee), 0) from payout_attempts where state in ('success', 'returned'))::bigint as "sentFees",
      (select coalesce(sum(case direction when 'to_bank' then amount else -amount end), 0) from settlements
        where booked_at is not null)::bigint as settled,
      (select coalesce(sum(corrected), 0) from mpesa_lines)::bigint as corrected,
      (select coalesce(sum(amount), 0) from refund_losses)::bigint as lost`.execute(moment.tx)
  const out = rows[0]!
  return [
    { key: 'donations', amount: all.gross },
    { key: 'sales', amount: all.sales },
    { key: 'unplaced', amount: out.unplaced },
    { key: 'providerFees', amount: -(all.providerFee + all.salesProviderFee + out.unplacedFees) },
    ...(out.corrected ? [{ key: 'corrected' as const, amount: -out.corrected }] : []),
    { key: 'back', amount: -out.back },
    ...(out.lost ? [{ key: 'lost' as const, amount: -out.lost }] : []),
    { key: 'sent', amount: -out.sent },
    { key: 'sentFees', amount: -out.sentFees },
    { key: 'settled', amount: -out.settled },
  ]
}

import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'

// The money from which we can send to phones.

/** Returns M-Pesa's latest figure, and its time; undefined if there was none. */
export async function leftToSend(db: Db): Promise<{ cents: number; at: Date } | undefined> {
  const sends = mobileMoney()?.capabilities().sends
  if (!sends) return undefined
  const { rows } = await sql<{ cents: number; at: Date }>`
    select cents, at from (
      select (facts ->> 'left')::bigint as cents, answered_at as at from mpesa_asks
        where what = 'b2c' and state = 'answered' and facts ->> 'left' is not null
      union all
      select (h ->> 'cents')::bigint, answered_at from mpesa_asks, jsonb_array_elements(facts -> 'held') h
        where what = 'balance' and subject = ${sends.from} and state = 'answered' and jsonb_typeof(facts -> 'held') = 'array'
          and h ->> 'account' = ${sends.account}) x
    order by at desc limit 1`.execute(db)
  return rows[0]
}

/** Returns that figure less what M-Pesa was asked to send since; `attempt` is the withdrawal that asks. */
export async function leftNow(db: Db, { attempt = null }: { attempt?: number | null } = {}) {
  const left = await leftToSend(db)
  if (!left) return 'not known'
  const { rows } = await sql<{ sent: number }>`
    select (coalesce((select sum(o.net + coalesce(a.fee, 0))
        from payout_attempts a join payout_requests o on o.id = a.payout_id
        where a.provider = 'mpesa' and a.id is distinct from ${attempt}::bigint
          and (a.state in ('pending', 'unknown') or (a.state = 'success' and a.updated_at > ${left.at}))), 0)
      + coalesce((select sum(amount + coalesce(fee, 0)) from refund_sends
        where state = 'open' or (state = 'done' and ended_at > ${left.at})), 0))::bigint as sent`.execute(db)
  return left.cents - rows[0]!.sent
}

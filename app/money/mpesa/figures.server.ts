import { Gauge } from 'prom-client'
import { thePool } from '#app/platform/db.server.ts'
import { askedGauge, productMetrics } from '#app/platform/processes/metrics.server.ts'

// The metrics of M-Pesa. Each query finds its rows by an index: it runs with each request of /metrics.

/** The ends of a request, in common words. */
export const endedAs = `case q.state when 'paid' then 'paid' when 'cancelled' then 'cancelled' when 'unanswered' then 'unanswered'
  when 'expired' then 'unanswered' when 'unknown' then 'unknown' else 'other' end`
export const requestedAt = 'coalesce(q.sent_at, q.created_at)'

const figures = `
  with hour as (select q.* from mpesa_prompts q where ${requestedAt} > now() - interval '1 hour')
  select (select count(*) from mpesa_prompts where state in ('created', 'open')) as open,
    (select count(*) from mpesa_prompts q join payments p on p.id = q.payment_id
      where q.state = 'unknown' and ${requestedAt} < now() - interval '1 hour' and p.status <> 'succeeded') as unknown,
    (select count(*) from hour where state not in ('created', 'open') and checkout_id is not null and told is null) as untold,
    (select percentile_cont(0.5) within group (order by extract(epoch from p.settled_at - r.paid_at))::float8
      from hour q join mpesa_receipts r on r.prompt_id = q.id join payments p on p.id = r.payment_id where r.paid_at <= p.settled_at) as seconds,
    (select count(*) from mpesa_receipts where state = 'heard') as heard,
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from suspense where state = 'open' and provider = 'mpesa') as unplaced`

const says: Record<string, string> = {
  open: 'Requests on phones that can still be answered',
  unknown: 'Requests of which nobody knows after an hour whether they were paid',
  untold: 'Requests of the last hour that ended without M-Pesa telling us',
  seconds: 'Seconds from paying to the books, the middle one of the last hour',
  heard: 'Codes that are not proved or have no place yet',
  unplaced: 'Age in seconds of the oldest money that has no place',
}

askedGauge('mpesa', says, figures)

const ends = `
  select ${endedAs} as state, count(*)::int as count from mpesa_prompts q
  where ${requestedAt} > now() - interval '1 hour' and q.state not in ('created', 'open') group by 1`

new Gauge({
  name: 'mpesa_requests',
  help: 'Requests on phones of the last hour, by how they ended',
  labelNames: ['state'] as const,
  registers: [productMetrics],
  async collect() {
    this.reset()
    for (const state of ['paid', 'cancelled', 'unanswered', 'unknown', 'other']) this.set({ state }, 0)
    try {
      const { rows } = await thePool().query<{ state: string; count: number }>(ends)
      for (const { state, count } of rows) this.set({ state }, count)
    } catch {
      // Like the other gauges, this one skips a database that is away: house_state reports that.
    }
  },
})

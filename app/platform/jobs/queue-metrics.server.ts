import { Gauge } from 'prom-client'
import { thePool } from '#app/platform/db.server.ts'
import { productMetrics } from '#app/platform/metrics.server.ts'

const jobs = `
  select task_identifier as name,
    case when attempts >= max_attempts and locked_at is null then 'failed' when locked_at is not null then 'running'
      when attempts > 0 then 'retrying' else 'waiting' end as state,
    count(*)::int as count
  from graphile_worker.jobs group by 1, 2`

type Row = { name: string; state: string; count: number }

// Read from the database at each request of /metrics, so that every process reports the same.
new Gauge({
  name: 'jobs',
  help: 'Jobs of the queue by name and state; failed ones are in the graveyard and need somebody to look',
  labelNames: ['name', 'state'] as const,
  registers: [productMetrics],
  async collect() {
    this.reset()
    this.set({ name: 'all', state: 'failed' }, 0)
    try {
      const { rows } = await thePool().query<Row>(jobs)
      for (const { name, state, count } of rows) this.set({ name, state }, count)
      const failed = rows.filter(({ state }) => state === 'failed')
      this.set(
        { name: 'all', state: 'failed' },
        failed.reduce((sum, { count }) => sum + count, 0),
      )
    } catch {
      // Without the database there is nothing to report; house_state reports that it is away.
    }
  },
})

import type pg from 'pg'
import { openPool, openPulse, useDatabase } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import type { Database } from './database.server.ts'

// Visitors' queries go through the pooler, if there is one. All else needs a session and goes to the database itself.

type Opened = Pick<Database, 'url' | 'role'> & { visitors?: number }

/** Opens the connections that visitors' queries share. From now on they are `db`. */
export function openVisitorsPool({ url, role, visitors }: Opened): pg.Pool {
  const { DATABASE_POOL_URL: pooler } = settings
  const pool = openPool(pooler ?? url, visitors, role, { pooled: pooler !== undefined })
  useDatabase(pool, url)
  if (pooler && role) void sayWhoActs(pool, role)
  return pool
}

/** Warns if the pooler has not set the role: in transaction mode it takes no settings for a session. */
async function sayWhoActs(pool: pg.Pool, role: string) {
  const { rows } = await pool.query<{ user: string }>('select current_user as user').catch(() => ({ rows: [] }))
  if (rows[0] && rows[0].user !== role)
    log.warn({ role }, 'the pooler does not say the role: triggers alone guard the books (docs/develop/performance.md)')
}

/** Opens a connection that only asks whether the database answers. Opened early: later there may be no room for it. */
export async function takePulse({ url, role }: Opened): Promise<pg.Pool> {
  const { DATABASE_POOL_URL: pooler } = settings
  const pulse = pooler ? openPulse(pooler) : openPulse(url, role)
  await pulse.query('select 1').catch(() => {})
  return pulse
}

/**
 * Writes a row and sorts more than fits into memory, on each disk of the database: one that is read-only or full refuses it. The
 * sort leaves nothing behind.
 */
export const writeProbe = `set local work_mem = '64kB';
insert into rate_limits (name, key, tries, resets_at) values ('written', '', 1, now() + interval '1 hour')
  on conflict (name, key) do update set resets_at = excluded.resets_at;
select count(*) from (select md5(nr::text) as text from generate_series(1, 8000) nr order by text offset 0) sorted`

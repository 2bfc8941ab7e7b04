import pg from 'pg'
import { vi } from 'vitest'
import { callbackPatience } from '#app/money/mpesa/callback-urls.server.ts'
import { thePool } from '#app/platform/db.server.ts'

// One clock for everybody: the process, the pretend provider and the database. It stands still until it is moved.

/** From here on the database's now() is what it is told; the same for what it fills in by itself. */
export async function stopDatabaseClock(url: string, at: Date): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    create schema virtual;
    create table virtual.clock (at timestamptz not null);
    create function virtual.now() returns timestamptz language sql stable as 'select at from virtual.clock';
    create function virtual.clock_timestamp() returns timestamptz language sql stable as 'select at from virtual.clock';
    grant usage on schema virtual to public;
    grant select, update on virtual.clock to public;
    do $$ declare one record; begin
      for one in select format('%I.%I', n.nspname, c.relname) as named, a.attname as part, pg_get_expr(d.adbin, d.adrelid) as says
        from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
        where n.nspname = 'public' and pg_get_expr(d.adbin, d.adrelid) ~ '(^|[^.a-z_])now\\(\\)' and a.attgenerated = ''
      loop execute format('alter table %s alter column %I set default %s', one.named, one.part,
        regexp_replace(one.says, '(^|[^.a-z_])now\\(\\)', '\\1virtual.now()', 'g')); end loop;
      -- Named last, the built-in functions give way to those of the same name.
      execute format('alter database %I set search_path = virtual, public, pg_catalog', current_database());
    end $$;`)
  await client.query('insert into virtual.clock values ($1)', [at])
  // A guard of the database that goes with a mutation: see test/simulate-mutations.ts.
  if (process.env.SIMULATE_WITHOUT) await client.query(process.env.SIMULATE_WITHOUT)
  await client.end()
}

type Movable = { now: () => Date; advance: (ms: number) => void }

/** Puts the process on the provider's clock, and makes its short pauses steps of that clock. */
export function stopProcessClock(clock: Movable, random: () => number) {
  const [advance, later] = [clock.advance, globalThis.setTimeout]
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
  clock.advance = (ms) => {
    advance(ms)
    vi.setSystemTime(clock.now())
  }
  vi.spyOn(Math, 'random').mockImplementation(random)
  const soon = ((run: () => void, ms = 0, ...rest: never[]) => {
    // The adapter's pauses between tries. What is longer, and M-Pesa's, is how long is waited for the database at most.
    if (ms < 1 || ms > 2000 || ms === callbackPatience) return later(run, ms, ...rest)
    clock.advance(ms)
    return later(run, 0, ...rest)
  }) as typeof setTimeout
  globalThis.setTimeout = soon
  return {
    tellDatabase: () => thePool().query('update virtual.clock set at = $1', [clock.now()]),
    goOn() {
      globalThis.setTimeout = later
      vi.mocked(Math.random).mockRestore()
      vi.useRealTimers()
    },
  }
}

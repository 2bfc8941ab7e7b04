import { thePool } from '#app/platform/db.server.ts'
import type { DB } from '#db/types.ts'

type Rows = { [Table in keyof DB]?: { [Column in keyof DB[Table]]?: string | number | null } }

/**
 * So much time passes for the product ('3 hours', '8 days'): every time that the test's database keeps moves back by it, in
 * all rows of all tables. What was done lies further back, and what is planned is nearer: jobs, sessions, limits, leases.
 * Days without a time move by the whole days in it. Left as they are: other times inside of texts and JSON, the clock and the
 * memory of this process, tariffs, which are in force from a day that was agreed, and closed days of public books, whose fingerprints
 * cover them.
 *
 * `only`: rows of these tables with these values, where what other tests left would be too old to be so:
 * timePasses('25 hours', { payments: { reference } }).
 */
export async function timePasses(interval: string, only?: Rows): Promise<void> {
  const client = await thePool().connect()
  try {
    // The pool acts as the product does; whom it signed in as may pass over triggers that keep rows as they were written.
    await client.query('begin; set local role none')
    const said = `select set_config('test.passes', $1, true), set_config('test.only', $2, true)`
    await client.query(said, [interval, only ? JSON.stringify(only) : ''])
    await client.query(moves)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

// Views are summed up by their trigger, and the books when they are read. A gift was given no later than it was recorded. An
// order to M-Pesa names by its time the decision that it is for.
const moves = `do $$
declare
  passes interval := current_setting('test.passes');
  days int := floor(extract(epoch from passes) / 86400);
  named jsonb := nullif(current_setting('test.only'), '')::jsonb;
  n int;
  moved record;
begin
  -- Made again from the books. Moved, the sum of one day would meet that of the day before.
  if named is null then
    delete from revenue_sums;
    delete from account_months;
    update sum_marks set snap = '1:1:';
  end if;
  for moved in
    select relname as name, format('update %s t set %s where $1 is null or to_jsonb(t) @> $1', attrelid::regclass,
      string_agg(format(case
        when relname = 'recorded_gifts' and atttypid = 'date'::regtype
          then '%1$I = least(%1$I - %3$s, ((created_at - %2$L::interval) at time zone ''Africa/Nairobi'')::date)'
        when atttypid = 'date'::regtype then '%1$I = %1$I - %3$s'
        else '%1$I = %1$I - %2$L::interval'
      end, attname, passes, days), ', ') || case relname when 'mpesa_asks' then format(
        ', facts = case when facts ? ''since'' then facts || jsonb_build_object(''since'', (facts ->> ''since'')::bigint - %s) else facts end',
        (extract(epoch from passes) * 1000)::bigint) else '' end) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema)' and relpersistence <> 't'
      and not attisdropped and attgenerated = ''
      -- What never had a row has nothing to move.
      and case when named is null then relkind = 'p' or pg_relation_size(attrelid) > 0 else named ? relname end
      and atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
      and relname not in ('mpesa_tariffs', 'view_sums', 'view_months', 'book_days', 'book_lines')
    group by attrelid, relname
  loop
    perform set_config('session_replication_role', case moved.name when 'fund_drive_views' then 'origin' else 'replica' end, true);
    execute moved.statement using named -> moved.name;
    get diagnostics n = row_count;
    if n = 0 and named -> moved.name <> '{}' then
      raise 'no row of % is so', moved.name;
    end if;
  end loop;
end
$$`

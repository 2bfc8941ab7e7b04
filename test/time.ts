import { thePool } from '#app/platform/db.server.ts'

/**
 * So much time passes for the product ('3 hours', '8 days'): every time that the test's database keeps moves back by it, in
 * all rows of all tables. What was done lies further back, and what is planned is nearer: jobs, sessions, limits, leases.
 * Days without a time move by the whole days in it. Left as they are: times inside of texts and JSON, the clock and the
 * memory of this process, and tariffs, which are in force from a day that was agreed.
 */
export async function timePasses(interval: string): Promise<void> {
  const client = await thePool().connect()
  try {
    // The pool acts as the product does; whom it signed in as may pass over triggers that keep rows as they were written.
    await client.query(`begin; set local role none; set local session_replication_role = replica`)
    await client.query(`select set_config('test.passes', $1, true)`, [interval])
    await client.query(allMoves)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

// A gift was given no later than it was recorded. Views are summed up by their trigger, and the books when they are read.
const allMoves = `do $$
declare
  passes interval := current_setting('test.passes');
  days int := floor(extract(epoch from passes) / 86400);
  move text;
begin
  for move in
    select format('update %s set %s', attrelid::regclass, string_agg(format(case
        when attrelid = 'recorded_gifts'::regclass and atttypid = 'date'::regtype
          then '%1$I = least(%1$I - %3$s, ((created_at - %2$L::interval) at time zone ''Africa/Nairobi'')::date)'
        when atttypid = 'date'::regtype then '%1$I = %1$I - %3$s'
        else '%1$I = %1$I - %2$L::interval'
      end, attname, passes, days), ', '))
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)' and relpersistence <> 't'
      and not attisdropped and attgenerated = ''
      and atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
      and attrelid not in ('mpesa_tariffs'::regclass, 'fund_drive_views'::regclass, 'view_sums'::regclass)
    group by attrelid
  loop
    execute move;
  end loop;
  delete from revenue_sums;
  delete from account_months;
  update sum_marks set snap = '1:1:';
  set local session_replication_role = origin;
  update fund_drive_views set viewed_at = viewed_at - passes;
end
$$`

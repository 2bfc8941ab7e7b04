/**
 * Writes a row and sorts more than fits into memory, on each disk of the database: one that is read-only or full refuses it. The
 * sort leaves nothing behind.
 */
export const writeProbe = `set local work_mem = '64kB';
insert into rate_limits (name, key, tries, resets_at) values ('written', '', 1, now() + interval '1 hour')
  on conflict (name, key) do update set resets_at = excluded.resets_at;
select count(*) from (select md5(nr::text) as text from generate_series(1, 8000) nr order by text offset 0) sorted`

-- Gifts by phone come in bursts, too: thousands that nobody told stand in one list or statement. The tables that they go
-- through are counted while they are young, with those of 0166.

create or replace function analyze_young(out counted integer, out young boolean)
language plpgsql security definer set search_path = pg_catalog as $$
declare one record;
begin
  counted := 0;
  young := exists (select from pg_class where oid = to_regclass('public.payments') and reltuples < 10000);
  for one in
    select c.oid::regclass as name, s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) as changed
    from pg_class c join pg_stat_all_tables s on s.relid = c.oid
    where c.oid in (to_regclass('public.payments'), to_regclass('public.donations'), to_regclass('public.webhook_events'),
        to_regclass('public.ledger_transfers'), to_regclass('public.wallet_deltas'), to_regclass('public.gift_news'),
        to_regclass('public.mpesa_prompts'), to_regclass('public.mpesa_receipts'), to_regclass('public.mpesa_lines'),
        to_regclass('graphile_worker._private_jobs'))
      and c.reltuples < 10000
  loop
    continue when not one.changed;
    -- Nobody waits: a table that another process counts at this moment is counted.
    execute format('analyze (skip_locked) %s', one.name);
    counted := counted + 1;
  end loop;
end
$$;

-- A try at several limits is counted in one statement, and so are the tries of many who come at the same moment.

create function take_tries(limits jsonb) returns integer language plpgsql as $$
declare
  one jsonb;
  before jsonb := '[]';
  wait integer;
begin
  for one in select value from jsonb_array_elements(limits) with ordinality order by ordinality loop
    insert into rate_limits as r (name, key, tries, resets_at)
      values (one ->> 'name', one ->> 'key', 1, now() + make_interval(secs => (one ->> 'seconds')::int))
      on conflict (name, key) do update set
        tries = case when r.resets_at <= now() then 1 else r.tries + 1 end,
        resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
      where r.resets_at <= now() or r.tries < (one ->> 'times')::int;
    if not found then
      select greatest(1, ceil(extract(epoch from r.resets_at - now())))::int into wait
        from rate_limits r where r.name = one ->> 'name' and r.key = one ->> 'key';
      -- Nobody has seen them counted: their rows are ours until the end of this transaction.
      update rate_limits r set tries = tries - 1
        from jsonb_array_elements(before) b where r.name = b ->> 'name' and r.key = b ->> 'key';
      return coalesce(wait, 1);
    end if;
    before := before || one;
  end loop;
  return 0;
end
$$;
comment on function take_tries(jsonb) is 'Counts one try against each limit {name, key, times, seconds}, or against none; 0, or the seconds until the first full one opens again. The key is hashed by whoever calls.';

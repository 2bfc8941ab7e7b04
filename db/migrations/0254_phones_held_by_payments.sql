-- A gift that was paid with the second prompt belongs to whom the phone belonged when it was begun: the time of the payment
-- counts, not that of the prompt. Otherwise the first gift from a phone was not shown when its prompt was sent again.

create or replace function phones_held(person uuid) returns table (phone text, since timestamptz, until timestamptz)
language sql stable as $$
  with heard as (
    select u.phone, u.confirmed_at, u.used_at, at.at, lag(at.at) over (partition by u.phone order by at.at) as before
    from public.user_phones u
    left join public.phones_left l on l.phone = u.phone
    cross join lateral (
      select u.confirmed_at as at
      union all select greatest(u.used_at, u.confirmed_at)
      union all
      select p.created_at from public.mpesa_prompts q
      join public.payments p on p.id = q.payment_id
      where q.phone = u.phone and q.state = 'paid' and p.created_at > coalesce(l.left_at, '-infinity')
      union all
      select g.created_at from public.pledges g
      where g.phone = u.phone and g.source = 'giver' and g.agreed and g.created_at > coalesce(l.left_at, '-infinity')
    ) at
    where u.user_id = person
  ), silence as (
    select *, at - before > interval '90 days' as is_after from heard
  )
  select phone,
    coalesce(max(at) filter (where is_after and at <= confirmed_at), min(at)),
    coalesce(min(before) filter (where is_after and before >= greatest(used_at, confirmed_at)), max(at)) + interval '90 days'
  from silence group by phone
$$;

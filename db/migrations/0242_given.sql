-- What a person gave and promised, as far as we can know that it was them.

create index payments_by_phone on payments (donor_phone, created_at) where donor_phone <> '';
create index payments_by_email on payments (lower(donor_email), created_at) where donor_email <> '';
create index mpesa_prompts_paid_from on mpesa_prompts (phone, created_at) where state = 'paid';

create table phones_left (
  phone text primary key,
  left_at timestamptz not null
);
comment on table phones_left is 'When a number that has given last ceased to be somebody''s: who confirms it later sees nothing of before. Gone once no gift and no promise has the number.';

create function phone_left() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id = old.user_id then return null; end if;
  insert into public.phones_left (phone, left_at)
  select old.phone, now() where exists (select from public.payments where donor_phone = old.phone)
    or exists (select from public.pledges where phone = old.phone)
  on conflict (phone) do update set left_at = excluded.left_at;
  return null;
end
$$;
create trigger user_phones_left after delete or update of user_id on user_phones
  for each row execute function phone_left();

create function phones_held(person uuid) returns table (phone text, since timestamptz, until timestamptz)
language sql stable as $$
  with heard as (
    select u.phone, u.confirmed_at, u.used_at, at.at, lag(at.at) over (partition by u.phone order by at.at) as before
    from public.user_phones u
    left join public.phones_left l on l.phone = u.phone
    cross join lateral (
      select u.confirmed_at as at
      union all select greatest(u.used_at, u.confirmed_at)
      union all
      select q.created_at from public.mpesa_prompts q
      where q.phone = u.phone and q.state = 'paid' and q.created_at > coalesce(l.left_at, '-infinity')
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
comment on function phones_held is 'From when to when a person''s phones were theirs. A number is given to somebody else only after months of silence: so where it was used (by a code, to pay, or to say yes to a pledge) and never silent for 90 days, it was one person''s.';

create function given_by(person uuid) returns setof bigint
language sql stable as $$
  select p.id from public.users u
  join public.payments p on lower(p.donor_email) = u.email and p.donor_email <> '' and p.kind = 'donation'
  where u.id = person and u.email_verified and u.deleted_at is null
  union
  select p.id from public.phones_held(person) h
  join public.payments p on p.donor_phone = h.phone and p.donor_phone <> '' and p.kind = 'donation'
    and p.created_at between h.since and h.until
$$;
comment on function given_by is 'The payments for gifts that a person sees as theirs: with their confirmed address, or from a phone while it was theirs.';

create function promised_by(person uuid) returns setof bigint
language sql stable as $$
  select g.id from public.users u join public.pledges g on lower(g.email) = u.email
  where u.id = person and u.email_verified and u.deleted_at is null
  union
  select g.id from public.phones_held(person) h
  join public.pledges g on g.phone = h.phone and g.created_at between h.since and h.until
$$;
comment on function promised_by is 'The pledges that a person sees as theirs, by the same rule.';

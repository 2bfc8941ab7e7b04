-- A giver sees what others recorded for them, too, and a number that left its person is not remembered for longer than needed.

create function recorded_for(person uuid) returns setof bigint
language sql stable as $$
  select r.id from public.phones_held(person) h
  join public.recorded_gifts r on r.phone = h.phone and r.created_at <= h.until
  left join public.phones_left l on l.phone = h.phone
  where r.given_on >= (h.since at time zone 'Africa/Nairobi')::date
    and r.given_on > coalesce((l.left_at at time zone 'Africa/Nairobi')::date, '-infinity')
$$;
comment on function recorded_for is 'The recorded gifts that a person sees as theirs: given and written down while their phone was surely theirs. They are known by the day, and the day on which the number left somebody else is nobody''s.';

create function claimed_by(person uuid) returns setof bigint
language sql stable as $$
  select c.id from public.phones_held(person) h
  join public.claims c on c.phone = h.phone and c.created_at between h.since and h.until
$$;
comment on function claimed_by is 'The claims in which a person''s phone stands, of the time when it was surely theirs.';

create function phone_has_given(number text) returns boolean
language sql stable as $$
  select exists (select from public.payments where donor_phone = number and donor_phone <> '')
    or exists (select from public.mpesa_prompts where phone = number and state = 'paid')
    or exists (select from public.pledges where phone = number)
    or exists (select from public.recorded_gifts where phone = number)
$$;
comment on function phone_has_given is 'Whether a gift, a promise or a recorded gift has this number.';

create or replace function phone_left() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id = old.user_id then return null; end if;
  insert into public.phones_left (phone, left_at)
  select old.phone, now() where public.phone_has_given(old.phone)
  on conflict (phone) do update set left_at = excluded.left_at;
  return null;
end
$$;
comment on table phones_left is 'When a number that has given last ceased to be somebody''s: who confirms it later sees nothing of before. Gone, with the request to be forgotten or within a day, once no gift, no promise and no recorded gift has the number.';

create function forget_phones_left(numbers text[]) returns void
language sql as $$
  delete from public.phones_left where (numbers is null or phone = any(numbers)) and not public.phone_has_given(phone)
$$;
comment on function forget_phones_left is 'Forgets that these numbers left somebody, of all numbers where none are named, once nothing that was given has them: who confirms one later sees nothing of before anyway.';

select forget_phones_left(null);

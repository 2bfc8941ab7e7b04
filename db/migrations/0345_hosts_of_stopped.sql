-- Hosts of an invitation that the office stopped are told so on its pages. So whose it is and whether it may be changed are two
-- questions.

create function is_host(gathering uuid, person uuid) returns boolean
language sql stable as $$
  select exists (
    select from public.gatherings g join public.users u on u.id = g.user_id
    where g.id = gathering and u.deleted_at is null and u.suspended_at is null
      and case when g.fund_drive_id is null then g.user_id = person else public.may(g.fund_drive_id, person, 'guests') end)
$$;
comment on function is_host is 'Whose a gathering is, stopped or not: of one alone its owner, of a drive''s who has the right guests there.';

create or replace function may_host(gathering uuid, person uuid) returns boolean
language sql stable as $$
  select exists (select from public.gatherings g where g.id = gathering and g.status <> 'stopped')
    and public.is_host(gathering, person)
$$;
comment on function may_host is 'Whether a person may change a gathering now: it is theirs, and the office has not stopped it.';

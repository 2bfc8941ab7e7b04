-- A right of its own for those who invite to a drive's gathering and see who answered what.

create or replace function may(drive uuid, person uuid, wanted text) returns boolean
language sql stable as $$
  select (wanted in ('read', 'story', 'answer', 'givers', 'record', 'guests', 'purse', 'run', 'delete')
      and exists (
        select from public.fund_drives d join public.users u on u.id = d.user_id
        where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null))
    or (wanted in ('read', 'givers', 'record')
      and exists (
        select from public.drive_helpers h join public.users u on u.id = h.user_id
          join public.fund_drives d on d.id = h.fund_drive_id join public.users o on o.id = d.user_id
        where h.fund_drive_id = drive and h.user_id = person and h.role = 'treasurer' and h.accepted_at is not null
          and h.left_at is null and u.deleted_at is null and u.suspended_at is null and o.deleted_at is null))
$$;
comment on function may is 'Whether a person may do this to a drive now. Its owner may do everything, a treasurer reads, sees who gave and records. The rights are those of app/kit/rights.ts; a test compares the two.';

create function may_host(gathering uuid, person uuid) returns boolean
language sql stable as $$
  select exists (
    select from public.gatherings g join public.users u on u.id = g.user_id
    where g.id = gathering and g.status <> 'stopped' and u.deleted_at is null and u.suspended_at is null
      and case when g.fund_drive_id is null then g.user_id = person else public.may(g.fund_drive_id, person, 'guests') end)
$$;
comment on function may_host is 'Whether a person may change a gathering now: of one alone its owner, of a drive''s who has the right guests there.';

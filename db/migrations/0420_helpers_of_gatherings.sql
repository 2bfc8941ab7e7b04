-- A gathering has helpers of its own: it may be beside no drive, and who looks after its guests need not see the drive.

alter table drive_helpers alter column fund_drive_id drop not null;
alter table drive_helpers add column gathering_id uuid references gatherings on delete cascade;
alter table drive_helpers add constraint drive_helpers_of_one check (num_nonnulls(fund_drive_id, gathering_id) = 1);
alter table drive_helpers add constraint drive_helpers_of_guests check (gathering_id is null or role = 'secretary');
create unique index drive_helpers_once_there on drive_helpers (gathering_id, user_id) where left_at is null and user_id is not null;
create index drive_helpers_of_gathering on drive_helpers (gathering_id) where gathering_id is not null;
comment on table drive_helpers is 'Helpers of the owner of a drive, or of the host of a gathering. A row is an invitation until its link is followed by a person with an account.';
comment on column drive_helpers.gathering_id is 'Set for a helper of this gathering alone, whether it is beside a drive or not. Then there is no drive.';

create function rights_of(helper text) returns text[]
language sql immutable as $$
  select case helper
    when 'treasurer' then array['read', 'givers', 'record']
    when 'secretary' then array['read', 'guests'] end
$$;
comment on function rights_of is 'What a helper may do, of a drive or of a gathering. The rights are those of app/kit/rights.ts; a test compares the two.';

create or replace function may(drive uuid, person uuid, wanted text) returns boolean
language sql stable as $$
  select (wanted in ('read', 'story', 'answer', 'givers', 'record', 'guests', 'purse', 'run', 'delete')
      and exists (
        select from public.fund_drives d join public.users u on u.id = d.user_id
        where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null))
    or exists (
        select from public.drive_helpers h join public.users u on u.id = h.user_id
          join public.fund_drives d on d.id = h.fund_drive_id join public.users o on o.id = d.user_id
        where h.fund_drive_id = drive and h.user_id = person and h.accepted_at is not null and h.left_at is null
          and wanted = any (public.rights_of(h.role))
          and u.deleted_at is null and u.suspended_at is null and o.deleted_at is null)
$$;

create function may_there(gathering uuid, person uuid, wanted text) returns boolean
language sql stable as $$
  select exists (
    select from public.gatherings g join public.users o on o.id = g.user_id
    where g.id = gathering and o.deleted_at is null and o.suspended_at is null
      and (case when g.fund_drive_id is null then g.user_id = person else public.may(g.fund_drive_id, person, wanted) end
        or exists (
          select from public.drive_helpers h join public.users u on u.id = h.user_id
          where h.gathering_id = g.id and h.user_id = person and h.accepted_at is not null and h.left_at is null
            and wanted = any (public.rights_of(h.role)) and u.deleted_at is null and u.suspended_at is null)))
$$;
comment on function may_there is 'Whether a person has this right in a gathering, stopped or not: of one alone its owner has all, of a drive''s who has it there; and helpers of the gathering have those of their role.';

create or replace function is_host(gathering uuid, person uuid) returns boolean
language sql stable as $$
  select public.may_there(gathering, person, 'guests')
$$;
comment on function is_host is 'Whose a gathering is, stopped or not: of those who have the right guests there.';

create or replace view gathering_hosts as
select g.id as gathering_id, u.id as user_id, u.email, u.language
from gatherings g
cross join lateral (
  select g.user_id as id
  union select d.user_id from fund_drives d where d.id = g.fund_drive_id
  union select h.user_id from drive_helpers h
    where (h.fund_drive_id = g.fund_drive_id or h.gathering_id = g.id) and h.accepted_at is not null and h.left_at is null) person
join users u on u.id = person.id
where is_host(g.id, u.id);
comment on view gathering_hosts is 'Hosts of a gathering, stopped or not: its helpers and those of its drive who have the right guests there.';

create or replace function guard_drive_helper() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.gathering_id is null then
    perform from fund_drives where id = new.fund_drive_id for no key update;
  else
    perform from gatherings where id = new.gathering_id for no key update;
  end if;
  if (select count(*) from drive_helpers
      where (fund_drive_id = new.fund_drive_id or gathering_id = new.gathering_id)
        and accepted_at is not null and left_at is null and id <> new.id) >= 5 then
    raise exception 'a drive or a gathering has five helpers at most' using errcode = 'check_violation', constraint = 'drive_helpers_most';
  end if;
  return new;
end
$$;

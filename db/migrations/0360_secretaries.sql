-- A helper of another kind: a secretary looks after the guests of a drive's invitation, and sees nothing of who gave.

alter table drive_helpers drop constraint drive_helpers_role_check;
alter table drive_helpers add constraint drive_helpers_role_check check (role in ('treasurer', 'secretary'));

create or replace function may(drive uuid, person uuid, wanted text) returns boolean
language sql stable as $$
  select (wanted in ('read', 'story', 'answer', 'givers', 'record', 'guests', 'purse', 'run', 'delete')
      and exists (
        select from public.fund_drives d join public.users u on u.id = d.user_id
        where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null))
    or (wanted in ('read', 'givers', 'record', 'guests')
      and exists (
        select from public.drive_helpers h join public.users u on u.id = h.user_id
          join public.fund_drives d on d.id = h.fund_drive_id join public.users o on o.id = d.user_id
        where h.fund_drive_id = drive and h.user_id = person and h.accepted_at is not null and h.left_at is null
          and wanted = any (case h.role
            when 'treasurer' then array['read', 'givers', 'record']
            when 'secretary' then array['read', 'guests'] end)
          and u.deleted_at is null and u.suspended_at is null and o.deleted_at is null))
$$;
comment on function may is 'Whether a person may do this to a drive now. Its owner may do everything, a treasurer reads, sees who gave and records, a secretary reads and looks after the guests. The rights are those of app/kit/rights.ts; a test compares the two.';

-- Treasurers agree to withdrawals: how many must, since when each counts, what they said, and what a request was when it was asked for.
alter table fund_drives add column signatures smallint default 0 not null;
alter table fund_drives add constraint fund_drives_signatures_check check (signatures >= 0 and signatures <= 3);
comment on column fund_drives.signatures is 'How many treasurers must agree to each withdrawal. The owner''s asking never counts.';

alter table drive_helpers add column signs_since timestamptz(3);
alter table drive_helpers add column named boolean default false not null;
alter table drive_helpers add constraint drive_helpers_signs_as_treasurer check (signs_since is null or (role = 'treasurer' and accepted_at is not null));
comment on column drive_helpers.signs_since is 'From when a treasurer counts among those who agree to withdrawals.';
comment on column drive_helpers.named is 'True if they want their name on the public page.';
update drive_helpers set signs_since = accepted_at where role = 'treasurer' and accepted_at is not null;

alter table payout_requests add column whole uuid;
alter table payout_requests add column needs smallint default 0 not null;
alter table payout_requests add column purpose text default '' not null;
alter table payout_requests add column mac text collate "C";
update payout_requests p set whole = coalesce((select f.client_key from payout_requests f
  where f.user_id = p.user_id and f.fund_drive_id = p.fund_drive_id and f.part = 1 and f.parts = p.parts and f.id <= p.id
  order by f.id desc limit 1), p.client_key);
alter table payout_requests alter column whole set not null;
alter table payout_requests add constraint payout_requests_needs_check check (needs >= 0 and needs <= 3);
alter table payout_requests add constraint payout_requests_purpose_check check (char_length(purpose) <= 100);
alter table payout_requests drop constraint payout_requests_status_check;
alter table payout_requests add constraint payout_requests_status_check check (status in ('waiting', 'processing', 'approved', 'completed', 'rejected'));
comment on column payout_requests.whole is 'The form''s own key of part 1: all parts of a withdrawal are signed as one.';
comment on column payout_requests.needs is 'How many treasurers had to agree when it was asked for.';
comment on column payout_requests.purpose is 'The purpose, in the owner''s words. Everybody can read it.';
comment on column payout_requests.mac is 'Our seal over what was asked for. A request that was changed in the database has another one.';
create index payout_requests_of_whole on payout_requests (whole);
create index payout_requests_unsigned on payout_requests (updated_at) where (status = 'waiting');

-- The version before files requests without it.
create function set_whole()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  new.whole := coalesce(new.whole, new.client_key);
  return new;
end
$function$;
comment on function set_whole() is 'A request that names no whole is one.';
create trigger payout_requests_whole before insert on payout_requests for each row execute function set_whole();
create trigger payout_requests_as_signed before update of whole, needs, purpose on payout_requests for each row execute function forbid_change();

alter table payout_events drop constraint payout_events_kind_check;
alter table payout_events add constraint payout_events_kind_check check (kind in ('requested', 'signed', 'refused', 'lapsed', 'unsigned', 'approved', 'sent', 'completed', 'put_back', 'rejected', 'cancelled', 'returned'));

create table payout_signatures (
  id bigint generated always as identity,
  whole uuid not null,
  by uuid not null,
  verdict text not null,
  note text default '' not null,
  how text default 'web' not null,
  mac text collate "C" not null,
  created_at timestamptz(3) default now() not null,
  constraint payout_signatures_pkey primary key (id),
  constraint payout_signatures_how_check check (how in ('web', 'sms')),
  constraint payout_signatures_note_check check (char_length(note) <= 200),
  constraint payout_signatures_verdict_check check (verdict in ('yes', 'no')),
  constraint payout_signatures_by_fkey foreign key (by) references users(id)
);
create unique index payout_signatures_one_yes on payout_signatures (whole, by) where (verdict = 'yes');
create index payout_signatures_of_whole on payout_signatures (whole, id);
create index payout_signatures_of_person on payout_signatures (by);
comment on table payout_signatures is 'The words of treasurers about a withdrawal. The newest word of each counts. Rows are only ever added; a yes that was taken back is not given again.';
comment on column payout_signatures.mac is 'Our seal over whole, by and verdict: a row that was written by hand does not count.';
create trigger payout_signatures_append_only before delete or update on payout_signatures for each row execute function forbid_change();
create trigger payout_signatures_never_emptied before truncate on payout_signatures for each statement execute function forbid_change();

create or replace function rights_of(helper text)
 returns text[]
 language sql
 immutable
as $function$
  select case helper
    when 'treasurer' then array['read', 'givers', 'record', 'sign', 'post']
    when 'secretary' then array['read', 'guests'] end
$function$;

create or replace function may(drive uuid, person uuid, wanted text)
 returns boolean
 language sql
 stable
as $function$
  select (wanted in ('read', 'story', 'answer', 'givers', 'record', 'guests', 'sign', 'post', 'purse', 'run', 'delete')
      and exists (
        select from public.fund_drives d join public.users u on u.id = d.user_id
        where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null))
    or exists (
        select from public.drive_helpers h join public.users u on u.id = h.user_id
          join public.fund_drives d on d.id = h.fund_drive_id join public.users o on o.id = d.user_id
        where h.fund_drive_id = drive and h.user_id = person and h.accepted_at is not null and h.left_at is null
          and wanted = any (public.rights_of(h.role))
          and u.deleted_at is null and u.suspended_at is null and o.deleted_at is null)
$function$;
comment on function may(uuid,uuid,text) is 'Whether a person may do this to a drive now. Its owner may do everything; a treasurer reads, sees who gave, records and agrees to withdrawals; a secretary reads and looks after the guests. The rights are those of app/kit/rights.ts; a test compares the two.';


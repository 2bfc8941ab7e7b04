-- What administrators have seen of an organiser, a cause and an account. The newest row counts.
create table drive_checks (
  id bigint generated always as identity,
  kind text not null,
  fund_drive_id uuid,
  user_id uuid,
  method_id uuid,
  verdict text not null,
  words text default '' not null,
  by uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint drive_checks_pkey primary key (id),
  constraint drive_checks_kind_check check (kind in ('identity', 'cause', 'payee')),
  constraint drive_checks_verdict_check check (verdict in ('seen', 'back')),
  constraint drive_checks_words_check check (char_length(words) <= 120 and words = btrim(words) and words !~ '[[:cntrl:]]'),
  constraint drive_checks_about check ((fund_drive_id is null) = (kind = 'identity') and (user_id is not null) = (kind = 'identity')
    and (method_id is not null) = (kind = 'payee')),
  constraint drive_checks_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint drive_checks_user_id_fkey foreign key (user_id) references users(id),
  constraint drive_checks_method_id_fkey foreign key (method_id) references withdrawal_methods(id) on delete cascade,
  constraint drive_checks_by_fkey foreign key (by) references users(id)
);
comment on table drive_checks is 'Checks that administrators record or take back. A row is never changed: the newest counts. It goes with its drive.';
comment on column drive_checks.user_id is 'The person whose identity was seen: it counts for all their drives.';
comment on column drive_checks.method_id is 'The account that was seen: another one is unchecked.';
comment on column drive_checks.words is 'The words that everybody reads, never the number of a document.';
comment on column drive_checks.by is 'The administrator, whose name the office alone reads.';
create index drive_checks_of_drive on drive_checks (fund_drive_id, kind, id) where (fund_drive_id is not null);
create index drive_checks_of_person on drive_checks (user_id, id) where (user_id is not null);
create index drive_checks_of_method on drive_checks (method_id) where (method_id is not null);
create index drive_checks_by on drive_checks (by);
create trigger drive_checks_as_recorded before update on drive_checks for each row execute function forbid_change();
create trigger drive_checks_never_deleted before delete on drive_checks for each row when (pg_trigger_depth() = 0) execute function forbid_change();
create trigger drive_checks_never_emptied before truncate on drive_checks for each statement execute function forbid_change();

create function tell_checked()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where id = new.fund_drive_id or user_id = new.user_id;
  return null;
end
$function$;
comment on function tell_checked() is 'Tells of the drive that a check is about, or of all drives of a person whose identity was seen.';
create trigger drive_checks_tell after insert on drive_checks for each row execute function tell_checked();
-- Another account may be one that nobody has checked.
create trigger payout_requests_asked_tell after insert on payout_requests for each row execute function tell_drive();

create view papers_seen as
select d.id as fund_drive_id,
  case when i.verdict = 'seen' then i.created_at end as identity_at,
  case when c.verdict = 'seen' then c.created_at end as cause_at,
  case when c.verdict = 'seen' then c.words end as cause_words,
  case when p.verdict = 'seen' then p.created_at end as payee_at
from fund_drives d
left join lateral (
  select verdict, created_at from drive_checks where user_id = d.user_id order by id desc limit 1) i on true
left join lateral (
  select verdict, words, created_at from drive_checks where fund_drive_id = d.id and kind = 'cause' order by id desc limit 1) c on true
left join lateral (
  select verdict, created_at from drive_checks where fund_drive_id = d.id and kind = 'payee' and method_id = coalesce(
    (select o.withdrawal_method_id from payout_requests o where o.fund_drive_id = d.id and o.status <> 'rejected' order by o.id desc limit 1),
    (select k.method_id from drive_checks k where k.fund_drive_id = d.id and k.kind = 'payee' order by k.id desc limit 1))
  order by id desc limit 1) p on true;
comment on view papers_seen is 'What was seen of each drive, and when: null where it was not, or was taken back. The account is the one that was asked for last.';

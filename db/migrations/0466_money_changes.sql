-- Who must agree to withdrawals changes with a day's notice once a drive has had money: a lower number, a new treasurer, one who is removed.
create table money_changes (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  kind text not null,
  number smallint,
  was smallint,
  helper_id bigint,
  asked_by uuid not null,
  from_at timestamptz(3) not null,
  state text default 'waiting' not null,
  held_by uuid,
  held_at timestamptz(3),
  why text default '' not null,
  decided_by uuid,
  decided_why text default '' not null,
  ended_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint money_changes_pkey primary key (id),
  constraint money_changes_kind_check check (kind in ('number', 'joins', 'leaves')),
  constraint money_changes_state_check check (state in ('waiting', 'held', 'done', 'dropped')),
  constraint money_changes_number_check check ((kind = 'number') = (number is not null and was is not null) and number between 0 and 3 and was between 0 and 3),
  constraint money_changes_helper_check check ((kind = 'number') = (helper_id is null)),
  constraint money_changes_held_check check ((held_by is null) = (held_at is null) and (state <> 'held' or held_at is not null)),
  constraint money_changes_ended_check check ((state in ('done', 'dropped')) = (ended_at is not null)),
  constraint money_changes_why_check check (char_length(why) <= 200 and char_length(decided_why) <= 1000),
  constraint money_changes_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint money_changes_helper_id_fkey foreign key (helper_id) references drive_helpers(id) on delete cascade,
  constraint money_changes_asked_by_fkey foreign key (asked_by) references users(id),
  constraint money_changes_held_by_fkey foreign key (held_by) references users(id),
  constraint money_changes_decided_by_fkey foreign key (decided_by) references users(id)
);
create unique index money_changes_one_open on money_changes (fund_drive_id, kind, coalesce(helper_id, 0)) where (state in ('waiting', 'held'));
create index money_changes_of_drive on money_changes (fund_drive_id, id);
create index money_changes_of_helper on money_changes (helper_id) where (helper_id is not null);
create index money_changes_asking on money_changes (asked_by, created_at);
create index money_changes_holding on money_changes (held_by) where (held_by is not null);
create index money_changes_deciding on money_changes (decided_by) where (decided_by is not null);
create index money_changes_due on money_changes (from_at) where (state = 'waiting');
create index money_changes_held on money_changes (held_at) where (state = 'held');
comment on table money_changes is 'Changes of who must agree to withdrawals, on drives that have had money. They are taken at from_at or later, never before.';
comment on column money_changes.number is 'How many must agree from then on; was: how many when it was asked for.';
comment on column money_changes.helper_id is 'The treasurer who joins or leaves.';
comment on column money_changes.held_by is 'The treasurer who objected. An administrator lets it through or drops it.';
comment on column money_changes.why is 'Their reason.';
comment on column money_changes.decided_by is 'The person who let it through or dropped it: an administrator; or the owner who dropped it, or the treasurer who left by themselves.';

create function guard_money_change()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if old.state in ('done', 'dropped') then
    raise exception 'a change that has ended stays as it is' using errcode = 'check_violation', constraint = 'money_changes_ended';
  end if;
  if new.state = 'done' and (old.state = 'held' or old.from_at > now()) then
    raise exception 'a change is not made early, or while it is held' using errcode = 'check_violation', constraint = 'money_changes_early';
  end if;
  if old.state = 'held' and new.state = 'waiting' and new.decided_by is null then
    raise exception 'a change that is held is let through by a person' using errcode = 'check_violation', constraint = 'money_changes_undecided';
  end if;
  return new;
end
$function$;
comment on function guard_money_change() is 'The last guard of the day''s notice: no change is made early or while it is held, and none that has ended changes.';
create trigger money_changes_guarded before update on money_changes for each row execute function guard_money_change();
create trigger money_changes_as_asked before update of fund_drive_id, kind, number, was, helper_id, asked_by, from_at, created_at on money_changes for each row execute function forbid_change();

-- Treasurers who were to count later wait for the job.
insert into money_changes (fund_drive_id, kind, helper_id, asked_by, from_at, created_at)
select fund_drive_id, 'joins', id, user_id, signs_since, accepted_at from drive_helpers where signs_since > now() and left_at is null;
update drive_helpers set signs_since = null where signs_since > now();

-- The owner and four treasurers are the most who decide about a drive's money.
create or replace function guard_drive_helper()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
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
  if new.role = 'treasurer' and (select count(*) from drive_helpers
      where fund_drive_id = new.fund_drive_id and role = 'treasurer'
        and accepted_at is not null and left_at is null and id <> new.id) >= 4 then
    raise exception 'a drive has four treasurers at most' using errcode = 'check_violation', constraint = 'drive_helpers_treasurers';
  end if;
  return new;
end
$function$;
comment on function guard_drive_helper() is 'Refuses a sixth helper and a fifth treasurer, also of two who accept at once.';

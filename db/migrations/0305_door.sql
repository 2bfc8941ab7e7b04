-- The door of an occasion: the keys that sign passes, the phones that let people in, and who came.

create table occasion_keys (
  occasion_id uuid not null references occasions on delete cascade,
  no smallint not null check (no >= 1),
  public bytea not null check (length(public) = 32),
  secret text not null check (length(secret) between 1 and 500),
  retired_at timestamptz(3),
  primary key (occasion_id, no)
);
create unique index occasion_keys_living on occasion_keys (occasion_id) where retired_at is null;
comment on table occasion_keys is 'What signs the passes of an occasion. Passes of a key that was retired stay good.';
comment on column occasion_keys.secret is 'Sealed with AUTH_SECRET. One that can not be opened any more is retired, and another is made.';

create table doors (
  id uuid primary key default gen_random_uuid(),
  occasion_id uuid not null references occasions on delete cascade,
  name text not null check (length(name) between 1 and 40 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  join_hash bytea unique check (length(join_hash) = 32),
  join_until timestamptz(3) not null,
  key_hash bytea unique check (length(key_hash) = 32),
  joined_at timestamptz(3),
  heard_at timestamptz(3),
  ahead_ms bigint not null default 0,
  unsent int not null default 0 check (unsent between 0 and 1000000),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint doors_joined check ((key_hash is null) = (joined_at is null)),
  constraint doors_name unique (occasion_id, name)
);
comment on table doors is 'A phone that lets guests of one occasion in. It is joined by a code that is good once.';
comment on column doors.join_hash is 'The SHA-256 of the code by which a phone joins.';
comment on column doors.key_hash is 'The SHA-256 of what the phone shows with each call. A phone that asks to join again with the same one is let in again.';
comment on column doors.ahead_ms is 'How far the phone''s clock was ahead of ours when we heard it last.';
comment on column doors.unsent is 'How many events waited on the phone when we heard it last.';

create table arrivals (
  id uuid primary key,
  occasion_id uuid not null references occasions on delete cascade,
  door_id uuid not null references doors on delete cascade,
  nr int not null check (nr >= 1),
  kind text not null check (kind in ('in', 'undo')),
  undoes uuid unique,
  invitation_id uuid references invitations on delete set null,
  people smallint not null check (people between 0 and 50),
  how text not null check (how in ('scan', 'code', 'search', 'walk-in')),
  saw text not null check (saw in ('good', 'again', 'over', 'unanswered', 'declined', 'unlisted', 'walk-in')),
  name text check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  phone_at timestamptz(3) not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  touched xid8 not null default pg_current_xact_id(),
  constraint arrivals_nr unique (door_id, nr),
  constraint arrivals_undo check ((kind = 'undo') = (undoes is not null)),
  constraint arrivals_people check (kind = 'undo' or people >= 1)
);
create index arrivals_touched on arrivals (occasion_id, touched);
create index arrivals_in_order on arrivals (occasion_id, at, received_at, id);
create index arrivals_of_invitation on arrivals (invitation_id, at) where invitation_id is not null;
comment on table arrivals is 'Who was let in at a door, and what of it was taken back. The phone made each; here they are only ever added to.';
comment on column arrivals.id is 'Made on the phone, so that what is sent twice is there once.';
comment on column arrivals.nr is 'Its number on that phone.';
comment on column arrivals.saw is 'What the door knew when it let them in.';
comment on column arrivals.name is 'Of somebody who is on no list. Forgotten with the list.';
comment on column arrivals.at is 'When it happened by our clock: the phone''s time less what its clock is ahead, never before it joined or after we heard of it.';
comment on column arrivals.touched is 'The transaction that added it: doors ask for what is newer than they know.';

-- What doors show of a guest: a new name or number is sent to them like a new answer.
create function touch_invitations() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invitations set touched = pg_current_xact_id() where supporter_id = new.id;
  return null;
end
$$;
comment on function touch_invitations() is 'A guest whose name or number changes is new to the doors.';
create trigger touch_invitations after update of name, phone on supporters for each row
  when (old.name is distinct from new.name or old.phone is distinct from new.phone) execute function touch_invitations();

create view people_inside as
  select a.id, a.occasion_id, a.invitation_id, a.door_id, a.people, a.saw, a.how, a.name, a.at
  from arrivals a join doors d on d.id = a.door_id
  where a.kind = 'in' and (d.revoked_at is null or a.at <= d.revoked_at)
    and not exists (select from arrivals u where u.undoes = a.id and (d.revoked_at is null or u.at <= d.revoked_at));
comment on view people_inside is 'Who was let in and not taken back. What a door sent of the time after it was revoked is not counted.';

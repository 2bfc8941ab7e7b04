-- A list of guests that a host pasted or sent as a file, until its guests are entered.

create table guest_pastes (
  id bigint generated always as identity primary key,
  gathering_id uuid not null references gatherings on delete cascade,
  by uuid not null references users,
  body text check (length(body) between 1 and 1500000),
  added int check (added between 0 and 5000),
  created_at timestamptz(3) not null default now(),
  constraint guest_pastes_entered check (added is null or body is null)
);
create index guest_pastes_of_gathering on guest_pastes (gathering_id, id desc);
create index guest_pastes_by on guest_pastes (by);
create index guest_pastes_to_forget on guest_pastes (created_at) where body is not null;
comment on table guest_pastes is 'A list of guests that a host pasted, as it is looked at before anybody is invited.';
comment on column guest_pastes.body is 'Erased when its guests are entered, and after a day.';
comment on column guest_pastes.added is 'How many guests were entered from it: the same form sent again says the same.';

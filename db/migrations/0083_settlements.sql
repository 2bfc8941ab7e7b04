-- Money between the provider and our bank: what it paid out to us, and what we put in there.

create table settlements (
  id bigint generated always as identity primary key,
  reference text not null check (length(reference) between 1 and 100),
  direction text not null check (direction in ('to_bank', 'from_bank')),
  amount bigint not null check (amount > 0),
  day date not null,
  why text not null check (length(why) between 1 and 1000),
  asked_by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  booked_by uuid references users,
  booked_at timestamptz(3),
  constraint settlements_booked_said check ((booked_by is null) = (booked_at is null))
);
-- What is booked is booked once, however somebody writes its reference.
create unique index settlements_one_of_a_reference on settlements (lower(reference));
create index settlements_asked_by on settlements (asked_by);
create index settlements_booked_by on settlements (booked_by);
create index settlements_by_day on settlements ((day - date '2000-01-01'), id);
create index settlements_waiting on settlements (id) where booked_at is null;
comment on table settlements is 'What the provider paid out to our bank, and what we put in there, as administrators booked it. Without a row here no such money is in the ledger.';
comment on column settlements.reference is 'What the bank or the provider calls it. The same one is booked once.';
comment on column settlements.direction is 'to_bank: the provider paid it out to us. from_bank: we put it in there, or sent a withdrawal from our bank by hand.';
comment on column settlements.day is 'When it moved, as the bank says.';
comment on column settlements.booked_at is 'When it was posted. Null while a second administrator has to book it, too.';
create trigger settlements_booked_stays before update on settlements
  for each row when (old.booked_at is not null) execute function forbid_change();
create trigger settlements_never_removed before delete on settlements
  for each row execute function forbid_change();
create trigger settlements_never_emptied before truncate on settlements
  for each statement execute function forbid_change();

-- The final account of a gathering: what its money was spent on. What came in is in the books, and is not written here.

create table gathering_accounts (
  gathering_id uuid primary key references gatherings on delete cascade,
  version int not null default 1 check (version >= 1),
  made_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) check (changed_at >= made_at)
);
comment on table gathering_accounts is 'That a host wrote the final account of a gathering, which its guests read from then on.';
comment on column gathering_accounts.changed_at is 'When it was changed last, after it was first written. Guests read the day.';

create table account_lines (
  gathering_id uuid not null references gathering_accounts on delete cascade,
  no smallint not null check (no between 1 and 40),
  what text not null check (length(what) between 1 and 120 and what !~ '[[:cntrl:]]' and what = btrim(what)),
  amount bigint not null check (amount between 1 and 1000000000000),
  primary key (gathering_id, no)
);
comment on table account_lines is 'What the money of a gathering was spent on, in whole cents, as its host wrote it.';

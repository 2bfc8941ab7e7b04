-- What sending money through the provider needs to remember between one call and the next.

alter table payout_attempts
  add column checks integer not null default 0 check (checks >= 0),
  add column next_check_at timestamptz(3) default now(),
  add column sent_at timestamptz(3),
  add column lease uuid,
  add column leased_until timestamptz(3),
  add constraint payout_attempts_lease_whole check ((lease is null) = (leased_until is null));
create index payout_attempts_to_check on payout_attempts (next_check_at) where state in ('sending', 'pending', 'unknown');
comment on column payout_attempts.state is 'sending: the provider was not asked yet. unknown: it was asked, and nobody knows what became of it. pending: it is on its way. The others are the end of it.';
comment on column payout_attempts.checks is 'How often it was looked after; the pauses grow with it.';
comment on column payout_attempts.next_check_at is 'When it is looked after next, should the job for it be lost.';
comment on column payout_attempts.sent_at is 'Since when we know that the provider has it.';
comment on column payout_attempts.lease is 'Whoever looks after it at the moment: only they may send it. A worker that slept through its lease sends nothing.';

create table payout_recipients (
  provider text not null check (provider ~ '^[a-z]{1,20}$'),
  destination_hash text collate "C" not null check (destination_hash ~ '^[0-9a-f]{64}$'),
  code text not null check (length(code) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  primary key (provider, destination_hash)
);
comment on table payout_recipients is 'What the provider calls a destination that it was told of before. Kept by a hash: the destination itself stands in the request only.';

create table provider_stops (
  provider text primary key check (provider ~ '^[a-z]{1,20}$'),
  why text not null check (length(why) <= 500),
  created_at timestamptz(3) not null default now()
);
comment on table provider_stops is 'There is a row while the provider refuses our key: until it takes it again nothing is sent, and nothing counts as failed.';

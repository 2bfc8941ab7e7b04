-- What administrators do with the books: compare them with the provider, and open and close differences.

create table balance_checks (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{1,20}$'),
  outcome text not null check (outcome in ('same', 'differs', 'unknown')),
  theirs bigint,
  ours bigint not null,
  away bigint not null check (away >= 0),
  by uuid references users,
  checked_at timestamptz(3) not null default now(),
  constraint balance_checks_answered check ((outcome = 'unknown') = (theirs is null))
);
create index balance_checks_by_person on balance_checks (by);
comment on table balance_checks is 'When our money at the provider was compared with what the provider says, and what each said.';
comment on column balance_checks.outcome is 'unknown: the provider gave no answer.';
comment on column balance_checks.away is 'Transfers under way, which may or may not have left the provider yet.';
comment on column balance_checks.by is 'Who asked for it; null for the clock.';

alter table recon_breaks
  add column opened_by uuid references users,
  add column follows bigint references recon_breaks;
create index recon_breaks_by_opener on recon_breaks (opened_by);
create index recon_breaks_following on recon_breaks (follows);
comment on column recon_breaks.opened_by is 'Who opened it in words of their own; null for what the product met by itself.';
comment on column recon_breaks.follows is 'The closed one that was opened again by this one.';

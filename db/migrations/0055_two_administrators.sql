-- Large withdrawals that two administrators decide about, and the lists that administrators look through.

create table payout_approvals (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout_requests,
  version integer not null check (version >= 1),
  by uuid not null references users,
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz(3) not null default now(),
  constraint payout_approvals_once unique (payout_id, version)
);
create index payout_approvals_by on payout_approvals (by);
comment on table payout_approvals is 'Who was the first of two administrators to complete a large withdrawal. Rows are only ever added.';
comment on column payout_approvals.version is 'The version of the request that was approved. Each step makes another, so an approval counts for one try only.';
create trigger payout_approvals_append_only before update or delete on payout_approvals
  for each row execute function forbid_change();

-- By amount, whatever the state, and by what the provider calls a transfer. By the owner for what they withdrew before.
create index payout_requests_by_amount on payout_requests (amount, id);
create index payout_attempts_by_code on payout_attempts (provider_code);
create index payout_requests_of_person on payout_requests (user_id, id);

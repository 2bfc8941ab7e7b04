-- Refunds that the provider carries out, and disputes that have to be answered in time.

-- The provider counts refunds and disputes apart: number 7 of the one is not number 7 of the other.
alter table reversals drop constraint reversals_once;
alter table reversals add constraint reversals_once unique (provider, kind, ext_id);

alter table reversals
  add column progress text not null default 'waiting' check (progress in ('waiting', 'unknown', 'pending', 'attention')),
  add column checks integer not null default 0 check (checks >= 0),
  add column next_check_at timestamptz(3),
  add column lease uuid,
  add column leased_until timestamptz(3),
  add constraint reversals_lease_whole check ((lease is null) = (leased_until is null));
create index reversals_to_check on reversals (next_check_at) where kind = 'refund' and state = 'open';
comment on column reversals.progress is 'Of an open refund. waiting: the provider was not asked yet. unknown: it was, and nobody knows what became of it. pending: it is on its way. attention: somebody has to give the payer''s bank details.';
comment on column reversals.checks is 'How often an open refund was looked after; the pauses grow with it.';
comment on column reversals.next_check_at is 'When an open refund is looked after next, should the job for it be lost.';
comment on column reversals.lease is 'Whoever looks after it at the moment: only they may ask the provider for it.';

alter table disputes add column alarms smallint not null default 0 check (alarms between 0 and 2);
comment on column disputes.alarms is 'How often somebody was called because the time to answer runs out.';

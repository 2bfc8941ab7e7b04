-- Money that has no place goes back by M-Pesa's reversal, as payments do: somebody decided it, a worker orders it under a lease.

alter table suspense
  add column back text check (back in ('waiting', 'unknown', 'by hand')),
  add column checks integer not null default 0 check (checks >= 0),
  add column next_check_at timestamptz(3),
  add column lease uuid,
  add column leased_until timestamptz(3),
  add constraint suspense_lease_whole check ((lease is null) = (leased_until is null));
update suspense set back = 'by hand' where reserved_at is not null;
alter table suspense drop constraint suspense_reserved_said;
alter table suspense add constraint suspense_reserved_said check (
  (reserved_at is null) = (back is null) and (reserved_by is null) = (reserved_why is null)
    and (reserved_by is null or reserved_at is not null)
);
create index suspense_to_check on suspense (next_check_at) where state = 'open' and back in ('waiting', 'unknown');
comment on column suspense.back is 'How it goes back. waiting: M-Pesa is to reverse it, and was not asked yet. unknown: it was, and has not said what became of it. by hand: an administrator does it in M-Pesa''s portal.';
comment on column suspense.reserved_at is 'Since when it goes back, and nobody can place it. What an administrator does by hand only a person frees again.';
comment on column suspense.reserved_by is 'The administrator who decided it; null where its giver wants it back, or M-Pesa took it back by itself.';
comment on column suspense.checks is 'How often a return by M-Pesa was looked after; the pauses grow with it.';
comment on column suspense.next_check_at is 'When a return by M-Pesa is looked after next, should the job for it be lost.';
comment on column suspense.lease is 'Whoever looks after it at the moment: only they may order the reversal.';

-- The code of a reversal is as long as any of M-Pesa's.
alter table suspense_returns drop constraint suspense_returns_receipt_check;
alter table suspense_returns add constraint suspense_returns_receipt_shape check (receipt ~ '^[A-Z0-9]{8,12}$');
comment on table suspense_returns is 'M-Pesa''s code of the reversal by which money went back that had no place. A code stands for one return.';

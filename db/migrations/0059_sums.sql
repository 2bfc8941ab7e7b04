-- What the ledger comes to by day and by month, so that figures over a million donations can be read at once.

create table sum_marks (
  one boolean primary key default true check (one),
  snap pg_snapshot not null,
  kept_at timestamptz(3) not null default now()
);
insert into sum_marks (snap) values ('1:1:');
comment on table sum_marks is 'Up to where the sums below were kept: one row, which is also the lock of whoever keeps them. What came since is added when they are read.';
comment on column sum_marks.snap is 'Which transactions are in them. By the highest id they would miss rows that were slow to commit.';

create table revenue_sums (
  span text not null check (span in ('day', 'month', 'all drives')),
  starts date not null,
  kind text not null check (kind in ('donation', 'subscription')),
  channel text not null check (channel in ('online', 'mobile', 'other')),
  fund_drive_id uuid not null,
  payments bigint not null check (payments >= 0),
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  provider_fee bigint not null check (provider_fee >= 0),
  back bigint not null check (back >= 0),
  fee_back bigint not null check (fee_back >= 0),
  primary key (span, starts, kind, channel, fund_drive_id)
);
comment on table revenue_sums is 'What came in and went back of donations and view packages, by drive and channel of each day, again of each month, and of each day for all drives together. Summed up from the ledger alone.';
comment on column revenue_sums.starts is 'The day of Nairobi''s calendar on which it was booked, or the first of its month.';
comment on column revenue_sums.fund_drive_id is 'All noughts for a drive that is gone, and where all drives stand together. It refers to nothing: what was earned stays when a drive goes.';
comment on column revenue_sums.payments is 'How many came in.';
comment on column revenue_sums.fee is 'The platform''s share of donations.';
comment on column revenue_sums.fee_back is 'Of what went back, what the platform gave back of its share.';

create table account_months (
  starts date not null,
  account text collate "C" not null check (account ~ '^[a-z_]+$'),
  debits bigint not null check (debits >= 0),
  credits bigint not null check (credits >= 0),
  primary key (starts, account)
);
comment on table account_months is 'What each of the house''s accounts took and gave in each month; those of all drives stand together as payable.';

-- Shares that were withheld, by when the withdrawal was asked for.
create index payout_requests_withheld on payout_requests (created_at) include (fund_drive_id, status, fee, net)
  where status <> 'rejected';

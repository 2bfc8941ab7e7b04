-- Balances that were summed up once, so that an account with a million postings can be read at once.

create table ledger_balances (
  account_id bigint primary key references ledger_accounts on delete cascade,
  debits bigint not null check (debits >= 0),
  credits bigint not null check (credits >= 0),
  snap pg_snapshot not null,
  kept_at timestamptz(3) not null default now()
);
comment on table ledger_balances is 'What each account had taken and given at some moment. What came since is added to it: see the snapshot.';
comment on column ledger_balances.snap is 'Which transactions are in it. By the highest id it would miss rows that were slow to commit.';

-- What came since a snapshot lies together.
create index ledger_transfers_debits_since on ledger_transfers (debit_account, xid) include (amount);
create index ledger_transfers_credits_since on ledger_transfers (credit_account, xid) include (amount);

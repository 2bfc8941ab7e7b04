-- The ledger: double entry in whole cents, and the wallets that say what a drive may draw.

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is forbidden: money that was written down stays as it is', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
comment on function forbid_change() is 'Refuses whatever it is a trigger for.';

create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text collate "C" not null unique,
  kind text not null check (kind in ('asset', 'liability', 'revenue', 'expense')),
  fund_drive_id uuid unique references fund_drives on delete cascade,
  created_at timestamptz(3) not null default now(),
  constraint ledger_accounts_code_shape check (code ~ '^[a-z_]+$' or code = 'drive:' || fund_drive_id || ':payable'),
  constraint ledger_accounts_drive_said check ((code like 'drive:%') = (fund_drive_id is not null))
);
comment on table ledger_accounts is 'Where money can be: the house''s own accounts, and one for each drive with what its owner is owed.';
comment on column ledger_accounts.kind is 'Assets and expenses grow by debits, liabilities and revenue by credits.';
comment on column ledger_accounts.fund_drive_id is 'The drive whose owner''s share this is. It goes with the drive, which is possible only while nothing was posted.';

insert into ledger_accounts (code, kind) values
  ('provider_clearing', 'asset'), ('settlement_bank', 'asset'), ('platform_revenue', 'revenue'),
  ('subscription_revenue', 'revenue'), ('provider_fees', 'expense'), ('losses', 'expense'),
  ('payouts_in_flight', 'liability'), ('suspense', 'liability');

create table ledger_transfers (
  id bigint generated always as identity primary key,
  event_kind text not null,
  subject_id bigint not null,
  leg smallint not null check (leg between 1 and 20),
  debit_account bigint not null references ledger_accounts,
  credit_account bigint not null references ledger_accounts,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  constraint ledger_transfers_kind_known check (event_kind in (
    'donation', 'subscription', 'suspense', 'payout', 'payout_sent', 'payout_declined', 'payout_returned', 'reversal',
    'write_off', 'settlement'
  )),
  constraint ledger_transfers_once unique (event_kind, subject_id, leg),
  constraint ledger_transfers_two_accounts check (debit_account <> credit_account)
);
create index ledger_transfers_by_debit on ledger_transfers (debit_account, id);
create index ledger_transfers_by_credit on ledger_transfers (credit_account, id);
comment on table ledger_transfers is 'Every movement of money: one row takes from one account what it gives another, so the books always balance. Rows are only ever added; a mistake is put right by another row.';
comment on column ledger_transfers.subject_id is 'What it is about: the payment, the payout, the reversal, the suspense or the write-off of that kind.';
comment on column ledger_transfers.leg is 'Which of the subject''s transfers. Kind, subject and leg are unique: nothing is posted twice.';
comment on column ledger_transfers.xid is 'The transaction that wrote it. A sum that was kept knows by it which rows it holds; by the id it would miss rows that were slow to commit.';
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function forbid_change();
create trigger ledger_transfers_never_emptied before truncate on ledger_transfers
  for each statement execute function forbid_change();

create table wallets (
  fund_drive_id uuid primary key references fund_drives on delete cascade,
  credited bigint not null default 0,
  reversed bigint not null default 0,
  reserved bigint not null default 0,
  debt bigint not null default 0,
  written_off bigint not null default 0,
  donors bigint not null default 0,
  constraint wallets_never_below_zero check (
    credited >= 0 and reversed >= 0 and reserved >= 0 and debt >= 0 and written_off >= 0 and donors >= 0
  ),
  constraint wallets_never_overdrawn check (credited - reversed - reserved + debt + written_off >= 0)
) with (fillfactor = 50);
comment on table wallets is 'One row per drive: what it may draw. Its row is the lock for everything that takes money out; money that comes in waits for nobody, see wallet_deltas.';
comment on column wallets.credited is 'Donations that came in and were folded, in cents.';
comment on column wallets.reversed is 'Of those, what was refunded or charged back.';
comment on column wallets.reserved is 'Withdrawals that were not declined: under way or paid.';
comment on column wallets.debt is 'Reversed money that had been withdrawn already. Coming donations pay it first; until then nothing is withdrawn.';
comment on column wallets.written_off is 'Debt that nobody will pay any more.';
comment on column wallets.donors is 'Donations that were not reversed wholly.';

create table wallet_deltas (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  credit bigint not null check (credit > 0),
  donors smallint not null default 1 check (donors in (0, 1))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index wallet_deltas_of_drive on wallet_deltas (fund_drive_id);
comment on table wallet_deltas is 'Donations that are not in their wallet yet. A gift is appended here, so that a thousand at once need not queue up at one row; they are folded into the wallet by and by.';

create table write_offs (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives,
  debt bigint not null check (debt > 0),
  posted bigint not null check (posted between 0 and debt),
  note text not null default '' check (length(note) <= 1000),
  decided_by uuid references users,
  created_at timestamptz(3) not null default now()
);
create index write_offs_of_drive on write_offs (fund_drive_id);
create index write_offs_by_person on write_offs (decided_by);
comment on table write_offs is 'Debts of drives that the platform has given up.';
comment on column write_offs.posted is 'What the owner''s account lacked, which is the debt without the platform''s share.';

-- Each drive has its account and its wallet from its first moment, whoever makes it: so there is always a row to lock.
create function open_books() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (code, kind, fund_drive_id) values ('drive:' || new.id || ':payable', 'liability', new.id);
  insert into wallets (fund_drive_id) values (new.id);
  return null;
end
$$;
comment on function open_books() is 'Opens the account and the wallet of a new drive.';
create trigger fund_drives_open_books after insert on fund_drives for each row execute function open_books();

insert into ledger_accounts (code, kind, fund_drive_id)
  select 'drive:' || id || ':payable', 'liability', id from fund_drives;
insert into wallets (fund_drive_id) select id from fund_drives;

-- What was folded and what was not, seen at one moment: exact while gifts come in.
create or replace view fund_drive_totals as
  select w.fund_drive_id,
    (w.credited + coalesce(d.credit, 0) - w.reversed)::bigint as raised_amount,
    (w.donors + coalesce(d.donors, 0))::bigint as donors,
    (w.credited > 0 or d.credit is not null) as had_money
  from wallets w
    left join lateral (
      select sum(x.credit) as credit, sum(x.donors) as donors from wallet_deltas x where x.fund_drive_id = w.fund_drive_id
    ) d on true;
comment on view fund_drive_totals is 'What each drive has raised, in cents, from how many donors, and whether money ever came in. Exact at any moment.';

create table book_checks (
  id bigint generated always as identity primary key,
  broken integer not null check (broken >= 0),
  checked_at timestamptz(3) not null default now()
);
comment on table book_checks is 'When the books were looked through, and how many of their rules were broken.';

create table recon_breaks (
  id bigint generated always as identity primary key,
  kind text collate "C" not null check (kind ~ '^[a-z0-9 _-]{1,60}$'),
  subject text not null default '' check (length(subject) <= 200),
  facts jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'closed')),
  seen_at timestamptz(3) not null default now(),
  closed_by uuid references users,
  closed_at timestamptz(3),
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz(3) not null default now(),
  constraint recon_breaks_closed_said check ((state = 'closed') = (closed_at is not null))
);
create unique index recon_breaks_one_open on recon_breaks (kind, subject) where state = 'open';
create index recon_breaks_newest on recon_breaks (state, created_at desc);
create index recon_breaks_by_person on recon_breaks (closed_by);
comment on table recon_breaks is 'Where our books and the provider''s, or the books and their own rules, say different things. A person closes it; nothing puts itself right.';
comment on column recon_breaks.seen_at is 'When it was met last.';

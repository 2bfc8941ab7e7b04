-- Statements of our M-Pesa account, as administrators load them down from the portal: they prove what is older than M-Pesa's
-- list, correct fees, and tell what went to the bank.

create table mpesa_statements (
  id bigint generated always as identity primary key,
  sha256 bytea not null unique check (length(sha256) = 32),
  shortcode text not null check (length(shortcode) <= 20),
  lines integer not null check (lines > 0),
  known_before integer not null default 0,
  by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3)
);
create index mpesa_statements_by_person on mpesa_statements (by);
comment on table mpesa_statements is 'Statements that were imported. The same file is imported once.';
comment on column mpesa_statements.known_before is 'How many of its lines an earlier statement had already.';
comment on column mpesa_statements.done_at is 'When all its lines were worked off; null while that goes on.';

create table mpesa_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references mpesa_statements,
  receipt text collate "C" not null check (receipt ~ '^[A-Z0-9]{8,12}$'),
  kind text not null check (kind in ('in', 'charge', 'to_bank', 'moved', 'void', 'other')),
  paid_in bigint not null check (paid_in >= 0),
  withdrawn bigint not null check (withdrawn >= 0),
  at timestamptz(3) not null,
  account text collate "C" not null default '' check (length(account) <= 100),
  tail text check (length(tail) <= 12),
  name text check (length(name) <= 200),
  linked text collate "C" check (length(linked) <= 20),
  reason text not null default '' check (length(reason) <= 200),
  became text check (became in ('new', 'known', 'fee', 'settlement', 'nothing', 'break')),
  corrected bigint not null default 0,
  unique (receipt, kind, paid_in, withdrawn),
  constraint mpesa_lines_corrected_by_charges check (corrected = 0 or kind = 'charge')
);
create index mpesa_lines_of_statement on mpesa_lines (statement_id, kind) where became is null;
create index mpesa_lines_by_statement on mpesa_lines (statement_id, became);
create index mpesa_lines_charges on mpesa_lines (linked) where kind = 'charge';
comment on table mpesa_lines is 'The lines of imported statements, each once, however many statements have it.';
comment on column mpesa_lines.kind is 'void: it moved no money. moved: between our own accounts there. other: nothing that we know; a person is called.';
comment on column mpesa_lines.name is 'Who paid, until the line is worked off.';
comment on column mpesa_lines.linked is 'The code that a charge belongs to.';
comment on column mpesa_lines.became is 'What came of it; null until it is worked off. It is worked off once.';
comment on column mpesa_lines.corrected is 'What was booked for it on top of the fee that was booked with its money. Below nought where less was charged.';

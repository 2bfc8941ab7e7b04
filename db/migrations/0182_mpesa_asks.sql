-- Questions to M-Pesa whose answer is posted to us later: what became of a payment, and how much money is there.

create table mpesa_asks (
  id bigint generated always as identity primary key,
  what text not null check (what in ('status', 'balance', 'b2c', 'reversal')),
  subject text collate "C" not null check (length(subject) between 1 and 200),
  originator text collate "C" unique check (length(originator) between 1 and 100),
  hear_hash bytea not null unique,
  state text not null default 'open' check (state in ('open', 'answered', 'late', 'lost')),
  asked_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  code text check (length(code) <= 50),
  facts jsonb not null default '{}',
  by uuid references users,
  constraint mpesa_asks_answer_dated check ((state = 'answered') = (answered_at is not null))
);
create unique index mpesa_asks_one_open on mpesa_asks (what, subject) where state = 'open';
create index mpesa_asks_of_subject on mpesa_asks (what, subject, asked_at);
create index mpesa_asks_waiting on mpesa_asks (asked_at) where state in ('open', 'late');
create index mpesa_asks_by_person on mpesa_asks (by);
comment on table mpesa_asks is 'Questions to M-Pesa that it answers later, at a secret address that only this question has.';
comment on column mpesa_asks.subject is 'The receipt that is asked about, or the shortcode whose balance is.';
comment on column mpesa_asks.originator is 'M-Pesa''s name for the question; null until it takes it. An answer has to name it.';
comment on column mpesa_asks.hear_hash is 'The SHA-256 of the secret end of the address where the answer is posted.';
comment on column mpesa_asks.state is 'late: M-Pesa said that it takes longer. lost: nothing came, or it was asked anew; an answer still counts.';
comment on column mpesa_asks.by is 'Who asked for it; null for the clock.';

-- A code can be proved by these answers as well as by the list and the question about its request.
alter table mpesa_receipts drop constraint if exists mpesa_receipts_heard_by_check;
alter table mpesa_receipts drop constraint if exists mpesa_receipts_heard_known;
alter table mpesa_receipts add constraint mpesa_receipts_heard_known check (
  heard_by in ('callback', 'confirmation', 'list', 'status', 'statement')
);
alter table mpesa_receipts drop constraint if exists mpesa_receipts_proved_by_check;
alter table mpesa_receipts drop constraint if exists mpesa_receipts_proved_known;
alter table mpesa_receipts add constraint mpesa_receipts_proved_known check (
  proved_by in ('query', 'list', 'status', 'statement')
);

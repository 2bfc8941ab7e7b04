-- The pretend M-Pesa of laptops and tests. Nothing is written here where money is real.

create table sandbox.daraja_state (
  one boolean primary key default true check (one),
  seed text not null default md5(random()::text || clock_timestamp()::text),
  clock_ahead_ms bigint not null default 0,
  numbers_from bigint not null default 0,
  calls_from bigint not null default 0
);
insert into sandbox.daraja_state default values;

create sequence sandbox.daraja_numbers;
create sequence sandbox.daraja_calls;

create table sandbox.daraja_tokens (
  token text collate "C" primary key,
  made_at timestamptz(3) not null,
  ends_at timestamptz(3) not null
);
create index daraja_tokens_age on sandbox.daraja_tokens (made_at);

create table sandbox.daraja_accounts (
  shortcode text collate "C" primary key check (shortcode ~ '^[0-9]{5,7}$'),
  utility bigint not null default 0,
  working bigint not null default 0,
  charges bigint not null default 0
);

create table sandbox.daraja_phones (
  number text collate "C" primary key check (number ~ '^254[17][0-9]{8}$'),
  balance bigint not null default 5000000 check (balance >= 0),
  is_on boolean not null default true,
  used_at timestamptz(3) not null
);
create index daraja_phones_newest on sandbox.daraja_phones (used_at desc);

create table sandbox.daraja_transactions (
  receipt text collate "C" primary key check (receipt ~ '^[A-Z0-9]{10}$'),
  way text not null check (way in ('prompt', 'paybill', 'till', 'payout', 'reversal', 'charge', 'top-up', 'settlement')),
  shortcode text collate "C" not null,
  phone text collate "C" references sandbox.daraja_phones,
  account text,
  amount bigint not null check (amount <> 0),
  balance bigint not null,
  linked text collate "C",
  originator text collate "C",
  conversation text collate "C",
  at timestamptz(3) not null
);
create index daraja_transactions_newest on sandbox.daraja_transactions (shortcode, at desc, receipt desc);
create index daraja_transactions_phone on sandbox.daraja_transactions (phone, at desc);
create index daraja_transactions_age on sandbox.daraja_transactions (at);
create unique index daraja_transactions_originator on sandbox.daraja_transactions (originator);

create table sandbox.daraja_prompts (
  checkout_id text collate "C" primary key,
  merchant_id text collate "C" not null,
  phone text collate "C" not null references sandbox.daraja_phones,
  shortcode text collate "C" not null,
  party text collate "C" not null,
  way text not null check (way in ('paybill', 'till')),
  amount bigint not null check (amount > 0),
  account text not null,
  description text not null,
  callback_url text not null,
  state text not null default 'open' check (state in ('open', 'ended')),
  code integer,
  receipt text collate "C" unique references sandbox.daraja_transactions on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint daraja_prompts_ended check ((state = 'ended') = (code is not null) and (state = 'ended') = (ended_at is not null)),
  constraint daraja_prompts_paid check ((receipt is not null) = (code is not distinct from 0))
);
create unique index daraja_prompts_open on sandbox.daraja_prompts (phone) where state = 'open';
create index daraja_prompts_phone on sandbox.daraja_prompts (phone, created_at desc);
create index daraja_prompts_age on sandbox.daraja_prompts (created_at);

create table sandbox.daraja_later (
  id bigint generated always as identity primary key,
  due_at timestamptz(3) not null,
  noun text not null,
  subject text not null,
  becomes text not null
);
create index daraja_later_due on sandbox.daraja_later (due_at, id);

create table sandbox.daraja_callbacks (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('prompt', 'confirmation', 'result', 'late')),
  subject text not null,
  address text not null,
  body text not null,
  first_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent')),
  status integer
);
create index daraja_callbacks_due on sandbox.daraja_callbacks (due_at, id) where state = 'waiting';
create index daraja_callbacks_subject on sandbox.daraja_callbacks (subject, id desc);
create index daraja_callbacks_age on sandbox.daraja_callbacks (first_at);

comment on table sandbox.daraja_state is 'One row: what the pretend M-Pesa as a whole knows: its seed and how far its clock is ahead.';
comment on column sandbox.daraja_state.numbers_from is 'Where sandbox.daraja_numbers stood when the seed was set.';
comment on column sandbox.daraja_state.calls_from is 'Where sandbox.daraja_calls stood when the seed was set.';
comment on table sandbox.daraja_tokens is 'Access tokens. A new one ends those before it.';
comment on table sandbox.daraja_accounts is 'What each shortcode has, in cents: money that came in is in utility.';
comment on table sandbox.daraja_phones is 'Pretend phones that were used, each with a balance in cents.';
comment on table sandbox.daraja_transactions is 'Money that moved, by its M-Pesa code. Amounts in cents; what left the shortcode is negative.';
comment on column sandbox.daraja_transactions.balance is 'Of the shortcode, after it.';
comment on column sandbox.daraja_transactions.linked is 'The code of what a reversal or a charge belongs to.';
comment on column sandbox.daraja_transactions.originator is 'The name that the program gave to what it asked for.';
comment on table sandbox.daraja_prompts is 'Requests to pay that were sent to a phone. Amounts in cents.';
comment on column sandbox.daraja_prompts.party is 'The Paybill or till that gets the money.';
comment on column sandbox.daraja_prompts.code is 'How it ended: 0 is paid.';
comment on table sandbox.daraja_later is 'What becomes of something at a later time of the pretend clock.';
comment on table sandbox.daraja_callbacks is 'What is posted to the product, each once: nobody repeats it.';
comment on column sandbox.daraja_callbacks.status is 'What the product answered; 0 for no answer.';

-- The pretend payment provider of laptops and tests. Nothing is written here once PAYSTACK_SECRET_KEY is set.

create table sandbox.paystack_state (
  one boolean primary key default true check (one),
  seed text not null default md5(random()::text || clock_timestamp()::text),
  clock_ahead_ms bigint not null default 0,
  time_scale double precision not null default 1 check (time_scale > 0),
  balance bigint not null default 0
);
insert into sandbox.paystack_state default values;

create sequence sandbox.paystack_numbers;
create sequence sandbox.paystack_calls;

create table sandbox.paystack_payments (
  id text collate "C" primary key check (id ~ '^[0-9]{1,20}$'),
  reference text collate "C" not null unique,
  access_code text collate "C" not null unique,
  email text not null,
  amount bigint not null check (amount > 0),
  currency text not null default 'KES',
  callback_url text,
  metadata jsonb,
  label text,
  status text not null default 'abandoned' check (status in ('abandoned', 'ongoing', 'failed', 'success', 'reversed')),
  gateway_response text not null default 'The transaction was not completed',
  channel text check (channel in ('mobile_money', 'card', 'bank_transfer')),
  paid_with jsonb,
  fees bigint,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  webhook text not null default 'usual' check (webhook in ('usual', 'five', 'never', 'before')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  waits_until timestamptz(3),
  paid_at timestamptz(3)
);
create index paystack_payments_newest on sandbox.paystack_payments (created_at desc, id desc);

create table sandbox.paystack_recipients (
  id text collate "C" primary key check (id ~ '^[0-9]{1,20}$'),
  recipient_code text collate "C" not null unique,
  type text not null,
  name text not null,
  account_number text not null,
  bank_code text not null,
  created_at timestamptz(3) not null,
  unique (type, bank_code, account_number)
);

create table sandbox.paystack_transfers (
  id text collate "C" primary key check (id ~ '^[0-9]{1,20}$'),
  reference text collate "C" not null unique,
  transfer_code text collate "C" not null unique,
  recipient_id text not null references sandbox.paystack_recipients,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  reason text,
  status text not null check (status in ('pending', 'otp', 'success', 'failed', 'reversed', 'abandoned')),
  gateway_response text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index paystack_transfers_newest on sandbox.paystack_transfers (created_at desc, id desc);
create index paystack_transfers_recipient on sandbox.paystack_transfers (recipient_id);

create table sandbox.paystack_refunds (
  id text collate "C" primary key check (id ~ '^[0-9]{1,20}$'),
  payment_id text not null references sandbox.paystack_payments on delete cascade,
  refund_reference text collate "C" not null unique,
  amount bigint not null check (amount > 0),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
  customer_note text,
  merchant_note text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index paystack_refunds_payment on sandbox.paystack_refunds (payment_id);
create index paystack_refunds_newest on sandbox.paystack_refunds (created_at desc, id desc);

create table sandbox.paystack_disputes (
  id text collate "C" primary key check (id ~ '^[0-9]{1,20}$'),
  payment_id text not null references sandbox.paystack_payments on delete cascade,
  amount bigint not null check (amount > 0),
  refund_amount bigint,
  category text not null default 'chargeback' check (category in ('chargeback', 'fraud')),
  status text not null default 'awaiting-merchant-feedback'
    check (status in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved', 'archived')),
  resolution text check (resolution in ('merchant-accepted', 'declined', 'auto-accepted')),
  message text,
  evidence jsonb,
  due_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint paystack_disputes_resolved check ((status = 'resolved') = (resolution is not null))
);
create index paystack_disputes_payment on sandbox.paystack_disputes (payment_id);
create index paystack_disputes_newest on sandbox.paystack_disputes (created_at desc, id desc);

create table sandbox.paystack_later (
  id bigint generated always as identity primary key,
  due_at timestamptz(3) not null,
  noun text not null check (noun in ('payment', 'transfer', 'refund', 'dispute')),
  subject text not null,
  becomes text not null,
  why text
);
create index paystack_later_due on sandbox.paystack_later (due_at, id);

create table sandbox.paystack_webhooks (
  id bigint generated always as identity primary key,
  event text not null,
  subject text not null,
  body text not null,
  signature text,
  first_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'given-up')),
  last_status integer,
  claimed_until timestamptz(3)
);
create index paystack_webhooks_due on sandbox.paystack_webhooks (due_at, id) where state = 'waiting';
create index paystack_webhooks_subject on sandbox.paystack_webhooks (subject, id desc);
create index paystack_webhooks_age on sandbox.paystack_webhooks (first_at);

create table sandbox.paystack_faults (
  id bigint generated always as identity primary key,
  endpoint text not null default '*',
  fault text not null,
  times integer check (times >= 0),
  chance double precision not null default 1 check (chance between 0 and 1),
  settings jsonb not null default '{}'
);

comment on table sandbox.paystack_state is 'One row: what the pretend provider as a whole knows: its seed, how far its clock is ahead, how much quicker webhooks are tried again, and our balance there in cents.';
comment on column sandbox.paystack_state.time_scale is 'Pauses between tries of a webhook are divided by this.';
comment on table sandbox.paystack_payments is 'Transactions of the pretend provider. Amounts in cents. No number of a card or phone is kept whole.';
comment on column sandbox.paystack_payments.webhook is 'How its charge.success is told: some test values ask for something unusual.';
comment on table sandbox.paystack_recipients is 'Accounts and wallets that transfers go to.';
comment on table sandbox.paystack_transfers is 'Money sent out of our balance at the pretend provider.';
comment on table sandbox.paystack_refunds is 'Money sent back to a payer.';
comment on table sandbox.paystack_disputes is 'Questions of a payer''s bank.';
comment on table sandbox.paystack_later is 'What becomes of something at a later time of the pretend clock.';
comment on table sandbox.paystack_webhooks is 'Events to be posted to the product, with their tries.';
comment on column sandbox.paystack_webhooks.claimed_until is 'Real time: one process delivers it and has so long.';
comment on table sandbox.paystack_faults is 'What is to go wrong on purpose: at which endpoint, how often (null: until taken away), how likely.';

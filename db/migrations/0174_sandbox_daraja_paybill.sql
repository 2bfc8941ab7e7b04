-- Payments by hand to a Paybill or till of the pretend M-Pesa, the list of them, and what an initiator orders.

alter table sandbox.daraja_state
  add column validates boolean not null default true,
  add column balance_off bigint not null default 0;
alter table sandbox.daraja_accounts
  add column response_type text check (response_type in ('Completed', 'Cancelled')),
  add column validation_url text,
  add column confirmation_url text,
  add column pull_number text;

create table sandbox.daraja_orders (
  conversation text collate "C" primary key,
  originator text collate "C" not null unique,
  kind text not null check (kind in ('payout', 'reversal', 'status', 'balance')),
  subject text not null,
  amount bigint,
  receipt text collate "C",
  code text,
  result_url text not null,
  late_url text not null,
  made_at timestamptz(3) not null
);
create index daraja_orders_age on sandbox.daraja_orders (made_at);

comment on column sandbox.daraja_state.validates is 'Whether the product is asked before a payment by hand is taken: Safaricom switches it on.';
comment on column sandbox.daraja_state.balance_off is 'By how much, in cents, a balance that is asked for is said wrongly.';
comment on column sandbox.daraja_accounts.response_type is 'What becomes of a payment when the product gives no answer in time.';
comment on column sandbox.daraja_accounts.pull_number is 'The phone that the list of payments was ordered with.';
comment on table sandbox.daraja_orders is 'What was ordered in the name of an initiator. Amounts in cents.';
comment on column sandbox.daraja_orders.code is 'How it ended; none while it is under way.';

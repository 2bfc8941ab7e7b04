-- Gifts by a request on the payer's phone. A payment has up to three of these requests, and each has a name of its own that
-- is written down before anybody is asked: by it the money is found even when every answer was lost.

alter table payments add column donor_phone text not null default '' check (donor_phone = '' or donor_phone ~ '^\+[1-9]\d{6,14}$');
comment on column payments.donor_phone is 'The phone that was asked to pay, as the whole world dials it. Empty once its giver is forgotten.';

create table mpesa_prompts (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments on delete cascade,
  n smallint not null check (n between 1 and 3),
  account text collate "C" not null unique check (account ~ '^[A-Z0-9]{8,12}$'),
  phone text check (phone ~ '^\+254[17]\d{8}$'),
  hear_hash bytea not null unique,
  checkout_id text collate "C" unique check (length(checkout_id) between 1 and 100),
  state text not null default 'created' check (state in (
    'created', 'open', 'paid', 'cancelled', 'expired', 'wrong_pin', 'unanswered', 'short', 'over_limit', 'locked', 'too_soon',
    'busy', 'broken', 'unknown'
  )),
  code text check (length(code) <= 50),
  why text check (length(why) <= 500),
  told text check (length(told) <= 20),
  visitor text check (length(visitor) <= 100),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  ask_at timestamptz(3),
  asked_at timestamptz(3),
  asks smallint not null default 0,
  unique (payment_id, n),
  constraint mpesa_prompts_live_phone check (phone is not null or state not in ('created', 'open'))
);
create unique index mpesa_prompts_one_a_phone on mpesa_prompts (phone) where state in ('created', 'open');
create index mpesa_prompts_of_phone on mpesa_prompts (phone, created_at);
create index mpesa_prompts_to_ask on mpesa_prompts (ask_at) where ask_at is not null;
comment on table mpesa_prompts is 'Requests on a payer''s phone to pay by M-Pesa: at most three for one payment, and one at a time on a phone.';
comment on column mpesa_prompts.account is 'Our name for it, which the payer sees and M-Pesa''s list repeats. Never used for another.';
comment on column mpesa_prompts.hear_hash is 'The SHA-256 of the secret end of the address where M-Pesa tells us of it. Who posts there was told the address by us.';
comment on column mpesa_prompts.checkout_id is 'M-Pesa''s name for it; null until it answers, for ever when its answer was lost.';
comment on column mpesa_prompts.state is 'created before M-Pesa is asked, open while it can be answered. unknown: whether it was paid can''t be said yet. Each can still become paid.';
comment on column mpesa_prompts.told is 'The end that was posted to us, which proves nothing.';
comment on column mpesa_prompts.ask_at is 'When M-Pesa is asked about it next; null when there is nothing to ask.';
comment on column mpesa_prompts.asks is 'How many of the questions by the clock have been used.';

create table mpesa_receipts (
  receipt text collate "C" primary key check (receipt ~ '^[A-Z0-9]{8,12}$'),
  shortcode text not null default '' check (length(shortcode) <= 20),
  amount bigint not null check (amount > 0),
  account text collate "C" not null default '' check (length(account) <= 100),
  tail text check (length(tail) <= 12),
  name text check (length(name) <= 200),
  paid_at timestamptz(3),
  heard_by text not null check (heard_by in ('callback', 'list')),
  proved_by text check (proved_by in ('query', 'list')),
  proved_at timestamptz(3),
  state text not null default 'heard' check (state in ('heard', 'placed', 'unplaced')),
  prompt_id bigint unique references mpesa_prompts,
  payment_id bigint unique references payments,
  suspense_id bigint unique references suspense,
  created_at timestamptz(3) not null default now(),
  constraint mpesa_receipts_one_place check (num_nonnulls(payment_id, suspense_id) <= 1),
  constraint mpesa_receipts_placed_said check ((state = 'placed') = (payment_id is not null) and (state = 'unplaced') = (suspense_id is not null)),
  constraint mpesa_receipts_proved_first check (state = 'heard' or proved_at is not null),
  constraint mpesa_receipts_proof_said check ((proved_by is null) = (proved_at is null))
);
create index mpesa_receipts_heard on mpesa_receipts (created_at) where state = 'heard';
comment on table mpesa_receipts is 'M-Pesa''s own codes of money that came in. Each stands here once and in one place, however it was heard of.';
comment on column mpesa_receipts.heard_by is 'callback: it was posted to us, which proves nothing. list: M-Pesa listed it when we asked.';
comment on column mpesa_receipts.state is 'heard until a question of ours proved it; then placed on a payment, or unplaced in suspense.';

-- Money of two requests for one payment, both answered: the second is nobody's gift until its giver says so.
alter table suspense drop constraint suspense_why_check;
alter table suspense add constraint suspense_why_known check (
  why in ('unknown reference', 'wrong amount', 'wrong currency', 'drive is gone', 'paid twice', 'unknown account')
);

-- Money in: attempts, what came of them, and what the provider told us.

create table payments (
  id bigint generated always as identity primary key,
  reference text collate "C" not null unique,
  kind text not null check (kind in ('donation', 'subscription')),
  fund_drive_id uuid references fund_drives on delete set null,
  user_id uuid references users,
  package_id uuid references subscription_packages,
  views integer check (views > 0),
  amount bigint not null check (amount > 0),
  currency text not null default 'KES' check (currency = 'KES'),
  status text not null default 'created',
  provider text not null default 'paystack' check (provider ~ '^[a-z]{1,20}$'),
  provider_tx_id text collate "C" check (length(provider_tx_id) between 1 and 100),
  provider_fee bigint check (provider_fee >= 0),
  channel text check (channel in ('online', 'mobile', 'other')),
  reversed bigint not null default 0,
  authorization_url text check (length(authorization_url) <= 2000),
  donor_name text not null default '' check (length(donor_name) <= 200),
  donor_email text not null default '' check (length(donor_email) <= 254),
  message text not null default '' check (length(message) <= 2000),
  anonymous boolean not null default false,
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  failure text check (length(failure) <= 500),
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  constraint payments_reference_shape check (reference ~ '^[a-z0-9-]{16,50}$'),
  constraint payments_status_known check (
    status in ('created', 'pending', 'succeeded', 'failed', 'abandoned', 'init_unknown', 'mismatch')
  ),
  constraint payments_one_provider_id unique (provider, provider_tx_id),
  constraint payments_reversed_range check (reversed between 0 and amount and (reversed = 0 or status = 'succeeded')),
  constraint payments_views_bought check (
    (kind = 'subscription') = (package_id is not null and user_id is not null and views is not null)
  ),
  constraint payments_settled_said check ((status = 'succeeded') = (settled_at is not null))
);
create index payments_of_drive on payments (fund_drive_id, created_at desc);
create index payments_of_person on payments (user_id);
create index payments_of_package on payments (package_id);
create index payments_to_check on payments (next_check_at) where next_check_at is not null;
create index payments_open on payments (created_at) where status in ('created', 'pending', 'init_unknown');
comment on table payments is 'Attempts to bring money in: a donation, or a purchase of views. Written before the provider is asked; one that succeeded stays so.';
comment on column payments.reference is 'How we and the provider call it. Never used for another.';
comment on column payments.fund_drive_id is 'Null when the drive was deleted, which is possible only while no money came in. Money that comes all the same waits in suspense.';
comment on column payments.status is 'created, then pending once there is an address to pay at; init_unknown when the provider gave no answer; mismatch when another amount or currency came in than was asked.';
comment on column payments.provider_tx_id is 'The provider''s own number: 64 bits, so it is text.';
comment on column payments.provider_fee is 'What the provider kept of it at our cost; null until it is known.';
comment on column payments.reversed is 'What was refunded or charged back.';

-- Nobody changes what was agreed with the payer, and what was paid stays.
create trigger payments_as_agreed before update of reference, kind, user_id, package_id, views, amount, currency, provider
  on payments for each row
  when (
    (old.reference, old.kind, old.user_id, old.package_id, old.views, old.amount, old.currency, old.provider)
    is distinct from
    (new.reference, new.kind, new.user_id, new.package_id, new.views, new.amount, new.currency, new.provider)
  ) execute function forbid_change();
create trigger payments_succeeded_for_good before update of status on payments for each row
  when (old.status = 'succeeded' and new.status <> 'succeeded') execute function forbid_change();
create trigger payments_paid_are_kept before delete on payments for each row
  when (old.status in ('succeeded', 'mismatch')) execute function forbid_change();
create trigger payments_never_emptied before truncate on payments for each statement execute function forbid_change();

create table donations (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payments,
  fund_drive_id uuid not null references fund_drives,
  amount bigint not null check (amount > 0),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  platform_fee bigint not null,
  channel text not null check (channel in ('online', 'mobile', 'other')),
  donor_name text not null default '' check (length(donor_name) <= 200),
  donor_email text not null default '' check (length(donor_email) <= 254),
  message text not null default '' check (length(message) <= 2000),
  anonymous boolean not null default false,
  receipt uuid not null unique default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  constraint donations_fee_is_right check (platform_fee = (amount * fee_bps + 5000) / 10000)
);
create index donations_newest on donations (fund_drive_id, id desc);
create index donations_by_day on donations (fund_drive_id, created_at);
comment on table donations is 'Money that came in for a drive. Refunds don''t change it: they stand in reversals.';
comment on column donations.fee_bps is 'The platform''s share when it came in, in hundredths of a percent.';
comment on column donations.platform_fee is 'The platform''s share in cents, half a cent rounded up.';
comment on column donations.receipt is 'The end of its receipt''s address, which nobody guesses.';
create trigger donations_as_given
  before update of id, payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, receipt, created_at on donations
  for each row execute function forbid_change();
create trigger donations_are_kept before delete on donations for each row execute function forbid_change();
create trigger donations_never_emptied before truncate on donations for each statement execute function forbid_change();

-- Nobody has bought views yet, so no value is lost.
alter table subscriptions alter column payment_id type bigint using null;
alter table subscriptions add constraint subscriptions_payment_id_fkey foreign key (payment_id) references payments;

create table suspense (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{1,20}$'),
  provider_tx_id text collate "C" not null check (length(provider_tx_id) between 1 and 100),
  reference text not null check (length(reference) <= 200),
  payment_id bigint references payments,
  why text not null check (why in ('unknown reference', 'wrong amount', 'wrong currency', 'drive is gone')),
  amount bigint not null check (amount >= 0),
  currency text not null check (length(currency) <= 10),
  provider_fee bigint check (provider_fee >= 0),
  state text not null default 'open' check (state in ('open', 'closed')),
  note text not null default '' check (length(note) <= 1000),
  closed_by uuid references users,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint suspense_once unique (provider, provider_tx_id),
  constraint suspense_closed_said check ((state = 'closed') = (closed_at is not null))
);
create index suspense_of_payment on suspense (payment_id);
create index suspense_newest on suspense (state, created_at desc);
create index suspense_by_person on suspense (closed_by);
comment on table suspense is 'Money the provider says it has for us and that we can place nowhere. Shillings stand in the ledger''s account of that name; other currencies only here, because the books are kept in shillings.';

create table reversals (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  kind text not null check (kind in ('refund', 'chargeback')),
  provider text not null default 'paystack' check (provider ~ '^[a-z]{1,20}$'),
  ext_id text collate "C" check (length(ext_id) between 1 and 100),
  amount bigint not null check (amount > 0),
  fee_part bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  note text not null default '' check (length(note) <= 1000),
  asked_by uuid references users,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  constraint reversals_once unique (provider, ext_id),
  constraint reversals_fee_part_range check (fee_part between 0 and amount),
  constraint reversals_done_said check ((state = 'done') = (done_at is not null))
);
create unique index reversals_one_open_refund on reversals (payment_id) where kind = 'refund' and state = 'open';
create index reversals_of_payment on reversals (payment_id);
create index reversals_by_person on reversals (asked_by);
comment on table reversals is 'Money that went back to whoever paid it: a refund of ours, or a chargeback of their bank.';
comment on column reversals.ext_id is 'The provider''s number of the refund or the dispute; a refund gets its own once the provider answers.';
comment on column reversals.fee_part is 'Of it, what the platform gives back of its share.';

create table disputes (
  id bigint generated always as identity primary key,
  provider text not null default 'paystack' check (provider ~ '^[a-z]{1,20}$'),
  ext_id text collate "C" not null check (length(ext_id) between 1 and 100),
  payment_id bigint not null references payments,
  amount bigint not null check (amount > 0),
  status text not null default 'open' check (status in ('open', 'resolved')),
  resolution text check (resolution in ('merchant-accepted', 'auto-accepted', 'declined')),
  due_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  constraint disputes_once unique (provider, ext_id),
  constraint disputes_resolved_said check ((status = 'resolved') = (resolution is not null and resolved_at is not null))
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_open on disputes (due_at) where status = 'open';
comment on table disputes is 'Payments that the payer''s bank questions. While one is open its amount can''t be withdrawn.';

create table webhook_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{1,20}$'),
  dedupe_key text collate "C" not null check (length(dedupe_key) between 1 and 300),
  event text not null default '' check (length(event) <= 100),
  body bytea not null check (length(body) <= 262144),
  state text not null default 'received' check (state in ('received', 'done', 'ignored', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  received_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  constraint webhook_events_once unique (provider, dedupe_key)
);
create index webhook_events_waiting on webhook_events (received_at) where state = 'received';
create index webhook_events_by_age on webhook_events (received_at);
comment on table webhook_events is 'What the provider told us, byte for byte and once, stored before it is answered and worked off afterwards. Kept for 180 days.';
create trigger webhook_events_as_heard before update of provider, dedupe_key, event, body, received_at on webhook_events
  for each row execute function forbid_change();

create table idempotency_keys (
  scope text collate "C" not null check (length(scope) between 1 and 200),
  key text collate "C" not null check (length(key) between 1 and 100),
  request_hash text not null,
  payment_id bigint references payments on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_of_payment on idempotency_keys (payment_id);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is 'Forms that start a payment, so that one that is sent twice starts one. Kept for 48 hours.';
comment on column idempotency_keys.request_hash is 'Of what the form said: the same key with something else in it is refused.';

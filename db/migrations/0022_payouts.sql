-- Money out: where owners want it sent, what they asked for, and each attempt to send it.

create table withdrawal_methods (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  method_type text not null check (method_type in ('bank', 'mobile_money')),
  bank_name text check (length(bank_name) between 1 and 100),
  account_number text check (account_number ~ '^[0-9A-Z-]{4,34}$'),
  account_name text check (length(account_name) between 1 and 100),
  phone_number text check (phone_number ~ '^\+254[17][0-9]{8}$'),
  mobile_operator text check (mobile_operator in ('M-Pesa', 'Airtel Money', 'T-Kash')),
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  constraint withdrawal_methods_whole check (
    case method_type
      when 'bank' then bank_name is not null and account_number is not null and account_name is not null
        and phone_number is null and mobile_operator is null
      else phone_number is not null and mobile_operator is not null and bank_name is null and account_number is null
    end
  )
);
create index withdrawal_methods_of_person on withdrawal_methods (user_id, created_at desc);
comment on table withdrawal_methods is 'Bank accounts and mobile wallets that owners have their money sent to. One that is removed stays for the requests that name it.';

create table payout_requests (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives,
  user_id uuid not null references users,
  amount bigint not null check (amount >= 10000),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net >= 0),
  status text not null default 'processing' check (status in ('processing', 'approved', 'completed', 'rejected')),
  notes text not null default '' check (length(notes) <= 1000),
  withdrawal_method_id uuid not null references withdrawal_methods,
  destination jsonb not null,
  client_key uuid not null,
  version integer not null default 1 check (version >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint payout_requests_add_up check (fee + net = amount),
  constraint payout_requests_once unique (user_id, client_key)
);
create index payout_requests_of_drive on payout_requests (fund_drive_id, id desc);
create index payout_requests_in_status on payout_requests (status, id desc);
create index payout_requests_of_method on payout_requests (withdrawal_method_id);
comment on table payout_requests is 'Withdrawals that owners asked for. The money is set aside with the row; a rejected one gives it back.';
comment on column payout_requests.fee is 'The platform''s share, which is withheld here; net is what is sent.';
comment on column payout_requests.destination is 'Where it goes, as the method said when it was asked for: changing a method redirects nothing.';
comment on column payout_requests.client_key is 'The form''s own key: a form that is sent twice asks once.';
create trigger payout_requests_as_asked
  before update of id, fund_drive_id, user_id, amount, fee, net, withdrawal_method_id, destination, client_key, created_at
  on payout_requests for each row execute function forbid_change();
create trigger payout_requests_are_kept before delete on payout_requests
  for each row execute function forbid_change();

create table payout_attempts (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout_requests,
  n integer not null check (n >= 1),
  reference text collate "C" not null unique check (reference ~ '^[a-z0-9-]{16,50}$'),
  provider text not null default 'paystack' check (provider ~ '^[a-z]{1,20}$'),
  provider_code text check (length(provider_code) <= 100),
  state text not null default 'sending' check (state in ('sending', 'pending', 'unknown', 'success', 'failed', 'returned')),
  fee bigint check (fee >= 0),
  why text not null default '' check (length(why) <= 500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint payout_attempts_count unique (payout_id, n)
);
create unique index payout_attempts_one_open on payout_attempts (payout_id) where state in ('sending', 'pending', 'unknown');
create unique index payout_attempts_one_success on payout_attempts (payout_id) where state = 'success';
comment on table payout_attempts is 'Transfers by the provider, written before it is asked. At most one is open: nothing is sent twice because an answer was lost.';

create table payout_events (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout_requests,
  kind text not null check (kind in ('requested', 'approved', 'sent', 'completed', 'put_back', 'rejected', 'returned')),
  by uuid references users,
  note text not null default '' check (length(note) <= 1000),
  code text not null default '' check (length(code) <= 100),
  created_at timestamptz(3) not null default now()
);
create index payout_events_of_payout on payout_events (payout_id, id);
create index payout_events_by_person on payout_events (by);
comment on table payout_events is 'The story of each withdrawal, step by step.';
create trigger payout_events_append_only before update or delete on payout_events
  for each row execute function forbid_change();

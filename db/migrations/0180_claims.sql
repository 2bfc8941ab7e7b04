-- Who paid a Paybill says that it was them: by M-Pesa's code, and by the last digits of the number that paid, which nobody
-- else reads in the message.

create table claims (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  receipt text collate "C" not null check (receipt ~ '^[A-Z0-9]{10}$'),
  tail text collate "C" not null check (tail ~ '^[0-9]{3}$'),
  name text not null default '' check (length(name) <= 200),
  message text not null default '' check (length(message) <= 2000),
  phone text check (phone ~ '^\+[1-9]\d{6,14}$'),
  anonymous boolean not null default false,
  payment_id bigint references payments on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'placed', 'desk', 'refused', 'lapsed')),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  unique (fund_drive_id, receipt, tail),
  constraint claims_settled_said check ((state in ('waiting', 'desk')) = (settled_at is null))
);
create unique index claims_one_placed on claims (receipt) where state = 'placed';
create index claims_of_receipt on claims (receipt);
create index claims_open on claims (created_at) where state in ('waiting', 'desk');
create index claims_of_payment on claims (payment_id) where payment_id is not null;
create index claims_of_phone on claims (phone) where phone is not null;
comment on table claims is 'Givers who say that money at M-Pesa was theirs. A claim never moves a gift from one drive to another.';
comment on column claims.tail is 'The last three digits of the number that paid, as the claim says.';
comment on column claims.phone is 'Whole, for the giver alone; taken out after 30 days.';
comment on column claims.payment_id is 'The gift by phone on whose page it was typed: its request was not paid, its Paybill was.';
comment on column claims.state is 'waiting until M-Pesa lists the code; placed when the gift is its giver''s; desk when a person has to look; refused by that person; lapsed when the code was not listed in time.';

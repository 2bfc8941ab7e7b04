-- Texts to phones. Each is written in the transaction of the deed that it is about, and sent by a job. It is called maybe_sent
-- before the gateway is asked, so that a process that dies, or an answer that is lost, leaves word that it may have gone out.

create table sms_outbox (
  id bigint generated always as identity primary key,
  key text not null unique,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  text text check (length(text) <= 160),
  money boolean not null,
  at_night boolean not null,
  asked_for boolean not null,
  until timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'maybe_sent', 'delivered', 'failed', 'stopped')),
  tries int not null default 0 check (tries between 0 and 2),
  provider_id text unique,
  why text,
  cost bigint check (cost >= 0),
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  ended_at timestamptz,
  -- No text about money leaves twice.
  check (not money or tries <= 1),
  check ((tries = 0) = (tried_at is null)),
  check (state not in ('sent', 'maybe_sent', 'delivered') or tries > 0),
  check (state <> 'waiting' or (phone is not null and text is not null))
);
create index sms_outbox_phone on sms_outbox (phone) where phone is not null;
create index sms_outbox_tried on sms_outbox (tried_at) where tried_at is not null;
create index sms_outbox_old on sms_outbox (created_at) where text is not null;
comment on table sms_outbox is 'Texts to phones. The key stands for what a text is about: two deeds that mean the same send one text.';
comment on column sms_outbox.phone is 'Whole, for the gateway alone. Null once the person has asked to be forgotten.';
comment on column sms_outbox.text is 'Null 30 days after it was written.';
comment on column sms_outbox.money is 'Tells of money: it is never sent again where it may have gone out.';
comment on column sms_outbox.at_night is 'Is also sent between 20 and 8 o''clock.';
comment on column sms_outbox.asked_for is 'A code that its reader has just asked for: it is sent to a phone that said STOP, too.';
comment on column sms_outbox.until is 'After this moment it is of no use, and is not sent any more.';
comment on column sms_outbox.cost is 'In cents, as the gateway said.';

create table sms_stops (
  phone text primary key check (phone ~ '^\+[1-9][0-9]{6,14}$' or phone ~ '^[0-9a-f]{64}$'),
  since timestamptz not null default now()
);
comment on table sms_stops is 'Phones that said STOP. They are sent nothing but codes that they ask for, until they say ANZA.';
comment on column sms_stops.phone is 'The number; of a person who asked to be forgotten, only what it is recognised by, made with our secret.';

create table sms_reports (
  provider_id text primary key,
  phone text not null,
  state text not null check (state in ('delivered', 'failed')),
  why text,
  heard_at timestamptz not null default now()
);
comment on table sms_reports is 'What the gateway said of a text whose answer has not come yet. Taken away when it comes, or after two days.';

-- What we remember of asking the provider: keys, payments that were asked for, events that are worked off.

create table provider_keys (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{1,20}$'),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  since timestamptz(3) not null default now()
);
comment on table provider_keys is 'Since when which key of ours at the provider is in use: what the one before it signed is believed for some days only.';
comment on column provider_keys.fingerprint is 'A hash of the key, never the key.';

alter table payments add column asked_at timestamptz(3);
alter table payments add column not_known smallint not null default 0 check (not_known >= 0);
comment on column payments.asked_at is 'When the provider was asked about it last: not more often than every few seconds, whoever wants to know.';
comment on column payments.not_known is 'How often in a row the provider knew of no such payment.';

alter table webhook_events add column next_try_at timestamptz(3) not null default now();
comment on column webhook_events.next_try_at is 'When it may be worked off. Whoever takes one moves this on, so that nobody else takes it meanwhile, and it comes back by itself if they die.';
drop index webhook_events_waiting;
create index webhook_events_waiting on webhook_events (next_try_at) where state = 'received';

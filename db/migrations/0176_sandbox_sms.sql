-- The pretend phones' inbox. Our texts get there through a pretend gateway, and M-Pesa's from the pretend M-Pesa.

create table sandbox.sms (
  id bigint generated always as identity primary key,
  to_phone text not null,
  sender text not null,
  text text not null,
  message_id text unique,
  sent_at timestamptz not null default clock_timestamp()
);
create index sms_to_phone on sandbox.sms (to_phone, id desc);
create index sms_sent_at on sandbox.sms (sent_at);
comment on table sandbox.sms is 'Texts that would have been sent, kept for looking at under /sandbox/sms.';
comment on column sandbox.sms.to_phone is 'As the whole world dials it: +254712345678.';
comment on column sandbox.sms.sender is 'Who it says it is from: HARAMBEE or M-PESA.';
comment on column sandbox.sms.message_id is 'What the gateway calls it; null for what did not come through the gateway.';

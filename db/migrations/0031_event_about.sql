-- What an event is about is kept beside it: whoever works it off need not read it again.

alter table webhook_events add column about jsonb not null default '{"noun": "nothing"}';
comment on column webhook_events.about is 'The payment, transfer, refund or dispute that it tells of, by reference or number. What it says of it otherwise is not believed: we ask.';

-- Money moves between our bank and each provider that holds some for us. What was booked so far was Paystack's.

alter table settlements add column provider text not null default 'paystack' check (provider in ('paystack', 'mpesa'));
comment on column settlements.provider is 'Whose account the money left or reached.';

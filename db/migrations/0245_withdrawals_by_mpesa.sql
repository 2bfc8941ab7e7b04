-- Withdrawals that M-Pesa sends: what each costs, and the code that it has there.

alter table mpesa_tariffs drop constraint mpesa_tariffs_what_check;
alter table mpesa_tariffs add constraint mpesa_tariffs_what_known check (what in ('paybill', 'b2c'));
alter table mpesa_tariffs drop constraint mpesa_tariffs_within_our_share;
alter table mpesa_tariffs add constraint mpesa_tariffs_within_our_share check (
  what <> 'paybill' or bearer = 'payer' or fee::numeric * 20 <= from_cents
);
alter table mpesa_tariffs add constraint mpesa_tariffs_of_sending_ours check (what = 'paybill' or bearer = 'business');
alter table mpesa_tariffs add constraint mpesa_tariffs_of_sending_apart exclude using gist
  (daterange(since, since, '[]') with &&, int8range(from_cents, to_cents, '[]') with &&) where (what = 'b2c');
comment on column mpesa_tariffs.what is 'paybill: what is paid to us. b2c: withdrawals that M-Pesa sends, which the business bears.';

-- A code is of one transfer.
create unique index payout_attempts_mpesa_code on payout_attempts (provider_code) where provider = 'mpesa';
comment on column mpesa_asks.subject is 'The receipt that is asked about, the shortcode whose balance is, or our reference of money that is sent.';
comment on column mpesa_asks.originator is 'M-Pesa''s name for the question; null until it takes it, and for money that is sent, whose name is our reference. An answer has to name it.';

-- The pretend provider opens its page with the channel that the product names first.
alter table sandbox.paystack_payments
  add column offered text check (offered in ('mobile_money', 'card', 'bank_transfer'));
comment on column sandbox.paystack_payments.offered is 'The channel that its page opens with: the first one the product asked for.';

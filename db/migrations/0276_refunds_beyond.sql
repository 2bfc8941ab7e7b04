-- More can go back than was paid: a part by hand or to the phone, and then M-Pesa reverses the whole payment by itself. What is beyond
-- the payment is nobody's gift. A person decides that the platform has lost it.

alter table reversals add column excess bigint not null default 0 check (excess >= 0);
comment on column reversals.excess is 'What went back beyond what was left of the payment, in cents. It is not in the amount.';

create table refund_losses (
  reversal_id bigint primary key references reversals,
  amount bigint not null check (amount > 0),
  by uuid not null references users,
  created_at timestamptz(3) not null default now()
);
create index refund_losses_by on refund_losses (by);
comment on table refund_losses is 'What went back beyond a payment and an administrator booked as a loss of the platform, once.';
comment on column refund_losses.amount is 'In cents: the excess of the refund.';

alter table ledger_transfers drop constraint ledger_transfers_kind_known;
alter table ledger_transfers add constraint ledger_transfers_kind_known check (event_kind in (
  'donation', 'subscription', 'suspense', 'suspense_placed', 'payout', 'payout_sent', 'payout_declined', 'payout_returned',
  'reversal', 'refund_sent', 'refund_lost', 'write_off', 'settlement', 'fee_corrected'
)) not valid;

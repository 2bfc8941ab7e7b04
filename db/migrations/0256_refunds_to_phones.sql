-- A part of a payment by M-Pesa, and what M-Pesa does not reverse, is sent to the phone that paid.

create table refund_sends (
  id bigint generated always as identity primary key,
  reference text collate "C" not null unique check (reference ~ '^back-[0-9]+-[0-9]+-[0-9a-f]{16}$'),
  reversal_id bigint not null references reversals,
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  code text collate "C" unique check (length(code) between 1 and 50),
  fee bigint check (fee >= 0),
  why text not null default '' check (length(why) <= 500),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint refund_sends_end_dated check ((state = 'open') = (ended_at is null)),
  constraint refund_sends_done_named check ((state = 'done') = (code is not null) and (state = 'done') = (fee is not null))
);
create unique index refund_sends_one_open on refund_sends (reversal_id) where state = 'open';
create index refund_sends_of_refund on refund_sends (reversal_id);
comment on table refund_sends is 'Orders to M-Pesa to send a refund to the phone that paid. M-Pesa takes each reference once, and no second one exists while one is open.';
comment on column refund_sends.reference is 'Our name for it, which is M-Pesa''s key of the order.';
comment on column refund_sends.code is 'M-Pesa''s code of the money that arrived.';
comment on column refund_sends.why is 'Why it ended without sending.';

alter table ledger_transfers drop constraint ledger_transfers_kind_known;
alter table ledger_transfers add constraint ledger_transfers_kind_known check (event_kind in (
  'donation', 'subscription', 'suspense', 'suspense_placed', 'payout', 'payout_sent', 'payout_declined', 'payout_returned',
  'reversal', 'refund_sent', 'write_off', 'settlement', 'fee_corrected'
)) not valid;

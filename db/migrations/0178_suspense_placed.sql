-- Money that reached our number under an account that nobody knows can become a gift: an administrator, or its giver's claim,
-- says which drive it was meant for. What was booked for it in suspense is turned round, and a payment of its own is booked.

alter table suspense add column placed_payment_id bigint unique references payments;
alter table suspense drop constraint suspense_state_check;
alter table suspense add constraint suspense_state_known check (state in ('open', 'closed', 'placed'));
alter table suspense drop constraint suspense_closed_said;
alter table suspense add constraint suspense_closed_said check ((state <> 'open') = (closed_at is not null));
alter table suspense add constraint suspense_placed_said check ((state = 'placed') = (placed_payment_id is not null));
comment on column suspense.state is 'closed: of shillings, that they went back; of other currencies, that a person has seen to it. placed: it became a gift.';
comment on column suspense.placed_payment_id is 'The payment that it became.';

-- What went back, and what became a gift, stays so.
create trigger suspense_decided_for_good before update of state, placed_payment_id on suspense for each row
  when (old.state <> 'open' and (old.state, old.placed_payment_id) is distinct from (new.state, new.placed_payment_id))
  execute function forbid_change();

alter table ledger_transfers drop constraint ledger_transfers_kind_known;
alter table ledger_transfers add constraint ledger_transfers_kind_known check (event_kind in (
  'donation', 'subscription', 'suspense', 'suspense_placed', 'payout', 'payout_sent', 'payout_declined', 'payout_returned',
  'reversal', 'write_off', 'settlement', 'fee_corrected'
)) not valid;

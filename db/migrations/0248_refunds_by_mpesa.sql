-- M-Pesa payments go back by a reversal, or by an administrator's hand in its portal.

alter table reversals drop constraint reversals_progress_check;
alter table reversals add constraint reversals_progress_known check (
  progress in ('waiting', 'unknown', 'pending', 'attention', 'by hand')
);
comment on column reversals.progress is 'Of an open refund. waiting: the provider was not asked yet. unknown: it was, and nobody knows what became of it. pending: it is on its way. attention: somebody has to give the payer''s bank details. by hand: an administrator has to send it from M-Pesa''s portal.';

alter table mpesa_receipts drop constraint mpesa_receipts_state_check;
alter table mpesa_receipts add constraint mpesa_receipts_state_known check (state in ('heard', 'placed', 'unplaced', 'reversed'));
alter table mpesa_receipts drop constraint mpesa_receipts_placed_said;
alter table mpesa_receipts add constraint mpesa_receipts_placed_said check (
  (state in ('placed', 'reversed')) = (payment_id is not null) and (state = 'unplaced') = (suspense_id is not null)
);

-- A statement says which payment a reversal gave back.
alter table mpesa_lines drop constraint mpesa_lines_kind_check;
alter table mpesa_lines add constraint mpesa_lines_kind_known check (
  kind in ('in', 'charge', 'to_bank', 'moved', 'void', 'back', 'other')
);
alter table mpesa_lines drop constraint mpesa_lines_became_check;
alter table mpesa_lines add constraint mpesa_lines_became_known check (
  became in ('new', 'known', 'fee', 'settlement', 'nothing', 'break', 'back')
);
comment on column mpesa_lines.kind is 'void: it moved no money. moved: between our own accounts there. back: a payment was reversed. other: nothing that we know; a person is called.';
comment on column mpesa_lines.linked is 'The code that a charge belongs to, or that was reversed.';

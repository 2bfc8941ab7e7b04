-- What was forgotten of a payer stays forgotten, also when M-Pesa's list or a statement names them again.

alter table mpesa_receipts add column forgotten_at timestamptz(3);
comment on column mpesa_receipts.forgotten_at is 'When name and digits of its payer were taken out: because they asked for it, or because the money went back to them long ago. Nothing writes them again.';

-- What a worked off line of a statement says of its payer is in the code by then.
update mpesa_lines set tail = null where became is not null and tail is not null;
comment on column mpesa_lines.name is 'Who paid, until the line is worked off. The same with the digits of the number.';

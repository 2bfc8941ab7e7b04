-- Givers and organisers can ask for a gift to go back; until now administrators alone could.
alter table reversals add column asked_as text, add column back_until date;
update reversals set asked_as = 'office' where kind = 'refund' and asked_by is not null;
alter table reversals
  add constraint reversals_asked_as_check check (asked_as in ('giver', 'owner', 'office')),
  add constraint reversals_asked_refund check (asked_as is null or kind = 'refund'),
  add constraint reversals_giver_in_time check (
    asked_as is distinct from 'giver'
    or (back_until is not null and (created_at at time zone 'Africa/Nairobi')::date <= back_until)),
  drop constraint reversals_progress_known,
  add constraint reversals_progress_known check (
    progress in ('waiting', 'unknown', 'pending', 'attention', 'by hand', 'office'));
comment on column reversals.asked_as is 'The person who asked us for the refund: its giver, the organiser of the drive, or an administrator. Null where the provider began it.';
comment on column reversals.back_until is 'The last day, in Nairobi, on which the giver could ask for it.';
comment on column reversals.progress is 'The progress of an open refund. waiting: the provider was not asked yet. unknown: it was, and nobody knows what became of it. pending: it is on its way. attention: somebody has to give the payer''s bank details. by hand: an administrator has to send it from M-Pesa''s portal. office: an administrator has to agree before it is sent.';
create index reversals_by_givers on reversals (created_at) where asked_as = 'giver';
create index reversals_at_office on reversals (created_at) where kind = 'refund' and state = 'open' and progress = 'office';

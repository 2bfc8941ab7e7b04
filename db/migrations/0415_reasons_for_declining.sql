-- Why an administrator declined a withdrawal, as its owner is to read it: with what they can do next.
alter table payout_events add column reason text
  constraint payout_events_reason check (reason in ('other name', 'wrong account', 'question', 'in parts', 'asked'));
alter table payout_events add constraint payout_events_reason_of_declined check (reason is null or kind = 'rejected');

-- Administrators give money back, answer disputes and give debts up.

alter table reversals add column form_key uuid unique;
comment on column reversals.form_key is 'The form that asked for the refund: sent twice, it asks once.';

-- Since when a drive owes. A trigger, as a debt comes and goes in many ways, and each would have to think of it.
alter table wallets add column debt_since timestamptz(3);
comment on column wallets.debt_since is 'Since when there has been a debt without a break.';
update wallets w set debt_since = coalesce(
  (select max(r.done_at) from reversals r join payments p on p.id = r.payment_id where p.fund_drive_id = w.fund_drive_id),
  now()) where debt > 0;
create function note_debt() returns trigger language plpgsql as $$
begin
  new.debt_since := case when new.debt = 0 then null else coalesce(old.debt_since, now()) end;
  return new;
end
$$;
comment on function note_debt() is 'Notes since when a wallet owes, and that it owes no more.';
create trigger wallets_note_debt before update of debt on wallets
  for each row when (old.debt is distinct from new.debt) execute function note_debt();

-- What we answered, written down before the provider is told, so that two administrators don't both answer.
alter table disputes
  add column answer text check (answer in ('accept', 'decline')),
  add column answer_amount bigint check (answer_amount > 0),
  add column answer_text text not null default '' check (length(answer_text) <= 2000),
  add column answered_by uuid references users,
  add column answered_at timestamptz(3),
  add constraint disputes_answer_whole check ((answer is null) = (answered_at is null));
create index disputes_by_person on disputes (answered_by);
comment on column disputes.answer is 'What an administrator answered: accept, and so much of it goes back, or decline, with the evidence as its text.';
comment on column disputes.answered_at is 'When the answer was sent. One that the provider refused is taken back; of one that was lost nobody knows, until the provider tells how the dispute stands.';

-- After paying: whose browser came back from the provider, and what may be forgotten of whoever paid.

alter table payments add column returned text check (length(returned) <= 100);
comment on column payments.returned is 'The visitor whose browser was the first to see that it was paid: a hash, see visitorKey. The link to the receipt is shown in that browser only.';
create index payments_to_forget on payments (created_at)
  where status in ('failed', 'abandoned', 'init_unknown') and donor_email <> '';

-- What was heard stays as it was heard, but for its words: they may be blanked for somebody who wants to be forgotten.
-- The row stays even then, so that the same word heard again is known.
drop trigger webhook_events_as_heard on webhook_events;
create trigger webhook_events_as_heard before update of provider, dedupe_key, event, received_at on webhook_events
  for each row execute function forbid_change();
create trigger webhook_events_body_as_heard before update of body on webhook_events
  for each row when (old.body is distinct from new.body and length(new.body) > 0) execute function forbid_change();

-- Gifts whose owner will be told of them in one mail.
create table gift_news (
  donation_id bigint primary key references donations,
  fund_drive_id uuid not null references fund_drives,
  created_at timestamptz(3) not null default now()
);
create index gift_news_of_drive on gift_news (fund_drive_id, donation_id);
comment on table gift_news is 'Gifts that the drive''s owner has not been told of yet. The daily mail about them takes them away.';

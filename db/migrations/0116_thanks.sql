-- What the organiser says to people who have given, on the page after the payment.
alter table fund_drives
  add column thanks text check (char_length(thanks) between 1 and 300);
comment on column fund_drives.thanks is 'The organiser''s words of thanks after a gift; null for the usual ones.';

-- The office may hide the photo of a receipt, with a reason. What the receipt says stays.
alter table payout_receipts
  add column hidden_at timestamptz(3),
  add column hidden_by uuid,
  add column hidden_why text default '' not null,
  add constraint payout_receipts_hidden check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_why = '') and (hidden_at is null or photo_url is not null)),
  add constraint payout_receipts_hidden_by_fkey foreign key (hidden_by) references users(id);
comment on column payout_receipts.hidden_at is 'Since when an administrator hides the photo: its file is not served. All receipts with the photo are hidden together.';
comment on column payout_receipts.hidden_why is 'Why an administrator has hidden the photo, as those read it who manage the drive.';
create index payout_receipts_of_hider on payout_receipts (hidden_by) where (hidden_by is not null);
create index payout_receipts_hidden_files on payout_receipts (split_part(photo_url, '-', 1)) where (hidden_at is not null);

-- A report says whether its writer gave to the drive. It doesn't say which giver wrote it.
alter table support_messages add column from_giver boolean default false not null;
alter table support_messages add constraint support_messages_giver_check check (not from_giver or fund_drive_id is not null);
comment on column support_messages.from_giver is 'The writer of a report showed the code of a gift to the drive, or was signed in and had given to it. Which giver it was is not kept.';

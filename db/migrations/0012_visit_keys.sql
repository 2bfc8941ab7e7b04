-- A booking that is sent twice is filed once: a double click, or a phone that tries again because no answer came.

alter table fund_drive_reservations add column once text check (length(once) = 43);
create unique index fund_drive_reservations_once on fund_drive_reservations (fund_drive_id, once);
create index fund_drive_reservations_in_status on fund_drive_reservations (fund_drive_id, status, created_at desc, id desc);
comment on column fund_drive_reservations.once is 'SHA-256 of what was sent with which form. Null for what was sent without a form of ours.';

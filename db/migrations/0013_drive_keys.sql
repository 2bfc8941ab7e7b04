-- A form that is sent twice opens one drive: a double press, or a phone that tries again because no answer came.

alter table fund_drives add column once text check (length(once) = 43);
create unique index fund_drives_once on fund_drives (user_id, once);
comment on column fund_drives.once is 'SHA-256 of what was sent with which form. Null for what was sent without a form of ours.';

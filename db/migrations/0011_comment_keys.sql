-- A comment that is sent twice is posted once: a double click, or a phone that tries again because no answer came.

alter table fund_drive_comments add column once text check (length(once) = 43);
create unique index fund_drive_comments_once on fund_drive_comments (fund_drive_id, once);
create index fund_drive_comments_waiting on fund_drive_comments (fund_drive_id, visitor, id desc) where state = 'quarantined';
create index fund_drive_comments_in_state on fund_drive_comments (fund_drive_id, state, id desc) where state <> 'shown';
comment on column fund_drive_comments.once is 'SHA-256 of who sent what with which form. Null for what was sent without a form of ours.';

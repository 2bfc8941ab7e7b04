-- What the administrator's first page counts and lists.

create index fund_drive_comments_quarantined on fund_drive_comments (id) where state = 'quarantined';
create index users_joined on users (created_at);
create index fund_drives_opened on fund_drives (created_at);

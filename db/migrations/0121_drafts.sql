-- A drive may be prepared before visitors see it: a draft is paused and was never published.

alter table fund_drives alter column published_at drop not null;
alter table fund_drives add constraint fund_drives_seen_once_published check (published_at is not null or status = 'paused');
comment on column fund_drives.published_at is 'When it was opened to visitors; null for a draft. Its owner''s email address was confirmed by then; the badge says so.';

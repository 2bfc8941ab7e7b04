-- Fund drives that their owners let us list for everybody. Nobody can pay for a place in the list.
alter table fund_drives add column listed_at timestamptz(3);
alter table fund_drives add column unlisted_at timestamptz(3);
alter table fund_drives add column unlisted_why text default '' not null;
alter table fund_drives add constraint fund_drives_unlisted_why_check check (length(unlisted_why) <= 1000);
alter table fund_drives add constraint fund_drives_unlisted_said check ((unlisted_at is null) = (unlisted_why = ''));
alter table fund_drives add constraint fund_drives_listed_or_taken_off check (listed_at is null or unlisted_at is null);
comment on column fund_drives.listed_at is 'Since when its owner lets us list it for everybody; null where they don''t.';
comment on column fund_drives.unlisted_at is 'Since when an administrator has taken it off the list: its owner can''t put it there again.';
comment on column fund_drives.unlisted_why is 'Why it was taken off, for its owner; empty where it was not.';

-- No row is in these indexes yet, so they are built at once.
create index fund_drives_listed on fund_drives (published_at desc, id desc) where listed_at is not null;
create index fund_drives_listed_words on fund_drives using gin ((title || ' ' || campaign_slogan || ' ' || location) gin_trgm_ops)
  where listed_at is not null;

create function has_views(drive uuid) returns boolean language sql stable as $$
  select exists (
    select from public.subscriptions where fund_drive_id = drive and status = 'active' and remaining_views > 0
  )
$$;
comment on function has_views(uuid) is 'Whether visitors can still read a drive. How many views are left, and whether they were bought, it does not say.';

-- Drives: what people collect for, and what dresses their pages. Where a drive's money stands is the ledger's to say.

create table fund_drives (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- Compared byte by byte, so that one index finds a slug and the slugs that begin with it.
  slug text collate "C" not null unique,
  title text not null,
  description text,
  goal_amount bigint not null,
  category text not null,
  image_url text,
  end_date date,
  status text not null default 'active',
  campaign_slogan text not null default 'unity is power',
  collect_donations boolean not null default true,
  location text not null default 'Nairobi, Kenya',
  fee_policy text not null default 'withhold_at_payout',
  version integer not null default 1,
  description_version integer not null default 1,
  published_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint fund_drives_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  constraint fund_drives_title_shape check (length(title) between 1 and 100 and title = btrim(title) and title !~ '[[:cntrl:]]'),
  constraint fund_drives_description_length check (length(description) <= 100000),
  constraint fund_drives_goal_known check (
    goal_amount between 0 and 1000000000000 and (not collect_donations or goal_amount >= 100)
  ),
  constraint fund_drives_category_known check (category in (
    'Medical', 'Education', 'Emergency', 'Community', 'Sports', 'Arts', 'Animals', 'Environment', 'Business', 'Other'
  )),
  constraint fund_drives_image_shape check (image_url ~ '^(https?://|/media/)' and length(image_url) <= 2000),
  constraint fund_drives_end_date_range check (end_date between '2020-01-01' and '2100-12-31'),
  constraint fund_drives_status_known check (status in ('active', 'paused', 'completed')),
  constraint fund_drives_slogan_shape check (
    length(campaign_slogan) between 1 and 150 and cardinality(regexp_split_to_array(btrim(campaign_slogan), '\s+')) <= 10
  ),
  constraint fund_drives_location_shape check (length(location) between 1 and 80 and location !~ '[[:cntrl:]]'),
  constraint fund_drives_fee_policy_known check (fee_policy in ('withhold_at_payout', 'platform_absorbs', 'donor_on_top')),
  constraint fund_drives_versions_count check (version >= 1 and description_version >= 1)
);
create index fund_drives_of_owner on fund_drives (user_id, created_at desc, id desc);
create index fund_drives_newest on fund_drives (created_at desc, id desc);
comment on table fund_drives is 'One row per drive. It goes when its owner deletes it, which is possible only while no money ever came in.';
comment on column fund_drives.slug is 'The end of its address. Made from the first title and never changed, so that links that were shared stay good.';
comment on column fund_drives.description is 'HTML of the few allowed tags; null until somebody writes it.';
comment on column fund_drives.goal_amount is 'In cents. 0 while no goal was ever set, which only a drive that collects no donations may have.';
comment on column fund_drives.end_date is 'The last day, as the calendar of Nairobi counts it.';
comment on column fund_drives.fee_policy is 'Who bears the platform''s share, settled when the drive is made.';
comment on column fund_drives.version is 'Counts changes of what the Info page shows: whoever saves an older one is told.';
comment on column fund_drives.description_version is 'The same for the description, which has a page of its own.';
comment on column fund_drives.published_at is 'When it was opened to visitors. Its owner''s e-mail address was confirmed by then; the badge says so.';

create table retired_slugs (
  slug text collate "C" primary key,
  retired_at timestamptz not null default now()
);
comment on table retired_slugs is 'Slugs of drives that were deleted. Nobody gets one again: links to the old drive must not lead to somebody else''s.';

create table fund_drive_images (
  id uuid primary key default gen_random_uuid(),
  fund_drive_id uuid not null references fund_drives on delete cascade,
  image_url text not null,
  caption text not null default '',
  display_order integer not null,
  width integer check (width > 0),
  height integer check (height > 0),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz(3) not null default now(),
  constraint fund_drive_images_url_shape check (image_url ~ '^(https?://|/media/)' and length(image_url) <= 2000),
  constraint fund_drive_images_caption_length check (length(caption) <= 200),
  -- Looked at when the transaction ends, so that pictures may change places.
  constraint fund_drive_images_order_once unique (fund_drive_id, display_order) deferrable initially deferred
);
comment on table fund_drive_images is 'The pictures of a drive''s gallery, in the order its owner gave them.';
comment on column fund_drive_images.caption is 'Shown below the picture, and read to those who don''t see it.';
comment on column fund_drive_images.colour is 'Its dominant colour, shown until the picture is there.';

create table fund_drive_videos (
  id uuid primary key default gen_random_uuid(),
  fund_drive_id uuid not null references fund_drives on delete cascade,
  video_url text not null,
  display_order integer not null,
  title text not null default '',
  description text not null default '',
  created_at timestamptz(3) not null default now(),
  constraint fund_drive_videos_url_shape check (video_url ~ '^https?://' and length(video_url) <= 2000),
  constraint fund_drive_videos_title_length check (length(title) <= 200),
  constraint fund_drive_videos_description_length check (length(description) <= 1000),
  constraint fund_drive_videos_order_once unique (fund_drive_id, display_order) deferrable initially deferred
);
comment on table fund_drive_videos is 'Videos elsewhere that a drive shows, by their address.';

-- The one place that says what a drive has raised. The ledger's migration replaces it with the sums of the wallets.
create view fund_drive_totals as
  select id as fund_drive_id, 0::bigint as raised_amount, 0::bigint as donors, false as had_money from fund_drives;
comment on view fund_drive_totals is 'What each drive has raised, in cents, from how many donors, and whether money ever came in. Nothing, as long as there is no ledger.';

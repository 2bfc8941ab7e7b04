-- Comments: encouraging words below a drive, from anybody.

create table fund_drive_comments (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  name text not null default 'Anonymous Supporter',
  content text not null,
  likes integer not null default 0 check (likes >= 0),
  state text not null default 'shown' check (state in ('shown', 'quarantined', 'hidden')),
  suspicion text check (suspicion in ('link', 'phone', 'repeated')),
  visitor text not null check (length(visitor) between 1 and 64),
  fingerprint text not null check (length(fingerprint) = 43),
  created_at timestamptz(3) not null default now(),
  constraint fund_drive_comments_name_shape check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  constraint fund_drive_comments_content_length check (length(content) between 1 and 1000),
  constraint fund_drive_comments_why check (state <> 'quarantined' or suspicion is not null)
);
create index fund_drive_comments_newest on fund_drive_comments (fund_drive_id, id desc);
create index fund_drive_comments_shown on fund_drive_comments (fund_drive_id, id desc) where state = 'shown';
create index fund_drive_comments_alike on fund_drive_comments (fingerprint, created_at desc);
comment on table fund_drive_comments is 'What visitors wrote. What looks like spam waits in quarantine until the owner releases or hides it.';
comment on column fund_drive_comments.likes is 'As many as there are rows in comment_likes; kept here so that a list need not count.';
comment on column fund_drive_comments.suspicion is 'Why it was put in quarantine; kept when the owner decides otherwise.';
comment on column fund_drive_comments.visitor is 'A hash that stands for the visitor who wrote it, to know again who repeats themselves.';
comment on column fund_drive_comments.fingerprint is 'SHA-256 of its letters and digits in lower case: the same for texts that say the same.';

create table comment_likes (
  comment_id bigint not null references fund_drive_comments on delete cascade,
  visitor text not null check (length(visitor) between 1 and 64),
  created_at timestamptz not null default now(),
  primary key (comment_id, visitor)
);
comment on table comment_likes is 'Who liked which comment: one row per visitor, so that nobody counts twice.';

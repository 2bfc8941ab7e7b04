-- What an owner does with a comment besides showing and hiding it, and what visitors report.

alter table fund_drive_comments
  add column reply text check (length(reply) between 1 and 1000),
  add column replied_at timestamptz(3),
  add column thanked_at timestamptz(3),
  add column pinned_at timestamptz(3),
  add column reviewed_at timestamptz(3),
  add column deleted_at timestamptz(3),
  add column deleted_from text check (deleted_from in ('shown', 'quarantined', 'hidden'));
alter table fund_drive_comments drop constraint fund_drive_comments_state_check;
alter table fund_drive_comments add constraint fund_drive_comments_state_check
  check (state in ('shown', 'quarantined', 'hidden', 'deleted'));
alter table fund_drive_comments drop constraint fund_drive_comments_suspicion_check;
alter table fund_drive_comments add constraint fund_drive_comments_suspicion_check
  check (suspicion in ('link', 'phone', 'both', 'repeated', 'reported'));
alter table fund_drive_comments add constraint fund_drive_comments_reply_dated check ((reply is null) = (replied_at is null));
alter table fund_drive_comments add constraint fund_drive_comments_deleted_dated
  check ((state = 'deleted') = (deleted_at is not null) and (deleted_at is null) = (deleted_from is null));
create index fund_drive_comments_pinned on fund_drive_comments (fund_drive_id, pinned_at desc)
  where pinned_at is not null and state = 'shown';
create index fund_drive_comments_deleted on fund_drive_comments (deleted_at) where state = 'deleted';
comment on column fund_drive_comments.reply is 'What the owner answered. Shown below the comment.';
comment on column fund_drive_comments.reviewed_at is 'When the owner or an administrator last approved it. A report by a visitor does not hide it again.';
comment on column fund_drive_comments.deleted_from is 'The state it had before its owner deleted it, for a day in which that can be undone.';

create table comment_reports (
  comment_id bigint not null references fund_drive_comments on delete cascade,
  visitor text not null check (length(visitor) between 1 and 64),
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, visitor)
);
comment on table comment_reports is 'Which visitor reported which comment: one row per visitor. The first report puts an unreviewed comment in quarantine.';

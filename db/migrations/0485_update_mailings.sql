-- The emails and texts about updates: one mailing of a drive a day, and no follower twice.
create table update_mailings (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  day date not null,
  due_at timestamptz(3) not null,
  begun_on date,
  cursor bigint default 0 not null,
  emailed_at timestamptz(3),
  text_cursor bigint default 0 not null,
  done_at timestamptz(3),
  constraint update_mailings_pkey primary key (id),
  constraint update_mailings_day_key unique (fund_drive_id, day),
  constraint update_mailings_begun_key unique (fund_drive_id, begun_on),
  constraint update_mailings_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table update_mailings is 'Mailings to the followers of a drive: one for a day of Nairobi, with the updates that name it.';
comment on column update_mailings.day is 'The day on which it is due.';
comment on column update_mailings.begun_on is 'The day on which it began: a late one does not begin on the day of another.';
comment on column update_mailings.cursor is 'The last follower who was emailed; text_cursor is the last who was texted.';
comment on column update_mailings.emailed_at is 'When all emails were sent. The texts follow.';

create table update_sends (
  mailing_id bigint not null,
  follower_id bigint not null,
  how text not null,
  at timestamptz(3) default now() not null,
  constraint update_sends_pkey primary key (mailing_id, follower_id),
  constraint update_sends_how_check check (how in ('email', 'text')),
  constraint update_sends_mailing_id_fkey foreign key (mailing_id) references update_mailings(id) on delete cascade,
  constraint update_sends_follower_id_fkey foreign key (follower_id) references followers(id) on delete cascade
);
comment on table update_sends is 'Followers that a mailing was sent to. The row is written before the email, so that none is sent twice.';
create index update_sends_of_follower on update_sends (follower_id, at);
create index update_sends_texted on update_sends (at) where (how = 'text');

alter table updates add column mailing_id bigint;
alter table updates add constraint updates_mailing_id_fkey foreign key (mailing_id) references update_mailings(id) on delete set null;
comment on column updates.mailing_id is 'The mailing that brings it to the followers.';
create index updates_of_mailing on updates (mailing_id) where (mailing_id is not null);

alter table sms_outbox add column news boolean default false not null;
comment on column sms_outbox.news is 'A text about an update of a drive: its budget was counted where it was written.';


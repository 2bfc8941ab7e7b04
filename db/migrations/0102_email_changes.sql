-- A person moves their account to another email address: both addresses confirm it, in any order, within a day.

create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid references sessions on delete set null,
  from_email text not null,
  to_email text not null check (to_email = lower(to_email) and to_email like '_%@_%' and length(to_email) <= 254),
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null default now(),
  check (done_at is null or (old_confirmed_at is not null and new_confirmed_at is not null)),
  check (from_email <> to_email)
);
create unique index email_changes_one_waits on email_changes (user_id) where done_at is null;
create index email_changes_by_user on email_changes (user_id);
create index email_changes_by_session on email_changes (session_id);
create index email_changes_by_age on email_changes (created_at);
comment on table email_changes is 'Changes of a person''s email address: one that waits for both addresses to confirm it, and those done within the last month.';
comment on column email_changes.session_id is 'Where it was asked for: this session stays when the others end.';

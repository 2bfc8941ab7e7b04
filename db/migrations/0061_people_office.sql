-- People as administrators see them: who was here when, who is shut out, and who gave whom a role.

alter table users
  add column seen_at timestamptz not null default now(),
  add column suspended_at timestamptz,
  add column suspended_why text not null default '' check (length(suspended_why) <= 1000),
  add constraint users_suspended_said check ((suspended_at is null) = (suspended_why = ''));
comment on column users.seen_at is 'When they were here last, to within five minutes: kept with the session''s last use, not at each request.';
comment on column users.suspended_at is 'Since when an administrator shuts them out: they can''t sign in, and visitors don''t find their drives.';
comment on column users.suspended_why is 'Why, for administrators. The person is not told.';
update users u set seen_at = greatest(u.created_at, (select max(s.updated_at) from sessions s where s.user_id = u.id));

alter table user_roles drop constraint user_roles_granted_by_check,
  add constraint user_roles_granted_by_check check (granted_by in ('setting', 'command', 'example', 'admin'));
comment on table user_roles is 'What a person may do beyond their own; no row means user. Written by administrators, by the ADMIN_EMAIL setting, by npm run admin and by the example content.';

-- The list of people, sorted by each of its columns.
create index users_newest on users (created_at, id) where deleted_at is null;
create index users_last_seen on users (seen_at, id) where deleted_at is null;
create index users_suspended on users (suspended_at) where suspended_at is not null;
create index profiles_by_name on profiles (lower(full_name), user_id);
create index user_roles_by_role on user_roles (role, user_id);

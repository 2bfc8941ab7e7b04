-- Two administrators who decide together must be two people: who made whom an administrator, and what waits for a second one.

alter table user_roles
  add column given_by uuid references users,
  add column asked_by uuid references users;
comment on column user_roles.given_by is 'The administrator who gave the role; null for the setting, the command line and the example content.';
comment on column user_roles.asked_by is 'The first of two administrators, where two had to agree about the role.';
create index user_roles_given_by on user_roles (given_by);
create index user_roles_asked_by on user_roles (asked_by);

create table proposals (
  id bigint generated always as identity primary key,
  about text not null check (about in ('role', 'restore', 'setting')),
  subject text not null check (length(subject) <= 200),
  value text not null check (length(value) <= 500),
  by uuid not null references users,
  why text not null default '' check (length(why) <= 1000),
  created_at timestamptz(3) not null default now(),
  constraint proposals_one_each unique (about, subject)
);
create index proposals_by on proposals (by);
comment on table proposals is 'What one administrator has decided and a second one must decide, too: who becomes an administrator, and the sum above which two are needed. A row goes when it is carried out; the audit log keeps both.';

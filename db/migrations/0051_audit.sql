-- What administrators do, and what of people's data they look at.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  by uuid references users (id),
  address text not null default '' check (char_length(address) <= 64),
  act text not null check (act ~ '^[a-z][a-z -]{1,60}$'),
  noun text not null check (noun ~ '^[a-z][a-z ]{1,30}$'),
  subject text not null default '' check (char_length(subject) <= 200),
  before jsonb,
  after jsonb,
  why text not null default '' check (char_length(why) <= 1000)
);
comment on table audit_log is 'Who did or saw what, and why: administrators, the command line, the settings. Rows are only ever added.';
comment on column audit_log.by is 'Null for what nobody signed in did: the command line, a setting.';
comment on column audit_log.address is 'Shortened (IPv4 /24, IPv6 /48) before it is stored.';
comment on column audit_log.subject is 'The id of what it is about; empty when it is about a whole list.';
comment on column audit_log.before is 'What stood there before, as far as it was changed.';
comment on column audit_log.after is 'What stands there now; of what was only seen, how it was found.';
create index audit_log_by on audit_log (by, id);
create index audit_log_about on audit_log (noun, subject, id);
create index audit_log_act on audit_log (act, id);

create trigger audit_log_append_only before update or delete on audit_log for each row execute function forbid_change();
create trigger audit_log_never_emptied before truncate on audit_log for each statement execute function forbid_change();

-- M-Pesa lists what arrived for 48 hours. When the list was not read for longer, as after a backup was restored, a time is left
-- that only a statement of the portal tells of.

create table mpesa_listed (
  provider text primary key,
  until timestamptz not null
);
comment on table mpesa_listed is 'Up to when a list of M-Pesa was read that reached back its 48 hours, and was read to its end.';

alter table mpesa_statements add column first_at timestamptz;
alter table mpesa_statements add column last_at timestamptz;
alter table mpesa_statements add check (first_at <= last_at);
comment on column mpesa_statements.first_at is 'The moment of its first line, whether or not another statement had it before. Null of those from before these columns.';
comment on column mpesa_statements.last_at is 'The moment of its last line.';

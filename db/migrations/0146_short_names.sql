-- A short link of a drive's own, such as /h/achieng, beside its address made of the title. A name that was given out once
-- leads to its drive for ever: it stands on posters and in chats.

create table short_names (
  name text collate "C" primary key,
  fund_drive_id uuid references fund_drives on delete set null,
  made_at timestamptz(3) not null default now(),
  constraint short_names_shape check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) between 3 and 40)
);
create index short_names_of_drive on short_names (fund_drive_id);
comment on table short_names is 'Every short name that a drive has or had. Nobody else gets one, also when its drive was deleted.';
comment on column short_names.fund_drive_id is 'Where it leads; null once the drive was deleted.';

alter table fund_drives add column short_name text collate "C" references short_names;
create unique index fund_drives_short_name on fund_drives (short_name);
comment on column fund_drives.short_name is 'The short name that the owner shares now; null for none.';

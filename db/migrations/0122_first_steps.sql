-- What a new drive still needs is read from what is there. How often its owner shared it nobody else can tell.

alter table fund_drives add column shares integer not null default 0 check (shares between 0 and 1000);
alter table fund_drives add column steps_hidden_at timestamptz(3);
comment on column fund_drives.shares is 'How often its owner pressed a way to share it or copied its link.';
comment on column fund_drives.steps_hidden_at is 'When its owner put the list of first steps away; null while it is shown.';

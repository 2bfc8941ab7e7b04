-- What administrators do to a drive: they pause it, and they freeze its withdrawals. Each with a reason its owner reads.

alter table fund_drives
  add column stopped_at timestamptz(3),
  add column stopped_why text not null default '' check (length(stopped_why) <= 1000),
  add column stopped_from text check (stopped_from in ('active', 'paused', 'completed')),
  add constraint fund_drives_stopped_said check (
    case when stopped_at is null then stopped_why = '' and stopped_from is null
      else stopped_why <> '' and stopped_from is not null end
  ),
  -- Whatever its owner's forms ask for.
  add constraint fund_drives_stopped_is_shut check (stopped_at is null or status <> 'active');
comment on column fund_drives.stopped_at is 'Since when an administrator has paused it. Until it is opened again nobody can set it active.';
comment on column fund_drives.stopped_why is 'Why, as its owner reads it.';
comment on column fund_drives.stopped_from is 'The status it had before, which it gets again when it is opened.';
create index fund_drives_stopped on fund_drives (stopped_at) where stopped_at is not null;
create index fund_drives_by_title on fund_drives (lower(title), id);

alter table wallets
  add column frozen_at timestamptz(3),
  add column frozen_why text not null default '' check (length(frozen_why) <= 1000),
  add constraint wallets_frozen_said check ((frozen_at is null) = (frozen_why = ''));
comment on column wallets.frozen_at is 'Since when an administrator lets nothing out of it: nothing is withdrawn, and no request is completed.';
comment on column wallets.frozen_why is 'Why, as the drive''s owner reads it.';
create index wallets_frozen on wallets (fund_drive_id) where frozen_at is not null;
create index wallets_owing on wallets (fund_drive_id) where debt > 0;
-- The list of drives by what they have raised, without adding up donations. It is behind by what waits to be folded.
create index wallets_by_raised on wallets ((credited - reversed), fund_drive_id);

create index subscriptions_used_up on subscriptions (fund_drive_id) where status = 'active' and remaining_views = 0;

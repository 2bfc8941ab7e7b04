-- We hide what a group recorded where it can't be believed; its owner can't show it again.

alter table fund_drives
  add column recorded_hidden_at timestamptz(3),
  add column recorded_hidden_why text not null default '' check (length(recorded_hidden_why) <= 1000),
  add constraint recorded_hidden_why_said check ((recorded_hidden_at is null) = (recorded_hidden_why = ''));
comment on column fund_drives.recorded_hidden_at is 'Since when an administrator hides the recorded gifts from visitors: from the bar, and from their list.';
comment on column fund_drives.recorded_hidden_why is 'Why; its owner reads it.';

create or replace view drive_beside as
select d.id as fund_drive_id, r.amount as recorded,
  case when d.hides_recorded or d.recorded_hidden_at is not null then 0 else r.amount end as shown, p.amount as pledged
from fund_drives d
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as amount from recorded_gifts where fund_drive_id = d.id and voided_at is null) r
cross join lateral (
  select coalesce(sum(amount - paid), 0)::bigint as amount from pledges
  where fund_drive_id = d.id and state = 'open' and (agreed or paid > 0 or source <> 'giver')) p;

-- What the office stopped can be allowed again, as it was. And hosts are warned before guests of long ago are forgotten.

alter table gatherings add column stopped_from text check (stopped_from in ('open', 'closed'));
alter table gatherings add constraint gatherings_stopped_from check (stopped_from is null or status = 'stopped');
comment on column gatherings.stopped_from is 'The status it had before the office stopped it.';

alter table gatherings add column forget_warned_at timestamptz(3);
comment on column gatherings.forget_warned_at is 'When its host was told that guests are forgotten a month later: those who neither gave nor pledged.';

-- Views go after some months, and what they were in number stays: by drive, credit and month. The sums by day stay, too. views_gone has
-- the views that earlier versions deleted, together with their sums.
create table view_months (
  fund_drive_id uuid not null references fund_drives(id) on delete cascade,
  subscription_id uuid references subscriptions(id) on delete cascade,
  month date not null,
  views bigint not null,
  constraint view_months_key unique nulls not distinct (fund_drive_id, subscription_id, month),
  constraint view_months_month_check check (extract(day from month) = 1),
  constraint view_months_views_check check (views > 0)
);
comment on table view_months is 'How many views of a month of Nairobi''s calendar are deleted because of their age. Their sums by day are still in view_sums.';
comment on column view_months.subscription_id is 'Whose credit each cost; null for those that cost nothing.';
create index view_months_by_subscription on view_months (subscription_id);
comment on table views_gone is 'How many views earlier versions deleted because of their age, by the subscription whose credit each cost; null for those that cost nothing. Their sums by day went with them.';

alter table view_sums drop constraint view_sums_what_check,
  add constraint view_sums_what_check check (what in ('hour', 'device', 'place', 'source', 'day')) not valid;
comment on table view_sums is 'How many views a drive had on each day of Nairobi''s calendar: by hour, again by device, by place and by source. Kept by the triggers of fund_drive_views, in the same transaction. After 24 months one sum of the whole day is in the place of those by hour.';
comment on column view_sums.name is 'The hour of the day, 0 to 23, or which device, place or source; nothing for the whole day.';

-- A statement that names a part calls no trigger of the whole: sums stay.
create function forget_views(keep_months integer, most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set lock_timeout to '500ms'
as $function$
declare
  part record;
  gone integer := 0;
  -- Whatever is asked for, looks that may still count for a limit stay.
  until constant timestamptz := now() - make_interval(months => greatest(keep_months, 2));
begin
  for part in select p.name from parts_of('fund_drive_views') p where p.starts is null and p.ends is not null loop
    execute format('with gone as (
        delete from %1$s where id in (
          select id from (select id, viewed_at from %1$s order by id limit $1) oldest where viewed_at < $2)
        returning fund_drive_id, subscription_id, date_trunc(''month'', viewed_at at time zone ''Africa/Nairobi'')::date as month
      ), kept as (
        insert into view_months as m (fund_drive_id, subscription_id, month, views)
        select fund_drive_id, subscription_id, month, count(*) from gone group by 1, 2, 3 order by 1, 2, 3
        on conflict (fund_drive_id, subscription_id, month) do update set views = m.views + excluded.views
      )
      select count(*) from gone', part.name) into gone using most, until;
  end loop;
  return gone;
end
$function$;
comment on function forget_views(integer,integer) is 'Deletes views of the first part that are older than so many months, from so many that came first, and keeps their number. Returns how many. It is the owner''s: the role that serves visitors may not delete past the sums.';

create function drop_old_parts(keep_months integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set lock_timeout to '500ms'
as $function$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select p.name, true as views from parts_of('fund_drive_views') p
      where coalesce(p.starts, p.ends) <= now() - make_interval(months => greatest(keep_months, 2))
    union all
    select p.name, false from parts_of('audit_log') p where p.ends <= now() - interval '7 years'
  loop
    if part.views then
      -- Nobody writes to so old a part; but a drive may be deleted, and its views with it.
      execute format('lock table %s in share row exclusive mode', part.name);
      execute format('insert into view_months as m (fund_drive_id, subscription_id, month, views)
        select fund_drive_id, subscription_id, date_trunc(''month'', viewed_at at time zone ''Africa/Nairobi'')::date, count(*)
        from %s group by 1, 2, 3 order by 1, 2, 3
        on conflict (fund_drive_id, subscription_id, month) do update set views = m.views + excluded.views', part.name);
    end if;
    execute format('drop table %s', part.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$function$;
comment on function drop_old_parts(integer) is 'Drops parts of views that begin more than so many months ago, and keeps the numbers of their views; and parts of the audit log that ended seven years ago. Returns how many. It gives way to others after half a second.';

-- What the charts of a drive's views show, added up by day while views are written down, so that a drive with a million of
-- them is drawn from a few thousand rows.

create table view_sums (
  fund_drive_id uuid not null references fund_drives on delete cascade,
  day date not null,
  what text not null check (what in ('hour', 'device', 'place', 'source')),
  name text not null,
  views bigint not null check (views >= 0),
  primary key (fund_drive_id, day, what, name)
);
comment on table view_sums is 'How many views a drive had on each day of Nairobi''s calendar: by hour, again by device, by place and by source. Kept by the triggers of fund_drive_views, in the same transaction.';
comment on column view_sums.name is 'The hour of the day, 0 to 23, or which device, place or source.';

-- In one order, whatever the statement: so two who count for the same drive wait for each other and never in a circle.
create function add_up_views() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'UPDATE') then
    update public.view_sums s set views = s.views - c.views
    from (
      select v.fund_drive_id, v.at::date as day, x.what, x.name, count(*) as views
      from (select *, viewed_at at time zone 'Africa/Nairobi' as at from gone) v cross join lateral (values
        ('hour', extract(hour from v.at)::int::text), ('device', v.device_type), ('place', v.location), ('source', v.source)
      ) x (what, name)
      where x.name is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ) c
    where (s.fund_drive_id, s.day, s.what, s.name) = (c.fund_drive_id, c.day, c.what, c.name);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into public.view_sums as s (fund_drive_id, day, what, name, views)
    select v.fund_drive_id, v.at::date, x.what, x.name, count(*)
    from (select *, viewed_at at time zone 'Africa/Nairobi' as at from come) v cross join lateral (values
      ('hour', extract(hour from v.at)::int::text), ('device', v.device_type), ('place', v.location), ('source', v.source)
    ) x (what, name)
    where x.name is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (fund_drive_id, day, what, name) do update set views = s.views + excluded.views;
  end if;
  return null;
end
$$;
comment on function add_up_views is 'Keeps view_sums: adds the views that a statement writes, and takes away those that it removes.';

create trigger views_that_come after insert on fund_drive_views
  referencing new table as come for each statement execute function add_up_views();
create trigger views_that_go after delete on fund_drive_views
  referencing old table as gone for each statement execute function add_up_views();
create trigger views_that_change after update on fund_drive_views
  referencing old table as gone new table as come for each statement execute function add_up_views();

-- No view is being written now: the triggers wait for those. What was there is added by the next migration, while new views
-- are counted already and nobody waits.
create table view_sums_begin (one boolean primary key default true check (one), last bigint not null);
insert into view_sums_begin (last) select coalesce(max(id), 0) from fund_drive_views;

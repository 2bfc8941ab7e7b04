-- The views that were there before they were added up as they come.

insert into view_sums as s (fund_drive_id, day, what, name, views)
select v.fund_drive_id, v.day, x.what, x.name, sum(v.views)
from (
    select fund_drive_id, h.hour::date as day, extract(hour from h.hour)::int::text as hour, device_type, location, source, count(*) as views
    from fund_drive_views, lateral (select date_trunc('hour', viewed_at at time zone 'Africa/Nairobi') as hour) h
    where id <= (select last from view_sums_begin) group by 1, h.hour, 4, 5, 6
  ) v cross join lateral (values
    ('hour', v.hour), ('device', v.device_type), ('place', v.location), ('source', v.source)
  ) x (what, name)
where x.name is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
on conflict (fund_drive_id, day, what, name) do update set views = s.views + excluded.views;

drop table view_sums_begin;

-- Views and the audit log become tables in parts of a month and of a year: see 0504. What is there becomes the first part of each, and
-- for that it needs a key with the time in it, and a rule that says until when it lasts. Both are made while others write.
drop index concurrently if exists fund_drive_views_first_pkey;
create unique index concurrently fund_drive_views_first_pkey on fund_drive_views (id, viewed_at);
drop index concurrently if exists audit_log_first_pkey;
create unique index concurrently audit_log_first_pkey on audit_log (id, at);

-- Ten days are left at least until the first part ends.
do $$
declare
  one record;
  latest timestamptz;
  ends timestamptz;
begin
  set local lock_timeout = '500ms';
  for one in
    select * from (values ('fund_drive_views', 'viewed_at', 'month'), ('audit_log', 'at', 'year')) x (name, key, span)
  loop
    execute format('select max(%I) from %I', one.key, one.name) into latest;
    ends := (date_trunc(one.span, (greatest(now(), latest) + interval '10 days') at time zone 'Africa/Nairobi')
      + ('1 ' || one.span)::interval) at time zone 'Africa/Nairobi';
    execute format('alter table %I drop constraint if exists first_part, add constraint first_part check (%I < %L) not valid',
      one.name, one.key, ends);
  end loop;
end
$$;
alter table fund_drive_views validate constraint first_part;
alter table audit_log validate constraint first_part;

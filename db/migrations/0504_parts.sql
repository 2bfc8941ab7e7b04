-- Views and the audit log lie in parts: a view in one of its month, a line of the log in one of its year, by Nairobi's calendar. Old
-- parts go as a whole, and what happens now reads and writes small indexes. The tables of before become the first parts, and no row is
-- copied. A key of such a table has to have the time in it. Numbers come from a sequence: before Postgres 17 an identity can't have parts.

-- The names of the indexes are those of the whole from now on.
do $$
declare one record;
begin
  for one in
    select i.indexrelid::regclass as index, c.relname as name, t.relname as of from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.oid in ('fund_drive_views'::regclass, 'audit_log'::regclass)
      and c.relname !~ '_(first_)?pkey$'
  loop
    execute format('alter index %s rename to %I', one.index, replace(one.name, one.of, one.of || '_first'));
  end loop;
end
$$;

drop trigger views_that_come on fund_drive_views;
drop trigger views_that_change on fund_drive_views;
drop trigger views_that_go on fund_drive_views;
alter table fund_drive_views drop constraint fund_drive_views_pkey,
  add constraint fund_drive_views_first_pkey primary key using index fund_drive_views_first_pkey,
  alter column id drop identity;
alter table fund_drive_views rename to fund_drive_views_first;

create sequence fund_drive_views_numbers;
select setval('fund_drive_views_numbers', coalesce(max(id), 0) + 1, false) from fund_drive_views_first;
create table fund_drive_views (like fund_drive_views_first including defaults including constraints including comments)
  partition by range (viewed_at);
alter table fund_drive_views drop constraint first_part,
  alter column id set default nextval('fund_drive_views_numbers'),
  add constraint fund_drive_views_pkey primary key (id, viewed_at),
  add constraint fund_drive_views_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  add constraint fund_drive_views_subscription_id_fkey foreign key (subscription_id) references subscriptions(id) on delete cascade;
comment on table fund_drive_views is 'One row per visitor''s stay, in parts of a month. Those that cost a credit are as many as the used views of their subscription.';
create index fund_drive_views_by_hour on fund_drive_views (fund_drive_id, date_bin('01:00:00'::interval, viewed_at, '1970-01-01 00:00:00+00'::timestamptz));
create index fund_drive_views_by_network on fund_drive_views (fund_drive_id, viewer_ip, viewed_at desc);
create index fund_drive_views_by_subscription on fund_drive_views (subscription_id);
create index fund_drive_views_by_visitor on fund_drive_views (fund_drive_id, visitor, viewed_at desc);
create index fund_drive_views_free on fund_drive_views (fund_drive_id, viewer_ip, viewed_at desc) where (subscription_id is null);
create index fund_drive_views_newest on fund_drive_views (fund_drive_id, id desc);
create trigger views_that_change after update on fund_drive_views referencing old table as gone new table as come for each statement execute function add_up_views();
create trigger views_that_come after insert on fund_drive_views referencing new table as come for each statement execute function add_up_views();
create trigger views_that_go after delete on fund_drive_views referencing old table as gone for each statement execute function add_up_views();

drop trigger audit_log_append_only on audit_log;
alter table audit_log drop constraint audit_log_pkey,
  add constraint audit_log_first_pkey primary key using index audit_log_first_pkey,
  alter column id drop identity;
alter table audit_log rename to audit_log_first;

create sequence audit_log_numbers;
select setval('audit_log_numbers', coalesce(max(id), 0) + 1, false) from audit_log_first;
create table audit_log (like audit_log_first including defaults including constraints including comments) partition by range (at);
alter table audit_log drop constraint first_part,
  alter column id set default nextval('audit_log_numbers'),
  add constraint audit_log_pkey primary key (id, at),
  add constraint audit_log_by_fkey foreign key (by) references users(id);
comment on table audit_log is 'The log of who did or saw what, and why: administrators, the command line, the settings. Rows are only ever added, each to the part of its year. A part goes as a whole, seven years after its end.';
create index audit_log_act_at on audit_log (act, at, id);
create index audit_log_at on audit_log (at, id);
create index audit_log_by_at on audit_log (by, at, id);
create index audit_log_nobody on audit_log (at, id) where (by is null);
create index audit_log_noun_at on audit_log (noun, at, id);
create index audit_log_reasons on audit_log (id) where (why <> '');
create index audit_log_reasons_by_pairs on audit_log using gin (letter_pairs(why)) where (why <> '');
create index audit_log_reasons_by_words on audit_log using gin (why gin_trgm_ops) where (why <> '');
create index audit_log_subject on audit_log (subject, id) where (subject <> '');
create trigger audit_log_append_only before delete or update on audit_log for each row execute function forbid_change();
create trigger audit_log_never_emptied before truncate on audit_log for each statement execute function forbid_change();

do $$
declare one record;
begin
  for one in
    select t.oid::regclass as part, replace(t.relname, '_first', '') as whole, substring(pg_get_constraintdef(k.oid) from '''([^'']+)''') as ends
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.conname = 'first_part' and t.relname in ('fund_drive_views_first', 'audit_log_first')
  loop
    execute format('alter table %I attach partition %s for values from (minvalue) to (%L)', one.whole, one.part, one.ends);
    execute format('alter table %s drop constraint first_part', one.part);
  end loop;
end
$$;

create function parts_of(whole text)
 returns table (name text, starts timestamptz, ends timestamptz)
 language sql
 stable
 set search_path to 'public', 'pg_temp'
as $function$
  select inhrelid::regclass::text, substring(bound from $$FROM \('([^']+)'\)$$)::timestamptz,
    substring(bound from $$TO \('([^']+)'\)$$)::timestamptz
  from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, inhrelid) bound
  where inhparent = to_regclass(whole)
$function$;
comment on function parts_of(text) is 'The parts of a table, and which time each holds. The first has no start; the one for what belongs to no other part has neither start nor end.';

create function add_part(whole text, name text, bounds text)
 returns void
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  -- A table that is attached lets others read and write the whole meanwhile; one that is created as a part would not.
  if to_regclass(name) is null then
    execute format('create table %I (like %I including defaults including constraints)', name, whole);
  end if;
  execute format('alter table %I attach partition %I %s', whole, name, bounds);
  -- Of triggers for a statement a part has none by itself.
  if whole = 'audit_log' and not exists (select from pg_trigger where tgrelid = name::regclass and tgname = 'audit_log_never_emptied') then
    execute format('create trigger audit_log_never_emptied before truncate on %I for each statement execute function forbid_change()', name);
  end if;
end
$function$;
comment on function add_part(text,text,text) is 'Attaches a table as a part, and creates it if there is none.';

create function make_parts(by_then timestamptz default now())
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set lock_timeout to '500ms'
as $function$
declare
  one record;
  other text;
  zone constant text := 'Africa/Nairobi';
  reach timestamptz;
  ends timestamptz;
  latest timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('parts of tables', 0));
  for one in
    select * from (values ('fund_drive_views', 'viewed_at', 'month', 'YYYY_MM'), ('audit_log', 'at', 'year', 'YYYY')) x (whole, key, span, form)
  loop
    other := one.whole || '_other';
    select max(p.ends) into reach from parts_of(one.whole) p;
    if reach is null then
      reach := date_trunc(one.span, by_then at time zone zone) at time zone zone;
      perform add_part(one.whole, one.whole || '_first', format('for values from (minvalue) to (%L)', reach));
      made := made + 1;
    end if;
    if to_regclass(other) is null then
      perform add_part(one.whole, other, 'default');
    end if;
    execute format('select max(%I) from %I', one.key, other) into latest;
    -- For some time nobody made parts. What was written then becomes a part of that time.
    if latest is not null then
      ends := (date_trunc(one.span, latest at time zone zone) + ('1 ' || one.span)::interval) at time zone zone;
      execute format('alter table %I detach partition %I', one.whole, other);
      execute format('alter table %I rename to %I', other, one.whole || to_char(reach at time zone zone, '"_"' || one.form));
      perform add_part(one.whole, one.whole || to_char(reach at time zone zone, '"_"' || one.form),
        format('for values from (%L) to (%L)', reach, ends));
      perform add_part(one.whole, other, 'default');
      reach := ends;
      made := made + 1;
    end if;
    while reach <= by_then + interval '3 months' loop
      ends := (reach at time zone zone + ('1 ' || one.span)::interval) at time zone zone;
      perform add_part(one.whole, one.whole || to_char(reach at time zone zone, '"_"' || one.form),
        format('for values from (%L) to (%L)', reach, ends));
      reach := ends;
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$function$;
comment on function make_parts(timestamptz) is 'Makes the parts of the next three months, and returns how many. What belongs to none is taken all the same: it becomes a part here. It is the owner''s: the role that serves visitors owns no table. It gives way to others after half a second.';

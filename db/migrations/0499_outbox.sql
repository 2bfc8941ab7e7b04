-- Every commit that notifies takes one lock of the whole server and holds it until its commit is safe, also on a standby. Many small
-- commits a second then wait for each other. So nothing notifies by itself any more: triggers and the product call `tell_topic`, and
-- `add_work` for jobs. Both notify, as before. For many machines they can be replaced: the functions outbox_topic and outbox_work write
-- rows to two tables, and move_work brings jobs from there to the queue.
create unlogged table live_outbox (
  id bigint generated always as identity primary key,
  topic text not null
);
comment on table live_outbox is 'Topics that open pages have to hear of, until a worker has published them. Empty where topics go by NOTIFY. Lost in a crash: every process then forgets its pages.';
create table job_outbox (
  id bigint generated always as identity primary key,
  spec json not null
);
comment on table job_outbox is 'Jobs that a worker has yet to move to the queue. Empty where jobs go to the queue at once.';
comment on column job_outbox.spec is 'The job as add_work received it: name, carries, key, queue, run_at, tries, flags. It carries ids only.';

create function notify_topic(topic text)
 returns void
 language sql
as $function$
  select pg_catalog.pg_notify('live', topic)
$function$;
comment on function notify_topic(text) is 'Tells of a topic by NOTIFY.';

create function notify_work(specs json)
 returns void
 language plpgsql
as $function$
begin
  perform graphile_worker.add_jobs((
    select array_agg(
      row(s.name, s.carries, s.queue, s.run_at, s.tries, s.key, null, s.flags)::graphile_worker.job_spec)
    from json_to_recordset(specs)
      as s (name text, carries json, queue text, run_at timestamptz, tries int, key text, flags text[])));
end
$function$;
comment on function notify_work(json) is 'Adds jobs to the queue itself, which wakes its workers by NOTIFY.';

create function outbox_topic(topic text)
 returns void
 language plpgsql
as $function$
declare
  -- Topics that this transaction wrote already, each in a line of its own.
  written text := coalesce(current_setting('harambee.told', true), '');
begin
  if topic is null or position(E'\n' || topic || E'\n' in written) > 0 then
    return;
  end if;
  insert into public.live_outbox (topic) values (topic);
  -- At most about fifty: a longer list costs more than the rows.
  if length(written) < 2000 then
    perform set_config('harambee.told', coalesce(nullif(written, ''), E'\n') || topic || E'\n', true);
  end if;
end
$function$;
comment on function outbox_topic(text) is 'Writes a topic for a worker to publish, once a transaction.';

create function outbox_work(specs json)
 returns void
 language plpgsql
as $function$
begin
  -- Read as typed here, so that no row can be written which the mover could not read. The time keeps jobs in their order.
  insert into public.job_outbox (spec)
    select json_build_object('name', s.name, 'carries', s.carries, 'key', s.key, 'queue', s.queue,
      'run_at', coalesce(s.run_at, clock_timestamp()), 'tries', s.tries, 'flags', s.flags)
    from json_to_recordset(specs)
      as s (name text, carries json, queue text, run_at timestamptz, tries int, key text, flags text[]);
end
$function$;
comment on function outbox_work(json) is 'Writes jobs for a worker to move to the queue.';

create function tell_topic(topic text)
 returns void
 language sql
as $function$
  select public.notify_topic(topic)
$function$;
comment on function tell_topic(text) is 'Tells all who hear of a topic that something of it changed, when the transaction commits: by NOTIFY, or by the outbox.';

create function add_work(specs json)
 returns void
 language sql
as $function$
  select public.notify_work(specs)
$function$;
comment on function add_work(json) is 'Adds jobs, when the transaction commits: to the queue at once, or by the outbox.';

create function move_work()
 returns bigint
 language plpgsql
as $function$
declare
  moved bigint := 0;
begin
  -- One mover at a time: an older job of a key must not replace a newer one.
  if exists (select from job_outbox) and pg_try_advisory_xact_lock(4201866) then
    with taken as (
      delete from job_outbox where id in (select id from job_outbox order by id limit 1000) returning id, spec
    ), newest as (
      select distinct on (coalesce(spec ->> 'key', id::text)) id, spec from taken
      order by coalesce(spec ->> 'key', id::text), id desc
    ), ready as (
      select array_agg(
        row(s.name, s.carries, s.queue, s.run_at, s.tries, s.key, null, s.flags)::graphile_worker.job_spec order by n.id) as specs
      from newest n, json_to_record(n.spec)
        as s (name text, carries json, queue text, run_at timestamptz, tries int, key text, flags text[])
    ), added as (
      select count(j.*) from ready, graphile_worker.add_jobs(specs) j
    )
    select (select count(*) from taken) into moved from added;
  end if;
  return moved;
end
$function$;
comment on function move_work() is 'Moves jobs from the outbox to the queue, of each key the last, and returns how many rows it took. Nothing is lost when it is interrupted.';

create or replace function tell_drive()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || coalesce(new.fund_drive_id, old.fund_drive_id));
  return null;
end
$function$;

create or replace function tell_drives_shown_with()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where user_id = new.user_id and image_url = new.url;
  return null;
end
$function$;

create or replace function tell_drives_of_user()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where user_id = new.id;
  perform tell_topic('drive:' || fund_drive_id) from drive_helpers
    where user_id = new.id and fund_drive_id is not null and signs_since is not null and left_at is null;
  return null;
end
$function$;

create or replace function tell_drives_of_profile()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where user_id = new.user_id;
  perform tell_topic('drive:' || fund_drive_id) from drive_helpers
    where user_id = new.user_id and fund_drive_id is not null and signs_since is not null and left_at is null;
  return null;
end
$function$;

create or replace function tell_own_drive()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || coalesce(new.id, old.id));
  return null;
end
$function$;

create or replace function tell_drives_of_category()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where own_category_id = new.id;
  return null;
end
$function$;

create or replace function tell_checked()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where id = new.fund_drive_id or user_id = new.user_id;
  return null;
end
$function$;

create or replace function void_what_came()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  gone bigint;
begin
  perform lock_money_code(new.receipt);
  update recorded_gifts set voided_at = now(), void_why = 'this money came through us', version = version + 1
    where code = new.receipt and voided_at is null returning id into gone;
  if gone is not null then
    insert into recorded_story (recorded_id, what) values (gone, 'voided');
    perform add_work(json_build_array(json_build_object('name', 'mail-recorded-voided',
      'carries', json_build_object('recordedId', gone), 'key', 'mail-recorded-voided:' || gone, 'tries', 12)));
  end if;
  return null;
end
$function$;

create or replace function tell_paying_drives()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || o.fund_drive_id) from payout_requests o
    join withdrawal_methods m on m.id = o.withdrawal_method_id where m.institution_id = new.id group by o.fund_drive_id;
  return null;
end
$function$;

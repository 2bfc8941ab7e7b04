-- The fee as data: the rate of new drives is only ever added to, and each drive keeps the rate that it was opened with.
create table fee_rates (
  id bigint generated always as identity primary key,
  bps integer not null,
  valid_from timestamptz default now() not null,
  by uuid references users (id),
  asked_by uuid references users (id),
  reason text default '' not null,
  constraint fee_rates_bps_check check (bps >= 0 and bps <= 1500),
  constraint fee_rates_reason_check check (char_length(reason) <= 1000),
  constraint fee_rates_two_people check (asked_by <> by)
);
comment on table fee_rates is 'The platform''s share of gifts to new drives, each time that administrators changed it. The newest row counts; without one it is 5 %.';
comment on column fee_rates.bps is 'In hundredths of a percent, from 0 to 15 %.';
comment on column fee_rates.by is 'The administrator who decided it. Null for the choice of an earlier version.';
comment on column fee_rates.asked_by is 'The administrator who asked for it first; null where one decided alone.';
create index fee_rates_by on fee_rates (by);
create index fee_rates_asked_by on fee_rates (asked_by);
create trigger fee_rates_append_only before delete or update on fee_rates for each row execute function forbid_change();
create trigger fee_rates_never_emptied before truncate on fee_rates for each statement execute function forbid_change();

-- Operators could choose that new drives have no fee.
insert into fee_rates (bps, by, reason)
select 0, newest.by, newest.why
from (select value, by, why from operator_choices where name = 'FEE_POLICY' order by id desc limit 1) newest
where newest.value = 'platform_absorbs';

create function fee_in_force()
 returns integer
 language sql
 stable
as $function$
  select coalesce((select bps from fee_rates order by id desc limit 1), 500)
$function$;
comment on function fee_in_force() is 'The platform''s share of gifts to drives that are opened now, in hundredths of a percent.';

alter table fund_drives add column fee_bps integer default 500 not null;
alter table fund_drives add constraint fund_drives_fee_bps_check check (fee_bps >= 0 and fee_bps <= 1500);
comment on column fund_drives.fee_bps is 'The platform''s share of its gifts, in hundredths of a percent. A trigger sets it from the rate in force when the drive is made; it never changes.';
comment on column fund_drives.fee_policy is 'Who bears the platform''s share. Drives of earlier versions may have platform_absorbs: their fee_bps is 0.';
update fund_drives set fee_bps = 0 where fee_policy <> 'withhold_at_payout';

create function set_fee()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  new.fee_bps := case new.fee_policy when 'platform_absorbs' then 0 else fee_in_force() end;
  return new;
end
$function$;
comment on function set_fee() is 'Gives a new drive the fee in force, whatever the statement says.';
create trigger fund_drives_fee before insert on fund_drives for each row execute function set_fee();
create trigger fund_drives_fee_stays before update of fee_bps on fund_drives for each row when (old.fee_bps is distinct from new.fee_bps) execute function forbid_change();

create or replace view open_drives as
 select d.id,
    d.slug,
    d.user_id,
    d.fee_policy,
    d.collect_donations and d.fee_policy <> 'donor_on_top' as takes_gifts,
    d.fee_bps
   from fund_drives d
     join users u on u.id = d.user_id
  where d.status = 'active' and u.deleted_at is null and u.suspended_at is null;

-- How much a drive can be sent before anybody has seen its owner's identity.
alter table payout_requests add column ceiling bigint;
alter table payout_requests add constraint payout_requests_ceiling_check check (ceiling >= 0);
comment on column payout_requests.ceiling is 'The ceiling when it was asked for; null where there was none, or the owner''s identity was seen.';

create function counts_for_ceiling(destination jsonb) returns boolean language sql immutable parallel safe as $$
  select destination ->> 'type' is distinct from 'institution'
$$;
comment on function counts_for_ceiling(jsonb) is 'Money to an institution does not count.';

create function guard_ceiling()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if counts_for_ceiling(new.destination) and new.amount + (select coalesce(sum(amount), 0) from payout_requests
    where fund_drive_id = new.fund_drive_id and status <> 'rejected' and counts_for_ceiling(destination)) > new.ceiling then
    raise exception 'more would be sent than the ceiling' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function guard_ceiling() is 'Refuses a withdrawal beyond its ceiling. The product locks the wallet before and says how much is left.';
create trigger payout_requests_below_ceiling before insert on payout_requests for each row when (new.ceiling is not null) execute function guard_ceiling();
create trigger payout_requests_ceiling_stays before update of ceiling on payout_requests for each row execute function forbid_change();

-- Pages of drives are kept in memory, and name the treasurers who must agree to withdrawals: they are told when a treasurer changes.
create or replace function tell_drives_of_user()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where user_id = new.id;
  perform pg_notify('live', 'drive:' || fund_drive_id) from drive_helpers
    where user_id = new.id and fund_drive_id is not null and signs_since is not null and left_at is null;
  return null;
end
$function$;
comment on function tell_drives_of_user() is 'Tells of the drives of a person who was shut out, let in again or has left, and of those whose treasurer they are.';
create or replace function tell_drives_of_profile()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where user_id = new.user_id;
  perform pg_notify('live', 'drive:' || fund_drive_id) from drive_helpers
    where user_id = new.user_id and fund_drive_id is not null and signs_since is not null and left_at is null;
  return null;
end
$function$;
comment on function tell_drives_of_profile() is 'Tells of the drives of a person whose name or face changed, and of those whose treasurer they are.';
create trigger drive_helpers_tell after insert or update on drive_helpers for each row when (new.fund_drive_id is not null) execute function tell_drive();
create trigger drive_helpers_gone_tell after delete on drive_helpers for each row when (old.fund_drive_id is not null) execute function tell_drive();

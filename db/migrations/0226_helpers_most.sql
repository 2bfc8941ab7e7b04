-- A drive has five helpers at most. Those who accept at the same moment wait for each other at the drive's row.

create function guard_drive_helper() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from fund_drives where id = new.fund_drive_id for no key update;
  if (select count(*) from drive_helpers
      where fund_drive_id = new.fund_drive_id and accepted_at is not null and left_at is null and id <> new.id) >= 5 then
    raise exception 'a drive has five helpers at most' using errcode = 'check_violation', constraint = 'drive_helpers_most';
  end if;
  return new;
end
$$;
comment on function guard_drive_helper() is 'Refuses a sixth helper, also of two who accept at once.';
create trigger drive_helpers_guarded before insert or update of accepted_at, left_at on drive_helpers
  for each row when (new.accepted_at is not null and new.left_at is null) execute function guard_drive_helper();

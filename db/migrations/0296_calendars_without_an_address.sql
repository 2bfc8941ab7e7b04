-- Whose address is gone is told of no end by their calendar, so nothing says any more that it has the occasion.

create function forget_calendars() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invitations set in_calendar = false where supporter_id = new.id and in_calendar;
  return null;
end
$$;
comment on function forget_calendars is 'Without an address no calendar file can follow the one that was sent.';
create trigger forget_calendars after update of email on supporters
  for each row when (new.email is null and old.email is not null) execute function forget_calendars();

update invitations i set in_calendar = false from supporters s where s.id = i.supporter_id and s.email is null and i.in_calendar;

-- Who is forgotten leaves no name at the doors either: not on what was let in by their pass, nor as a guest of no list.
create function forget_arrivals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update arrivals set name = null, touched = pg_current_xact_id()
  where name is not null
    and (invitation_id in (select id from invitations where supporter_id = new.id)
      or (invitation_id is null and lower(name) = lower(old.name)
        and occasion_id in (select id from occasions where gathering_id = new.gathering_id)));
  return null;
end
$$;
comment on function forget_arrivals() is 'A guest who is forgotten is forgotten at the doors of their gathering.';
create trigger forget_arrivals after update of forgotten_at on supporters for each row
  when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_arrivals();

-- Guests write to the hosts, who say by which number.
alter table gatherings add column contact text collate "C" check (contact ~ '^\+[1-9]\d{6,14}$');
comment on column gatherings.contact is 'The number by which guests may reach the hosts: they read it, call it and write to it. Null where the hosts gave none.';

create function leave_no_contact() returns trigger language plpgsql as $$
begin
  update gatherings set contact = null where user_id = new.id and contact is not null;
  return null;
end
$$;
comment on function leave_no_contact() is 'A number that guests read goes with the account of its host.';
create trigger leave_no_contact after update of deleted_at on users
  for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_contact();

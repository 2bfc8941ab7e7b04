-- Before an administrator reverses a payment in M-Pesa's portal, they say so here. From then on nobody can place its money, or
-- it would be paid twice.

alter table suspense add column reserved_at timestamptz(3);
alter table suspense add column reserved_by uuid references users;
alter table suspense add column reserved_why text check (length(reserved_why) <= 1000);
alter table suspense add constraint suspense_reserved_said check (
  (reserved_at is null) = (reserved_by is null) and (reserved_at is null) = (reserved_why is null)
);
alter table suspense add constraint suspense_reserved_not_placed check (state <> 'placed' or reserved_at is null);
create index suspense_reserved_by_person on suspense (reserved_by) where reserved_by is not null;
comment on column suspense.reserved_at is 'When an administrator said that they are sending it back. Only a person frees it again.';

-- Its row is locked by whoever records a return, so it was reserved when the return was recorded.
create function reserved_before_returned() returns trigger language plpgsql as $$
begin
  if not exists (select from suspense where id = new.suspense_id and reserved_at is not null) then
    raise exception 'a return is recorded of money that was not reserved' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
comment on function reserved_before_returned() is 'Refuses a return of money that could be placed meanwhile.';
create trigger suspense_returns_reserved before insert on suspense_returns for each row execute function reserved_before_returned();

-- A person may have an account with a phone and without an email address. Who has neither has no account.

alter table users alter column email drop not null;
comment on column users.email is 'Null for a person who signed up with a phone and has added no address.';

-- Both can go at the same moment, each while the other is still seen: so the person is locked, and what is left is read after.
create function refuse_unreached(person uuid) returns void
language plpgsql as $$
declare address text;
begin
  select email into address from public.users where id = person for no key update;
  if found and address is null and not exists (select from public.user_phones where user_id = person) then
    raise exception 'an account has an email address or a phone' using errcode = 'check_violation', constraint = 'users_reached';
  end if;
end
$$;
comment on function refuse_unreached is 'Refuses a person who has neither an email address nor a phone.';

create function users_reached() returns trigger language plpgsql as $$
begin
  perform public.refuse_unreached(new.id);
  return null;
end
$$;
create function user_phones_reached() returns trigger language plpgsql as $$
begin
  perform public.refuse_unreached(old.user_id);
  return null;
end
$$;

create constraint trigger users_reached after insert or update of email on users
  deferrable initially deferred for each row when (new.email is null) execute function users_reached();
create constraint trigger user_phones_reached after delete or update of user_id on user_phones
  deferrable initially deferred for each row execute function user_phones_reached();

create function phone_of(person uuid) returns text
language sql stable as $$
  select phone from public.user_phones where user_id = person order by confirmed_at, phone limit 1
$$;
comment on function phone_of is 'The phone that a person is called by who has no email address: of several the first.';

create or replace view drive_recipients as
select d.id as fund_drive_id, u.id as user_id, u.email, u.language, about.name as about
from fund_drives d
join users u on u.id = d.user_id
cross join (values ('money'), ('activity')) about(name)
where u.deleted_at is null and u.email is not null and (about.name = 'money' or u.mail_activity);
comment on view drive_recipients is 'Who is told about a drive by email: of its money always, of its activity if they want it. Today its owner, where they have an address.';

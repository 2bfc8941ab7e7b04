-- The badge of a drive says what was confirmed of its owner before it was published: an email address, or a phone.

alter table fund_drives add column published_with text check (published_with in ('email', 'phone'));
comment on column fund_drives.published_with is 'What its owner had confirmed when it was published: their email address or, without one, their phone. Null as long as it is a draft.';

create function publish_with() returns trigger language plpgsql as $$
begin
  if new.published_at is null then
    new.published_with := null;
  elsif new.published_with is null then
    new.published_with := case when exists (
      select from public.users u join public.user_phones p on p.user_id = u.id
      where u.id = new.user_id and (u.email is null or not u.email_verified)
    ) then 'phone' else 'email' end;
  end if;
  return new;
end
$$;
create trigger fund_drives_published_with before insert or update of published_at on fund_drives
  for each row execute function publish_with();

update fund_drives d set published_with = case when exists (
  select from users u join user_phones p on p.user_id = u.id where u.id = d.user_id and (u.email is null or not u.email_verified)
) then 'phone' else 'email' end
where published_at is not null;

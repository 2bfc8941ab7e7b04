-- People who want to be told how a drive goes: by a tick when they give or promise, or by a form. Of them only counts are shown.
create table followers (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  email text,
  phone text collate "C",
  language text default 'en' not null,
  source text not null,
  payment_id bigint,
  pledge_id bigint,
  agreed_at timestamptz(3) default now() not null,
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  constraint followers_pkey primary key (id),
  constraint followers_email_key unique (fund_drive_id, email),
  constraint followers_phone_key unique (fund_drive_id, phone),
  constraint followers_contact_check check (num_nonnulls(email, phone) = 1 and email = lower(btrim(email)) and length(email) <= 254),
  constraint followers_source_check check (source in ('gift', 'pledge', 'form')),
  constraint followers_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint followers_payment_id_fkey foreign key (payment_id) references payments(id) on delete set null,
  constraint followers_pledge_id_fkey foreign key (pledge_id) references pledges(id) on delete set null
);
comment on table followers is 'Contacts that want the updates of a drive: an email address, or a phone where there is none. A contact follows a drive once.';
comment on column followers.payment_id is 'The gift with which they agreed. They count once it was paid.';
comment on column followers.pledge_id is 'The promise with which they agreed. They count once its giver has confirmed it.';
comment on column followers.confirmed_at is 'When the button of our email was pressed, for those who came by the form.';
comment on column followers.ended_at is 'When they asked for no more updates.';
create index followers_of_email on followers (email) where (email is not null);
create index followers_of_phone on followers (phone) where (phone is not null);
create index followers_of_payment on followers (payment_id) where (payment_id is not null);
create index followers_of_pledge on followers (pledge_id) where (pledge_id is not null);
create index followers_in_turn on followers (fund_drive_id, id) where (ended_at is null);

create view followers_reached as
 select f.id, f.fund_drive_id, f.email, f.phone, f.language
   from followers f
  where f.ended_at is null and (f.confirmed_at is not null
    or exists (select from donations d where d.payment_id = f.payment_id)
    or exists (select from pledges p where p.id = f.pledge_id and p.agreed));
comment on view followers_reached is 'The followers who get updates: they confirmed, gave, or confirmed their promise, and have not ended it.';

create function forget_followers(contacts text[])
 returns void
 language sql
as $function$
  delete from followers where email = any (select lower(btrim(c)) from unnest(contacts) c);
  delete from followers where phone = any (contacts collate "C");
$function$;
comment on function forget_followers(text[]) is 'Deletes all followers with one of these addresses or phones.';

create function leave_no_following()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if old.email is not null then
    perform forget_followers(array[old.email]);
  end if;
  return null;
end
$function$;
comment on function leave_no_following() is 'A person who deletes their account gets no more updates of any drive.';
create trigger leave_no_following after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_following();

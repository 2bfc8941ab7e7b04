-- The person a drive is for may say so, or that they do not know of it: withdrawals then wait for an administrator.
create table beneficiaries (
  fund_drive_id uuid not null,
  name text not null,
  relation text not null,
  email text,
  phone text collate "C",
  language text default 'en' not null,
  link_key uuid default gen_random_uuid() not null,
  token_hash text collate "C" not null,
  answer text,
  shows_name boolean default false not null,
  answered_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint beneficiaries_pkey primary key (fund_drive_id),
  constraint beneficiaries_token_hash_key unique (token_hash),
  constraint beneficiaries_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint beneficiaries_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
  constraint beneficiaries_relation_check check (char_length(relation) >= 1 and char_length(relation) <= 60),
  constraint beneficiaries_contact_check check (num_nonnulls(email, phone) <= 1 and email = lower(btrim(email)) and length(email) <= 254),
  constraint beneficiaries_answer_check check (answer in ('yes', 'no')),
  constraint beneficiaries_answered check ((answer is null) = (answered_at is null) and (not shows_name or answer = 'yes')),
  constraint beneficiaries_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table beneficiaries is 'The person a drive is for, as its owner wrote, and what that person answered. A new contact ends the old link and answer.';
comment on column beneficiaries.relation is 'How the owner knows them.';
comment on column beneficiaries.email is 'Where the link went. Neither it nor a phone is kept after the drive''s end.';
comment on column beneficiaries.link_key is 'The link is made from it and our secret, so that it can be written again.';
comment on column beneficiaries.shows_name is 'True if the person said that their name may be shown.';
create index beneficiaries_of_email on beneficiaries (email) where (email is not null);
create index beneficiaries_of_phone on beneficiaries (phone) where (phone is not null);
create trigger beneficiaries_tell after insert or delete or update on beneficiaries for each row execute function tell_drive();

create function leave_no_beneficiary()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from beneficiaries b using fund_drives d where d.id = b.fund_drive_id and d.user_id = old.id;
  delete from beneficiaries where email = lower(old.email);
  return null;
end
$function$;
comment on function leave_no_beneficiary() is 'With a person''s account go those whom their drives are for, and what they answered themselves.';
create trigger leave_no_beneficiary after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_beneficiary();

alter table support_messages add column holds boolean default false not null;
alter table support_messages add constraint support_messages_holds_check check (not holds or fund_drive_id is not null);
comment on column support_messages.holds is 'The one it is for does not know of the drive: nothing is sent until an administrator has closed this.';
create index support_messages_holding on support_messages (fund_drive_id) where (holds and state = 'open');

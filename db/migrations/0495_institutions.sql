-- Hospitals, schools and others whose number two administrators confirmed: withdrawals can go straight to them.
create table institutions (
  id uuid default gen_random_uuid() not null,
  name text not null,
  kind text not null,
  paybill text collate "C",
  bank_name text,
  account_number text collate "C",
  account_name text,
  source text not null,
  added_by uuid not null,
  confirmed_by uuid,
  second_by uuid,
  confirmed_at timestamptz(3),
  ended_by uuid,
  ended_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint institutions_pkey primary key (id),
  constraint institutions_name_check check (char_length(name) >= 2 and char_length(name) <= 100),
  constraint institutions_kind_check check (kind in ('hospital', 'school', 'mortuary', 'other')),
  constraint institutions_paybill_check check (paybill ~ '^[0-9]{5,7}$'),
  constraint institutions_bank_name_check check (length(bank_name) >= 1 and length(bank_name) <= 100),
  constraint institutions_account_number_check check (account_number ~ '^[0-9A-Z-]{4,34}$'),
  constraint institutions_account_name_check check (length(account_name) >= 1 and length(account_name) <= 100),
  constraint institutions_paid_one_way check (num_nonnulls(bank_name, account_number, account_name) = case when paybill is null then 3 else 0 end),
  constraint institutions_source_check check (char_length(source) >= 1 and char_length(source) <= 200),
  constraint institutions_confirmed_by_two check (num_nonnulls(confirmed_by, second_by, confirmed_at) in (0, 3) and confirmed_by <> second_by),
  constraint institutions_ended check ((ended_at is null) = (ended_by is null)),
  constraint institutions_added_by_fkey foreign key (added_by) references users(id),
  constraint institutions_confirmed_by_fkey foreign key (confirmed_by) references users(id),
  constraint institutions_second_by_fkey foreign key (second_by) references users(id),
  constraint institutions_ended_by_fkey foreign key (ended_by) references users(id)
);
comment on table institutions is 'Hospitals, schools and others that withdrawals can go straight to. Never edited: confirmed once by two administrators, and ended.';
comment on column institutions.paybill is 'The number of its Paybill. One without a Paybill is paid at its bank.';
comment on column institutions.source is 'Where the administrator has the number from, and how it was called back.';
comment on column institutions.confirmed_at is 'When the second administrator confirmed the number. Before, nothing can be sent there.';
comment on column institutions.ended_at is 'Since when nothing is sent there any more.';
create unique index institutions_one_name on institutions (lower(name)) where (ended_at is null);
create index institutions_unconfirmed on institutions (created_at) where (confirmed_at is null and ended_at is null);
create index institutions_added on institutions (added_by);
create index institutions_confirmed on institutions (confirmed_by) where (confirmed_by is not null);
create index institutions_second on institutions (second_by) where (second_by is not null);
create index institutions_ended_by on institutions (ended_by) where (ended_by is not null);

create function institution_stays()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if old.confirmed_at is not null and (new.confirmed_by, new.second_by, new.confirmed_at) is distinct from (old.confirmed_by, old.second_by, old.confirmed_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at)
    or old.ended_at is not null and old.confirmed_at is null and new.confirmed_at is not null then
    raise exception 'institution % was confirmed or ended before', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function institution_stays() is 'An institution is confirmed once and ended once.';
create trigger institutions_once before update on institutions for each row execute function institution_stays();
create trigger institutions_as_added before update of name, kind, paybill, bank_name, account_number, account_name, source, added_by, created_at on institutions for each row execute function forbid_change();
create trigger institutions_kept before delete on institutions for each row execute function forbid_change();
create trigger institutions_never_emptied before truncate on institutions for each statement execute function forbid_change();

alter table withdrawal_methods add column institution_id uuid;
alter table withdrawal_methods add column paybill_account text;
alter table withdrawal_methods add constraint withdrawal_methods_institution_id_fkey foreign key (institution_id) references institutions(id);
alter table withdrawal_methods add constraint withdrawal_methods_paybill_account_check check (paybill_account ~ '^[0-9A-Z][0-9A-Z /.-]{0,39}$');
alter table withdrawal_methods drop constraint withdrawal_methods_method_type_check;
alter table withdrawal_methods add constraint withdrawal_methods_method_type_check check (method_type in ('bank', 'mobile_money', 'institution'));
alter table withdrawal_methods drop constraint withdrawal_methods_whole;
alter table withdrawal_methods add constraint withdrawal_methods_whole check (
case method_type
    when 'bank' then bank_name is not null and account_number is not null and account_name is not null and phone_number is null and mobile_operator is null and institution_id is null and paybill_account is null
    when 'institution' then institution_id is not null and paybill_account is not null and bank_name is null and account_number is null and account_name is null and phone_number is null and mobile_operator is null
    else phone_number is not null and mobile_operator is not null and bank_name is null and account_number is null and institution_id is null and paybill_account is null
end);
comment on column withdrawal_methods.institution_id is 'The confirmed institution that the money goes to.';
comment on column withdrawal_methods.paybill_account is 'The number of the patient or pupil there.';
create index withdrawal_methods_of_institution on withdrawal_methods (institution_id) where (institution_id is not null);

create function stands(institution uuid)
 returns boolean
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  -- The lock keeps it from being ended until the transaction is over.
  perform from institutions where id = institution and confirmed_at is not null and ended_at is null for share;
  return found;
end
$function$;
comment on function stands(uuid) is 'Whether an institution is confirmed and not ended. Locks it against being ended meanwhile.';

create function method_of_standing_institution()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if new.institution_id is not null and not stands(new.institution_id) then
    raise exception 'institution % is not confirmed, or was ended', new.institution_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function method_of_standing_institution() is 'A method names no institution that is not confirmed or was ended.';
create trigger withdrawal_methods_institution_stands before insert on withdrawal_methods for each row execute function method_of_standing_institution();

create function request_to_standing_institution()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
declare
  method record;
begin
  select m.institution_id, m.paybill_account, coalesce(i.paybill, i.account_number) as number into method
    from withdrawal_methods m left join institutions i on i.id = m.institution_id where m.id = new.withdrawal_method_id;
  if method.institution_id is null and new.destination ->> 'type' is distinct from 'institution' then
    return new;
  end if;
  if new.destination ->> 'type' is distinct from 'institution' or new.destination ->> 'institution' is distinct from method.institution_id::text
    or new.destination ->> 'number' is distinct from method.number or new.destination ->> 'account' is distinct from method.paybill_account
    or not stands(method.institution_id) then
    raise exception 'a request to an institution is for the number that was confirmed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function request_to_standing_institution() is 'A withdrawal to an institution goes to its confirmed number, and to none that was ended.';
create trigger payout_requests_institution_stands before insert on payout_requests for each row execute function request_to_standing_institution();

create function by_hand_to_institutions()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if exists (select from payout_requests where id = new.payout_id and destination ->> 'type' = 'institution') then
    raise exception 'money for an institution is sent by hand' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function by_hand_to_institutions() is 'No provider is asked to send money to an institution.';
create trigger payout_attempts_by_hand before insert on payout_attempts for each row execute function by_hand_to_institutions();

alter table proposals drop constraint proposals_about_known;
alter table proposals add constraint proposals_about_known check (about in ('role', 'restore', 'setting', 'unplaced', 'statement', 'institution'));

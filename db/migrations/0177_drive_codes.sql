-- A code for each drive that any phone can type as the account of a payment: a number that every drive has, and a word that
-- its owner may choose. A code that was given out once belongs to its drive for ever: it stands on posters and in chats.

-- The last digit tells any one wrong digit, and any two neighbours that changed places (H. M. Damm, 2004). 0 for a number
-- that ends with its right check digit.
create function damm(digits text) returns int
language plpgsql immutable strict parallel safe as $$
declare
  steps constant text := '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';
  step int := 0;
begin
  for place in 1..length(digits) loop
    step := substr(steps, step * 10 + substr(digits, place, 1)::int + 1, 1)::int;
  end loop;
  return step;
end
$$;
comment on function damm is 'The check digit of a number, or 0 when it ends with the right one.';

create table drive_codes (
  code text collate "C" primary key,
  fund_drive_id uuid references fund_drives on delete set null,
  kind text not null check (kind in ('number', 'word')),
  since timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  constraint drive_codes_shape check (
    case kind when 'number' then code ~ '^[1-9][0-9]{5,6}$' else code ~ '^[A-Z]{4,7}$' end
  ),
  constraint drive_codes_number_checked check (kind = 'word' or damm(code) = 0)
);
create unique index drive_codes_one_of_each on drive_codes (fund_drive_id, kind) where retired_at is null;
create index drive_codes_of_drive on drive_codes (fund_drive_id);
-- L is typed for I, and I for L: the two are one.
create unique index drive_codes_as_read on drive_codes (translate(code, 'L', 'I')) where kind = 'word';
comment on table drive_codes is 'Every code that a drive has or had. No other drive gets one of them, also when its drive was deleted.';
comment on column drive_codes.fund_drive_id is 'Where it leads; null once the drive was deleted.';
comment on column drive_codes.retired_at is 'Since when the owner shares another word. It still leads to the drive.';

create trigger drive_codes_are_kept before delete on drive_codes for each row execute function forbid_change();
create trigger drive_codes_never_emptied before truncate on drive_codes for each statement execute function forbid_change();
create trigger drive_codes_stay before update of code, kind, since, fund_drive_id on drive_codes for each row
  when ((old.code, old.kind, old.since) is distinct from (new.code, new.kind, new.since) or new.fund_drive_id is not null and new.fund_drive_id is distinct from old.fund_drive_id)
  execute function forbid_change();

-- It never begins with 0, which some phones leave out. Where most numbers of five digits are taken, it gets six.
create function give_number(drive uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  digits text;
begin
  for tries in 1..100 loop
    digits := case when tries <= 8 then 10000 + floor(random() * 90000) else 100000 + floor(random() * 900000) end;
    insert into drive_codes (code, fund_drive_id, kind) values (digits || damm(digits), drive, 'number')
      on conflict (code) do nothing returning code into digits;
    if found then return digits; end if;
  end loop;
  raise exception 'no number is left for drive %', drive;
end
$$;
comment on function give_number is 'Gives a drive a number that no drive has or had.';

create function give_own_number() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform give_number(new.id);
  return null;
end
$$;
comment on function give_own_number() is 'Gives a new drive its number.';

create trigger fund_drives_give_number after insert on fund_drives for each row execute function give_own_number();
select count(give_number(id)) from fund_drives;

-- The pages that show a word are given out from memory until they are told of a change.
create trigger drive_codes_tell after insert or update on drive_codes
  for each row when (new.kind = 'word') execute function tell_drive();

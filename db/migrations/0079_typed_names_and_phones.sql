-- A username may have a hyphen. A guest's phone number that is not one of Kenya, nor written with the code of a country, is
-- kept as it was typed: the owner knows better than we do how to ring it.
alter table profiles
  drop constraint profiles_username_shape,
  add constraint profiles_username_shape check (username ~ '^[a-z0-9_.-]{3,30}$');

alter table fund_drive_reservations
  drop constraint fund_drive_reservations_phone_shape,
  add constraint fund_drive_reservations_phone_shape check (
    phone ~ '^[+(]?[0-9][0-9 ()+-]{5,28}$'
    and length(regexp_replace(phone, '[^0-9]', '', 'g')) between 7 and 15
  );

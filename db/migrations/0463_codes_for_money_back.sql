-- A code to the phone that paid proves that its giver asks for the gift back.
alter table phone_codes drop constraint phone_codes_purpose_check,
  add constraint phone_codes_purpose_check check (purpose in ('sign in', 'confirm', 'sign up', 'ask back'));

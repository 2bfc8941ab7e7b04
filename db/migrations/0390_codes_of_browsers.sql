-- A stranger who asks for a code for somebody's phone takes the place of no code but their own: there is one for each browser.
-- The version before, which runs on while this is applied, texts no codes from here on; people sign in by email until it ends.

alter table phone_codes drop constraint phone_codes_pkey, add primary key (phone, purpose, browser);
comment on table phone_codes is 'Codes asked for, for a day: one for each phone, purpose and browser. A new one takes the place of the one before.';

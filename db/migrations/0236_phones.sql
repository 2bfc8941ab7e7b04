-- A phone as a way to say who one is: numbers that people have confirmed, and the codes that are texted to them.

create table user_phones (
  phone text primary key check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  user_id uuid not null references users on delete cascade,
  confirmed_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index user_phones_by_user on user_phones (user_id);
comment on table user_phones is 'Phones that people have confirmed with a code. A number has one person: who confirms it last has it.';
comment on column user_phones.used_at is 'When a code that was texted to it was last right. Numbers change hands: see docs/decisions/0060.';

create table phone_codes (
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  purpose text not null check (purpose in ('sign in', 'confirm', 'sign up')),
  id uuid not null unique default gen_random_uuid(),
  browser text not null check (length(browser) = 43),
  user_id uuid references users on delete cascade,
  language text not null,
  mac text check (length(mac) = 43),
  tries int not null default 0 check (tries between 0 and 5),
  until timestamptz not null,
  used_at timestamptz,
  primary key (phone, purpose),
  check (used_at is null or mac is not null),
  check ((purpose = 'confirm') = (user_id is not null))
);
create index phone_codes_by_user on phone_codes (user_id) where user_id is not null;
create index phone_codes_by_end on phone_codes (until);
comment on table phone_codes is 'Codes asked for, for a day: one for each phone and purpose. A new one takes the place of the one before.';
comment on column phone_codes.browser is 'The hash of a mark of the browser that asked: the code is of use there alone, and nobody else uses up its tries.';
comment on column phone_codes.user_id is 'Who confirms the phone as theirs.';
comment on column phone_codes.language is 'The language of the page that asked.';
comment on column phone_codes.mac is 'The code as HMAC with our secret. Null until it is texted, and for ever where the number is nobody''s.';
comment on column phone_codes.tries is 'Codes that were tried. After five none is right.';

-- People: who has an account, how they prove it, and what they may do.
-- The first five tables have the shape that better-auth expects, in our own names; the rest is ours alone.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_verified boolean not null default false,
  two_factor_enabled boolean not null default false,
  language text,
  mail_activity boolean not null default true,
  mail_news boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint users_email_shape check (email = lower(email) and email like '_%@_%' and length(email) <= 254),
  constraint users_language_shape check (language ~ '^[a-z]{2,3}$')
);
create unique index users_email_once on users (lower(email));
comment on table users is 'One row per account. A deleted account stays as a tombstone: its books remain true, its email and name are gone.';
comment on column users.language is 'The language chosen in the settings; null follows the browser.';
comment on column users.mail_activity is 'Wants mails about gifts, messages and visits of their own drives.';
comment on column users.mail_news is 'Wants mails about what is new in the product.';
comment on column users.deleted_at is 'When the account was deleted. Such a person can neither sign in nor be found.';

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text check (length(ip_address) <= 64),
  user_agent text check (length(user_agent) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);
comment on table sessions is 'One row per browser that is signed in. The cookie carries the token with its HMAC, so the row alone opens nothing.';
comment on column sessions.ip_address is 'Shortened (IPv4 /24, IPv6 /48) before it is stored.';
comment on column sessions.updated_at is 'Last use, to within five minutes.';

create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id),
  constraint accounts_password_hashed check (password ~ '^[0-9a-f]{32}:[0-9a-f]{128}$')
);
create index accounts_by_user on accounts (user_id);
comment on table accounts is 'How a person signs in. provider_id credential holds the scrypt hash of the password; other providers may come.';

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_value on verifications (value);
create index verifications_by_end on verifications (expires_at);
comment on table verifications is 'What is waited for: mailed links (identifier holds the SHA-256 of the token, value the person), two-factor challenges, trusted devices.';

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
comment on table two_factors is 'A person''s second factor: the TOTP secret and the backup codes left, both encrypted with AUTH_SECRET.';

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  full_name text not null,
  username text,
  avatar_url text check (length(avatar_url) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_full_name_shape check (length(full_name) <= 100 and full_name = btrim(full_name) and full_name !~ '[[:cntrl:]]'),
  constraint profiles_username_shape check (username ~ '^[a-z0-9_.]{3,30}$')
);
create unique index profiles_username_once on profiles (lower(username));
comment on table profiles is 'How a person is seen by others.';
comment on column profiles.username is 'Kept in lower case, so that it is one name whatever the case; null only on a tombstone.';

create table user_roles (
  user_id uuid primary key references users on delete cascade,
  role text not null check (role in ('admin', 'moderator', 'user')),
  granted_by text not null check (granted_by in ('setting', 'command', 'example')),
  created_at timestamptz not null default now()
);
comment on table user_roles is 'What a person may do beyond their own; no row means user. Written by the ADMIN_EMAIL setting, by npm run admin and by the example content only.';

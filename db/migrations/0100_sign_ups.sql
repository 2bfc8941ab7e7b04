-- A sign-up waits for its link. Each keeps its own password and names until its own link is used: somebody who signs up
-- with another's address can neither end that person's link nor be confirmed by it.

create table sign_ups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  full_name text not null check (length(full_name) <= 100),
  username text not null check (username ~ '^[a-z0-9_.-]{3,30}$'),
  password text not null check (password ~ '^[0-9a-f]{32}:[0-9a-f]{128}$'),
  language text,
  wanted text check (length(wanted) <= 1000),
  browser text,
  created_at timestamptz not null default now()
);
create index sign_ups_by_user on sign_ups (user_id, created_at);
create index sign_ups_by_age on sign_ups (created_at);
comment on table sign_ups is 'Sign-ups of accounts that nobody has confirmed yet. The one whose link is used becomes the account; the others go.';
comment on column sign_ups.username is 'The name they asked for. It is taken when the address is confirmed, not before.';
comment on column sign_ups.password is 'The scrypt hash of the password chosen with this sign-up.';
comment on column sign_ups.wanted is 'Where they were going when they signed up.';
comment on column sign_ups.browser is 'SHA-256 of a random mark in the browser that signed up: there the link needs no password.';

-- Which addresses the ADMIN_EMAIL setting has made an administrator. It does so once for each.
create table first_administrators (
  address_hash text primary key,
  created_at timestamptz not null default now()
);
comment on table first_administrators is 'Addresses (hashed) that ADMIN_EMAIL has made an administrator. Once each: a person who lost the role does not get it back by confirming the address again.';
insert into first_administrators (address_hash)
select distinct encode(sha256(convert_to(u.email, 'UTF8')), 'hex')
from users u
where exists (select from user_roles r where r.user_id = u.id and r.granted_by = 'setting')
  or exists (
    select from audit_log a
    where a.noun = 'person' and a.subject = u.id::text and a.act = 'role changed' and a.why = 'ADMIN_EMAIL'
  );

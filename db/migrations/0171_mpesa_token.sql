-- A token opens the gateway of M-Pesa for an hour, and a new one may end the one before: all processes share one.

create table mpesa_token (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  sealed text not null check (length(sealed) between 1 and 8000),
  good_until timestamptz(3) not null
);
comment on table mpesa_token is 'The token that all processes call M-Pesa with. One process renews it while the others use it.';
comment on column mpesa_token.name is 'A hash of the app that it was made for and of the address where.';
comment on column mpesa_token.sealed is 'The token, sealed with a key that follows from AUTH_SECRET: a copy of the database opens nothing.';

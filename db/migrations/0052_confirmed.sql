-- Decisions about other people's money ask who is sitting there, unless that was shown a moment ago.

alter table sessions add column confirmed_at timestamptz not null default now();
comment on column sessions.confirmed_at is 'When the password or the second factor was last given in this session. Signing in counts.';

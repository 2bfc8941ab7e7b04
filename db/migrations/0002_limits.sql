-- Rate limits: how often one key has tried one thing since its window began.

-- Unlogged: a count is worth no write-ahead log, and after a crash an empty table only means that everybody starts anew.
create unlogged table rate_limits (
  name text not null,
  key text not null,
  tries integer not null check (tries >= 0),
  resets_at timestamptz not null,
  primary key (name, key)
);
create index rate_limits_resets_at on rate_limits (resets_at);

comment on table rate_limits is 'Tries of one key at one thing in the window that began with the first of them. Swept when the window is over.';
comment on column rate_limits.key is 'A hash of whom the limit counts (a network address, an account), so that neither stands here in clear.';

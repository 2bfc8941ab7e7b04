-- A helper who presses their link again is told so. What opens nothing any more is kept apart from what does.

alter table drive_helpers add column used_hash text collate "C" check (used_hash ~ '^[0-9a-f]{64}$');
create index drive_helpers_used on drive_helpers (used_hash) where used_hash is not null;
comment on column drive_helpers.used_hash is 'SHA-256 of the secret in the link, once it was used: it lets nobody in, and says that it was used.';

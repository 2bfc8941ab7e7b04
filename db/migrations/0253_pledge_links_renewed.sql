-- The link of a pledge is made from our secret. With a new secret the next message has another link; the first one stays good.

alter table pledges add column renewed_hash text collate "C" unique check (renewed_hash ~ '^[0-9a-f]{64}$');
comment on column pledges.renewed_hash is 'SHA-256 of the secret in the link that was written last, where that is not the first one.';

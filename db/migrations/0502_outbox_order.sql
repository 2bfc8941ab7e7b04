-- The number of an unlogged table's identity is unlogged, too: after a standby has taken over it can't be read, and nothing could be
-- told any more. This one is on the standby as well.
alter table live_outbox alter column id drop identity;
create sequence live_outbox_order;
alter table live_outbox alter column id set default nextval('live_outbox_order');

-- Texts to guests have a budget of their own, as a whole and for each host: they use up no receipts and no codes.

alter table sms_outbox add column host_id uuid;
create index sms_outbox_by_host on sms_outbox (host_id, tried_at) where host_id is not null;
comment on column sms_outbox.host_id is 'Of a text to a guest: the host of the gathering, whose budget it is in. Null for texts of ours.';

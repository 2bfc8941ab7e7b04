-- Who answers on the link that everybody shares is sent their own, once, to the number that they gave.

alter table supporters add column texted_at timestamptz(3);
comment on column supporters.texted_at is 'When their own link was texted to their number because somebody answered with it on the shared link. It is done once.';
create index supporters_texted on supporters (gathering_id) where texted_at is not null;

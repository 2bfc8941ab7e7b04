-- Pictures that an owner names by an address elsewhere are fetched, looked at and served by us.

alter table pictures add column source text check (length(source) between 9 and 2000);
create index pictures_by_source on pictures (user_id, source) where source is not null;
comment on column pictures.source is 'Where it was fetched from. Null for one that was uploaded.';

create table far_picture_tries (
  url text primary key check (length(url) between 9 and 2000),
  tries smallint not null default 1 check (tries > 0),
  tried_at timestamptz(3) not null default now()
);
comment on table far_picture_tries is 'Addresses of pictures elsewhere, from the time before we kept copies, that could not be fetched. After five tries they are left alone.';

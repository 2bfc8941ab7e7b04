-- Pictures: what people uploaded, as it was written anew by us. Who shows one refers to it by its address.

create table pictures (
  url text collate "C" primary key,
  user_id uuid not null references users,
  width integer not null check (width between 1 and 1920),
  height integer not null check (height between 1 and 20000),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  files jsonb not null check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20),
  created_at timestamptz(3) not null default now(),
  constraint pictures_url_shape check (url ~ '^/media/drives/[0-9a-f]{32}-[0-9]{1,4}\.jpg$')
);
create index pictures_of_person on pictures (user_id, created_at desc);
create index pictures_by_age on pictures (created_at);
comment on table pictures is 'One row per picture in the store. The files are there before the row, and the row goes before the files.';
comment on column pictures.url is 'Its largest JPEG. The other widths and formats have the same name: see kit/picture.ts.';
comment on column pictures.colour is 'Its dominant colour, shown until the picture is there.';
comment on column pictures.files is 'Every file of it: key, bytes, sha256.';

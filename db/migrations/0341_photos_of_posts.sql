-- Photos of what hosts post to their guests after an occasion.

create table post_photos (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references gathering_posts on delete cascade,
  place smallint not null check (place between 1 and 6),
  image_url text not null check (image_url like '/media/%'),
  alt text not null default '' check (length(alt) <= 200 and alt !~ '[[:cntrl:]]' and alt = btrim(alt)),
  width int not null,
  height int not null,
  colour text,
  created_at timestamptz(3) not null default now(),
  unique (post_id, place),
  constraint post_photos_once unique (image_url)
);
comment on table post_photos is 'The photos of a post, at most six. A picture is in one post alone: when it is taken down it is gone.';
comment on column post_photos.place is 'Where it stands in its post, from 1.';
comment on column post_photos.alt is 'What can be seen on it, as its host wrote it for people who do not see it.';

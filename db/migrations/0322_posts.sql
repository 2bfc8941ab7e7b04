-- What hosts write to their guests after an occasion. Guests read it on their own pages.

create table gathering_posts (
  id uuid primary key default gen_random_uuid(),
  gathering_id uuid not null references gatherings on delete cascade,
  words text not null check (length(words) between 1 and 1000 and words = btrim(words)),
  form_key uuid not null,
  created_at timestamptz(3) not null default now(),
  unique (gathering_id, form_key)
);
comment on table gathering_posts is 'What the host of a gathering writes to all its guests after an occasion.';
comment on column gathering_posts.form_key is 'Of the form that sent it: the same form sent twice makes one post.';

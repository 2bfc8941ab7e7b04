-- A guest asks that a photo is taken down. Hosts and the office both read it. It is no report of abuse: messages go on.

create table photo_objections (
  id bigint generated always as identity primary key,
  gathering_id uuid not null references gatherings on delete cascade,
  photo_id uuid references post_photos on delete set null,
  supporter_id uuid references supporters on delete set null,
  words text not null default '' check (length(words) <= 500),
  at timestamptz(3) not null default now(),
  kept_at timestamptz(3),
  looked_at timestamptz(3),
  gone_at timestamptz(3),
  constraint photo_objections_once unique (photo_id, supporter_id)
);
create index photo_objections_of_gathering on photo_objections (gathering_id, at desc);
create index photo_objections_of_supporter on photo_objections (supporter_id) where supporter_id is not null;
create index photo_objections_open on photo_objections (at) where looked_at is null and gone_at is null;
comment on table photo_objections is 'That a guest asks to have a photo of a post taken down. The host sees who asks.';
comment on column photo_objections.kept_at is 'When a host decided to keep the photo. The office still looks at it.';
comment on column photo_objections.looked_at is 'When the office decided to leave the photo.';
comment on column photo_objections.gone_at is 'When the photo was taken down, by whomever and in whatever way.';

create function note_photo_gone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update photo_objections set gone_at = now() where photo_id = old.id and gone_at is null;
  return old;
end
$$;
comment on function note_photo_gone() is 'Who asked for it reads on their page that a photo is gone, whichever way it went.';
create trigger note_photo_gone before delete on post_photos for each row execute function note_photo_gone();

create function forget_objections() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update photo_objections set supporter_id = null, words = '' where supporter_id = new.id;
  return null;
end
$$;
comment on function forget_objections() is 'Of a guest who is forgotten nobody reads any more which photos they asked about, and why.';
create trigger forget_objections after update of forgotten_at on supporters
  for each row when (new.forgotten_at is not null) execute function forget_objections();

create function merge_objections() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from photo_objections p where p.supporter_id = new.id and exists (
    select from photo_objections o where o.photo_id = p.photo_id and o.supporter_id = new.merged_into);
  update photo_objections set supporter_id = new.merged_into where supporter_id = new.id;
  return null;
end
$$;
comment on function merge_objections() is 'Of two entries of a list that become one, the one that stays reads what became of both.';
create trigger merge_objections after update of merged_into on supporters
  for each row when (new.merged_into is not null) execute function merge_objections();

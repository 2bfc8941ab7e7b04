-- What the owner and the treasurers of a drive write about it: the public reads it, and the office may hide it.
create table updates (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  by uuid not null,
  words text not null,
  whole uuid,
  form_key uuid not null,
  removed_at timestamptz(3),
  hidden_at timestamptz(3),
  hidden_by uuid,
  hidden_why text default '' not null,
  created_at timestamptz(3) default now() not null,
  constraint updates_pkey primary key (id),
  constraint updates_fund_drive_id_form_key_key unique (fund_drive_id, form_key),
  constraint updates_words_check check (length(words) <= 2000 and words = btrim(words) and (words = '') = (removed_at is not null)),
  constraint updates_hidden_check check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_why = '')),
  constraint updates_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint updates_by_fkey foreign key (by) references users(id),
  constraint updates_hidden_by_fkey foreign key (hidden_by) references users(id)
);
comment on table updates is 'Updates that the owner or a treasurer of a drive wrote for the public. An update is not edited; a removed one keeps its row, without words.';
comment on column updates.whole is 'The withdrawal that it is about.';
comment on column updates.form_key is 'Of the form that sent it: the same form sent twice makes one update.';
comment on column updates.hidden_why is 'Why an administrator has hidden it, as its writers read it.';
create index updates_of_drive on updates (fund_drive_id, created_at desc, id);
create index updates_of_whole on updates (whole) where (whole is not null);
create index updates_of_writer on updates (by);
create index updates_of_hider on updates (hidden_by) where (hidden_by is not null);
create trigger updates_tell after insert or delete or update on updates for each row execute function tell_drive();

create table update_photos (
  id uuid default gen_random_uuid() not null,
  update_id uuid not null,
  place smallint not null,
  image_url text not null,
  alt text default '' not null,
  width integer not null,
  height integer not null,
  colour text,
  constraint update_photos_pkey primary key (id),
  constraint update_photos_once unique (image_url),
  constraint update_photos_update_id_place_key unique (update_id, place),
  constraint update_photos_alt_check check (length(alt) <= 200 and alt !~ '[[:cntrl:]]' and alt = btrim(alt)),
  constraint update_photos_image_url_check check (image_url ~~ '/media/%'),
  constraint update_photos_place_check check (place >= 1 and place <= 6),
  constraint update_photos_update_id_fkey foreign key (update_id) references updates(id) on delete cascade
);
comment on table update_photos is 'The photos of an update, at most six. A picture is in one update alone: when the update is removed it is gone.';

-- A guest whose photo was kept may ask once more, if they have something new to say.

alter table photo_objections add column again boolean not null default false;
alter table photo_objections drop constraint photo_objections_once;
alter table photo_objections add constraint photo_objections_once unique (photo_id, supporter_id, again);
alter table photo_objections add constraint photo_objections_new check (not again or words <> '' or supporter_id is null);
comment on column photo_objections.again is 'The guest asks a second time, after the photo was kept. There is no third.';

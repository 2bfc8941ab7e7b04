-- The point of a picture that stays in sight where a page or a preview cuts it. It belongs to the picture: a drive that
-- shows another picture has another point, or none.

alter table pictures
  add column focus_x smallint check (focus_x between 0 and 100),
  add column focus_y smallint check (focus_y between 0 and 100),
  add constraint pictures_focus_whole check ((focus_x is null) = (focus_y is null));
comment on column pictures.focus_x is 'In percent from the left. Null: we choose what is cut.';
comment on column pictures.focus_y is 'In percent from the top.';

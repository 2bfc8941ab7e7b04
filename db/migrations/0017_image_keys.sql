-- A picture that is sent twice stands in the gallery once: a phone tries again because no answer came.

alter table fund_drive_images add column once text check (length(once) = 43);
create unique index fund_drive_images_once on fund_drive_images (fund_drive_id, once);
comment on column fund_drive_images.once is 'SHA-256 of what was sent with which upload. Null for what was sent without a script of ours.';

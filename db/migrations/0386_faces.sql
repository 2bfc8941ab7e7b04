-- A drive that has pictures has one to be known by: the first of its gallery where its owner chose none.

create view drive_faces as
select d.id as fund_drive_id, coalesce(d.image_url, (
  select i.image_url from fund_drive_images i where i.fund_drive_id = d.id order by i.display_order limit 1)) as url
from fund_drives d;
comment on view drive_faces is 'The picture that stands for each drive on its page, its card and in previews; null where it has none.';

-- Every ten minutes it is looked for pictures elsewhere that still have to be fetched. These hold them alone, so that
-- looking reads no drive that has none.

create index fund_drives_far_image on fund_drives (id) where image_url like 'https://%';
create index fund_drives_far_story on fund_drives (id) where description like '%<img src="https://%';
create index fund_drive_images_far on fund_drive_images (id) where image_url like 'https://%';

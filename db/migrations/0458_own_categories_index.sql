drop index concurrently if exists fund_drives_own_category;
create index concurrently fund_drives_own_category on fund_drives (own_category_id) where own_category_id is not null;

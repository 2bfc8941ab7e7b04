-- Whether a visitor's stay goes on is looked up by the visitor, and what a network had by the network. While a table is
-- small, or has grown since it was last counted, all indexes that begin with the drive look alike to the planner; and it
-- keeps to the one it chose. An index by the plain time let it read every view of a busy drive for each look. Charts
-- count whole hours, so theirs is by the hour; and of two that look alike the older one is taken, so the list of the
-- newest comes last.
drop index fund_drive_views_by_time;
drop index fund_drive_views_newest;
create index fund_drive_views_by_hour on fund_drive_views (fund_drive_id, date_bin('1 hour', viewed_at, 'epoch'));
create index fund_drive_views_newest on fund_drive_views (fund_drive_id, id desc);

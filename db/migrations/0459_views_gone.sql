-- Views are deleted after 13 months. What each drive and each purchase of views has had stays: the count of deleted views is kept.
create table views_gone (
  fund_drive_id uuid not null,
  subscription_id uuid,
  views bigint not null,
  constraint views_gone_key unique nulls not distinct (fund_drive_id, subscription_id),
  constraint views_gone_views_check check (views > 0),
  constraint views_gone_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint views_gone_subscription_id_fkey foreign key (subscription_id) references subscriptions(id) on delete cascade
);
create index views_gone_by_subscription on views_gone (subscription_id);
comment on table views_gone is 'How many views were deleted because they were older than 13 months, by the subscription whose credit each cost; null for those that cost nothing.';

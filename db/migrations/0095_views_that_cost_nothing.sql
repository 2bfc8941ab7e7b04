-- A look that our own page did not tell of is counted for the owner, and costs no credit.

alter table fund_drive_views alter column subscription_id drop not null;
create index fund_drive_views_free on fund_drive_views (fund_drive_id, viewer_ip, viewed_at desc) where subscription_id is null;
comment on table fund_drive_views is 'One row per visitor''s stay. Those that cost a credit are as many as the used views of their subscription.';
comment on column fund_drive_views.subscription_id is 'Whose credit it cost; null for a look that cost nothing, because a page elsewhere or a program told of it.';

-- New drives may begin with no views at all: the free package may have none.
alter table subscription_packages drop constraint subscription_packages_views_check;
alter table subscription_packages add constraint subscription_packages_views_check check (views > 0 or (views = 0 and amount = 0));

-- Views: a page view that costs a credit, and the packages that credits come in.

create table subscription_packages (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  amount bigint not null check (amount >= 0),
  views integer not null check (views > 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now()
);
comment on table subscription_packages is 'What view credits come in. Free is what each new drive gets; of those for sale the second is marked Most Popular.';
comment on column subscription_packages.amount is 'The price in cents of US dollars; 0 is not for sale.';

insert into subscription_packages (name, description, amount, views) values
  ('Free', 'To begin with', 0, 15),
  ('Starter', 'For family and friends', 500, 200),
  ('Growth', 'For a whole community', 1500, 1000),
  ('Impact', 'For drives that travel far', 4000, 5000);

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  fund_drive_id uuid not null references fund_drives on delete cascade,
  user_id uuid not null references users,
  package_id uuid not null references subscription_packages,
  payment_id uuid unique,
  views integer not null,
  remaining_views integer not null,
  used_views integer not null default 0,
  status text not null default 'active' check (status in ('active', 'closed')),
  created_at timestamptz(3) not null default now(),
  constraint subscriptions_never_below_zero check (remaining_views >= 0 and used_views >= 0),
  constraint subscriptions_add_up check (remaining_views + used_views = views)
);
create unique index subscriptions_one_active on subscriptions (fund_drive_id) where status = 'active';
create index subscriptions_of_drive on subscriptions (fund_drive_id, created_at desc);
create index subscriptions_of_person on subscriptions (user_id);
comment on table subscriptions is 'The view credits of a drive: what was given or bought, what is used, what is left. One is active; a purchase closes it and moves what is left to the next.';
comment on column subscriptions.payment_id is 'The payment that bought it; null for the free one.';
comment on column subscriptions.views is 'Its package''s views, and what was left of the one before.';

create table fund_drive_views (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  subscription_id uuid not null references subscriptions on delete cascade,
  visitor text not null check (length(visitor) between 1 and 64),
  device_type text not null check (device_type in ('mobile', 'tablet', 'desktop')),
  location text not null default 'Unknown' check (length(location) between 1 and 80),
  viewer_ip text not null default '' check (length(viewer_ip) <= 64),
  viewed_at timestamptz(3) not null default now()
);
create index fund_drive_views_newest on fund_drive_views (fund_drive_id, id desc);
create index fund_drive_views_by_time on fund_drive_views (fund_drive_id, viewed_at);
create index fund_drive_views_by_visitor on fund_drive_views (fund_drive_id, visitor, viewed_at desc);
create index fund_drive_views_by_subscription on fund_drive_views (subscription_id);
comment on table fund_drive_views is 'One row per visitor''s stay that cost a credit: as many as the used views of its subscription.';
comment on column fund_drive_views.visitor is 'A hash that stands for one visitor: of their cookie, else of shortened address and browser, salted anew each day.';
comment on column fund_drive_views.viewer_ip is 'Shortened (IPv4 /24, IPv6 /48) before it is stored.';

-- Categories that the operator adds to the ten of the product. A drive in one of them has the category 'Other', so that the version
-- before still understands it while it runs.
create table own_categories (
  id integer generated always as identity,
  english text not null,
  swahili text not null,
  place integer default 100 not null,
  hidden boolean default false not null,
  created_at timestamptz(3) default now() not null,
  constraint own_categories_pkey primary key (id),
  constraint own_categories_english_check check (char_length(english) between 1 and 40 and english = btrim(english) and english !~ '[[:cntrl:]]'),
  constraint own_categories_swahili_check check (char_length(swahili) between 1 and 40 and swahili = btrim(swahili) and swahili !~ '[[:cntrl:]]'),
  constraint own_categories_place_check check (place between 1 and 999)
);
create unique index own_categories_english on own_categories (lower(english));
create unique index own_categories_swahili on own_categories (lower(swahili));
comment on table own_categories is 'Categories of drives that administrators added to the ten of the product. The audit log has each change. One that a drive has can not be deleted.';
comment on column own_categories.place is 'Its place in lists, after the ten; the smallest number comes first.';
comment on column own_categories.hidden is 'True if new drives can not choose it. Drives that have it keep and show it.';

alter table fund_drives add column own_category_id integer references own_categories (id);
alter table fund_drives add constraint fund_drives_own_category_check check (own_category_id is null or category = 'Other');
comment on column fund_drives.own_category_id is 'The operator''s category, in place of one of the ten.';

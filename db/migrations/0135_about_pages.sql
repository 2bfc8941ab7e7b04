-- The pages on fees, privacy, terms, withdrawals and help, as the operator has changed them.

create table about_pages (
  id bigint generated always as identity primary key,
  name text not null check (name in ('fees', 'privacy', 'terms', 'withdrawals', 'help')),
  language text not null check (language in ('en', 'sw')),
  body text check (char_length(body) between 1 and 20000),
  by uuid references users (id),
  why text not null default '' check (char_length(why) <= 1000),
  at timestamptz not null default now()
);
comment on table about_pages is 'What operators wrote on the pages about the service. The newest row of a page and language counts; older rows stay, so that it can be read what held when.';
comment on column about_pages.body is 'The text in its small markup. Null means: the first draft that comes with the product.';
create index about_pages_newest on about_pages (name, language, id desc);
create index about_pages_by on about_pages (by);
create trigger about_pages_append_only before update or delete on about_pages
  for each row execute function forbid_change();

-- What operators decide while the product runs, without another start.

create table operator_choices (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[A-Z][A-Z_]{2,60}$'),
  value text check (char_length(value) <= 500),
  by uuid references users (id),
  why text not null default '' check (char_length(why) <= 1000),
  at timestamptz not null default now()
);
comment on table operator_choices is 'What administrators chose on their Settings page. The newest row of a name counts; older ones stay, so that anybody can see what held when.';
comment on column operator_choices.value is 'As it was typed, checked. Null goes back to what the environment says, or the default.';
create index operator_choices_newest on operator_choices (name, id desc);
create index operator_choices_by on operator_choices (by);
create trigger operator_choices_append_only before update or delete on operator_choices
  for each row execute function forbid_change();

-- A package that is changed is closed, and another one of its name takes its place: what was bought stays what it was.
alter table subscription_packages drop constraint subscription_packages_name_key;
create unique index subscription_packages_one_of_a_name on subscription_packages (name) where status = 'active';
alter table subscription_packages add column closed_at timestamptz;
comment on column subscription_packages.closed_at is 'When another one took its place, or it was taken from sale.';

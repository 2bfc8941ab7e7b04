-- What a person sent after their session had ended. It waits here until they have signed in again, for an hour at most, and is sealed:
-- a form may hold names, numbers and a whole pasted list.
create table kept_forms (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  action text not null constraint kept_forms_action check (length(action) between 1 and 2000),
  page text not null constraint kept_forms_page check (length(page) between 1 and 2000),
  fields text not null,
  created_at timestamptz not null default now()
);
create index kept_forms_person on kept_forms (user_id, created_at);
create index kept_forms_age on kept_forms (created_at);
comment on column kept_forms.action is 'Where the form is sent to; a path of ours.';
comment on column kept_forms.page is 'The page that it was on.';

-- Kumbukumbu: the book in which a person writes which households helped them, so that they can return the same.

create table remembered (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  supporter_id uuid references supporters on delete cascade,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  phone text collate "C" check (phone ~ '^\+[1-9]\d{6,14}$'),
  what text not null default '' check (length(what) <= 120 and what !~ '[[:cntrl:]]' and what = btrim(what)),
  day date check (day between '1900-01-01' and '2100-12-31'),
  people smallint check (people between 0 and 1000),
  gave bigint check (gave between 0 and 1000000000),
  words text not null default '' check (length(words) <= 500),
  once uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint remembered_guest unique (user_id, supporter_id),
  constraint remembered_once unique (user_id, once)
);
create index remembered_by_name on remembered (user_id, lower(name), id);
create index remembered_of_supporter on remembered (supporter_id) where supporter_id is not null;
create index remembered_by_phone on remembered (phone) where phone is not null;
comment on table remembered is 'Households in the private book of one person. Nobody else reads it, administrators neither.';
comment on column remembered.supporter_id is 'The guest of the owner’s own gathering whom it tells of, who may have it removed; null where the owner typed all of it.';
comment on column remembered.people is 'How many came.';
comment on column remembered.gave is 'Cents, as the owner typed them. Null: of a guest, what guest_paid says now is shown, so that a gift that becomes anonymous leaves nothing here.';
comment on column remembered.once is 'Tells a form that is sent twice.';

create function forget_remembered() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from remembered where supporter_id = new.id;
  return null;
end
$$;
comment on function forget_remembered() is 'A guest who is forgotten is in nobody’s book.';
create trigger forget_remembered after update of forgotten_at on supporters
  for each row when (new.forgotten_at is not null) execute function forget_remembered();

create function merge_remembered() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update remembered r set supporter_id = new.merged_into
    where r.supporter_id = new.id and not exists (
      select from remembered o where o.user_id = r.user_id and o.supporter_id = new.merged_into);
  delete from remembered where supporter_id = new.id;
  return null;
end
$$;
comment on function merge_remembered() is 'Of two entries of a list that become one, the book keeps what it says of the one that stays, else of the other.';
create trigger merge_remembered after update of merged_into on supporters
  for each row when (new.merged_into is not null) execute function merge_remembered();

create function leave_no_book() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from remembered where user_id = new.id;
  return null;
end
$$;
comment on function leave_no_book() is 'The book of a person goes with their account.';
create trigger leave_no_book after update of deleted_at on users
  for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_book();

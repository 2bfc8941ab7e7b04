-- What of a drive is known to come from a guest: a gift, a pledge, a recorded gift, a visit or a comment. Never an anonymous one.

create table supporter_ties (
  id bigint generated always as identity primary key,
  supporter_id uuid not null references supporters on delete cascade,
  payment_id bigint unique references payments on delete cascade,
  pledge_id bigint unique references pledges on delete cascade,
  recorded_id bigint unique references recorded_gifts on delete cascade,
  visit_id uuid unique references fund_drive_reservations on delete cascade,
  comment_id bigint unique references fund_drive_comments on delete cascade,
  how text not null check (how in ('link', 'phone', 'email', 'host')),
  at timestamptz(3) not null default now(),
  constraint supporter_ties_one check (num_nonnulls(payment_id, pledge_id, recorded_id, visit_id, comment_id) = 1)
);
create index supporter_ties_of_supporter on supporter_ties (supporter_id);
comment on table supporter_ties is 'What is known to come from a guest. An anonymous gift or pledge is never tied: it leaves no trace on the list of guests.';
comment on column supporter_ties.how is 'link: it came by their own link. phone, email: only they have it in that gathering. host: tied by hand.';

create function untie_forgotten() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from supporter_ties where supporter_id = new.id;
  return null;
end
$$;
comment on function untie_forgotten() is 'Nothing of a drive is known to come from a guest who is forgotten.';
create trigger untie_forgotten after update of forgotten_at on supporters
  for each row when (new.forgotten_at is not null) execute function untie_forgotten();

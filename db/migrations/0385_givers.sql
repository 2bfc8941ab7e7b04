-- Donors are people, not gifts: who gives twice, or in cash and by M-Pesa, is one of them. docs/decisions/0098 says how they are told apart.

create table drive_givers (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  mark uuid,
  name uuid,
  gifts int not null default 0 check (gifts >= 0),
  recorded int not null default 0 check (recorded >= 0)
) with (fillfactor = 80);
create unique index drive_givers_mark on drive_givers (fund_drive_id, mark);
create index drive_givers_name on drive_givers (fund_drive_id, name) where name is not null;
create index drive_givers_recorded on drive_givers (fund_drive_id) where gifts = 0 and recorded > 0;
comment on table drive_givers is 'The people who gave to a drive, one row each. It holds no name, address or number that can be read.';
comment on column drive_givers.mark is 'The hash of the contact by which they are known again: email or phone; of the name where no contact is known. Null for a person who gave neither, or is forgotten.';
comment on column drive_givers.name is 'The hash of the name that they typed. A gift without a contact is found by it.';
comment on column drive_givers.gifts is 'Their gifts that came through us and did not go back wholly.';
comment on column drive_givers.recorded is 'Their gifts that were recorded by hand and are not void.';

create function giver_mark(kind text, said text) returns uuid
language sql immutable as $$
  select md5(kind || ' ' || nullif(lower(regexp_replace(btrim(said), '\s+', ' ', 'g')), ''))::uuid
$$;
comment on function giver_mark is 'The hash of a contact or a name, however it was spaced and capitalised. Null of nothing.';

create function giver_at(drive uuid, email text, phone text, payer text, named text, more int, more_recorded int) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  contacts uuid[] := array_remove(array[giver_mark('email', email), giver_mark('phone', phone), giver_mark('payer', payer)], null);
  called uuid := giver_mark('name', named);
  known bigint;
begin
  if contacts[1] is not null then
    select g.id into known from drive_givers g where g.fund_drive_id = drive and g.mark = any(contacts) order by g.id limit 1;
    if known is null then
      select g.id into known from drive_givers g
      where g.fund_drive_id = drive and g.mark in (
        with account as (
          select u.id from users u where u.email = lower(giver_at.email) and u.email_verified and u.deleted_at is null
          union
          select h.user_id from user_phones h where h.phone = giver_at.phone)
        select giver_mark('email', u.email) from users u join account a on a.id = u.id
          where u.email_verified and u.deleted_at is null
        union all
        select giver_mark('phone', h.phone) from user_phones h join account a on a.id = h.user_id)
      order by g.id limit 1;
    end if;
    -- Known by name alone until now.
    if known is null and exists (select from drive_givers g where g.fund_drive_id = drive and g.mark = called) then
      begin
        update drive_givers g set mark = contacts[1] where g.fund_drive_id = drive and g.mark = called returning g.id into known;
      exception when unique_violation then
        known := null;
      end;
    end if;
  elsif called is not null then
    select g.id into known from drive_givers g where g.fund_drive_id = drive and g.name = called order by g.id limit 1;
  end if;
  if known is not null then
    update drive_givers g set gifts = g.gifts + more, recorded = g.recorded + more_recorded, name = coalesce(g.name, called)
      where g.id = known;
    return known;
  end if;
  insert into drive_givers as g (fund_drive_id, mark, name, gifts, recorded)
    values (drive, coalesce(contacts[1], called), called, more, more_recorded)
    on conflict (fund_drive_id, mark) do update
      set gifts = g.gifts + excluded.gifts, recorded = g.recorded + excluded.recorded, name = coalesce(g.name, excluded.name)
    returning id into known;
  return known;
end
$$;
comment on function giver_at is 'The person who gives to a drive, known again or new, with so many gifts more. Known again by email or phone, by another contact of the same account, or by name where there is no contact.';

create function leave_giver(giver bigint, less int, less_recorded int) returns void
language sql set search_path = public, pg_temp as $$
  update drive_givers set gifts = gifts - less, recorded = recorded - less_recorded,
      mark = case when gifts + recorded > less + less_recorded then mark end,
      name = case when gifts + recorded > less + less_recorded then name end
    where id = giver
$$;
comment on function leave_giver is 'So many gifts of a person count no more. Of a person without any nothing is kept by which they are known again.';

create function payer_at_mpesa(of_payment bigint) returns text language sql stable as $$
  select r.name || ' ' || r.tail from public.mpesa_receipts r
  where r.payment_id = of_payment and r.prompt_id is null and r.name <> '' and r.tail <> ''
$$;
comment on function payer_at_mpesa is 'Who paid from the menu of a phone, as far as M-Pesa tells: by that the same payer is known again.';

alter table donations add column giver_id bigint references drive_givers;
create index donations_of_giver on donations (giver_id);
comment on column donations.giver_id is 'The person who gave it, among those of its drive.';

alter table recorded_gifts add column giver_id bigint references drive_givers, add column place bigint default 0;
create index recorded_gifts_of_giver on recorded_gifts (giver_id);
comment on column recorded_gifts.giver_id is 'The person who gave it, among those of its drive.';
comment on column recorded_gifts.place is 'Where it stands among the gifts of its drive: ten thousand times the number of the newest donation when it was recorded, and a count from there. A donation stands at ten thousand times its own.';

-- Those that are there.
alter table donations disable trigger user;
alter table recorded_gifts disable trigger user;
update donations d set giver_id = giver_at(d.fund_drive_id, d.donor_email, p.donor_phone, payer_at_mpesa(p.id),
    case when d.anonymous then '' else d.donor_name end, case when p.reversed < p.amount then 1 else 0 end, 0)
  from payments p where p.id = d.payment_id;
update recorded_gifts set giver_id = giver_at(fund_drive_id, '', coalesce(phone, ''), '', case when anonymous then '' else name end,
    0, case when voided_at is null then 1 else 0 end);
update recorded_gifts r set place = p.before * 10000 + p.nth
  from (
    select id, before, row_number() over (partition by fund_drive_id, before order by id) as nth
    from (
      select r.id, r.fund_drive_id, coalesce((
        select max(d.id) from donations d where d.fund_drive_id = r.fund_drive_id and d.created_at <= r.created_at), 0) as before
      from recorded_gifts r) x) p
  where p.id = r.id;
alter table donations enable trigger user;
alter table recorded_gifts enable trigger user;
alter table recorded_gifts alter column place set not null;
create index recorded_gifts_place on recorded_gifts (fund_drive_id, place desc) where voided_at is null;

alter table wallet_deltas drop constraint wallet_deltas_credit_check, drop constraint wallet_deltas_donors_check,
  alter column donors set default 0,
  add constraint wallet_deltas_credit_check check (credit >= 0),
  add constraint wallet_deltas_donors_check check (donors between -1 and 1);
update wallet_deltas set donors = 0 where donors <> 0;
update wallets w set donors = (select count(*) from drive_givers g where g.fund_drive_id = w.fund_drive_id and g.gifts > 0)
  where w.donors > 0;
comment on column wallets.donors is 'People who gave through us and were not given all of it back, see drive_givers.';
comment on table wallet_deltas is 'Donations and donors that are not in their wallet yet. A gift is appended here, so that a thousand at once need not queue up at one row; they are folded into the wallet by and by.';

create or replace view fund_drive_totals as
  select w.fund_drive_id,
    (w.credited + coalesce(d.credit, 0) - w.reversed)::bigint as raised_amount,
    (w.donors + coalesce(d.donors, 0))::bigint as donors,
    (w.credited > 0 or coalesce(d.credit, 0) > 0) as had_money
  from wallets w
    left join lateral (
      select sum(x.credit) as credit, sum(x.donors) as donors from wallet_deltas x where x.fund_drive_id = w.fund_drive_id
    ) d on true;
comment on view fund_drive_totals is 'What came to each drive through us, in cents, from how many people, and whether money ever came in. Exact at any moment.';

create or replace view drive_beside as
select d.id as fund_drive_id, r.amount as recorded,
  case when d.hides_recorded or d.recorded_hidden_at is not null then 0 else r.amount end as shown, p.amount as pledged,
  case when d.hides_recorded or d.recorded_hidden_at is not null then 0 else g.people end as givers
from fund_drives d
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as amount from recorded_gifts where fund_drive_id = d.id and voided_at is null) r
cross join lateral (
  select coalesce(sum(greatest(amount - unagreed - paid, 0)), 0)::bigint as amount from pledges
  where fund_drive_id = d.id and state = 'open' and (agreed or source <> 'giver')) p
cross join lateral (
  select count(*)::bigint as people from drive_givers where fund_drive_id = d.id and gifts = 0 and recorded > 0) g;
comment on view drive_beside is 'What is beside the books of each drive: recorded, as visitors see it, and promised. givers: people with recorded gifts alone, as visitors see it.';

create function count_giver() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into wallet_deltas (fund_drive_id, credit, donors) values (new.fund_drive_id, 0, case when new.gifts > 0 then 1 else -1 end);
  return null;
end
$$;
comment on function count_giver() is 'A person more, or one less, among those who gave through us.';
create trigger drive_givers_come after insert on drive_givers
  for each row when (new.gifts > 0) execute function count_giver();
create trigger drive_givers_change after update of gifts on drive_givers
  for each row when ((new.gifts > 0) <> (old.gifts > 0)) execute function count_giver();

create function gift_given() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  phone text := (select donor_phone from payments where id = new.payment_id);
begin
  new.giver_id := giver_at(new.fund_drive_id, new.donor_email, phone,
    case when new.donor_email = '' and phone = '' then payer_at_mpesa(new.payment_id) end,
    case when new.anonymous then '' else new.donor_name end, 1, 0);
  return new;
end
$$;
comment on function gift_given() is 'Finds whose gift it is.';
create trigger donations_given before insert on donations for each row execute function gift_given();

create function gift_named() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gift record;
  one int := case when new.reversed < new.amount then 1 else 0 end;
begin
  select d.id, d.fund_drive_id, d.giver_id into gift from donations d where d.payment_id = new.id;
  if not found then return null; end if;
  if new.donor_name = '' and new.donor_email = '' and new.donor_phone = '' then
    update drive_givers set mark = null, name = null where id = gift.giver_id;
  elsif (new.donor_name, new.donor_email, new.donor_phone, new.anonymous)
      is distinct from (old.donor_name, old.donor_email, old.donor_phone, old.anonymous) then
    update donations set giver_id = giver_at(gift.fund_drive_id, new.donor_email, new.donor_phone, '',
      case when new.anonymous then '' else new.donor_name end, one, 0) where id = gift.id;
    perform leave_giver(gift.giver_id, one, 0);
  end if;
  return null;
end
$$;
comment on function gift_named() is 'A gift whose giver is known later is theirs; of a giver who is forgotten nothing is kept by which they are known again.';
create trigger payments_named after update of donor_name, donor_email, donor_phone, anonymous on payments
  for each row when (new.kind = 'donation' and new.status = 'succeeded') execute function gift_named();

create function gift_back() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform leave_giver(d.giver_id, case when new.reversed = new.amount then 1 else -1 end, 0) from donations d where d.payment_id = new.id;
  return null;
end
$$;
comment on function gift_back() is 'A gift that went back wholly is nobody''s any more.';
create trigger payments_given_back after update of reversed on payments
  for each row when (new.kind = 'donation' and (new.reversed = new.amount) <> (old.reversed = old.amount)) execute function gift_back();

create function recorded_given() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  newest bigint := coalesce((select max(id) from donations where fund_drive_id = new.fund_drive_id), 0);
  one int := case when new.voided_at is null then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    new.place := newest * 10000 + 1
      + (select count(*) from recorded_gifts where fund_drive_id = new.fund_drive_id and place between newest * 10000 and newest * 10000 + 9999);
  elsif new.voided_at is not null and old.voided_at is null then
    perform leave_giver(old.giver_id, 0, 1);
    return new;
  elsif (new.name, new.phone, new.anonymous) is not distinct from (old.name, old.phone, old.anonymous) then
    return new;
  elsif new.name = '' and new.phone is null then
    update drive_givers set mark = null, name = null where id = old.giver_id;
    return new;
  end if;
  new.giver_id := giver_at(new.fund_drive_id, '', coalesce(new.phone, ''), '', case when new.anonymous then '' else new.name end, 0, one);
  if tg_op = 'UPDATE' then perform leave_giver(old.giver_id, 0, one); end if;
  return new;
end
$$;
comment on function recorded_given() is 'Finds who gave what is recorded, and its place among the gifts of its drive.';
create trigger recorded_gifts_given before insert or update of name, phone, anonymous, voided_at on recorded_gifts
  for each row execute function recorded_given();

create function recorded_gone() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform leave_giver(old.giver_id, 0, 1);
  return null;
end
$$;
comment on function recorded_gone() is 'A recorded gift that is deleted with its drive is nobody''s any more.';
create trigger recorded_gifts_gone after delete on recorded_gifts
  for each row when (old.voided_at is null) execute function recorded_gone();

-- A county or a savings group gives more than a million.
alter table recorded_gifts drop constraint recorded_gifts_amount_check,
  add constraint recorded_gifts_amount_check check (amount between 1 and 2000000000);
comment on column recorded_gifts.amount is 'In cents, KES 20,000,000 at most.';

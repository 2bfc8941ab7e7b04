-- The line of a guest, from invited to thanked: what they pledged and paid, and how many of them came. Nothing that is
-- anonymous is in it, whoever asks.

alter table supporter_ties add column untied_at timestamptz(3);
comment on column supporter_ties.untied_at is 'When the host said that it is not theirs. The row stays, so that nothing ties it to them again by itself.';

create function guard_tie() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  beside uuid;
  fits boolean;
begin
  -- The gathering is locked, so that it stays beside its drive until the tie is there.
  select g.fund_drive_id into beside from supporters s join gatherings g on g.id = s.gathering_id
    where s.id = new.supporter_id for share of g;
  fits := case
    when new.payment_id is not null then
      (select p.fund_drive_id = beside and not p.anonymous and p.kind = 'donation' from payments p where p.id = new.payment_id)
    when new.pledge_id is not null then
      (select p.fund_drive_id = beside and not p.anonymous from pledges p where p.id = new.pledge_id)
    when new.recorded_id is not null then
      (select r.fund_drive_id = beside and not r.anonymous from recorded_gifts r where r.id = new.recorded_id)
    when new.visit_id is not null then
      (select v.fund_drive_id = beside from fund_drive_reservations v where v.id = new.visit_id)
    else (select c.fund_drive_id = beside from fund_drive_comments c where c.id = new.comment_id) end;
  if fits is not true then
    raise exception 'anonymous, or of another drive' using errcode = 'check_violation', constraint = 'supporter_ties_fit';
  end if;
  return new;
end
$$;
comment on function guard_tie() is 'Refuses to tie what is anonymous, or of a drive that the gathering is not beside.';
create trigger guard_tie before insert or update of supporter_id, payment_id, pledge_id, recorded_id, visit_id, comment_id
  on supporter_ties for each row execute function guard_tie();

create function untie_moved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from supporter_ties t using supporters s where s.id = t.supporter_id and s.gathering_id = new.id;
  return null;
end
$$;
comment on function untie_moved() is 'What came to a drive is tied to no guest of a gathering that is not beside it any more.';
create trigger untie_moved after update of fund_drive_id on gatherings
  for each row when (old.fund_drive_id is distinct from new.fund_drive_id) execute function untie_moved();

create function tie_merged() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update supporter_ties set supporter_id = new.merged_into where supporter_id = new.id;
  return null;
end
$$;
comment on function tie_merged() is 'What came from an entry that becomes a part of another came from that other.';
create trigger tie_merged after update of merged_into on supporters
  for each row when (new.merged_into is not null) execute function tie_merged();

create function untie_anonymous() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'recorded_gifts' then
    delete from supporter_ties where recorded_id = new.id;
  else
    delete from supporter_ties where payment_id = new.payment_id;
  end if;
  return null;
end
$$;
comment on function untie_anonymous() is 'What becomes anonymous after it was tied leaves no trace on the list of guests. Of a pledge that is not changed.';
create trigger untie_anonymous after update of anonymous on donations
  for each row when (new.anonymous and not old.anonymous) execute function untie_anonymous();
create trigger untie_anonymous after update of anonymous on recorded_gifts
  for each row when (new.anonymous and not old.anonymous) execute function untie_anonymous();

create view guest_paid as
select t.supporter_id, t.id as tie_id, 'gift' as what, p.amount - p.reversed as amount, d.created_at as at
from supporter_ties t join payments p on p.id = t.payment_id join donations d on d.payment_id = p.id
where t.untied_at is null and not p.anonymous and not d.anonymous and p.amount > p.reversed
union all
select t.supporter_id, t.id, 'recorded', r.amount, (r.given_on + time '12:00') at time zone 'Africa/Nairobi'
from supporter_ties t join recorded_gifts r on r.id = t.recorded_id
where t.untied_at is null and not r.anonymous and r.voided_at is null
union all
select t.supporter_id, t.id, 'part', k.amount, k.created_at
from supporter_ties t join pledges g on g.id = t.pledge_id join pledge_parts k on k.pledge_id = g.id
  left join donations d on d.id = k.donation_id left join payments p on p.id = d.payment_id
  left join recorded_gifts r on r.id = k.recorded_id
where t.untied_at is null and not g.anonymous and not coalesce(d.anonymous or p.anonymous, r.anonymous)
  and not exists (select from supporter_ties o where o.untied_at is null and o.payment_id = d.payment_id)
  and not exists (select from supporter_ties o where o.untied_at is null and o.recorded_id = k.recorded_id);
comment on view guest_paid is 'What is known to have come from each guest: gifts, recorded gifts, and what was given towards their pledges. Each once, and nothing anonymous.';

create view guest_pledged as
select t.supporter_id, t.id as tie_id, g.amount, g.created_at as at
from supporter_ties t join pledges g on g.id = t.pledge_id
where t.untied_at is null and not g.anonymous and g.state <> 'released'
  and (g.agreed or g.source <> 'giver' or exists (
    select from pledge_parts k left join donations d on d.id = k.donation_id left join recorded_gifts r on r.id = k.recorded_id
    where k.pledge_id = g.id and not coalesce(d.anonymous, r.anonymous)));
comment on view guest_pledged is 'What each guest pledged, as far as it counts. Nothing anonymous, and nothing that an anonymous gift shows.';

create view guest_came as
select i.supporter_id, i.occasion_id, sum(p.people)::int as people, min(p.at) as at
from people_inside p join invitations i on i.id = p.invitation_id
group by i.supporter_id, i.occasion_id;
comment on view guest_came is 'How many people came with each guest to each occasion, and since when.';

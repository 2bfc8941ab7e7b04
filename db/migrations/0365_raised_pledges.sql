-- A pledge that is raised keeps what was agreed: its giver says yes to the increase alone.

alter table pledges add column unagreed bigint not null default 0
  constraint pledges_unagreed check (unagreed between 0 and amount);
comment on column pledges.unagreed is 'What was added to an agreed pledge by its link alone: it counts once the giver says yes to it, too.';

create or replace view drive_beside as
select d.id as fund_drive_id, r.amount as recorded,
  case when d.hides_recorded or d.recorded_hidden_at is not null then 0 else r.amount end as shown, p.amount as pledged
from fund_drives d
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as amount from recorded_gifts where fund_drive_id = d.id and voided_at is null) r
cross join lateral (
  select coalesce(sum(greatest(amount - unagreed - paid, 0)), 0)::bigint as amount from pledges
  where fund_drive_id = d.id and state = 'open' and (agreed or source <> 'giver')) p;

drop index pledges_sum;
create index pledges_sum on pledges (fund_drive_id) include (amount, paid, unagreed)
  where state = 'open' and (agreed or source <> 'giver');

create or replace view guest_pledged as
select t.supporter_id, t.id as tie_id, greatest(g.amount - g.unagreed, g.paid) as amount, g.created_at as at
from supporter_ties t join pledges g on g.id = t.pledge_id
where t.untied_at is null and not g.anonymous and g.state <> 'released'
  and (g.agreed or g.source <> 'giver' or exists (
    select from pledge_parts k left join donations d on d.id = k.donation_id left join recorded_gifts r on r.id = k.recorded_id
    where k.pledge_id = g.id and not coalesce(d.anonymous, r.anonymous)));

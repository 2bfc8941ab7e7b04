-- Who hosts a gathering, as rows: what is told to hosts reaches each of them.

create view gathering_hosts as
select g.id as gathering_id, u.id as user_id, u.email, u.language
from gatherings g
cross join lateral (
  select g.user_id as id
  union select d.user_id from fund_drives d where d.id = g.fund_drive_id
  union select h.user_id from drive_helpers h
    where h.fund_drive_id = g.fund_drive_id and h.accepted_at is not null and h.left_at is null) person
join users u on u.id = person.id
where is_host(g.id, u.id);
comment on view gathering_hosts is 'Who hosts a gathering, stopped or not: of all who help with its drive those who have the right guests there.';

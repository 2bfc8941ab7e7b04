-- Which gifts count for a pledge because their giver said so: people of the drive don't take those off.

alter table pledge_parts add column by_giver boolean not null default false;
comment on column pledge_parts.by_giver is 'Its giver said that the gift is for the pledge, by beginning it from there or on the page of the payment. Else people of the drive did.';
update pledge_parts k set by_giver = true
from donations d join payments p on p.id = d.payment_id
where d.id = k.donation_id and (p.pledge_id = k.pledge_id or not exists (
  select from audit_log a
  where a.noun = 'pledge' and a.act = 'gift chosen' and a.subject = k.pledge_id::text and a.after ->> 'gift' = d.id::text
));

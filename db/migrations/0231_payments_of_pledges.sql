-- By itself, while others write.

drop index concurrently if exists payments_of_pledge;
create index concurrently payments_of_pledge on payments (pledge_id) where pledge_id is not null;

-- Whether somebody tries out stolen cards is looked for every minute, among the payments that failed lately.

create index payments_failed on payments (created_at) where status = 'failed';
comment on index payments_failed is 'Failed tries of the last minutes, found without reading the others.';

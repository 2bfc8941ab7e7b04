-- The list of refunds is read by date or amount, a page at a time.

create index reversals_refunds_by_date on reversals (created_at, id) where kind = 'refund';
create index reversals_refunds_by_amount on reversals (amount, id) where kind = 'refund';

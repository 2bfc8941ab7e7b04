-- What one drive was given, by day and channel, from the sums that are kept for all.

create index revenue_sums_of_drive on revenue_sums (fund_drive_id, span, starts);

-- Planned without a word about how many there may be: they are few, and lie together in the index by account and
-- transaction. Left to itself the planner takes a drive for one with a third of all gifts and reads the whole ledger.
create function fresh_gifts(drive uuid) returns table (day date, channel text, amount bigint)
language sql stable set enable_seqscan to off set enable_bitmapscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
  select (t.created_at at time zone 'Africa/Nairobi')::date, d.channel, d.amount
  from public.sum_marks m
    cross join public.ledger_accounts a
    join public.ledger_transfers t on t.credit_account = a.id and t.xid >= pg_snapshot_xmin(m.snap)
    join public.donations d on d.payment_id = t.subject_id
  where a.fund_drive_id = drive and not pg_visible_in_snapshot(t.xid, m.snap) and t.event_kind = 'donation' and t.leg = 1
$$;
comment on function fresh_gifts is 'The gifts to a drive that are not in revenue_sums yet, on the days on which they were booked.';

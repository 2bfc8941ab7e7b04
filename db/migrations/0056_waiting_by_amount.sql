-- Lists of payouts that are narrowed don't look through all the others: what waits by amount, and what is of some days.

create index payout_requests_in_status_by_amount on payout_requests (status, amount, id);
create index payout_requests_by_day on payout_requests (created_at);

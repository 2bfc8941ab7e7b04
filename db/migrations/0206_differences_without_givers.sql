-- What a payer typed as the account, and what a statement says behind a reason, may be a name or a number. Differences are
-- kept for good and read by many, so neither stands there any more. The account stays with its money.

update recon_breaks set facts = facts - 'account'
  where kind in ('a code that fits no request', 'a code that nobody lists', 'a code like a gift without one') and facts ? 'account';
update recon_breaks set facts = facts - 'reference'
  where kind = 'money in suspense' and facts ->> 'why' = 'unknown account' and facts ? 'reference';
update recon_breaks set facts = facts || jsonb_build_object('reason', regexp_replace(facts ->> 'reason', ' ?[-0-9].*$', ''))
  where kind = 'a line of the statement' and facts ->> 'reason' ~ '[-0-9]';

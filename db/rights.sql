-- What the product may do at run time. It is given after every migration and may be given again at any time. The role that
-- owns the tables migrates; the one below serves visitors, and can't change what was written down about money, whatever
-- a mistake in a query asks for. Triggers refuse the same where a database allows no second role.

grant usage on schema public, sandbox, graphile_worker to harambee_app;
grant select, insert, update, delete on all tables in schema public, sandbox, graphile_worker to harambee_app;
grant usage, select on all sequences in schema public, sandbox, graphile_worker to harambee_app;

-- Only ever added to.
revoke update, delete on ledger_transfers, payout_events, payout_approvals, payout_signatures, write_offs from harambee_app;
revoke update, delete on book_days, book_lines from harambee_app;
revoke update, delete on ledger_accounts, audit_log, operator_choices, fee_rates, about_pages from harambee_app;
-- The account of a drive goes with the drive, by the rule of its table; nothing deletes one by hand.
revoke insert, update, delete on migrations from harambee_app;

-- Triggers count comments, nobody by hand.
revoke insert, update, delete on comment_counts from harambee_app;

-- Of what was agreed and paid only this can change: a person who asks to be forgotten is forgotten, and one who paid by hand
-- says who they are.
revoke update, delete on donations from harambee_app;
grant update (donor_name, donor_email, message, anonymous) on donations to harambee_app;

-- What was asked for stays; only how far it has come is written.
revoke update, delete on payout_requests from harambee_app;
grant update (status, notes, version, updated_at, mac) on payout_requests to harambee_app;
revoke delete on give_backs from harambee_app;
revoke update, delete on money_changes from harambee_app;
grant update (state, held_by, held_at, why, decided_by, decided_why, ended_at) on money_changes to harambee_app;

-- A receipt stays as it was written; it can be undone, and its photo hidden.
revoke update, delete on payout_receipts from harambee_app;
grant update (undone_at, undone_by, undone_why, hidden_at, hidden_by, hidden_why) on payout_receipts to harambee_app;
revoke update on budget_lines from harambee_app;
grant update (plan, was, changed_at, closed_at) on budget_lines to harambee_app;

-- An institution is never edited: it is confirmed, and ended.
revoke update, delete on institutions from harambee_app;
grant update (confirmed_by, second_by, confirmed_at, ended_by, ended_at) on institutions to harambee_app;

-- What administrators have seen is only ever added to; it goes with its drive, by the rule of its table.
revoke update, delete on drive_checks from harambee_app;
revoke update on papers from harambee_app;
grant update (warned_at) on papers to harambee_app;

-- A book goes on from its last line.
revoke delete on books from harambee_app;

-- Attempts, wallets, settlements and what came back are never removed.
revoke delete on payout_attempts, refund_sends, settlements, mpesa_statements, mpesa_lines, reversals, disputes, suspense, discrepancies, recon_breaks from harambee_app;
-- What M-Pesa charged on a day stays as it was entered.
revoke update, delete on mpesa_tariffs from harambee_app;
-- What became of a gift that did not pass through us is only ever added to, and the gift itself is made void.
revoke update, delete on recorded_story from harambee_app;
revoke delete on recorded_gifts from harambee_app;
-- What was given towards a pledge is summed by triggers alone, and a part is changed by them alone.
revoke update on pledges, pledge_parts from harambee_app;
grant update (amount, name, phone, email, due_on, state, agreed, unagreed, reminded, remind_at, stopped_at, released_by, ended_at, renewed_hash) on pledges to harambee_app;
-- What guests answered is only ever added to; it goes with its invitation. A trigger makes the row of seats.
revoke update, delete on answers from harambee_app;
revoke insert, delete on occasion_seats from harambee_app;
-- A code that was given out once is given to no other drive.
revoke delete on drive_codes from harambee_app;

-- Parts of a table are read and written through the whole. What was counted of deleted views is written by functions of the owner.
revoke insert, update, delete on view_months from harambee_app;
do $$
declare part record;
begin
  for part in select inhrelid::regclass as name from pg_inherits join pg_class on pg_class.oid = inhrelid where relispartition and relkind = 'r' loop
    execute format('revoke all on %s from harambee_app', part.name);
  end loop;
end
$$;

-- The queue lets nobody see its rows who does not own them, unless a policy says so.
do $$
declare queue_table record;
begin
  for queue_table in
    select c.relname from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'product')
  loop
    execute format(
      'create policy product on graphile_worker.%I to harambee_app using (true) with check (true)', queue_table.relname
    );
  end loop;
end
$$;

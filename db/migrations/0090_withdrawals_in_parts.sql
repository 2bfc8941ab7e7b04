-- A withdrawal above the limit of one transfer is asked for in parts, and to mobile wallets only whole shillings are sent.

alter table payout_requests
  add column typed bigint,
  add column part smallint not null default 1,
  add column parts smallint not null default 1,
  add constraint payout_requests_typed check (typed >= amount),
  add constraint payout_requests_part check (part between 1 and parts and parts <= 10),
  -- Requests of before have no typed amount, and some of them have cents.
  add constraint payout_requests_whole_shillings
    check (typed is null or destination ->> 'type' <> 'mobile_money' or net % 100 = 0);
comment on column payout_requests.typed is 'What the owner typed, of all parts together. More than the amounts come to where cents can''t be sent.';
comment on column payout_requests.part is 'Which part it is of the withdrawal that was asked for at once; part 1 has the form''s own key.';
create trigger payout_requests_in_parts before update of typed, part, parts
  on payout_requests for each row execute function forbid_change();

-- An owner takes a request back.
alter table payout_events drop constraint payout_events_kind_check;
alter table payout_events add constraint payout_events_kind_check
  check (kind in ('requested', 'approved', 'sent', 'completed', 'put_back', 'rejected', 'cancelled', 'returned'));

-- A code of money that did not pass through us is recorded once in the whole product, and never if the money came to us. Both
-- may happen at the same moment: each takes a lock of the code before it looks, so that the second sees what the first did.

create function lock_money_code(code text) returns void
language sql as $$ select pg_advisory_xact_lock(hashtextextended('code of money ' || code, 0)) $$;
comment on function lock_money_code(text) is 'Recording a code and proving it wait for each other until the transaction ends.';

create function guard_recorded_gift() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform from fund_drives where id = new.fund_drive_id for no key update;
    if (select count(*) from recorded_gifts where fund_drive_id = new.fund_drive_id) >= 5000 then
      raise exception 'a drive has 5,000 recorded gifts at most' using errcode = 'check_violation', constraint = 'recorded_gifts_most';
    end if;
  end if;
  if new.voided_at is null and new.code is not null then
    perform lock_money_code(new.code);
    if exists (select from mpesa_receipts where receipt = new.code and proved_at is not null) then
      raise exception 'this money came through us' using errcode = 'check_violation', constraint = 'recorded_gifts_not_ours';
    end if;
  end if;
  return new;
end
$$;
comment on function guard_recorded_gift() is 'Refuses the code of money that came through us, and more rows than a drive may have.';
create trigger recorded_gifts_guarded before insert or update of code, voided_at on recorded_gifts
  for each row execute function guard_recorded_gift();

-- A code that we only heard of proves nothing: what anybody may post to us takes no recorded gift away.
create function void_what_came() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  perform lock_money_code(new.receipt);
  update recorded_gifts set voided_at = now(), void_why = 'this money came through us', version = version + 1
    where code = new.receipt and voided_at is null returning id into gone;
  if gone is not null then
    insert into recorded_story (recorded_id, what) values (gone, 'voided');
    perform graphile_worker.add_job('mail-recorded-voided', json_build_object('recordedId', gone),
      job_key => 'mail-recorded-voided:' || gone, max_attempts => 12);
  end if;
  return null;
end
$$;
comment on function void_what_came() is 'Voids the recorded gift whose money came through us after all, and has those told who know of it.';
create trigger mpesa_receipts_came after insert on mpesa_receipts
  for each row when (new.proved_at is not null) execute function void_what_came();
create trigger mpesa_receipts_came_later after update on mpesa_receipts
  for each row when (new.proved_at is not null and old.proved_at is null) execute function void_what_came();

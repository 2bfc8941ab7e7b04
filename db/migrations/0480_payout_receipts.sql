-- What withdrawals bought: receipts that the owner and treasurers of a drive show to everybody.
create table payout_receipts (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  whole uuid not null,
  amount bigint not null,
  paid_to text not null,
  shows_name boolean default true not null,
  what text not null,
  spent_on date not null,
  photo_url text,
  no_photo text default '' not null,
  posted_by uuid not null,
  form_key uuid not null,
  row_no smallint default 1 not null,
  created_at timestamptz(3) default now() not null,
  undone_at timestamptz(3),
  undone_by uuid,
  undone_why text default '' not null,
  constraint payout_receipts_pkey primary key (id),
  constraint payout_receipts_once unique (posted_by, form_key, row_no),
  constraint payout_receipts_amount_check check (amount > 0),
  constraint payout_receipts_no_photo_check check (char_length(no_photo) <= 120),
  constraint payout_receipts_paid_to_check check (char_length(paid_to) >= 1 and char_length(paid_to) <= 80),
  constraint payout_receipts_photo check ((photo_url is null) <> (no_photo = '')),
  constraint payout_receipts_photo_url_check check (photo_url ~~ '/media/%'),
  constraint payout_receipts_row_no_check check (row_no >= 1 and row_no <= 300),
  constraint payout_receipts_spent_on_check check (spent_on >= '2000-01-01'::date),
  constraint payout_receipts_undone check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_why = '')),
  constraint payout_receipts_undone_why_check check (char_length(undone_why) <= 200),
  constraint payout_receipts_what_check check (char_length(what) >= 1 and char_length(what) <= 120),
  constraint payout_receipts_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id),
  constraint payout_receipts_posted_by_fkey foreign key (posted_by) references users(id),
  constraint payout_receipts_undone_by_fkey foreign key (undone_by) references users(id)
);
comment on table payout_receipts is 'Receipts that show what a withdrawal was spent on. A receipt is never edited: it is undone with a reason, which everybody can read.';
comment on column payout_receipts.whole is 'The withdrawal, with all its parts.';
comment on column payout_receipts.shows_name is 'False if the public account leaves out the person or business that was paid.';
comment on column payout_receipts.photo_url is 'The photo of the receipt. All rows of a pasted list have the photo of the signed list. The picture of an undone receipt is deleted.';
comment on column payout_receipts.no_photo is 'The reason why there is no photo.';
comment on column payout_receipts.form_key is 'The key of the form: a form that is sent twice adds its receipts once.';
comment on column payout_receipts.row_no is 'The number of its row in a pasted list.';
create index payout_receipts_of_whole on payout_receipts (whole, id);
create index payout_receipts_of_drive on payout_receipts (fund_drive_id);
create index payout_receipts_by_photo on payout_receipts (photo_url) where ((photo_url is not null) and (undone_at is null));
create index payout_receipts_by_undoer on payout_receipts (undone_by) where (undone_by is not null);

create function guard_receipt()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform from wallets where fund_drive_id = new.fund_drive_id for no key update;
  if new.amount + (select coalesce(sum(amount), 0) from payout_receipts where whole = new.whole and undone_at is null)
    > (select coalesce(sum(net), 0) from payout_requests
       where whole = new.whole and fund_drive_id = new.fund_drive_id and status = 'completed') then
    raise exception 'receipts show more than was sent' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function guard_receipt() is 'Refuses receipts of more than a withdrawal sent. The product locks the wallet before and says how much is left.';
create trigger payout_receipts_guarded before insert on payout_receipts for each row execute function guard_receipt();
create trigger payout_receipts_as_written before update of fund_drive_id, whole, amount, paid_to, shows_name, what, spent_on, photo_url, no_photo, posted_by, form_key, row_no on payout_receipts for each row execute function forbid_change();
create trigger payout_receipts_never_deleted before delete on payout_receipts for each row execute function forbid_change();
create trigger payout_receipts_never_emptied before truncate on payout_receipts for each statement execute function forbid_change();
create trigger payout_receipts_undone_once before update on payout_receipts for each row when (old.undone_at is not null) execute function forbid_change();
create trigger payout_receipts_tell after insert or update on payout_receipts for each row execute function tell_drive();
create trigger payout_requests_sent_tell after update of status on payout_requests for each row when (old.status is distinct from new.status) execute function tell_drive();

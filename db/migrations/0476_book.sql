-- The public book of each drive: every movement of its money, a line each, closed day by day with a fingerprint.
create table books (
  fund_drive_id uuid not null,
  begun_on date not null,
  n integer default 0 not null,
  came_in bigint default 0 not null,
  balance bigint default 0 not null,
  last_day date,
  hash text default repeat('0', 64) not null,
  constraint books_pkey primary key (fund_drive_id),
  constraint books_n_check check (n >= 0),
  constraint books_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint books_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id)
);
comment on table books is 'How far the public book of a drive has come. Its row is the lock for whatever is added to the book.';
comment on column books.begun_on is 'The day on which it was begun. Lines of earlier days were entered then, from what the ledger knew.';
comment on column books.n is 'The number of its last line.';
comment on column books.came_in is 'The sum of all lines that came in, in cents.';
comment on column books.balance is 'The total after its last line, in cents. A debt of the drive is below zero.';
comment on column books.last_day is 'The last day of Nairobi that is closed: no line is added to it or to any day before it.';
comment on column books.hash is 'The fingerprint of the last closed day with lines.';

create table book_days (
  fund_drive_id uuid not null,
  day date not null,
  hash text not null,
  constraint book_days_pkey primary key (fund_drive_id, day),
  constraint book_days_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint book_days_fund_drive_id_fkey foreign key (fund_drive_id) references books(fund_drive_id)
);
comment on table book_days is 'The fingerprint of each closed day of a book that has lines. It covers the fingerprint of the day before, so that no line of any day can be changed unseen.';
create trigger book_days_append_only before delete or update on book_days for each row execute function forbid_change();
create trigger book_days_never_emptied before truncate on book_days for each statement execute function forbid_change();

create table book_lines (
  fund_drive_id uuid not null,
  n integer not null,
  day date not null,
  kind text not null,
  amount bigint not null,
  fee bigint default 0 not null,
  balance bigint not null,
  ref text collate "C" not null,
  source text not null,
  source_id bigint not null,
  constraint book_lines_pkey primary key (fund_drive_id, n),
  constraint book_lines_source_key unique (source, source_id),
  constraint book_lines_amount_check check (case when kind in ('back', 'sent') then amount < 0 else amount > 0 end),
  constraint book_lines_kind_check check (kind in ('gift', 'back', 'sent', 'returned', 'forgiven')),
  constraint book_lines_n_check check (n > 0),
  constraint book_lines_ref_check check (ref ~ '^[0-9A-Z]{2,20}$'),
  constraint book_lines_source_check check (source in ('donation', 'reversal', 'payout_event', 'write_off')),
  constraint book_lines_fund_drive_id_fkey foreign key (fund_drive_id) references books(fund_drive_id)
);
comment on table book_lines is 'The lines of the public books. No line has a name.';
comment on column book_lines.amount is 'In cents: what comes in is above zero, what goes out below it.';
comment on column book_lines.fee is 'The part of a withdrawal that is the platform''s fee, in cents; below zero where the withdrawal came back.';
comment on column book_lines.balance is 'The total after this line, in cents.';
comment on column book_lines.ref is 'The code of a gift, which only the holder of its receipt can make; W and the number of a withdrawal; F and the number of a forgiven debt.';
comment on column book_lines.source is 'The table of what it tells of; source_id is the row there.';
create index book_lines_by_ref on book_lines (fund_drive_id, ref);
create index book_lines_by_day on book_lines (fund_drive_id, day);
create trigger book_lines_append_only before delete or update on book_lines for each row execute function forbid_change();
create trigger book_lines_never_emptied before truncate on book_lines for each statement execute function forbid_change();

create view book_events as
 select d.fund_drive_id, 'donation'::text as source, d.id as source_id, d.created_at as at, 'gift'::text as kind, d.amount,
    0::bigint as fee, d.receipt, null::text as ref
   from donations d
 union all
 select d.fund_drive_id, 'reversal'::text, r.id, r.done_at, 'back'::text, -r.amount, 0::bigint, d.receipt, null::text
   from reversals r
     join donations d on d.payment_id = r.payment_id
  where r.state = 'done'
 union all
 select o.fund_drive_id, 'payout_event'::text, e.id, e.created_at, 'sent'::text, -o.amount, o.fee, null::uuid, 'W'::text || o.id
   from payout_events e
     join payout_requests o on o.id = e.payout_id
  where e.kind = 'completed'
 union all
 select o.fund_drive_id, 'payout_event'::text, e.id, e.created_at, 'returned'::text, o.amount, -o.fee, null::uuid, 'W'::text || o.id
   from payout_events e
     join payout_requests o on o.id = e.payout_id
  where e.kind = 'returned'
 union all
 select w.fund_drive_id, 'write_off'::text, w.id, w.created_at, 'forgiven'::text, w.debt, 0::bigint, null::uuid, 'F'::text || w.id
   from write_offs w;
comment on view book_events is 'The movements of each drive''s money, a row for each line of its book. The code of a gift is made from its receipt, by the product.';

create function book_hash(slug text, drive uuid, of_day date, before text)
 returns text
 language sql
 stable
as $function$
  select encode(sha256(convert_to(
    'harambee-book/1' || e'\n' || slug || e'\n' || to_char(of_day, 'YYYY-MM-DD') || e'\n' || before || e'\n' || coalesce(string_agg(
      concat_ws('|', n, to_char(day, 'YYYY-MM-DD'), kind, amount, fee, balance, ref) || e'\n', '' order by n), ''), 'UTF8')), 'hex')
  from book_lines where fund_drive_id = drive and day = of_day
$function$;
comment on function book_hash(text, uuid, date, text) is 'The fingerprint of a day: SHA-256 of the drive, the day, the fingerprint before it, and its lines as their file has them.';

create view book_recipients as
 select r.fund_drive_id,
    r.user_id,
    r.email,
    r.language
   from drive_recipients r
  where r.about = 'activity'::text
 union all
 select h.fund_drive_id,
    u.id as user_id,
    u.email,
    u.language
   from drive_helpers h
     join users u on u.id = h.user_id
  where h.role = 'treasurer'::text and h.accepted_at is not null and h.left_at is null
    and u.deleted_at is null and u.suspended_at is null and u.email is not null and u.mail_activity;
comment on view book_recipients is 'The owner and the treasurers of each drive who want to be told what happens there: they get the fingerprint of each closed day.';

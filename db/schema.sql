-- The database as all migrations leave it, written by scripts/db-types.ts. Do not edit: write a migration, then run it again.
-- A new database begins with this file. It holds the migrations up to 0530_transfers_compared.sql

set local check_function_bodies = off;
create schema sandbox;
comment on schema sandbox is 'The pretend world outside, for laptops and tests.';

create sequence audit_log_numbers;

create sequence fund_drive_views_numbers;

create sequence live_outbox_order;

create sequence sandbox.daraja_calls;

create sequence sandbox.daraja_numbers;

create sequence sandbox.paystack_calls;

create sequence sandbox.paystack_numbers;

-- Functions that several tables call

create function damm(digits text)
 returns integer
 language plpgsql
 immutable parallel safe strict
as $function$
declare
  steps constant text := '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';
  step int := 0;
begin
  for place in 1..length(digits) loop
    step := substr(steps, step * 10 + substr(digits, place, 1)::int + 1, 1)::int;
  end loop;
  return step;
end
$function$;
comment on function damm(text) is 'The check digit of a number, or 0 when it ends with the right one.';

create function forbid_change()
 returns trigger
 language plpgsql
as $function$
begin
  raise exception '% of % is forbidden: money that was written down stays as it is', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$function$;
comment on function forbid_change() is 'Refuses whatever it is a trigger for.';

create function letter_pairs(words text)
 returns text[]
 language sql
 immutable parallel safe strict
as $function$
  select coalesce(array_agg(distinct substr(w, n, many)), '{}')
  from lower(words) w, generate_series(1, length(w)) n, (values (1), (2)) m (many)
$function$;
comment on function letter_pairs(text) is 'Each letter of a text in lower case, and each two that stand side by side.';

create function tell_drive()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || coalesce(new.fund_drive_id, old.fund_drive_id));
  return null;
end
$function$;
comment on function tell_drive() is 'Tells all who hear of a drive that something of it changed.';

create function untie_anonymous()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if tg_table_name = 'recorded_gifts' then
    delete from supporter_ties where recorded_id = new.id;
  else
    delete from supporter_ties where payment_id = new.payment_id;
  end if;
  return null;
end
$function$;
comment on function untie_anonymous() is 'What becomes anonymous after it was tied leaves no trace on the list of guests. Of a pledge that is not changed.';

-- platform: limits

create unlogged table rate_limits (
  name text not null,
  key text not null,
  tries integer not null,
  resets_at timestamptz not null,
  constraint rate_limits_pkey primary key (name, key),
  constraint rate_limits_tries_check check (tries >= 0)
);
comment on table rate_limits is 'Tries of one key at one thing in the window that began with the first of them. Swept when the window is over.';
comment on column rate_limits.key is 'A hash of whom the limit counts (a network address, an account), so that neither stands here in clear.';
create index rate_limits_resets_at on rate_limits (resets_at);

-- platform: kept forms

create table kept_forms (
  token_hash bytea not null,
  user_id uuid not null,
  action text not null,
  page text not null,
  fields text not null,
  created_at timestamptz default now() not null,
  constraint kept_forms_pkey primary key (token_hash),
  constraint kept_forms_action check (length(action) >= 1 and length(action) <= 2000),
  constraint kept_forms_page check (length(page) >= 1 and length(page) <= 2000)
);
comment on column kept_forms.action is 'Where the form is sent to; a path of ours.';
comment on column kept_forms.page is 'The page that it was on.';
create index kept_forms_age on kept_forms (created_at);
create index kept_forms_person on kept_forms (user_id, created_at);

-- platform: live

create unlogged table live_outbox (
  id bigint default nextval('live_outbox_order'::regclass) not null,
  topic text not null,
  constraint live_outbox_pkey primary key (id)
);
comment on table live_outbox is 'Topics that open pages have to hear of, until a worker has published them. Empty where topics go by NOTIFY. Lost in a crash: every process then forgets its pages.';

-- platform: jobs

create table job_outbox (
  id bigint generated always as identity,
  spec json not null,
  constraint job_outbox_pkey primary key (id)
);
comment on table job_outbox is 'Jobs that a worker has yet to move to the queue. Empty where jobs go to the queue at once.';
comment on column job_outbox.spec is 'The job as add_work received it: name, carries, key, queue, run_at, tries, flags. It carries ids only.';

-- platform: providers

create table provider_keys (
  id bigint generated always as identity,
  provider text not null,
  fingerprint text not null,
  since timestamptz(3) default now() not null,
  constraint provider_keys_pkey primary key (id),
  constraint provider_keys_fingerprint_check check (fingerprint ~ '^[0-9a-f]{64}$'),
  constraint provider_keys_provider_check check (provider ~ '^[a-z]{1,20}$')
);
comment on table provider_keys is 'Since when which key of ours at the provider is in use: what the one before it signed is believed for some days only.';
comment on column provider_keys.fingerprint is 'A hash of the key, never the key.';

create table provider_stops (
  provider text not null,
  why text not null,
  created_at timestamptz(3) default now() not null,
  constraint provider_stops_pkey primary key (provider),
  constraint provider_stops_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint provider_stops_why_check check (length(why) <= 500)
);
comment on table provider_stops is 'There is a row while the provider refuses our key: until it takes it again nothing is sent, and nothing counts as failed.';

create table mpesa_token (
  name text not null,
  sealed text not null,
  good_until timestamptz(3) not null,
  constraint mpesa_token_pkey primary key (name),
  constraint mpesa_token_name_check check (name ~ '^[0-9a-f]{32}$'),
  constraint mpesa_token_sealed_check check (length(sealed) >= 1 and length(sealed) <= 8000)
);
comment on table mpesa_token is 'The token that all processes call M-Pesa with. One process renews it while the others use it.';
comment on column mpesa_token.name is 'A hash of the app that it was made for and of the address where.';
comment on column mpesa_token.sealed is 'The token, sealed with a key that follows from AUTH_SECRET: a copy of the database opens nothing.';

create table transfers_compared (
  provider text collate "C" not null,
  place text not null,
  at timestamptz(3) default now() not null,
  constraint transfers_compared_pkey primary key (provider)
);
comment on table transfers_compared is 'When the transfers that a provider lists were last compared with ours, to the end of its list.';
comment on column transfers_compared.place is 'The database, and the start of its server. Of a database that was restored, or another server took over, it is another one.';

-- platform: mail

create table mail_suppressions (
  address text not null,
  kind text default 'hard' not null,
  code text not null,
  at timestamptz default now() not null,
  until timestamptz,
  constraint mail_suppressions_pkey primary key (address),
  constraint mail_suppressions_code_check check (code ~ '^5[0-9]{2}( 5\.[0-9]{1,3}\.[0-9]{1,3})?$'),
  constraint mail_suppressions_kind_check check (kind = 'hard')
);
comment on table mail_suppressions is 'Email addresses that a mail server refused permanently. No email is sent to them.';
comment on column mail_suppressions.address is 'In lower case.';
comment on column mail_suppressions.kind is 'hard: there is no such mailbox.';
comment on column mail_suppressions.code is 'The answer of the mail server, and its enhanced code if there was one.';
comment on column mail_suppressions.until is 'The moment from which emails are sent again; null for none.';
create index mail_suppressions_by_at on mail_suppressions (at);

-- platform: sms

create table sms_outbox (
  id bigint generated always as identity,
  key text not null,
  phone text,
  text text,
  money boolean not null,
  at_night boolean not null,
  asked_for boolean not null,
  until timestamptz not null,
  state text default 'waiting' not null,
  tries integer default 0 not null,
  provider_id text,
  why text,
  cost bigint,
  created_at timestamptz default now() not null,
  tried_at timestamptz,
  ended_at timestamptz,
  host_id uuid,
  news boolean default false not null,
  sealed text collate "C",
  constraint sms_outbox_pkey primary key (id),
  constraint sms_outbox_key_key unique (key),
  constraint sms_outbox_provider_id_key unique (provider_id),
  constraint sms_outbox_check check (not money or tries <= 1),
  constraint sms_outbox_check1 check ((tries = 0) = (tried_at is null)),
  constraint sms_outbox_check2 check ((state not in ('sent', 'maybe_sent', 'delivered')) or tries > 0),
  constraint sms_outbox_check3 check (state <> 'waiting' or phone is not null and text is not null),
  constraint sms_outbox_cost_check check (cost >= 0),
  constraint sms_outbox_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint sms_outbox_sealed_check check (sealed is null or text is not null),
  constraint sms_outbox_state_check check (state in ('waiting', 'sent', 'maybe_sent', 'delivered', 'failed', 'stopped')),
  constraint sms_outbox_text_check check (length(text) <= 160),
  constraint sms_outbox_tries_check check (tries >= 0 and tries <= 2)
);
comment on table sms_outbox is 'Texts to phones. The key stands for what a text is about: two deeds that mean the same send one text.';
comment on column sms_outbox.phone is 'Whole, for the gateway alone. Null once the person has asked to be forgotten.';
comment on column sms_outbox.text is 'Null 30 days after it was written.';
comment on column sms_outbox.money is 'Tells of money: it is never sent again where it may have gone out.';
comment on column sms_outbox.at_night is 'Is also sent between 20 and 8 o''clock.';
comment on column sms_outbox.asked_for is 'A code that its reader has just asked for: it is sent to a phone that said STOP, too.';
comment on column sms_outbox.until is 'After this moment it is of no use, and is not sent any more.';
comment on column sms_outbox.cost is 'In cents, as the gateway said.';
comment on column sms_outbox.host_id is 'Of a text to a guest: the host of the gathering, whose budget it is in. Null for texts of ours.';
comment on column sms_outbox.news is 'A text about an update of a drive: its budget was counted where it was written.';
comment on column sms_outbox.sealed is 'A code in the text, sealed with AUTH_SECRET: the text kept here has # in its place, and gets it when it is sent.';
create index sms_outbox_by_host on sms_outbox (host_id, tried_at) where (host_id is not null);
create index sms_outbox_old on sms_outbox (created_at) where (text is not null);
create index sms_outbox_phone on sms_outbox (phone) where (phone is not null);
create index sms_outbox_tried on sms_outbox (tried_at) where (tried_at is not null);

create table sms_heard (
  id bigint generated always as identity,
  phone text collate "C" not null,
  text text not null,
  at timestamptz(3) default now() not null,
  constraint sms_heard_pkey primary key (id),
  constraint sms_heard_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint sms_heard_text_check check (length(text) <= 160)
);
comment on table sms_heard is 'Answers by text that begin with yes or no, until a job has acted on each and deletes its row.';
create index sms_heard_of_phone on sms_heard (phone);

create table sms_reports (
  provider_id text not null,
  phone text not null,
  state text not null,
  why text,
  heard_at timestamptz default now() not null,
  constraint sms_reports_pkey primary key (provider_id),
  constraint sms_reports_state_check check (state in ('delivered', 'failed'))
);
comment on table sms_reports is 'What the gateway said of a text whose answer has not come yet. Taken away when it comes, or after two days.';

create table sms_stops (
  phone text not null,
  since timestamptz default now() not null,
  constraint sms_stops_pkey primary key (phone),
  constraint sms_stops_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$' or phone ~ '^[0-9a-f]{64}$')
);
comment on table sms_stops is 'Phones that said STOP. They are sent nothing but codes that they ask for, until they say ANZA.';
comment on column sms_stops.phone is 'The number; of a person who asked to be forgotten, only what it is recognised by, made with our secret.';

-- base: audit

create table audit_log (
  id bigint default nextval('audit_log_numbers'::regclass) not null,
  at timestamptz default now() not null,
  by uuid,
  address text default '' not null,
  act text not null,
  noun text not null,
  subject text default '' not null,
  before jsonb,
  after jsonb,
  why text default '' not null,
  constraint audit_log_pkey primary key (id, at),
  constraint audit_log_act_check check (act ~ '^[a-z][a-z -]{1,60}$'),
  constraint audit_log_address_check check (char_length(address) <= 64),
  constraint audit_log_noun_check check (noun ~ '^[a-z][a-z ]{1,30}$'),
  constraint audit_log_subject_check check (char_length(subject) <= 200),
  constraint audit_log_why_check check (char_length(why) <= 1000)
) partition by range (at);
comment on table audit_log is 'The log of who did or saw what, and why: administrators, the command line, the settings. Rows are only ever added, each to the part of its year. A part goes as a whole, seven years after its end.';
comment on column audit_log.by is 'Null for what nobody signed in did: the command line, a setting.';
comment on column audit_log.address is 'Shortened (IPv4 /24, IPv6 /48) before it is stored.';
comment on column audit_log.subject is 'The id of what it is about; empty when it is about a whole list.';
comment on column audit_log.before is 'What stood there before, as far as it was changed.';
comment on column audit_log.after is 'What stands there now; of what was only seen, how it was found.';
create index audit_log_act_at on audit_log (act, at, id);
create index audit_log_at on audit_log (at, id);
create index audit_log_by_at on audit_log (by, at, id);
create index audit_log_nobody on audit_log (at, id) where (by is null);
create index audit_log_noun_at on audit_log (noun, at, id);
create index audit_log_reasons on audit_log (id) where (why <> '');
create index audit_log_reasons_by_pairs on audit_log using gin (letter_pairs(why)) where (why <> '');
create index audit_log_reasons_by_words on audit_log using gin (why gin_trgm_ops) where (why <> '');
create index audit_log_subject on audit_log (subject, id) where (subject <> '');
create trigger audit_log_append_only before delete or update on audit_log for each row execute function forbid_change();
create trigger audit_log_never_emptied before truncate on audit_log for each statement execute function forbid_change();

-- base: approvals

create table proposals (
  id bigint generated always as identity,
  about text not null,
  subject text not null,
  value text not null,
  by uuid not null,
  why text default '' not null,
  created_at timestamptz(3) default now() not null,
  constraint proposals_pkey primary key (id),
  constraint proposals_one_each unique (about, subject),
  constraint proposals_about_known check (about in ('role', 'restore', 'setting', 'unplaced', 'statement', 'institution')),
  constraint proposals_subject_check check (length(subject) <= 200),
  constraint proposals_value_check check (length(value) <= 500),
  constraint proposals_why_check check (length(why) <= 1000)
);
comment on table proposals is 'What one administrator has decided and a second one must decide, too: who becomes an administrator, the sum above which two are needed, where large unplaced money goes, and what a statement may book. A row goes when it is carried out; the audit log keeps both.';
create index proposals_by on proposals (by);

-- base: pictures

create table pictures (
  url text collate "C" not null,
  user_id uuid not null,
  width integer not null,
  height integer not null,
  colour text not null,
  files jsonb not null,
  created_at timestamptz(3) default now() not null,
  source text,
  focus_x smallint,
  focus_y smallint,
  constraint pictures_pkey primary key (url),
  constraint pictures_colour_check check (colour ~ '^#[0-9a-f]{6}$'),
  constraint pictures_files_check check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) >= 1 and jsonb_array_length(files) <= 20),
  constraint pictures_focus_whole check ((focus_x is null) = (focus_y is null)),
  constraint pictures_focus_x_check check (focus_x >= 0 and focus_x <= 100),
  constraint pictures_focus_y_check check (focus_y >= 0 and focus_y <= 100),
  constraint pictures_height_check check (height >= 1 and height <= 20000),
  constraint pictures_source_check check (length(source) >= 9 and length(source) <= 2000),
  constraint pictures_url_shape check (url ~ '^/media/drives/[0-9a-f]{32}-[0-9]{1,4}\.jpg$'),
  constraint pictures_width_check check (width >= 1 and width <= 1920)
);
comment on table pictures is 'One row per picture in the store. The files are there before the row, and the row goes before the files.';
comment on column pictures.url is 'Its largest JPEG. The other widths and formats have the same name: see kit/picture.ts.';
comment on column pictures.colour is 'Its dominant colour, shown until the picture is there.';
comment on column pictures.files is 'Every file of it: key, bytes, sha256.';
comment on column pictures.source is 'Where it was fetched from. Null for one that was uploaded.';
comment on column pictures.focus_x is 'In percent from the left. Null: we choose what is cut.';
comment on column pictures.focus_y is 'In percent from the top.';
create index pictures_by_age on pictures (created_at);
create index pictures_by_source on pictures (user_id, source) where (source is not null);
create index pictures_of_person on pictures (user_id, created_at desc);
create function tell_drives_shown_with()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where user_id = new.user_id and image_url = new.url;
  return null;
end
$function$;
comment on function tell_drives_shown_with() is 'Tells of the drives that a picture stands for.';
create trigger pictures_tell after update of focus_x, focus_y on pictures for each row execute function tell_drives_shown_with();

-- base: ledger

create table ledger_accounts (
  id bigint generated always as identity,
  code text collate "C" not null,
  kind text not null,
  fund_drive_id uuid,
  created_at timestamptz(3) default now() not null,
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_code_key unique (code),
  constraint ledger_accounts_fund_drive_id_key unique (fund_drive_id),
  constraint ledger_accounts_code_shape check (code ~ '^[a-z_]+$' or code = (('drive:' || fund_drive_id) || ':payable')),
  constraint ledger_accounts_drive_said check ((code ~~ 'drive:%') = (fund_drive_id is not null)),
  constraint ledger_accounts_kind_check check (kind in ('asset', 'liability', 'revenue', 'expense'))
);
comment on table ledger_accounts is 'Where money can be: the house''s own accounts, and one for each drive with what its owner is owed.';
comment on column ledger_accounts.kind is 'Assets and expenses grow by debits, liabilities and revenue by credits.';
comment on column ledger_accounts.fund_drive_id is 'The drive whose owner''s share this is. It goes with the drive, which is possible only while nothing was posted.';

create table ledger_transfers (
  id bigint generated always as identity,
  event_kind text not null,
  subject_id bigint not null,
  leg smallint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null,
  created_at timestamptz default now() not null,
  xid xid8 default pg_current_xact_id() not null,
  constraint ledger_transfers_pkey primary key (id),
  constraint ledger_transfers_once unique (event_kind, subject_id, leg),
  constraint ledger_transfers_amount_check check (amount > 0),
  constraint ledger_transfers_kind_known check (event_kind in ('donation', 'subscription', 'suspense', 'suspense_placed', 'payout', 'payout_sent', 'payout_declined', 'payout_returned', 'reversal', 'refund_sent', 'refund_lost', 'write_off', 'settlement', 'fee_corrected')),
  constraint ledger_transfers_leg_check check (leg >= 1 and leg <= 20),
  constraint ledger_transfers_two_accounts check (debit_account <> credit_account),
  constraint ledger_transfers_credit_account_fkey foreign key (credit_account) references ledger_accounts(id),
  constraint ledger_transfers_debit_account_fkey foreign key (debit_account) references ledger_accounts(id)
);
comment on table ledger_transfers is 'Every movement of money: one row takes from one account what it gives another, so the books always balance. Rows are only ever added; a mistake is put right by another row.';
comment on column ledger_transfers.subject_id is 'What it is about: the payment, the payout, the reversal, the suspense or the write-off of that kind.';
comment on column ledger_transfers.leg is 'Which of the subject''s transfers. Kind, subject and leg are unique: nothing is posted twice.';
comment on column ledger_transfers.xid is 'The transaction that wrote it. A sum that was kept knows by it which rows it holds; by the id it would miss rows that were slow to commit.';
create index ledger_transfers_by_credit on ledger_transfers (credit_account, id);
create index ledger_transfers_by_debit on ledger_transfers (debit_account, id);
create index ledger_transfers_credits_since on ledger_transfers (credit_account, xid) include (amount);
create index ledger_transfers_debits_since on ledger_transfers (debit_account, xid) include (amount);
create trigger ledger_transfers_append_only before delete or update on ledger_transfers for each row execute function forbid_change();
create trigger ledger_transfers_never_emptied before truncate on ledger_transfers for each statement execute function forbid_change();

create table ledger_balances (
  account_id bigint not null,
  debits bigint not null,
  credits bigint not null,
  snap pg_snapshot not null,
  kept_at timestamptz(3) default now() not null,
  constraint ledger_balances_pkey primary key (account_id),
  constraint ledger_balances_credits_check check (credits >= 0),
  constraint ledger_balances_debits_check check (debits >= 0),
  constraint ledger_balances_account_id_fkey foreign key (account_id) references ledger_accounts(id) on delete cascade
);
comment on table ledger_balances is 'What each account had taken and given at some moment. What came since is added to it: see the snapshot.';
comment on column ledger_balances.snap is 'Which transactions are in it. By the highest id it would miss rows that were slow to commit.';

create table wallets (
  fund_drive_id uuid not null,
  credited bigint default 0 not null,
  reversed bigint default 0 not null,
  reserved bigint default 0 not null,
  debt bigint default 0 not null,
  written_off bigint default 0 not null,
  donors bigint default 0 not null,
  debt_since timestamptz(3),
  frozen_at timestamptz(3),
  frozen_why text default '' not null,
  constraint wallets_pkey primary key (fund_drive_id),
  constraint wallets_frozen_said check ((frozen_at is null) = (frozen_why = '')),
  constraint wallets_frozen_why_check check (length(frozen_why) <= 1000),
  constraint wallets_never_below_zero check (credited >= 0 and reversed >= 0 and reserved >= 0 and debt >= 0 and written_off >= 0 and donors >= 0),
  constraint wallets_never_overdrawn check ((credited - reversed - reserved + debt + written_off) >= 0)
) with (fillfactor=50);
comment on table wallets is 'One row per drive: what it may draw. Its row is the lock for everything that takes money out; money that comes in waits for nobody, see wallet_deltas.';
comment on column wallets.credited is 'Donations that came in and were folded, in cents.';
comment on column wallets.reversed is 'Of those, what was refunded or charged back.';
comment on column wallets.reserved is 'Withdrawals that were not declined: under way or paid.';
comment on column wallets.debt is 'Reversed money that had been withdrawn already. Coming donations pay it first; until then nothing is withdrawn.';
comment on column wallets.written_off is 'Debt that nobody will pay any more.';
comment on column wallets.donors is 'People who gave through us and were not given all of it back, see drive_givers.';
comment on column wallets.debt_since is 'Since when there has been a debt without a break.';
comment on column wallets.frozen_at is 'Since when an administrator lets nothing out of it: nothing is withdrawn, and no request is completed.';
comment on column wallets.frozen_why is 'Why, as the drive''s owner reads it.';
create index wallets_frozen on wallets (fund_drive_id) where (frozen_at is not null);
create index wallets_owing on wallets (fund_drive_id) where (debt > 0);
create function note_debt()
 returns trigger
 language plpgsql
as $function$
begin
  new.debt_since := case when new.debt = 0 then null else coalesce(old.debt_since, now()) end;
  return new;
end
$function$;
comment on function note_debt() is 'Notes since when a wallet owes, and that it owes no more.';
create trigger wallets_note_debt before update of debt on wallets for each row when (old.debt is distinct from new.debt) execute function note_debt();
create trigger wallets_reversed_tell after update of reversed on wallets for each row when (old.reversed is distinct from new.reversed) execute function tell_drive();

create table wallet_deltas (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  credit bigint not null,
  donors smallint default 0 not null,
  constraint wallet_deltas_pkey primary key (id),
  constraint wallet_deltas_credit_check check (credit >= 0),
  constraint wallet_deltas_donors_check check (donors >= '-1'::integer and donors <= 1)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
comment on table wallet_deltas is 'Donations and donors that are not in their wallet yet. A gift is appended here, so that a thousand at once need not queue up at one row; they are folded into the wallet by and by.';
create index wallet_deltas_of_drive on wallet_deltas (fund_drive_id);
create trigger wallet_deltas_tell after insert on wallet_deltas for each row execute function tell_drive();

create table write_offs (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  debt bigint not null,
  posted bigint not null,
  note text default '' not null,
  decided_by uuid,
  created_at timestamptz(3) default now() not null,
  constraint write_offs_pkey primary key (id),
  constraint write_offs_check check (posted >= 0 and posted <= debt),
  constraint write_offs_debt_check check (debt > 0),
  constraint write_offs_note_check check (length(note) <= 1000)
);
comment on table write_offs is 'Debts of drives that the platform has given up.';
comment on column write_offs.posted is 'What the owner''s account lacked, which is the debt without the platform''s share.';
create index write_offs_by_person on write_offs (decided_by);
create index write_offs_of_drive on write_offs (fund_drive_id);

create table account_months (
  starts date not null,
  account text collate "C" not null,
  debits bigint not null,
  credits bigint not null,
  constraint account_months_pkey primary key (starts, account),
  constraint account_months_account_check check (account ~ '^[a-z_]+$'),
  constraint account_months_credits_check check (credits >= 0),
  constraint account_months_debits_check check (debits >= 0)
);
comment on table account_months is 'What each of the house''s accounts took and gave in each month; those of all drives stand together as payable.';

create table revenue_sums (
  span text not null,
  starts date not null,
  kind text not null,
  channel text not null,
  fund_drive_id uuid not null,
  payments bigint not null,
  gross bigint not null,
  fee bigint not null,
  provider_fee bigint not null,
  back bigint not null,
  fee_back bigint not null,
  constraint revenue_sums_pkey primary key (span, starts, kind, channel, fund_drive_id),
  constraint revenue_sums_back_check check (back >= 0),
  constraint revenue_sums_channel_check check (channel in ('online', 'mobile', 'other')),
  constraint revenue_sums_fee_back_check check (fee_back >= 0),
  constraint revenue_sums_fee_check check (fee >= 0),
  constraint revenue_sums_gross_check check (gross >= 0),
  constraint revenue_sums_kind_check check (kind in ('donation', 'subscription')),
  constraint revenue_sums_payments_check check (payments >= 0),
  constraint revenue_sums_provider_fee_check check (provider_fee >= 0),
  constraint revenue_sums_span_check check (span in ('day', 'month', 'all drives'))
);
comment on table revenue_sums is 'What came in and went back of donations and view packages, by drive and channel of each day, again of each month, and of each day for all drives together. Summed up from the ledger alone.';
comment on column revenue_sums.starts is 'The day of Nairobi''s calendar on which it was booked, or the first of its month.';
comment on column revenue_sums.fund_drive_id is 'All noughts for a drive that is gone, and where all drives stand together. It refers to nothing: what was earned stays when a drive goes.';
comment on column revenue_sums.payments is 'How many came in.';
comment on column revenue_sums.fee is 'The platform''s share of donations.';
comment on column revenue_sums.fee_back is 'Of what went back, what the platform gave back of its share.';
create index revenue_sums_of_drive on revenue_sums (fund_drive_id, span, starts);

create table sum_marks (
  one boolean default true not null,
  snap pg_snapshot not null,
  kept_at timestamptz(3) default now() not null,
  constraint sum_marks_pkey primary key (one),
  constraint sum_marks_one_check check (one)
);
comment on table sum_marks is 'Up to where the sums below were kept: one row, which is also the lock of whoever keeps them. What came since is added when they are read.';
comment on column sum_marks.snap is 'Which transactions are in them. By the highest id they would miss rows that were slow to commit.';

create table book_checks (
  id bigint generated always as identity,
  broken integer not null,
  checked_at timestamptz(3) default now() not null,
  constraint book_checks_pkey primary key (id),
  constraint book_checks_broken_check check (broken >= 0)
);
comment on table book_checks is 'When the books were looked through, and how many of their rules were broken.';

create table discrepancies (
  id bigint generated always as identity,
  kind text collate "C" not null,
  subject text default '' not null,
  facts jsonb default '{}'::jsonb not null,
  state text default 'open' not null,
  seen_at timestamptz(3) default now() not null,
  closed_by uuid,
  closed_at timestamptz(3),
  note text default '' not null,
  created_at timestamptz(3) default now() not null,
  opened_by uuid,
  follows bigint,
  constraint discrepancies_pkey primary key (id),
  constraint discrepancies_closed_said check ((state = 'closed') = (closed_at is not null)),
  constraint discrepancies_kind_check check (kind ~ '^[a-z0-9 _-]{1,60}$'),
  constraint discrepancies_note_check check (length(note) <= 1000),
  constraint discrepancies_state_check check (state in ('open', 'closed')),
  constraint discrepancies_subject_check check (length(subject) <= 200),
  constraint discrepancies_follows_fkey foreign key (follows) references discrepancies(id)
);
comment on table discrepancies is 'Places where our books and the provider''s, or the books and their own rules, disagree. A person closes each; nothing is corrected automatically.';
comment on column discrepancies.seen_at is 'When it was met last.';
comment on column discrepancies.opened_by is 'The administrator who opened it in words of their own; null if the product found it.';
comment on column discrepancies.follows is 'The closed one that was opened again by this one.';
create index discrepancies_by_opener on discrepancies (opened_by);
create index discrepancies_by_person on discrepancies (closed_by);
create index discrepancies_by_subject on discrepancies (subject);
create index discrepancies_doubles on discrepancies (((facts ->> 'first'))) where (kind = 'possible double');
create index discrepancies_following on discrepancies (follows);
create index discrepancies_newest on discrepancies (state, created_at desc);
create unique index discrepancies_one_open on discrepancies (kind, subject) where (state = 'open');

-- people: accounts

create table users (
  id uuid default gen_random_uuid() not null,
  email text,
  email_verified boolean default false not null,
  two_factor_enabled boolean default false not null,
  language text,
  mail_activity boolean default true not null,
  mail_news boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  seen_at timestamptz default now() not null,
  suspended_at timestamptz,
  suspended_why text default '' not null,
  withdrawals_from timestamptz,
  constraint users_pkey primary key (id),
  constraint users_email_shape check (email = lower(email) and email ~~ '_%@_%' and length(email) <= 254),
  constraint users_language_shape check (language ~ '^[a-z]{2,3}$'),
  constraint users_suspended_said check ((suspended_at is null) = (suspended_why = '')),
  constraint users_suspended_why_check check (length(suspended_why) <= 1000)
);
comment on table users is 'One row per account. A deleted account stays as a tombstone: its books remain true, its email and name are gone.';
comment on column users.email is 'Null for a person who signed up with a phone and has added no address.';
comment on column users.language is 'The language chosen in the settings; null follows the browser.';
comment on column users.mail_activity is 'Wants mails about gifts, messages and visits of their own drives.';
comment on column users.mail_news is 'Wants mails about what is new in the product.';
comment on column users.deleted_at is 'When the account was deleted. Such a person can neither sign in nor be found.';
comment on column users.seen_at is 'When they were here last, to within five minutes: kept with the session''s last use, not at each request.';
comment on column users.suspended_at is 'Since when an administrator shuts them out: they can''t sign in, and visitors don''t find their drives.';
comment on column users.suspended_why is 'Why, for administrators. The person is not told.';
comment on column users.withdrawals_from is 'From when withdrawals are asked for again, after an administrator moved the account to another address or phone.';
create unique index users_email_once on users (lower(email));
create index users_joined on users (created_at);
create index users_last_seen on users (seen_at, id) where (deleted_at is null);
create index users_newest on users (created_at, id) where (deleted_at is null);
create index users_suspended on users (suspended_at) where (suspended_at is not null);
create function leave_no_beneficiary()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from beneficiaries b using fund_drives d where d.id = b.fund_drive_id and d.user_id = old.id;
  delete from beneficiaries where email = lower(old.email);
  return null;
end
$function$;
comment on function leave_no_beneficiary() is 'With a person''s account go those whom their drives are for, and what they answered themselves.';
create function leave_no_book()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from remembered where user_id = new.id;
  return null;
end
$function$;
comment on function leave_no_book() is 'The book of a person goes with their account.';
create function leave_no_contact()
 returns trigger
 language plpgsql
as $function$
begin
  update gatherings set contact = null where user_id = new.id and contact is not null;
  return null;
end
$function$;
comment on function leave_no_contact() is 'A number that guests read goes with the account of its host.';
create function leave_no_following()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if old.email is not null then
    perform forget_followers(array[old.email]);
  end if;
  return null;
end
$function$;
comment on function leave_no_following() is 'A person who deletes their account gets no more updates of any drive.';
create function leave_no_papers()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from papers p where p.uploaded_by = new.id
    or exists (select from fund_drives d where d.id = p.fund_drive_id and d.user_id = new.id);
  return null;
end
$function$;
comment on function leave_no_papers() is 'A person who deletes their account leaves no photo of a paper.';
create function leave_no_replies()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from reply_codes where user_id = old.id;
  return null;
end
$function$;
comment on function leave_no_replies() is 'A person who deletes their account answers no text any more.';
create function tell_drives_of_user()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where user_id = new.id;
  perform tell_topic('drive:' || fund_drive_id) from drive_helpers
    where user_id = new.id and fund_drive_id is not null and signs_since is not null and left_at is null;
  return null;
end
$function$;
comment on function tell_drives_of_user() is 'Tells of the drives of a person who was shut out, let in again or has left, and of those whose treasurer they are.';
create function users_reached()
 returns trigger
 language plpgsql
as $function$
begin
  perform public.refuse_unreached(new.id);
  return null;
end
$function$;
create trigger leave_no_beneficiary after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_beneficiary();
create trigger leave_no_book after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_book();
create trigger leave_no_contact after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_contact();
create trigger leave_no_following after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_following();
create trigger leave_no_papers after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_papers();
create trigger leave_no_replies after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_replies();
create constraint trigger users_reached after insert or update of email on users deferrable initially deferred for each row when (new.email is null) execute function users_reached();
create trigger users_tell after update of suspended_at, deleted_at on users for each row when (old.suspended_at is distinct from new.suspended_at or old.deleted_at is distinct from new.deleted_at) execute function tell_drives_of_user();

create table profiles (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  full_name text not null,
  username text,
  avatar_url text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint profiles_pkey primary key (id),
  constraint profiles_user_id_key unique (user_id),
  constraint profiles_avatar_url_check check (length(avatar_url) <= 2000),
  constraint profiles_full_name_shape check (length(full_name) <= 100 and full_name = btrim(full_name) and full_name !~ '[[:cntrl:]]'),
  constraint profiles_username_shape check (username ~ '^[a-z0-9_.-]{3,30}$'),
  constraint profiles_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table profiles is 'How a person is seen by others.';
comment on column profiles.username is 'Kept in lower case, so that it is one name whatever the case; null only on a tombstone.';
create index profiles_by_name on profiles (lower(full_name), user_id);
create unique index profiles_username_once on profiles (lower(username));
create function tell_drives_of_profile()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where user_id = new.user_id;
  perform tell_topic('drive:' || fund_drive_id) from drive_helpers
    where user_id = new.user_id and fund_drive_id is not null and signs_since is not null and left_at is null;
  return null;
end
$function$;
comment on function tell_drives_of_profile() is 'Tells of the drives of a person whose name or face changed, and of those whose treasurer they are.';
create trigger profiles_tell after update of full_name, avatar_url on profiles for each row when (old.full_name is distinct from new.full_name or old.avatar_url is distinct from new.avatar_url) execute function tell_drives_of_profile();

create table user_roles (
  user_id uuid not null,
  role text not null,
  granted_by text not null,
  created_at timestamptz default now() not null,
  given_by uuid,
  asked_by uuid,
  constraint user_roles_pkey primary key (user_id),
  constraint user_roles_granted_by_check check (granted_by in ('setting', 'command', 'example', 'admin')),
  constraint user_roles_role_check check (role in ('admin', 'moderator', 'user')),
  constraint user_roles_asked_by_fkey foreign key (asked_by) references users(id),
  constraint user_roles_given_by_fkey foreign key (given_by) references users(id),
  constraint user_roles_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table user_roles is 'What a person may do beyond their own; no row means user. Written by administrators, by the ADMIN_EMAIL setting, by npm run admin and by the example content.';
comment on column user_roles.given_by is 'The administrator who gave the role; null for the setting, the command line and the example content.';
comment on column user_roles.asked_by is 'The first of two administrators, where two had to agree about the role.';
create index user_roles_asked_by on user_roles (asked_by);
create index user_roles_by_role on user_roles (role, user_id);
create index user_roles_given_by on user_roles (given_by);

create table first_administrators (
  address_hash text not null,
  created_at timestamptz default now() not null,
  constraint first_administrators_pkey primary key (address_hash)
);
comment on table first_administrators is 'Addresses (hashed) that ADMIN_EMAIL has made an administrator. Once each: a person who lost the role does not get it back by confirming the address again.';

create table accounts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint accounts_pkey primary key (id),
  constraint accounts_provider_id_account_id_key unique (provider_id, account_id),
  constraint accounts_password_hashed check (password ~ '^[0-9a-f]{32}:[0-9a-f]{128}$'),
  constraint accounts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table accounts is 'How a person signs in. provider_id credential holds the scrypt hash of the password; other providers may come.';
create index accounts_by_user on accounts (user_id);

create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  confirmed_at timestamptz default now() not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_key unique (token),
  constraint sessions_ip_address_check check (length(ip_address) <= 64),
  constraint sessions_user_agent_check check (length(user_agent) <= 1000),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table sessions is 'One row per browser that is signed in. The cookie carries the token with its HMAC, so the row alone opens nothing.';
comment on column sessions.ip_address is 'Shortened (IPv4 /24, IPv6 /48) before it is stored.';
comment on column sessions.updated_at is 'Last use, to within five minutes.';
comment on column sessions.confirmed_at is 'When the password or the second factor was last given in this session. Signing in counts.';
create index sessions_by_end on sessions (expires_at);
create index sessions_by_user on sessions (user_id);

create table verifications (
  id uuid default gen_random_uuid() not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint verifications_pkey primary key (id)
);
comment on table verifications is 'What is waited for: mailed links (identifier holds the SHA-256 of the token, value the person), two-factor challenges, trusted devices.';
create index verifications_by_end on verifications (expires_at);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_value on verifications (value);

create table sign_ups (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  full_name text not null,
  username text not null,
  password text not null,
  language text,
  wanted text,
  browser text,
  created_at timestamptz default now() not null,
  constraint sign_ups_pkey primary key (id),
  constraint sign_ups_full_name_check check (length(full_name) <= 100),
  constraint sign_ups_password_check check (password ~ '^[0-9a-f]{32}:[0-9a-f]{128}$'),
  constraint sign_ups_username_check check (username ~ '^[a-z0-9_.-]{3,30}$'),
  constraint sign_ups_wanted_check check (length(wanted) <= 1000),
  constraint sign_ups_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table sign_ups is 'Sign-ups of accounts that nobody has confirmed yet. The one whose link is used becomes the account; the others go.';
comment on column sign_ups.username is 'The name they asked for. It is taken when the address is confirmed, not before.';
comment on column sign_ups.password is 'The scrypt hash of the password chosen with this sign-up.';
comment on column sign_ups.wanted is 'Where they were going when they signed up.';
comment on column sign_ups.browser is 'SHA-256 of a random mark in the browser that signed up: there the link needs no password.';
create index sign_ups_by_age on sign_ups (created_at);
create index sign_ups_by_user on sign_ups (user_id, created_at);

create table two_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamptz,
  last_step integer,
  begun_at timestamptz default now() not null,
  constraint two_factors_pkey primary key (id),
  constraint two_factors_user_id_key unique (user_id),
  constraint two_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table two_factors is 'A person''s second factor: the TOTP secret and the backup codes left, both encrypted with AUTH_SECRET.';
comment on column two_factors.last_step is 'The 30-second step of the clock whose code was taken last; only codes of later steps are taken. Null before the first.';
comment on column two_factors.begun_at is 'When it was begun. Without a first code within 15 minutes it is over.';

create table phone_codes (
  phone text not null,
  purpose text not null,
  id uuid default gen_random_uuid() not null,
  browser text not null,
  user_id uuid,
  language text not null,
  mac text,
  tries integer default 0 not null,
  until timestamptz not null,
  used_at timestamptz,
  constraint phone_codes_pkey primary key (phone, purpose, browser),
  constraint phone_codes_id_key unique (id),
  constraint phone_codes_browser_check check (length(browser) = 43),
  constraint phone_codes_check check (used_at is null or mac is not null),
  constraint phone_codes_check1 check ((purpose = 'confirm') = (user_id is not null)),
  constraint phone_codes_mac_check check (length(mac) = 43),
  constraint phone_codes_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint phone_codes_purpose_check check (purpose in ('sign in', 'confirm', 'sign up', 'ask back')),
  constraint phone_codes_tries_check check (tries >= 0 and tries <= 5),
  constraint phone_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table phone_codes is 'Codes asked for, for a day: one for each phone, purpose and browser. A new one takes the place of the one before.';
comment on column phone_codes.browser is 'The hash of a mark of the browser that asked: the code is of use there alone, and nobody else uses up its tries.';
comment on column phone_codes.user_id is 'Who confirms the phone as theirs.';
comment on column phone_codes.language is 'The language of the page that asked.';
comment on column phone_codes.mac is 'The code as HMAC with our secret. Null until it is texted, and for ever where the number is nobody''s.';
comment on column phone_codes.tries is 'Codes that were tried. After five none is right.';
create index phone_codes_by_end on phone_codes (until);
create index phone_codes_by_user on phone_codes (user_id) where (user_id is not null);

create table user_phones (
  phone text not null,
  user_id uuid not null,
  confirmed_at timestamptz default now() not null,
  used_at timestamptz default now() not null,
  constraint user_phones_pkey primary key (phone),
  constraint user_phones_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint user_phones_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table user_phones is 'Phones that people have confirmed with a code. A number has one person: who confirms it last has it.';
comment on column user_phones.used_at is 'When a code that was texted to it was last right. Numbers change hands: after 90 days of silence it opens no account with an email address or money.';
create index user_phones_by_user on user_phones (user_id);
create function phone_left()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' and new.user_id = old.user_id then return null; end if;
  insert into public.phones_left (phone, left_at)
  select old.phone, now() where public.phone_has_given(old.phone)
  on conflict (phone) do update set left_at = excluded.left_at;
  return null;
end
$function$;
create function user_phones_reached()
 returns trigger
 language plpgsql
as $function$
begin
  perform public.refuse_unreached(old.user_id);
  return null;
end
$function$;
create trigger user_phones_left after delete or update of user_id on user_phones for each row execute function phone_left();
create constraint trigger user_phones_reached after delete or update of user_id on user_phones deferrable initially deferred for each row execute function user_phones_reached();

create table phones_left (
  phone text not null,
  left_at timestamptz not null,
  constraint phones_left_pkey primary key (phone)
);
comment on table phones_left is 'When a number that has given last ceased to be somebody''s: who confirms it later sees nothing of before. Gone, with the request to be forgotten or within a day, once no gift, no promise and no recorded gift has the number.';

create table email_changes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  session_id uuid,
  from_email text,
  to_email text not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  done_at timestamptz,
  created_at timestamptz default now() not null,
  way text default 'mailbox' not null,
  due_at timestamptz,
  constraint email_changes_pkey primary key (id),
  constraint email_changes_check1 check (from_email <> to_email),
  constraint email_changes_confirmed check (done_at is null or new_confirmed_at is not null and (old_confirmed_at is not null or from_email is null or coalesce(done_at >= due_at, false))),
  constraint email_changes_due check ((way = 'mailbox') = (due_at is null)),
  constraint email_changes_to_email_check check (to_email = lower(to_email) and to_email ~~ '_%@_%' and length(to_email) <= 254),
  constraint email_changes_way_check check (way in ('mailbox', 'phone', 'office')),
  constraint email_changes_session_id_fkey foreign key (session_id) references sessions(id) on delete set null,
  constraint email_changes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table email_changes is 'Changes of a person''s email address: one that waits for both addresses to confirm it, and those done within the last month.';
comment on column email_changes.session_id is 'Where it was asked for: this session stays when the others end.';
comment on column email_changes.from_email is 'Null where the account had no address: then the new one alone confirms it.';
comment on column email_changes.way is 'How it is confirmed for the old address: in its mailbox, by a code to a phone of the account, or by an administrator.';
comment on column email_changes.due_at is 'When the account moves without a word from the old address. Until then the old address can stop it.';
create index email_changes_by_age on email_changes (created_at);
create index email_changes_by_due on email_changes (due_at) where ((done_at is null) and (due_at is not null));
create index email_changes_by_session on email_changes (session_id);
create index email_changes_by_user on email_changes (user_id);
create unique index email_changes_one_waits on email_changes (user_id) where (done_at is null);

-- people: about

create table about_pages (
  id bigint generated always as identity,
  name text not null,
  language text not null,
  body text,
  by uuid,
  why text default '' not null,
  at timestamptz default now() not null,
  constraint about_pages_pkey primary key (id),
  constraint about_pages_body_check check (char_length(body) >= 1 and char_length(body) <= 20000),
  constraint about_pages_language_check check (language in ('en', 'sw')),
  constraint about_pages_name_check check (name in ('fees', 'privacy', 'terms', 'withdrawals', 'help')),
  constraint about_pages_why_check check (char_length(why) <= 1000),
  constraint about_pages_by_fkey foreign key (by) references users(id)
);
comment on table about_pages is 'What operators wrote on the pages about the service. The newest row of a page and language counts; older rows stay, so that it can be read what held when.';
comment on column about_pages.body is 'The text in its small markup. Null means: the first draft that comes with the product.';
create index about_pages_by on about_pages (by);
create index about_pages_newest on about_pages (name, language, id desc);
create trigger about_pages_append_only before delete or update on about_pages for each row execute function forbid_change();

-- drives: drive

create table fund_drives (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  slug text collate "C" not null,
  title text not null,
  description text,
  goal_amount bigint not null,
  category text not null,
  image_url text,
  end_date date,
  status text default 'active' not null,
  campaign_slogan text default 'unity is power' not null,
  collect_donations boolean default true not null,
  location text default 'Nairobi, Kenya' not null,
  fee_policy text default 'withhold_at_payout' not null,
  version integer default 1 not null,
  description_version integer default 1 not null,
  published_at timestamptz(3) default now(),
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  once text,
  stopped_at timestamptz(3),
  stopped_why text default '' not null,
  stopped_from text,
  thanks text,
  shares integer default 0 not null,
  steps_hidden_at timestamptz(3),
  short_name text collate "C",
  hides_recorded boolean default false not null,
  recorded_hidden_at timestamptz(3),
  recorded_hidden_why text default '' not null,
  published_with text,
  paused_at timestamptz,
  fee_bps integer default 500 not null,
  own_category_id integer,
  signatures smallint default 0 not null,
  giving_back boolean default false not null,
  listed_at timestamptz(3),
  unlisted_at timestamptz(3),
  unlisted_why text default '' not null,
  constraint fund_drives_pkey primary key (id),
  constraint fund_drives_slug_key unique (slug),
  constraint fund_drives_category_known check (category in ('Medical', 'Education', 'Emergency', 'Community', 'Sports', 'Arts', 'Animals', 'Environment', 'Business', 'Other')),
  constraint fund_drives_description_length check (length(description) <= 100000),
  constraint fund_drives_end_date_range check (end_date >= '2020-01-01'::date and end_date <= '2100-12-31'::date),
  constraint fund_drives_fee_bps_check check (fee_bps >= 0 and fee_bps <= 1500),
  constraint fund_drives_fee_policy_known check (fee_policy in ('withhold_at_payout', 'platform_absorbs', 'donor_on_top')),
  constraint fund_drives_goal_known check (goal_amount >= 0 and goal_amount <= '1000000000000'::bigint and (not collect_donations or goal_amount >= 100)),
  constraint fund_drives_image_shape check (image_url ~ '^(https?://|/media/)' and length(image_url) <= 2000),
  constraint fund_drives_listed_or_taken_off check (listed_at is null or unlisted_at is null),
  constraint fund_drives_location_shape check (length(location) >= 1 and length(location) <= 80 and location !~ '[[:cntrl:]]'),
  constraint fund_drives_once_check check (length(once) = 43),
  constraint fund_drives_own_category_check check (own_category_id is null or category = 'Other'),
  constraint fund_drives_published_with_check check (published_with in ('email', 'phone')),
  constraint fund_drives_recorded_hidden_why_check check (length(recorded_hidden_why) <= 1000),
  constraint fund_drives_seen_once_published check (published_at is not null or status = 'paused'),
  constraint fund_drives_shares_check check (shares >= 0 and shares <= 1000),
  constraint fund_drives_signatures_check check (signatures >= 0 and signatures <= 3),
  constraint fund_drives_slogan_shape check (length(campaign_slogan) >= 1 and length(campaign_slogan) <= 150 and cardinality(regexp_split_to_array(btrim(campaign_slogan), '\s+')) <= 10),
  constraint fund_drives_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  constraint fund_drives_status_known check (status in ('active', 'paused', 'completed')),
  constraint fund_drives_stopped_from_check check (stopped_from in ('active', 'paused', 'completed')),
  constraint fund_drives_stopped_is_shut check (stopped_at is null or status <> 'active'),
  constraint fund_drives_stopped_said check (
case
    when stopped_at is null then stopped_why = '' and stopped_from is null
    else stopped_why <> '' and stopped_from is not null
end),
  constraint fund_drives_stopped_why_check check (length(stopped_why) <= 1000),
  constraint fund_drives_thanks_check check (char_length(thanks) >= 1 and char_length(thanks) <= 300),
  constraint fund_drives_title_shape check (length(title) >= 1 and length(title) <= 100 and title = btrim(title) and title !~ '[[:cntrl:]]'),
  constraint fund_drives_unlisted_said check ((unlisted_at is null) = (unlisted_why = '')),
  constraint fund_drives_unlisted_why_check check (length(unlisted_why) <= 1000),
  constraint fund_drives_versions_count check (version >= 1 and description_version >= 1),
  constraint recorded_hidden_why_said check ((recorded_hidden_at is null) = (recorded_hidden_why = '')),
  constraint fund_drives_user_id_fkey foreign key (user_id) references users(id)
);
comment on table fund_drives is 'One row per drive. It goes when its owner deletes it, which is possible only while no money ever came in.';
comment on column fund_drives.slug is 'The end of its address. Made from the first title and never changed, so that links that were shared stay good.';
comment on column fund_drives.description is 'HTML of the few allowed tags; null until somebody writes it.';
comment on column fund_drives.goal_amount is 'In cents. 0 while no goal was ever set, which only a drive that collects no donations may have.';
comment on column fund_drives.end_date is 'The last day, as the calendar of Nairobi counts it.';
comment on column fund_drives.fee_policy is 'Who bears the platform''s share. Drives of earlier versions may have platform_absorbs: their fee_bps is 0.';
comment on column fund_drives.version is 'Counts changes of what the Info page shows: whoever saves an older one is told.';
comment on column fund_drives.description_version is 'The same for the description, which has a page of its own.';
comment on column fund_drives.published_at is 'When it was opened to visitors; null for a draft. Its owner''s email address was confirmed by then; the badge says so.';
comment on column fund_drives.once is 'SHA-256 of what was sent with which form. Null for what was sent without a form of ours.';
comment on column fund_drives.stopped_at is 'Since when an administrator has paused it. Until it is opened again nobody can set it active.';
comment on column fund_drives.stopped_why is 'Why, as its owner reads it.';
comment on column fund_drives.stopped_from is 'The status it had before, which it gets again when it is opened.';
comment on column fund_drives.thanks is 'The organiser''s words of thanks after a gift; null for the usual ones.';
comment on column fund_drives.shares is 'How often its owner pressed a way to share it or copied its link.';
comment on column fund_drives.steps_hidden_at is 'When its owner put the list of first steps away; null while it is shown.';
comment on column fund_drives.short_name is 'The short name that the owner shares now; null for none.';
comment on column fund_drives.hides_recorded is 'The bar shows what came through us alone; what was recorded stays in the lists.';
comment on column fund_drives.recorded_hidden_at is 'Since when an administrator hides the recorded gifts from visitors: from the bar, and from their list.';
comment on column fund_drives.recorded_hidden_why is 'Why; its owner reads it.';
comment on column fund_drives.published_with is 'What its owner had confirmed when it was published: their email address or, without one, their phone. Null as long as it is a draft.';
comment on column fund_drives.paused_at is 'Since when it is paused; null while it is not.';
comment on column fund_drives.fee_bps is 'The platform''s share of its gifts, in hundredths of a percent. A trigger sets it from the rate in force when the drive is made; it never changes.';
comment on column fund_drives.own_category_id is 'The operator''s category, in place of one of the ten.';
comment on column fund_drives.signatures is 'How many treasurers must agree to each withdrawal. The owner''s asking never counts.';
comment on column fund_drives.giving_back is 'True while everything is to be given back, or is being given back: no gift and no withdrawal is taken.';
comment on column fund_drives.listed_at is 'Since when its owner lets us list it for everybody; null where they don''t.';
comment on column fund_drives.unlisted_at is 'Since when an administrator has taken it off the list: its owner can''t put it there again.';
comment on column fund_drives.unlisted_why is 'Why it was taken off, for its owner; empty where it was not.';
create index fund_drives_by_title on fund_drives (lower(title), id);
create index fund_drives_far_image on fund_drives (id) where (image_url ~~ 'https://%');
create index fund_drives_far_story on fund_drives (id) where (description ~~ '%<img src="https://%');
create index fund_drives_listed on fund_drives (published_at desc, id desc) where (listed_at is not null);
create index fund_drives_listed_words on fund_drives using gin ((((((title || ' ') || campaign_slogan) || ' ') || location)) gin_trgm_ops) where (listed_at is not null);
create index fund_drives_newest on fund_drives (created_at desc, id desc);
create index fund_drives_of_owner on fund_drives (user_id, created_at desc, id desc);
create unique index fund_drives_once on fund_drives (user_id, once);
create index fund_drives_opened on fund_drives (created_at);
create index fund_drives_own_category on fund_drives (own_category_id) where (own_category_id is not null);
create unique index fund_drives_short_name on fund_drives (short_name);
create index fund_drives_stopped on fund_drives (stopped_at) where (stopped_at is not null);
create function give_own_number()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform give_number(new.id);
  return null;
end
$function$;
comment on function give_own_number() is 'Gives a new drive its number.';
create function note_paused()
 returns trigger
 language plpgsql
as $function$
begin
  new.paused_at := case when new.status = 'paused' then coalesce(old.paused_at, now()) end;
  return new;
end
$function$;
create function open_books()
 returns trigger
 language plpgsql
as $function$
begin
  insert into ledger_accounts (code, kind, fund_drive_id) values ('drive:' || new.id || ':payable', 'liability', new.id);
  insert into wallets (fund_drive_id) values (new.id);
  return null;
end
$function$;
comment on function open_books() is 'Opens the account and the wallet of a new drive.';
create function open_comment_counts()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  insert into comment_counts (fund_drive_id) values (new.id);
  return null;
end
$function$;
comment on function open_comment_counts() is 'Gives a new drive its row, so that there is always one to lock.';
create function publish_with()
 returns trigger
 language plpgsql
as $function$
begin
  if new.published_at is null then
    new.published_with := null;
  elsif new.published_with is null then
    new.published_with := case when exists (
      select from public.users u join public.user_phones p on p.user_id = u.id
      where u.id = new.user_id and (u.email is null or not u.email_verified)
    ) then 'phone' else 'email' end;
  end if;
  return new;
end
$function$;
create function set_fee()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  new.fee_bps := case new.fee_policy when 'platform_absorbs' then 0 else fee_in_force() end;
  return new;
end
$function$;
comment on function set_fee() is 'Gives a new drive the fee in force, whatever the statement says.';
create function tell_own_drive()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || coalesce(new.id, old.id));
  return null;
end
$function$;
comment on function tell_own_drive() is 'The same, of the drive itself.';
create trigger drive_paused before update of status on fund_drives for each row when (new.status is distinct from old.status) execute function note_paused();
create trigger fund_drives_fee before insert on fund_drives for each row execute function set_fee();
create trigger fund_drives_fee_stays before update of fee_bps on fund_drives for each row when (old.fee_bps is distinct from new.fee_bps) execute function forbid_change();
create trigger fund_drives_give_number after insert on fund_drives for each row execute function give_own_number();
create trigger fund_drives_open_books after insert on fund_drives for each row execute function open_books();
create trigger fund_drives_open_comment_counts after insert on fund_drives for each row execute function open_comment_counts();
create trigger fund_drives_published_with before insert or update of published_at on fund_drives for each row execute function publish_with();
create trigger fund_drives_tell after delete or update on fund_drives for each row execute function tell_own_drive();

create table own_categories (
  id integer generated always as identity,
  english text not null,
  swahili text not null,
  place integer default 100 not null,
  hidden boolean default false not null,
  created_at timestamptz(3) default now() not null,
  constraint own_categories_pkey primary key (id),
  constraint own_categories_english_check check (char_length(english) >= 1 and char_length(english) <= 40 and english = btrim(english) and english !~ '[[:cntrl:]]'),
  constraint own_categories_place_check check (place >= 1 and place <= 999),
  constraint own_categories_swahili_check check (char_length(swahili) >= 1 and char_length(swahili) <= 40 and swahili = btrim(swahili) and swahili !~ '[[:cntrl:]]')
);
comment on table own_categories is 'Categories of drives that administrators added to the ten of the product. The audit log has each change. One that a drive has can not be deleted.';
comment on column own_categories.place is 'Its place in lists, after the ten; the smallest number comes first.';
comment on column own_categories.hidden is 'True if new drives can not choose it. Drives that have it keep and show it.';
create unique index own_categories_english on own_categories (lower(english));
create unique index own_categories_swahili on own_categories (lower(swahili));
create function tell_drives_of_category()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where own_category_id = new.id;
  return null;
end
$function$;
comment on function tell_drives_of_category() is 'Tells of the drives in a category of an operator''s whose name changed.';
create trigger own_categories_tell after update of english, swahili on own_categories for each row when (old.english is distinct from new.english or old.swahili is distinct from new.swahili) execute function tell_drives_of_category();

create table fund_drive_images (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  image_url text not null,
  caption text default '' not null,
  display_order integer not null,
  width integer,
  height integer,
  colour text,
  created_at timestamptz(3) default now() not null,
  once text,
  constraint fund_drive_images_pkey primary key (id),
  constraint fund_drive_images_order_once unique (fund_drive_id, display_order) deferrable initially deferred,
  constraint fund_drive_images_caption_length check (length(caption) <= 200),
  constraint fund_drive_images_colour_check check (colour ~ '^#[0-9a-f]{6}$'),
  constraint fund_drive_images_height_check check (height > 0),
  constraint fund_drive_images_once_check check (length(once) = 43),
  constraint fund_drive_images_url_shape check (image_url ~ '^(https?://|/media/)' and length(image_url) <= 2000),
  constraint fund_drive_images_width_check check (width > 0),
  constraint fund_drive_images_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table fund_drive_images is 'The pictures of a drive''s gallery, in the order its owner gave them.';
comment on column fund_drive_images.caption is 'Shown below the picture, and read to those who don''t see it.';
comment on column fund_drive_images.colour is 'Its dominant colour, shown until the picture is there.';
comment on column fund_drive_images.once is 'SHA-256 of what was sent with which upload. Null for what was sent without a script of ours.';
create index fund_drive_images_far on fund_drive_images (id) where (image_url ~~ 'https://%');
create unique index fund_drive_images_once on fund_drive_images (fund_drive_id, once);
create trigger fund_drive_images_tell after insert or delete or update on fund_drive_images for each row execute function tell_drive();

create table fund_drive_videos (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  video_url text not null,
  display_order integer not null,
  title text default '' not null,
  description text default '' not null,
  created_at timestamptz(3) default now() not null,
  constraint fund_drive_videos_pkey primary key (id),
  constraint fund_drive_videos_order_once unique (fund_drive_id, display_order) deferrable initially deferred,
  constraint fund_drive_videos_description_length check (length(description) <= 1000),
  constraint fund_drive_videos_title_length check (length(title) <= 200),
  constraint fund_drive_videos_url_shape check (video_url ~ '^https?://' and length(video_url) <= 2000),
  constraint fund_drive_videos_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table fund_drive_videos is 'Videos elsewhere that a drive shows, by their address.';
create trigger fund_drive_videos_tell after insert or delete or update on fund_drive_videos for each row execute function tell_drive();

create table short_names (
  name text collate "C" not null,
  fund_drive_id uuid,
  made_at timestamptz(3) default now() not null,
  constraint short_names_pkey primary key (name),
  constraint short_names_shape check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) >= 3 and length(name) <= 40),
  constraint short_names_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete set null
);
comment on table short_names is 'Every short name that a drive has or had. Nobody else gets one, also when its drive was deleted.';
comment on column short_names.fund_drive_id is 'Where it leads; null once the drive was deleted.';
create index short_names_of_drive on short_names (fund_drive_id);

create table retired_slugs (
  slug text collate "C" not null,
  retired_at timestamptz default now() not null,
  constraint retired_slugs_pkey primary key (slug)
);
comment on table retired_slugs is 'Slugs of drives that were deleted. Nobody gets one again: links to the old drive must not lead to somebody else''s.';

create table drive_givers (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  mark uuid,
  name uuid,
  gifts integer default 0 not null,
  recorded integer default 0 not null,
  constraint drive_givers_pkey primary key (id),
  constraint drive_givers_gifts_check check (gifts >= 0),
  constraint drive_givers_recorded_check check (recorded >= 0),
  constraint drive_givers_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
) with (fillfactor=80);
comment on table drive_givers is 'The people who gave to a drive, one row each. It holds no name, address or number that can be read.';
comment on column drive_givers.mark is 'The hash of the contact by which they are known again: email or phone; of the name where no contact is known. Null for a person who gave neither, or is forgotten.';
comment on column drive_givers.name is 'The hash of the name that they typed. A gift without a contact is found by it.';
comment on column drive_givers.gifts is 'Their gifts that came through us and did not go back wholly.';
comment on column drive_givers.recorded is 'Their gifts that were recorded by hand and are not void.';
create unique index drive_givers_mark on drive_givers (fund_drive_id, mark);
create index drive_givers_name on drive_givers (fund_drive_id, name) where (name is not null);
create index drive_givers_recorded on drive_givers (fund_drive_id) where ((gifts = 0) and (recorded > 0));
create function count_giver()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  insert into wallet_deltas (fund_drive_id, credit, donors) values (new.fund_drive_id, 0, case when new.gifts > 0 then 1 else -1 end);
  return null;
end
$function$;
comment on function count_giver() is 'A person more, or one less, among those who gave through us.';
create trigger drive_givers_change after update of gifts on drive_givers for each row when ((new.gifts > 0) <> (old.gifts > 0)) execute function count_giver();
create trigger drive_givers_come after insert on drive_givers for each row when (new.gifts > 0) execute function count_giver();

create table far_picture_tries (
  url text not null,
  tries smallint default 1 not null,
  tried_at timestamptz(3) default now() not null,
  constraint far_picture_tries_pkey primary key (url),
  constraint far_picture_tries_tries_check check (tries > 0),
  constraint far_picture_tries_url_check check (length(url) >= 9 and length(url) <= 2000)
);
comment on table far_picture_tries is 'Addresses of pictures elsewhere, from the time before we kept copies, that could not be fetched. After five tries they are left alone.';

-- drives: codes

create table drive_codes (
  code text collate "C" not null,
  fund_drive_id uuid,
  kind text not null,
  since timestamptz(3) default now() not null,
  retired_at timestamptz(3),
  constraint drive_codes_pkey primary key (code),
  constraint drive_codes_kind_check check (kind in ('number', 'word')),
  constraint drive_codes_number_checked check (kind = 'word' or damm(code) = 0),
  constraint drive_codes_shape check (
case kind
    when 'number' then code ~ '^[1-9][0-9]{5,6}$'
    else code ~ '^[A-Z]{4,7}$'
end),
  constraint drive_codes_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete set null
);
comment on table drive_codes is 'Every code that a drive has or had. No other drive gets one of them, also when its drive was deleted.';
comment on column drive_codes.fund_drive_id is 'Where it leads; null once the drive was deleted.';
comment on column drive_codes.retired_at is 'Since when the owner shares another word. It still leads to the drive.';
create unique index drive_codes_as_read on drive_codes (translate(code, 'L', 'I')) where (kind = 'word');
create index drive_codes_of_drive on drive_codes (fund_drive_id);
create unique index drive_codes_one_of_each on drive_codes (fund_drive_id, kind) where (retired_at is null);
create trigger drive_codes_are_kept before delete on drive_codes for each row execute function forbid_change();
create trigger drive_codes_never_emptied before truncate on drive_codes for each statement execute function forbid_change();
create trigger drive_codes_stay before update of code, kind, since, fund_drive_id on drive_codes for each row when (old.code is distinct from new.code or old.kind is distinct from new.kind or old.since is distinct from new.since or new.fund_drive_id is not null and new.fund_drive_id is distinct from old.fund_drive_id) execute function forbid_change();
create trigger drive_codes_tell after insert or update on drive_codes for each row when (new.kind = 'word') execute function tell_drive();

-- drives: support

create table support_messages (
  id bigint generated always as identity,
  fund_drive_id uuid,
  reason text not null,
  message text not null,
  email text,
  language text default 'en' not null,
  state text default 'open' not null,
  once text,
  created_at timestamptz default now() not null,
  closed_at timestamptz,
  from_giver boolean default false not null,
  holds boolean default false not null,
  constraint support_messages_pkey primary key (id),
  constraint support_messages_once_key unique (once),
  constraint support_messages_about check ((reason = 'question') = (fund_drive_id is null)),
  constraint support_messages_closed check ((state = 'closed') = (closed_at is not null)),
  constraint support_messages_email_check check (char_length(email) >= 3 and char_length(email) <= 254),
  constraint support_messages_giver_check check (not from_giver or fund_drive_id is not null),
  constraint support_messages_holds_check check (not holds or fund_drive_id is not null),
  constraint support_messages_message_check check (char_length(message) >= 1 and char_length(message) <= 4000),
  constraint support_messages_reason_check check (reason in ('untrue', 'identity', 'money', 'offensive', 'other', 'question')),
  constraint support_messages_state_check check (state in ('open', 'closed')),
  constraint support_messages_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table support_messages is 'What people wrote to support: a report about a fund drive, or a question. The drive''s owner never sees it.';
comment on column support_messages.once is 'The sending of a form: a form that is sent twice files one message.';
comment on column support_messages.from_giver is 'The writer of a report showed the code of a gift to the drive, or was signed in and had given to it. Which giver it was is not kept.';
comment on column support_messages.holds is 'The one it is for does not know of the drive: nothing is sent until an administrator has closed this.';
create index support_messages_holding on support_messages (fund_drive_id) where (holds and (state = 'open'));
create index support_messages_of_drive on support_messages (fund_drive_id);
create index support_messages_open on support_messages (id) where (state = 'open');

-- drives: comments

create table fund_drive_comments (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  name text default 'Anonymous Supporter' not null,
  content text not null,
  likes integer default 0 not null,
  state text default 'shown' not null,
  suspicion text,
  visitor text not null,
  fingerprint text not null,
  created_at timestamptz(3) default now() not null,
  once text,
  reply text,
  replied_at timestamptz(3),
  thanked_at timestamptz(3),
  pinned_at timestamptz(3),
  reviewed_at timestamptz(3),
  deleted_at timestamptz(3),
  deleted_from text,
  constraint fund_drive_comments_pkey primary key (id),
  constraint fund_drive_comments_content_length check (length(content) >= 1 and length(content) <= 1000),
  constraint fund_drive_comments_deleted_dated check ((state = 'deleted') = (deleted_at is not null) and (deleted_at is null) = (deleted_from is null)),
  constraint fund_drive_comments_deleted_from_check check (deleted_from in ('shown', 'quarantined', 'hidden')),
  constraint fund_drive_comments_fingerprint_check check (length(fingerprint) = 43),
  constraint fund_drive_comments_likes_check check (likes >= 0),
  constraint fund_drive_comments_name_shape check (length(name) >= 1 and length(name) <= 100 and name !~ '[[:cntrl:]]'),
  constraint fund_drive_comments_once_check check (length(once) = 43),
  constraint fund_drive_comments_reply_check check (length(reply) >= 1 and length(reply) <= 1000),
  constraint fund_drive_comments_reply_dated check ((reply is null) = (replied_at is null)),
  constraint fund_drive_comments_state_check check (state in ('shown', 'quarantined', 'hidden', 'deleted')),
  constraint fund_drive_comments_suspicion_check check (suspicion in ('link', 'phone', 'both', 'repeated', 'reported')),
  constraint fund_drive_comments_visitor_check check (length(visitor) >= 1 and length(visitor) <= 64),
  constraint fund_drive_comments_why check (state <> 'quarantined' or suspicion is not null),
  constraint fund_drive_comments_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table fund_drive_comments is 'What visitors wrote. What looks like spam waits in quarantine until the owner releases or hides it.';
comment on column fund_drive_comments.likes is 'As many as there are rows in comment_likes; kept here so that a list need not count.';
comment on column fund_drive_comments.suspicion is 'Why it was put in quarantine; kept when the owner decides otherwise.';
comment on column fund_drive_comments.visitor is 'A hash that stands for the visitor who wrote it, to know again who repeats themselves.';
comment on column fund_drive_comments.fingerprint is 'SHA-256 of its letters and digits in lower case: the same for texts that say the same.';
comment on column fund_drive_comments.once is 'SHA-256 of who sent what with which form. Null for what was sent without a form of ours.';
comment on column fund_drive_comments.reply is 'What the owner answered. Shown below the comment.';
comment on column fund_drive_comments.reviewed_at is 'When the owner or an administrator last approved it. A report by a visitor does not hide it again.';
comment on column fund_drive_comments.deleted_from is 'The state it had before its owner deleted it, for a day in which that can be undone.';
create index fund_drive_comments_alike on fund_drive_comments (fingerprint, created_at desc);
create index fund_drive_comments_by_state on fund_drive_comments (fund_drive_id, state, id desc);
create index fund_drive_comments_deleted on fund_drive_comments (deleted_at) where (state = 'deleted');
create index fund_drive_comments_newest on fund_drive_comments (fund_drive_id, id desc);
create unique index fund_drive_comments_once on fund_drive_comments (fund_drive_id, once);
create index fund_drive_comments_pinned on fund_drive_comments (fund_drive_id, pinned_at desc) where ((pinned_at is not null) and (state = 'shown'));
create index fund_drive_comments_quarantined on fund_drive_comments (id) where (state = 'quarantined');
create index fund_drive_comments_waiting on fund_drive_comments (fund_drive_id, visitor, id desc) where (state = 'quarantined');
create function count_comments()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from comment_counts t where t.fund_drive_id in (select m.fund_drive_id from moved m)
    order by t.fund_drive_id for no key update;
  update comment_counts t set shown = t.shown + step * m.shown, quarantined = t.quarantined + step * m.quarantined,
    hidden = t.hidden + step * m.hidden,
    newest = case when step = 1 then greatest(t.newest, m.newest)
      when t.newest = m.newest then newest_shown(t.fund_drive_id) else t.newest end
  from (
    select fund_drive_id, count(*) filter (where state = 'shown') as shown,
      count(*) filter (where state = 'quarantined') as quarantined, count(*) filter (where state = 'hidden') as hidden,
      coalesce(max(id) filter (where state = 'shown'), 0) as newest
    from moved where state <> 'deleted' group by 1) m
  where t.fund_drive_id = m.fund_drive_id;
  return null;
end
$function$;
comment on function count_comments() is 'Counts comments that came, and no longer those that went.';
create function count_moved_comment()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform from comment_counts where fund_drive_id = new.fund_drive_id for no key update;
  update comment_counts set
    shown = shown + (new.state = 'shown')::int - (old.state = 'shown')::int,
    quarantined = quarantined + (new.state = 'quarantined')::int - (old.state = 'quarantined')::int,
    hidden = hidden + (new.state = 'hidden')::int - (old.state = 'hidden')::int,
    newest = case when new.state = 'shown' then greatest(newest, new.id)
      when newest = new.id then newest_shown(fund_drive_id) else newest end
  where fund_drive_id = new.fund_drive_id;
  return null;
end
$function$;
comment on function count_moved_comment() is 'Counts a comment where it came to, and no longer where it was.';
create trigger fund_drive_comments_added after insert on fund_drive_comments referencing new table as moved for each statement execute function count_comments();
create trigger fund_drive_comments_moved after update of state on fund_drive_comments for each row when (old.state <> new.state) execute function count_moved_comment();
create trigger fund_drive_comments_removed after delete on fund_drive_comments referencing old table as moved for each statement execute function count_comments();
create trigger fund_drive_comments_tell after insert or delete or update on fund_drive_comments for each row execute function tell_drive();

create table comment_counts (
  fund_drive_id uuid not null,
  shown bigint default 0 not null,
  quarantined bigint default 0 not null,
  hidden bigint default 0 not null,
  newest bigint default 0 not null,
  constraint comment_counts_pkey primary key (fund_drive_id),
  constraint comment_counts_hidden_check check (hidden >= 0),
  constraint comment_counts_newest_shown check ((shown = 0) = (newest = 0)),
  constraint comment_counts_quarantined_check check (quarantined >= 0),
  constraint comment_counts_shown_check check (shown >= 0),
  constraint comment_counts_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
) with (fillfactor=50);
comment on table comment_counts is 'How many comments of each drive are in each state. Only triggers write it; rule C1 of db/checks.ts compares it with the comments.';
comment on column comment_counts.newest is 'The newest comment that visitors see; 0 while there is none.';

create table comment_likes (
  comment_id bigint not null,
  visitor text not null,
  created_at timestamptz default now() not null,
  constraint comment_likes_pkey primary key (comment_id, visitor),
  constraint comment_likes_visitor_check check (length(visitor) >= 1 and length(visitor) <= 64),
  constraint comment_likes_comment_id_fkey foreign key (comment_id) references fund_drive_comments(id) on delete cascade
);
comment on table comment_likes is 'Who liked which comment: one row per visitor, so that nobody counts twice.';

create table comment_reports (
  comment_id bigint not null,
  visitor text not null,
  created_at timestamptz(3) default now() not null,
  constraint comment_reports_pkey primary key (comment_id, visitor),
  constraint comment_reports_visitor_check check (length(visitor) >= 1 and length(visitor) <= 64),
  constraint comment_reports_comment_id_fkey foreign key (comment_id) references fund_drive_comments(id) on delete cascade
);
comment on table comment_reports is 'Which visitor reported which comment: one row per visitor. The first report puts an unreviewed comment in quarantine.';

-- drives: visits

create table visit_places (
  fund_drive_id uuid not null,
  address text,
  directions text,
  phone text,
  updated_at timestamptz(3) default now() not null,
  constraint visit_places_pkey primary key (fund_drive_id),
  constraint visit_places_address_check check (length(address) >= 1 and length(address) <= 200),
  constraint visit_places_directions_check check (length(directions) >= 1 and length(directions) <= 500),
  constraint visit_places_phone_check check (length(phone) >= 7 and length(phone) <= 30 and phone !~ '[[:cntrl:]]'),
  constraint visit_places_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table visit_places is 'The address, directions and phone number that a guest gets when the owner of a drive confirms a visit.';
comment on column visit_places.phone is 'Whom a guest can call on the way. As +254..., or as it was typed.';

create table fund_drive_reservations (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  name text not null,
  email text not null,
  phone text not null,
  visit_date date not null,
  visit_time text not null,
  number_of_guests smallint default 1 not null,
  message text,
  status text default 'pending' not null,
  sequence integer default 0 not null,
  language text default 'en' not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  once text,
  constraint fund_drive_reservations_pkey primary key (id),
  constraint fund_drive_reservations_date_range check (visit_date >= '2020-01-01'::date and visit_date <= '2100-12-31'::date),
  constraint fund_drive_reservations_email_shape check (email ~~ '_%@_%' and length(email) <= 254 and email !~ '[[:cntrl:][:space:]]'),
  constraint fund_drive_reservations_language_check check (language ~ '^[a-z]{2,3}$'),
  constraint fund_drive_reservations_message_length check (length(message) >= 1 and length(message) <= 1000),
  constraint fund_drive_reservations_name_shape check (length(name) >= 1 and length(name) <= 100 and name !~ '[[:cntrl:]]'),
  constraint fund_drive_reservations_number_of_guests_check check (number_of_guests >= 1 and number_of_guests <= 5),
  constraint fund_drive_reservations_once_check check (length(once) = 43),
  constraint fund_drive_reservations_phone_shape check (phone ~ '^[+(]?[0-9][0-9 ()+-]{5,28}$' and length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 7 and length(regexp_replace(phone, '[^0-9]', '', 'g')) <= 15),
  constraint fund_drive_reservations_sequence_check check (sequence >= 0),
  constraint fund_drive_reservations_status_check check (status in ('pending', 'confirmed', 'cancelled')),
  constraint fund_drive_reservations_visit_time_check check (visit_time in ('09:00', '11:00', '14:00', '16:00')),
  constraint fund_drive_reservations_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table fund_drive_reservations is 'Visits that guests asked for. The owner confirms or cancels them, and the guest is told by mail.';
comment on column fund_drive_reservations.visit_date is 'A day of Nairobi''s calendar.';
comment on column fund_drive_reservations.number_of_guests is '5 stands for five or more.';
comment on column fund_drive_reservations.sequence is 'Counts the owner''s decisions. Calendars take the file with the highest one.';
comment on column fund_drive_reservations.language is 'The language the guest booked in, for the mails that follow.';
comment on column fund_drive_reservations.once is 'SHA-256 of what was sent with which form. Null for what was sent without a form of ours.';
create index fund_drive_reservations_by_day on fund_drive_reservations (fund_drive_id, visit_date, status);
create index fund_drive_reservations_by_status on fund_drive_reservations (fund_drive_id, status, created_at desc, id desc) include (number_of_guests);
create index fund_drive_reservations_newest on fund_drive_reservations (fund_drive_id, created_at desc, id desc);
create unique index fund_drive_reservations_once on fund_drive_reservations (fund_drive_id, once);

-- drives: papers

create table papers (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  purpose text not null,
  bytes bytea not null,
  uploaded_by uuid not null,
  delete_at timestamptz(3) default (now() + '30 days'::interval) not null,
  warned_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  form_key uuid,
  constraint papers_pkey primary key (id),
  constraint papers_bytes_check check (octet_length(bytes) >= 29 and octet_length(bytes) <= 1048604),
  constraint papers_purpose_check check (purpose in ('identity', 'cause', 'payee')),
  constraint papers_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint papers_uploaded_by_fkey foreign key (uploaded_by) references users(id)
);
comment on table papers is 'Photos of papers that an organiser shows to administrators alone. A photo is deleted after 30 days.';
comment on column papers.bytes is 'The photo, at most 1 MB, sealed with DOCUMENTS_KEY: a copy of the database shows none.';
comment on column papers.warned_at is 'When its owner was told that it is deleted without having been seen.';
comment on column papers.form_key is 'The key of the form: a photo that is sent twice is kept once.';
create index papers_by_end on papers (delete_at);
create index papers_of_drive on papers (fund_drive_id, created_at);
create index papers_of_uploader on papers (uploaded_by);
create unique index papers_once on papers (fund_drive_id, form_key);

create table drive_checks (
  id bigint generated always as identity,
  kind text not null,
  fund_drive_id uuid,
  user_id uuid,
  method_id uuid,
  verdict text not null,
  words text default '' not null,
  by uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint drive_checks_pkey primary key (id),
  constraint drive_checks_about check ((fund_drive_id is null) = (kind = 'identity') and (user_id is not null) = (kind = 'identity') and (method_id is not null) = (kind = 'payee')),
  constraint drive_checks_kind_check check (kind in ('identity', 'cause', 'payee')),
  constraint drive_checks_verdict_check check (verdict in ('seen', 'back')),
  constraint drive_checks_words_check check (char_length(words) <= 120 and words = btrim(words) and words !~ '[[:cntrl:]]'),
  constraint drive_checks_by_fkey foreign key (by) references users(id),
  constraint drive_checks_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint drive_checks_user_id_fkey foreign key (user_id) references users(id)
);
comment on table drive_checks is 'Checks that administrators record or take back. A row is never changed: the newest counts. It goes with its drive.';
comment on column drive_checks.user_id is 'The person whose identity was seen: it counts for all their drives.';
comment on column drive_checks.method_id is 'The account that was seen: another one is unchecked.';
comment on column drive_checks.words is 'The words that everybody reads, never the number of a document.';
comment on column drive_checks.by is 'The administrator, whose name the office alone reads.';
create index drive_checks_by on drive_checks (by);
create index drive_checks_of_drive on drive_checks (fund_drive_id, kind, id) where (fund_drive_id is not null);
create index drive_checks_of_method on drive_checks (method_id) where (method_id is not null);
create index drive_checks_of_person on drive_checks (user_id, id) where (user_id is not null);
create function tell_checked()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || id) from fund_drives where id = new.fund_drive_id or user_id = new.user_id;
  return null;
end
$function$;
comment on function tell_checked() is 'Tells of the drive that a check is about, or of all drives of a person whose identity was seen.';
create trigger drive_checks_as_recorded before update on drive_checks for each row execute function forbid_change();
create trigger drive_checks_never_deleted before delete on drive_checks for each row when (pg_trigger_depth() = 0) execute function forbid_change();
create trigger drive_checks_never_emptied before truncate on drive_checks for each statement execute function forbid_change();
create trigger drive_checks_tell after insert on drive_checks for each row execute function tell_checked();

-- drives: beneficiary

create table beneficiaries (
  fund_drive_id uuid not null,
  name text not null,
  relation text not null,
  email text,
  phone text collate "C",
  language text default 'en' not null,
  link_key uuid default gen_random_uuid() not null,
  token_hash text collate "C" not null,
  answer text,
  shows_name boolean default false not null,
  answered_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint beneficiaries_pkey primary key (fund_drive_id),
  constraint beneficiaries_token_hash_key unique (token_hash),
  constraint beneficiaries_answer_check check (answer in ('yes', 'no')),
  constraint beneficiaries_answered check ((answer is null) = (answered_at is null) and (not shows_name or answer = 'yes')),
  constraint beneficiaries_contact_check check (num_nonnulls(email, phone) <= 1 and email = lower(btrim(email)) and length(email) <= 254),
  constraint beneficiaries_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
  constraint beneficiaries_relation_check check (char_length(relation) >= 1 and char_length(relation) <= 60),
  constraint beneficiaries_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint beneficiaries_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table beneficiaries is 'The person a drive is for, as its owner wrote, and what that person answered. A new contact ends the old link and answer.';
comment on column beneficiaries.relation is 'How the owner knows them.';
comment on column beneficiaries.email is 'Where the link went. Neither it nor a phone is kept after the drive''s end.';
comment on column beneficiaries.link_key is 'The link is made from it and our secret, so that it can be written again.';
comment on column beneficiaries.shows_name is 'True if the person said that their name may be shown.';
create index beneficiaries_of_email on beneficiaries (email) where (email is not null);
create index beneficiaries_of_phone on beneficiaries (phone) where (phone is not null);
create trigger beneficiaries_tell after insert or delete or update on beneficiaries for each row execute function tell_drive();

-- drives: updates

create table updates (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  by uuid not null,
  words text not null,
  whole uuid,
  form_key uuid not null,
  removed_at timestamptz(3),
  hidden_at timestamptz(3),
  hidden_by uuid,
  hidden_why text default '' not null,
  created_at timestamptz(3) default now() not null,
  mailing_id bigint,
  constraint updates_pkey primary key (id),
  constraint updates_fund_drive_id_form_key_key unique (fund_drive_id, form_key),
  constraint updates_hidden_check check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_why = '')),
  constraint updates_words_check check (length(words) <= 2000 and words = btrim(words) and (words = '') = (removed_at is not null)),
  constraint updates_by_fkey foreign key (by) references users(id),
  constraint updates_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint updates_hidden_by_fkey foreign key (hidden_by) references users(id)
);
comment on table updates is 'Updates that the owner or a treasurer of a drive wrote for the public. An update is not edited; a removed one keeps its row, without words.';
comment on column updates.whole is 'The withdrawal that it is about.';
comment on column updates.form_key is 'Of the form that sent it: the same form sent twice makes one update.';
comment on column updates.hidden_why is 'Why an administrator has hidden it, as its writers read it.';
comment on column updates.mailing_id is 'The mailing that brings it to the followers.';
create index updates_of_drive on updates (fund_drive_id, created_at desc, id);
create index updates_of_hider on updates (hidden_by) where (hidden_by is not null);
create index updates_of_mailing on updates (mailing_id) where (mailing_id is not null);
create index updates_of_whole on updates (whole) where (whole is not null);
create index updates_of_writer on updates (by);
create trigger updates_tell after insert or delete or update on updates for each row execute function tell_drive();

create table update_photos (
  id uuid default gen_random_uuid() not null,
  update_id uuid not null,
  place smallint not null,
  image_url text not null,
  alt text default '' not null,
  width integer not null,
  height integer not null,
  colour text,
  constraint update_photos_pkey primary key (id),
  constraint update_photos_once unique (image_url),
  constraint update_photos_update_id_place_key unique (update_id, place),
  constraint update_photos_alt_check check (length(alt) <= 200 and alt !~ '[[:cntrl:]]' and alt = btrim(alt)),
  constraint update_photos_image_url_check check (image_url ~~ '/media/%'),
  constraint update_photos_place_check check (place >= 1 and place <= 6),
  constraint update_photos_update_id_fkey foreign key (update_id) references updates(id) on delete cascade
);
comment on table update_photos is 'The photos of an update, at most six. A picture is in one update alone: when the update is removed it is gone.';

create table followers (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  email text,
  phone text collate "C",
  language text default 'en' not null,
  source text not null,
  payment_id bigint,
  pledge_id bigint,
  agreed_at timestamptz(3) default now() not null,
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  constraint followers_pkey primary key (id),
  constraint followers_email_key unique (fund_drive_id, email),
  constraint followers_phone_key unique (fund_drive_id, phone),
  constraint followers_contact_check check (num_nonnulls(email, phone) = 1 and email = lower(btrim(email)) and length(email) <= 254),
  constraint followers_source_check check (source in ('gift', 'pledge', 'form')),
  constraint followers_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table followers is 'Contacts that want the updates of a drive: an email address, or a phone where there is none. A contact follows a drive once.';
comment on column followers.payment_id is 'The gift with which they agreed. They count once it was paid.';
comment on column followers.pledge_id is 'The promise with which they agreed. They count once its giver has confirmed it.';
comment on column followers.confirmed_at is 'When the button of our email was pressed, for those who came by the form.';
comment on column followers.ended_at is 'When they asked for no more updates.';
create index followers_in_turn on followers (fund_drive_id, id) where (ended_at is null);
create index followers_of_email on followers (email) where (email is not null);
create index followers_of_payment on followers (payment_id) where (payment_id is not null);
create index followers_of_phone on followers (phone) where (phone is not null);
create index followers_of_pledge on followers (pledge_id) where (pledge_id is not null);

create table update_mailings (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  day date not null,
  due_at timestamptz(3) not null,
  begun_on date,
  cursor bigint default 0 not null,
  emailed_at timestamptz(3),
  text_cursor bigint default 0 not null,
  done_at timestamptz(3),
  constraint update_mailings_pkey primary key (id),
  constraint update_mailings_begun_key unique (fund_drive_id, begun_on),
  constraint update_mailings_day_key unique (fund_drive_id, day),
  constraint update_mailings_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table update_mailings is 'Mailings to the followers of a drive: one for a day of Nairobi, with the updates that name it.';
comment on column update_mailings.day is 'The day on which it is due.';
comment on column update_mailings.begun_on is 'The day on which it began: a late one does not begin on the day of another.';
comment on column update_mailings.cursor is 'The last follower who was emailed; text_cursor is the last who was texted.';
comment on column update_mailings.emailed_at is 'When all emails were sent. The texts follow.';

create table update_sends (
  mailing_id bigint not null,
  follower_id bigint not null,
  how text not null,
  at timestamptz(3) default now() not null,
  constraint update_sends_pkey primary key (mailing_id, follower_id),
  constraint update_sends_how_check check (how in ('email', 'text')),
  constraint update_sends_follower_id_fkey foreign key (follower_id) references followers(id) on delete cascade,
  constraint update_sends_mailing_id_fkey foreign key (mailing_id) references update_mailings(id) on delete cascade
);
comment on table update_sends is 'Followers that a mailing was sent to. The row is written before the email, so that none is sent twice.';
create index update_sends_of_follower on update_sends (follower_id, at);
create index update_sends_texted on update_sends (at) where (how = 'text');

-- drives: views

create table subscription_packages (
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text default '' not null,
  amount bigint not null,
  views integer not null,
  status text default 'active' not null,
  created_at timestamptz default now() not null,
  closed_at timestamptz,
  constraint subscription_packages_pkey primary key (id),
  constraint subscription_packages_amount_check check (amount >= 0),
  constraint subscription_packages_description_check check (length(description) <= 500),
  constraint subscription_packages_name_check check (length(name) >= 1 and length(name) <= 60),
  constraint subscription_packages_status_check check (status in ('active', 'inactive')),
  constraint subscription_packages_views_check check (views > 0 or views = 0 and amount = 0)
);
comment on table subscription_packages is 'What view credits come in. Free is what each new drive gets; of those for sale the second is marked Most Popular.';
comment on column subscription_packages.amount is 'The price in cents of US dollars; 0 is not for sale.';
comment on column subscription_packages.closed_at is 'When another one took its place, or it was taken from sale.';
create unique index subscription_packages_one_of_a_name on subscription_packages (name) where (status = 'active');

create table subscriptions (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  user_id uuid not null,
  package_id uuid not null,
  payment_id bigint,
  views integer not null,
  remaining_views integer not null,
  used_views integer default 0 not null,
  status text default 'active' not null,
  created_at timestamptz(3) default now() not null,
  constraint subscriptions_pkey primary key (id),
  constraint subscriptions_payment_id_key unique (payment_id),
  constraint subscriptions_add_up check ((remaining_views + used_views) = views),
  constraint subscriptions_never_below_zero check (remaining_views >= 0 and used_views >= 0),
  constraint subscriptions_status_check check (status in ('active', 'closed')),
  constraint subscriptions_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint subscriptions_package_id_fkey foreign key (package_id) references subscription_packages(id),
  constraint subscriptions_user_id_fkey foreign key (user_id) references users(id)
);
comment on table subscriptions is 'The view credits of a drive: what was given or bought, what is used, what is left. One is active; a purchase closes it and moves what is left to the next.';
comment on column subscriptions.payment_id is 'The payment that bought it; null for the free one.';
comment on column subscriptions.views is 'Its package''s views, and what was left of the one before.';
create index subscriptions_of_drive on subscriptions (fund_drive_id, created_at desc);
create index subscriptions_of_person on subscriptions (user_id);
create unique index subscriptions_one_active on subscriptions (fund_drive_id) where (status = 'active');
create index subscriptions_used_up on subscriptions (fund_drive_id) where ((status = 'active') and (remaining_views = 0));
create trigger subscriptions_shut_tell after update on subscriptions for each row when (old.status is distinct from new.status or (old.remaining_views > 0) is distinct from (new.remaining_views > 0)) execute function tell_drive();
create trigger subscriptions_tell after insert or delete on subscriptions for each row execute function tell_drive();

create table view_claims (
  payment_id bigint not null,
  due integer not null,
  taken integer not null,
  updated_at timestamptz(3) default now() not null,
  constraint view_claims_pkey primary key (payment_id),
  constraint view_claims_due_check check (due >= 0),
  constraint view_claims_taken_range check (taken >= 0 and taken <= due)
);
comment on table view_claims is 'What was taken from a drive''s views because the payment for them is asked back, or went back.';
comment on column view_claims.due is 'How many of the purchase''s views the claims on its payment are worth: see views_due.';
comment on column view_claims.taken is 'How many of those were unused when they were claimed, and are gone from the drive''s views.';

create table fund_drive_views (
  id bigint default nextval('fund_drive_views_numbers'::regclass) not null,
  fund_drive_id uuid not null,
  subscription_id uuid,
  visitor text not null,
  device_type text not null,
  location text default 'Unknown' not null,
  viewer_ip text default '' not null,
  viewed_at timestamptz(3) default now() not null,
  source text,
  constraint fund_drive_views_pkey primary key (id, viewed_at),
  constraint fund_drive_views_device_type_check check (device_type in ('mobile', 'tablet', 'desktop')),
  constraint fund_drive_views_location_check check (length(location) >= 1 and length(location) <= 80),
  constraint fund_drive_views_source_check check (source in ('whatsapp', 'facebook', 'x', 'instagram', 'email', 'qr', 'link', 'other', 'direct')),
  constraint fund_drive_views_viewer_ip_check check (length(viewer_ip) <= 64),
  constraint fund_drive_views_visitor_check check (length(visitor) >= 1 and length(visitor) <= 64),
  constraint fund_drive_views_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint fund_drive_views_subscription_id_fkey foreign key (subscription_id) references subscriptions(id) on delete cascade
) partition by range (viewed_at);
comment on table fund_drive_views is 'One row per visitor''s stay, in parts of a month. Those that cost a credit are as many as the used views of their subscription.';
comment on column fund_drive_views.subscription_id is 'Whose credit it cost; null for a look that cost nothing, because a page elsewhere or a program told of it.';
comment on column fund_drive_views.visitor is 'A hash that stands for one visitor: of their cookie, else of shortened address and browser, salted anew each day. ''network …'' for those of a network that count together.';
comment on column fund_drive_views.viewer_ip is 'Shortened (IPv4 /24, IPv6 /48) before it is stored.';
comment on column fund_drive_views.source is 'By the mark of the shared link, else by the page that the browser came from; null for views of before, and for those that programs report.';
create index fund_drive_views_by_hour on fund_drive_views (fund_drive_id, date_bin('01:00:00'::interval, viewed_at, '1970-01-01 00:00:00+00'::timestamptz));
create index fund_drive_views_by_network on fund_drive_views (fund_drive_id, viewer_ip, viewed_at desc);
create index fund_drive_views_by_subscription on fund_drive_views (subscription_id);
create index fund_drive_views_by_visitor on fund_drive_views (fund_drive_id, visitor, viewed_at desc);
create index fund_drive_views_free on fund_drive_views (fund_drive_id, viewer_ip, viewed_at desc) where (subscription_id is null);
create index fund_drive_views_newest on fund_drive_views (fund_drive_id, id desc);
create function add_up_views()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op in ('DELETE', 'UPDATE') then
    update public.view_sums s set views = s.views - c.views
    from (
      select v.fund_drive_id, v.at::date as day, x.what, x.name, count(*) as views
      from (select *, viewed_at at time zone 'Africa/Nairobi' as at from gone) v cross join lateral (values
        ('hour', extract(hour from v.at)::int::text), ('device', v.device_type), ('place', v.location), ('source', v.source)
      ) x (what, name)
      where x.name is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ) c
    where (s.fund_drive_id, s.day, s.what, s.name) = (c.fund_drive_id, c.day, c.what, c.name);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into public.view_sums as s (fund_drive_id, day, what, name, views)
    select v.fund_drive_id, v.at::date, x.what, x.name, count(*)
    from (select *, viewed_at at time zone 'Africa/Nairobi' as at from come) v cross join lateral (values
      ('hour', extract(hour from v.at)::int::text), ('device', v.device_type), ('place', v.location), ('source', v.source)
    ) x (what, name)
    where x.name is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (fund_drive_id, day, what, name) do update set views = s.views + excluded.views;
  end if;
  return null;
end
$function$;
comment on function add_up_views() is 'Keeps view_sums: adds the views that a statement writes, and takes away those that it removes.';
create trigger views_that_change after update on fund_drive_views referencing old table as gone new table as come for each statement execute function add_up_views();
create trigger views_that_come after insert on fund_drive_views referencing new table as come for each statement execute function add_up_views();
create trigger views_that_go after delete on fund_drive_views referencing old table as gone for each statement execute function add_up_views();

create table view_sums (
  fund_drive_id uuid not null,
  day date not null,
  what text not null,
  name text not null,
  views bigint not null,
  constraint view_sums_pkey primary key (fund_drive_id, day, what, name),
  constraint view_sums_views_check check (views >= 0),
  constraint view_sums_what_check check (what in ('hour', 'device', 'place', 'source', 'day')),
  constraint view_sums_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table view_sums is 'How many views a drive had on each day of Nairobi''s calendar: by hour, again by device, by place and by source. Kept by the triggers of fund_drive_views, in the same transaction. After 24 months one sum of the whole day is in the place of those by hour.';
comment on column view_sums.name is 'The hour of the day, 0 to 23, or which device, place or source; nothing for the whole day.';

create table views_gone (
  fund_drive_id uuid not null,
  subscription_id uuid,
  views bigint not null,
  constraint views_gone_key unique nulls not distinct (fund_drive_id, subscription_id),
  constraint views_gone_views_check check (views > 0),
  constraint views_gone_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint views_gone_subscription_id_fkey foreign key (subscription_id) references subscriptions(id) on delete cascade
);
comment on table views_gone is 'How many views earlier versions deleted because of their age, by the subscription whose credit each cost; null for those that cost nothing. Their sums by day went with them.';
create index views_gone_by_subscription on views_gone (subscription_id);

create table view_months (
  fund_drive_id uuid not null,
  subscription_id uuid,
  month date not null,
  views bigint not null,
  constraint view_months_key unique nulls not distinct (fund_drive_id, subscription_id, month),
  constraint view_months_month_check check (extract(day from month) = 1::numeric),
  constraint view_months_views_check check (views > 0),
  constraint view_months_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint view_months_subscription_id_fkey foreign key (subscription_id) references subscriptions(id) on delete cascade
);
comment on table view_months is 'How many views of a month of Nairobi''s calendar are deleted because of their age. Their sums by day are still in view_sums.';
comment on column view_months.subscription_id is 'Whose credit each cost; null for those that cost nothing.';
create index view_months_by_subscription on view_months (subscription_id);

-- money: payments

create table payments (
  id bigint generated always as identity,
  reference text collate "C" not null,
  kind text not null,
  fund_drive_id uuid,
  user_id uuid,
  package_id uuid,
  views integer,
  amount bigint not null,
  currency text default 'KES' not null,
  status text default 'created' not null,
  provider text default 'paystack' not null,
  provider_tx_id text collate "C",
  provider_fee bigint,
  channel text,
  reversed bigint default 0 not null,
  authorization_url text,
  donor_name text default '' not null,
  donor_email text default '' not null,
  message text default '' not null,
  anonymous boolean default false not null,
  language text default 'en' not null,
  failure text,
  next_check_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  settled_at timestamptz(3),
  asked_at timestamptz(3),
  not_known smallint default 0 not null,
  returned text,
  donor_phone text default '' not null,
  pledge_id bigint,
  constraint payments_pkey primary key (id),
  constraint payments_one_provider_id unique (provider, provider_tx_id),
  constraint payments_reference_key unique (reference),
  constraint payments_amount_check check (amount > 0),
  constraint payments_authorization_url_check check (length(authorization_url) <= 2000),
  constraint payments_channel_check check (channel in ('online', 'mobile', 'other')),
  constraint payments_currency_check check (currency = 'KES'),
  constraint payments_donor_email_check check (length(donor_email) <= 254),
  constraint payments_donor_name_check check (length(donor_name) <= 200),
  constraint payments_donor_phone_check check (donor_phone = '' or donor_phone ~ '^\+[1-9]\d{6,14}$'),
  constraint payments_failure_check check (length(failure) <= 500),
  constraint payments_kind_check check (kind in ('donation', 'subscription')),
  constraint payments_language_check check (language ~ '^[a-z]{2}$'),
  constraint payments_message_check check (length(message) <= 2000),
  constraint payments_not_known_check check (not_known >= 0),
  constraint payments_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint payments_provider_fee_check check (provider_fee >= 0),
  constraint payments_provider_tx_id_check check (length(provider_tx_id) >= 1 and length(provider_tx_id) <= 100),
  constraint payments_reference_shape check (reference ~ '^[a-z0-9-]{16,50}$'),
  constraint payments_returned_check check (length(returned) <= 100),
  constraint payments_reversed_range check (reversed >= 0 and reversed <= amount and (reversed = 0 or status = 'succeeded')),
  constraint payments_settled_said check ((status = 'succeeded') = (settled_at is not null)),
  constraint payments_status_known check (status in ('created', 'pending', 'succeeded', 'failed', 'abandoned', 'init_unknown', 'mismatch')),
  constraint payments_views_bought check ((kind = 'subscription') = (package_id is not null and user_id is not null and views is not null)),
  constraint payments_views_check check (views > 0),
  constraint payments_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete set null,
  constraint payments_package_id_fkey foreign key (package_id) references subscription_packages(id),
  constraint payments_user_id_fkey foreign key (user_id) references users(id)
);
comment on table payments is 'Attempts to bring money in: a donation, or a purchase of views. Written before the provider is asked; one that succeeded stays so.';
comment on column payments.reference is 'How we and the provider call it. Never used for another.';
comment on column payments.fund_drive_id is 'Null when the drive was deleted, which is possible only while no money came in. Money that comes all the same waits in suspense.';
comment on column payments.status is 'created, then pending once there is an address to pay at; init_unknown when the provider gave no answer; mismatch when another amount or currency came in than was asked.';
comment on column payments.provider_tx_id is 'The provider''s own number: 64 bits, so it is text.';
comment on column payments.provider_fee is 'What the provider kept of it at our cost; null until it is known.';
comment on column payments.reversed is 'What was refunded or charged back.';
comment on column payments.asked_at is 'When the provider was asked about it last: not more often than every few seconds, whoever wants to know.';
comment on column payments.not_known is 'How often in a row the provider knew of no such payment.';
comment on column payments.returned is 'The visitor whose browser was the first to see that it was paid: a hash, see visitorKey. The link to the receipt is shown in that browser only.';
comment on column payments.donor_phone is 'The phone that was asked to pay, as the whole world dials it. Empty once its giver is forgotten.';
comment on column payments.pledge_id is 'The pledge from whose page it was begun. What arrives counts for it.';
create index payments_by_email on payments (lower(donor_email), created_at) where (donor_email <> '');
create index payments_by_phone on payments (donor_phone, created_at) where (donor_phone <> '');
create index payments_failed on payments (created_at) where (status = 'failed');
comment on index payments_failed is 'Failed tries of the last minutes, found without reading the others.';
create index payments_gifts_back on payments (fund_drive_id, settled_at) include (channel, reversed, amount) where ((kind = 'donation') and (reversed > 0));
create index payments_gifts_by_amount on payments (amount, id) where (kind = 'donation');
create index payments_gifts_newest on payments (created_at, id, status, channel, fund_drive_id, reversed, amount) where (kind = 'donation');
comment on index payments_gifts_newest is 'The list of all gifts by their day, what it can be narrowed to, and its sums.';
create index payments_gifts_reversed on payments (created_at, id) where ((kind = 'donation') and (reversed > 0));
create index payments_gifts_unpaid on payments (status, created_at, id) where ((kind = 'donation') and (status <> 'succeeded'));
create index payments_lost_by_words on payments using gin (replace(donor_name, ' ', 'q') gin_trgm_ops, donor_email gin_trgm_ops) where ((kind = 'donation') and (status in ('failed', 'abandoned', 'mismatch')));
create index payments_of_drive on payments (fund_drive_id, created_at desc);
create index payments_of_package on payments (package_id);
create index payments_of_person on payments (user_id);
create index payments_of_pledge on payments (pledge_id) where (pledge_id is not null);
create index payments_open on payments (created_at) where (status in ('created', 'pending', 'init_unknown'));
create index payments_to_check on payments (next_check_at) where (next_check_at is not null);
create index payments_to_forget on payments (created_at) where ((status in ('failed', 'abandoned', 'init_unknown')) and (donor_email <> ''));
create function gift_back()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform leave_giver(d.giver_id, case when new.reversed = new.amount then 1 else -1 end, 0) from donations d where d.payment_id = new.id;
  return null;
end
$function$;
comment on function gift_back() is 'A gift that went back wholly is nobody''s any more.';
create function gift_named()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  gift record;
  one int := case when new.reversed < new.amount then 1 else 0 end;
begin
  select d.id, d.fund_drive_id, d.giver_id into gift from donations d where d.payment_id = new.id;
  if not found then return null; end if;
  if new.donor_name = '' and new.donor_email = '' and new.donor_phone = '' then
    update drive_givers set mark = null, name = null where id = gift.giver_id;
  elsif (new.donor_name, new.donor_email, new.donor_phone, new.anonymous)
      is distinct from (old.donor_name, old.donor_email, old.donor_phone, old.anonymous) then
    update donations set giver_id = giver_at(gift.fund_drive_id, new.donor_email, new.donor_phone, '',
      case when new.anonymous then '' else new.donor_name end, one, 0) where id = gift.id;
    perform leave_giver(gift.giver_id, one, 0);
  end if;
  return null;
end
$function$;
comment on function gift_named() is 'A gift whose giver is known later is theirs; of a giver who is forgotten nothing is kept by which they are known again.';
create function take_part_back()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  gift bigint := (select id from donations where payment_id = new.id);
begin
  delete from pledge_parts where donation_id = gift and new.amount - new.reversed = 0;
  update pledge_parts set amount = new.amount - new.reversed where donation_id = gift and amount > new.amount - new.reversed;
  return null;
end
$function$;
comment on function take_part_back() is 'A gift that went back to its giver no longer counts for a pledge.';
create trigger payments_as_agreed before update of reference, kind, user_id, package_id, views, amount, currency, provider on payments for each row when (old.reference is distinct from new.reference or old.kind is distinct from new.kind or old.user_id is distinct from new.user_id or old.package_id is distinct from new.package_id or old.views is distinct from new.views or old.amount is distinct from new.amount or old.currency is distinct from new.currency or old.provider is distinct from new.provider) execute function forbid_change();
create trigger payments_given_back after update of reversed on payments for each row when (new.kind = 'donation' and (new.reversed = new.amount) <> (old.reversed = old.amount)) execute function gift_back();
create trigger payments_named after update of donor_name, donor_email, donor_phone, anonymous on payments for each row when (new.kind = 'donation' and new.status = 'succeeded') execute function gift_named();
create trigger payments_never_emptied before truncate on payments for each statement execute function forbid_change();
create trigger payments_paid_are_kept before delete on payments for each row when (old.status in ('succeeded', 'mismatch')) execute function forbid_change();
create trigger payments_part_back after update of reversed on payments for each row when (new.reversed > old.reversed and new.kind = 'donation') execute function take_part_back();
create trigger payments_reversed_tell after update of reversed on payments for each row when (old.reversed is distinct from new.reversed and new.fund_drive_id is not null) execute function tell_drive();
create trigger payments_succeeded_for_good before update of status on payments for each row when (old.status = 'succeeded' and new.status <> 'succeeded') execute function forbid_change();

create table idempotency_keys (
  scope text collate "C" not null,
  key text collate "C" not null,
  request_hash text not null,
  payment_id bigint,
  created_at timestamptz(3) default now() not null,
  constraint idempotency_keys_pkey primary key (scope, key),
  constraint idempotency_keys_key_check check (length(key) >= 1 and length(key) <= 100),
  constraint idempotency_keys_scope_check check (length(scope) >= 1 and length(scope) <= 200),
  constraint idempotency_keys_payment_id_fkey foreign key (payment_id) references payments(id) on delete cascade
);
comment on table idempotency_keys is 'Forms that start a payment, so that one that is sent twice starts one. Kept for 48 hours.';
comment on column idempotency_keys.request_hash is 'Of what the form said: the same key with something else in it is refused.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_of_payment on idempotency_keys (payment_id);

create table webhook_events (
  id bigint generated always as identity,
  provider text not null,
  dedupe_key text collate "C" not null,
  event text default '' not null,
  body bytea not null,
  state text default 'received' not null,
  attempts integer default 0 not null,
  received_at timestamptz(3) default now() not null,
  done_at timestamptz(3),
  next_try_at timestamptz(3) default now() not null,
  about jsonb default '{"noun": "nothing"}'::jsonb not null,
  constraint webhook_events_pkey primary key (id),
  constraint webhook_events_once unique (provider, dedupe_key),
  constraint webhook_events_attempts_check check (attempts >= 0),
  constraint webhook_events_body_check check (length(body) <= 262144),
  constraint webhook_events_dedupe_key_check check (length(dedupe_key) >= 1 and length(dedupe_key) <= 300),
  constraint webhook_events_event_check check (length(event) <= 100),
  constraint webhook_events_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint webhook_events_state_check check (state in ('received', 'done', 'ignored', 'failed'))
);
comment on table webhook_events is 'What the provider told us, byte for byte and once, stored before it is answered and worked off afterwards. Kept for 180 days.';
comment on column webhook_events.next_try_at is 'When it may be worked off. Whoever takes one moves this on, so that nobody else takes it meanwhile, and it comes back by itself if they die.';
comment on column webhook_events.about is 'The payment, transfer, refund or dispute that it tells of, by reference or number. What it says of it otherwise is not believed: we ask.';
create index webhook_events_by_age on webhook_events (received_at);
create index webhook_events_by_reference on webhook_events (((about ->> 'reference'))) where ((about ->> 'reference') is not null);
create index webhook_events_waiting on webhook_events (next_try_at) where (state = 'received');
create trigger webhook_events_as_heard before update of provider, dedupe_key, event, received_at on webhook_events for each row execute function forbid_change();
create trigger webhook_events_body_as_heard before update of body on webhook_events for each row when (old.body is distinct from new.body and length(new.body) > 0) execute function forbid_change();

create table suspense (
  id bigint generated always as identity,
  provider text not null,
  provider_tx_id text collate "C" not null,
  reference text not null,
  payment_id bigint,
  why text not null,
  amount bigint not null,
  currency text not null,
  provider_fee bigint,
  state text default 'open' not null,
  note text default '' not null,
  closed_by uuid,
  closed_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  asked_at timestamptz(3),
  placed_payment_id bigint,
  wish text,
  wished_at timestamptz(3),
  reserved_at timestamptz(3),
  reserved_by uuid,
  reserved_why text,
  back text,
  checks integer default 0 not null,
  next_check_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  constraint suspense_pkey primary key (id),
  constraint suspense_once unique (provider, provider_tx_id),
  constraint suspense_placed_payment_id_key unique (placed_payment_id),
  constraint suspense_amount_check check (amount >= 0),
  constraint suspense_back_check check (back in ('waiting', 'unknown', 'by hand')),
  constraint suspense_checks_check check (checks >= 0),
  constraint suspense_closed_said check ((state <> 'open') = (closed_at is not null)),
  constraint suspense_currency_check check (length(currency) <= 10),
  constraint suspense_lease_whole check ((lease is null) = (leased_until is null)),
  constraint suspense_note_check check (length(note) <= 1000),
  constraint suspense_placed_said check ((state = 'placed') = (placed_payment_id is not null)),
  constraint suspense_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint suspense_provider_fee_check check (provider_fee >= 0),
  constraint suspense_provider_tx_id_check check (length(provider_tx_id) >= 1 and length(provider_tx_id) <= 100),
  constraint suspense_reference_check check (length(reference) <= 200),
  constraint suspense_reserved_not_placed check (state <> 'placed' or reserved_at is null),
  constraint suspense_reserved_said check ((reserved_at is null) = (back is null) and (reserved_by is null) = (reserved_why is null) and (reserved_by is null or reserved_at is not null)),
  constraint suspense_reserved_why_check check (length(reserved_why) <= 1000),
  constraint suspense_state_known check (state in ('open', 'closed', 'placed')),
  constraint suspense_why_known check (why in ('unknown reference', 'wrong amount', 'wrong currency', 'drive is gone', 'paid twice', 'unknown account')),
  constraint suspense_wish_check check (wish in ('back', 'no answer')),
  constraint suspense_wish_dated check ((wish is null) = (wished_at is null)),
  constraint suspense_closed_by_fkey foreign key (closed_by) references users(id),
  constraint suspense_payment_id_fkey foreign key (payment_id) references payments(id),
  constraint suspense_placed_payment_id_fkey foreign key (placed_payment_id) references payments(id),
  constraint suspense_reserved_by_fkey foreign key (reserved_by) references users(id)
);
comment on table suspense is 'Money the provider says it has for us and that we can place nowhere. Shillings stand in the ledger''s account of that name; other currencies only here, because the books are kept in shillings.';
comment on column suspense.state is 'closed: of shillings, that they went back; of other currencies, that a person has seen to it. placed: it became a gift.';
comment on column suspense.asked_at is 'When the provider was asked last to give it back. Not twice within a while: its list of refunds tells whether the first was taken.';
comment on column suspense.placed_payment_id is 'The payment that it became.';
comment on column suspense.wish is 'Of money that was paid twice: its giver wants it back, or has not answered for 72 hours, which means the same.';
comment on column suspense.reserved_at is 'Since when it goes back, and nobody can place it. What an administrator does by hand only a person frees again.';
comment on column suspense.reserved_by is 'The administrator who decided it; null where its giver wants it back, or M-Pesa took it back by itself.';
comment on column suspense.back is 'How it goes back. waiting: M-Pesa is to reverse it, and was not asked yet. unknown: it was, and has not said what became of it. by hand: an administrator does it in M-Pesa''s portal.';
comment on column suspense.checks is 'How often a return by M-Pesa was looked after; the pauses grow with it.';
comment on column suspense.next_check_at is 'When a return by M-Pesa is looked after next, should the job for it be lost.';
comment on column suspense.lease is 'Whoever looks after it at the moment: only they may order the reversal.';
create index suspense_by_person on suspense (closed_by);
create index suspense_newest on suspense (state, created_at desc);
create index suspense_of_payment on suspense (payment_id);
create index suspense_reserved_by_person on suspense (reserved_by) where (reserved_by is not null);
create index suspense_to_check on suspense (next_check_at) where ((state = 'open') and (back in ('waiting', 'unknown')));
create trigger suspense_decided_for_good before update of state, placed_payment_id on suspense for each row when (old.state <> 'open' and (old.state is distinct from new.state or old.placed_payment_id is distinct from new.placed_payment_id)) execute function forbid_change();

create table suspense_returns (
  receipt text collate "C" not null,
  suspense_id bigint not null,
  created_at timestamptz(3) default now() not null,
  constraint suspense_returns_pkey primary key (receipt),
  constraint suspense_returns_suspense_id_key unique (suspense_id),
  constraint suspense_returns_receipt_shape check (receipt ~ '^[A-Z0-9]{8,12}$'),
  constraint suspense_returns_suspense_id_fkey foreign key (suspense_id) references suspense(id)
);
comment on table suspense_returns is 'M-Pesa''s code of the reversal by which money went back that had no place. A code stands for one return.';
create function reserved_before_returned()
 returns trigger
 language plpgsql
as $function$
begin
  if not exists (select from suspense where id = new.suspense_id and reserved_at is not null) then
    raise exception 'a return is recorded of money that was not reserved' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function reserved_before_returned() is 'Refuses a return of money that could be placed meanwhile.';
create trigger suspense_returns_append_only before delete or update on suspense_returns for each row execute function forbid_change();
create trigger suspense_returns_reserved before insert on suspense_returns for each row execute function reserved_before_returned();

create table claims (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  receipt text collate "C" not null,
  tail text collate "C" not null,
  name text default '' not null,
  message text default '' not null,
  phone text,
  anonymous boolean default false not null,
  payment_id bigint,
  state text default 'waiting' not null,
  created_at timestamptz(3) default now() not null,
  settled_at timestamptz(3),
  own boolean default false not null,
  token text collate "C" default replace((gen_random_uuid())::text, '-', '') not null,
  visitor text,
  language text,
  constraint claims_pkey primary key (id),
  constraint claims_fund_drive_id_receipt_tail_key unique (fund_drive_id, receipt, tail),
  constraint claims_message_check check (length(message) <= 2000),
  constraint claims_name_check check (length(name) <= 200),
  constraint claims_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  constraint claims_receipt_check check (receipt ~ '^[A-Z0-9]{10}$'),
  constraint claims_settled_said check ((state in ('waiting', 'desk')) = (settled_at is null)),
  constraint claims_state_check check (state in ('waiting', 'placed', 'desk', 'refused', 'lapsed')),
  constraint claims_tail_check check (tail ~ '^[0-9]{3}$'),
  constraint claims_token_check check (token ~ '^[0-9a-f]{32}$'),
  constraint claims_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint claims_payment_id_fkey foreign key (payment_id) references payments(id) on delete set null
);
comment on table claims is 'Givers who say that money at M-Pesa was theirs. A claim never moves a gift from one drive to another.';
comment on column claims.tail is 'The last three digits of the number that paid, as the claim says.';
comment on column claims.phone is 'Whole, for the giver alone; taken out after 30 days.';
comment on column claims.payment_id is 'The gift by phone on whose page it was typed: its request was not paid, its Paybill was.';
comment on column claims.state is 'waiting until M-Pesa lists the code; placed when the gift is its giver''s; desk when a person has to look; refused by that person; lapsed when the code was not listed in time, or the paste that brought it was taken back.';
comment on column claims.own is 'Its giver typed it here, and is texted when nothing came of it. False of what a treasurer pasted.';
comment on column claims.token is 'The end of the address of its page.';
comment on column claims.visitor is 'The browser that typed what it says of its giver: the receipt is shown to this one. Taken out after 30 days.';
comment on column claims.language is 'In which its giver reads the page and our texts.';
create index claims_of_payment on claims (payment_id) where (payment_id is not null);
create index claims_of_phone on claims (phone) where (phone is not null);
create index claims_of_receipt on claims (receipt);
create unique index claims_of_token on claims (token);
create unique index claims_one_placed on claims (receipt) where (state = 'placed');
create index claims_open on claims (created_at) where (state in ('waiting', 'desk'));

create table settlements (
  id bigint generated always as identity,
  reference text not null,
  direction text not null,
  amount bigint not null,
  day date not null,
  why text not null,
  asked_by uuid not null,
  created_at timestamptz(3) default now() not null,
  booked_by uuid,
  booked_at timestamptz(3),
  provider text default 'paystack' not null,
  constraint settlements_pkey primary key (id),
  constraint settlements_amount_check check (amount > 0),
  constraint settlements_booked_said check ((booked_by is null) = (booked_at is null)),
  constraint settlements_direction_check check (direction in ('to_bank', 'from_bank')),
  constraint settlements_provider_check check (provider in ('paystack', 'mpesa')),
  constraint settlements_reference_check check (length(reference) >= 1 and length(reference) <= 100),
  constraint settlements_why_check check (length(why) >= 1 and length(why) <= 1000),
  constraint settlements_asked_by_fkey foreign key (asked_by) references users(id),
  constraint settlements_booked_by_fkey foreign key (booked_by) references users(id)
);
comment on table settlements is 'What the provider paid out to our bank, and what we put in there, as administrators booked it. Without a row here no such money is in the ledger.';
comment on column settlements.reference is 'What the bank or the provider calls it. The same one is booked once.';
comment on column settlements.direction is 'to_bank: the provider paid it out to us. from_bank: we put it in there, or sent a withdrawal from our bank by hand.';
comment on column settlements.day is 'When it moved, as the bank says.';
comment on column settlements.booked_at is 'When it was posted. Null while a second administrator has to book it, too.';
comment on column settlements.provider is 'Whose account the money left or reached.';
create index settlements_asked_by on settlements (asked_by);
create index settlements_booked_by on settlements (booked_by);
create index settlements_by_day on settlements (((day - '2000-01-01'::date)), id);
create unique index settlements_one_of_a_reference on settlements (lower(reference));
create index settlements_waiting on settlements (id) where (booked_at is null);
create trigger settlements_booked_stays before update on settlements for each row when (old.booked_at is not null) execute function forbid_change();
create trigger settlements_never_emptied before truncate on settlements for each statement execute function forbid_change();
create trigger settlements_never_removed before delete on settlements for each row execute function forbid_change();

create table balance_checks (
  id bigint generated always as identity,
  provider text not null,
  outcome text not null,
  theirs bigint,
  ours bigint not null,
  away bigint not null,
  by uuid,
  checked_at timestamptz(3) default now() not null,
  constraint balance_checks_pkey primary key (id),
  constraint balance_checks_answered check ((outcome = 'unknown') = (theirs is null)),
  constraint balance_checks_away_check check (away >= 0),
  constraint balance_checks_outcome_check check (outcome in ('same', 'differs', 'unknown')),
  constraint balance_checks_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint balance_checks_by_fkey foreign key (by) references users(id)
);
comment on table balance_checks is 'When our money at the provider was compared with what the provider says, and what each said.';
comment on column balance_checks.outcome is 'unknown: the provider gave no answer.';
comment on column balance_checks.away is 'Transfers under way, which may or may not have left the provider yet.';
comment on column balance_checks.by is 'Who asked for it; null for the clock.';
create index balance_checks_by_person on balance_checks (by);

-- money: donations

create table donations (
  id bigint generated always as identity,
  payment_id bigint not null,
  fund_drive_id uuid not null,
  amount bigint not null,
  fee_bps integer not null,
  platform_fee bigint not null,
  channel text not null,
  donor_name text default '' not null,
  donor_email text default '' not null,
  message text default '' not null,
  anonymous boolean default false not null,
  receipt uuid default gen_random_uuid() not null,
  created_at timestamptz(3) default now() not null,
  giver_id bigint,
  constraint donations_pkey primary key (id),
  constraint donations_payment_id_key unique (payment_id),
  constraint donations_receipt_key unique (receipt),
  constraint donations_amount_check check (amount > 0),
  constraint donations_channel_check check (channel in ('online', 'mobile', 'other')),
  constraint donations_donor_email_check check (length(donor_email) <= 254),
  constraint donations_donor_name_check check (length(donor_name) <= 200),
  constraint donations_fee_bps_check check (fee_bps >= 0 and fee_bps <= 10000),
  constraint donations_fee_is_right check (platform_fee = ((amount * fee_bps + 5000) / 10000)),
  constraint donations_message_check check (length(message) <= 2000),
  constraint donations_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id),
  constraint donations_giver_id_fkey foreign key (giver_id) references drive_givers(id),
  constraint donations_payment_id_fkey foreign key (payment_id) references payments(id)
);
comment on table donations is 'Money that came in for a drive. Refunds don''t change it: they stand in reversals.';
comment on column donations.fee_bps is 'The platform''s share when it came in, in hundredths of a percent.';
comment on column donations.platform_fee is 'The platform''s share in cents, half a cent rounded up.';
comment on column donations.receipt is 'The end of its receipt''s address, which nobody guesses.';
comment on column donations.giver_id is 'The person who gave it, among those of its drive.';
create index donations_by_channel on donations (fund_drive_id, channel, id desc);
create index donations_by_day on donations (fund_drive_id, created_at);
create index donations_by_words on donations using gin (replace(donor_name, ' ', 'q') gin_trgm_ops, donor_email gin_trgm_ops, replace(message, ' ', 'q') gin_trgm_ops);
create index donations_newest on donations (fund_drive_id, id desc);
create index donations_of_giver on donations (giver_id);
create function gift_given()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
declare
  phone text := (select donor_phone from payments where id = new.payment_id);
begin
  new.giver_id := giver_at(new.fund_drive_id, new.donor_email, phone,
    case when new.donor_email = '' and phone = '' then payer_at_mpesa(new.payment_id) end,
    case when new.anonymous then '' else new.donor_name end, 1, 0);
  return new;
end
$function$;
comment on function gift_given() is 'Finds whose gift it is.';
create trigger donations_are_kept before delete on donations for each row execute function forbid_change();
create trigger donations_as_given before update of id, payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, receipt, created_at on donations for each row execute function forbid_change();
create trigger donations_given before insert on donations for each row execute function gift_given();
create trigger donations_never_emptied before truncate on donations for each statement execute function forbid_change();
create trigger donations_tell after insert or delete or update on donations for each row execute function tell_drive();
create trigger untie_anonymous after update of anonymous on donations for each row when (new.anonymous and not old.anonymous) execute function untie_anonymous();

create table gift_mails_sent (
  donation_id bigint not null,
  mail text not null,
  constraint gift_mails_sent_pkey primary key (donation_id, mail),
  constraint gift_mails_sent_mail_check check (mail in ('mail-receipt', 'mail-gift')),
  constraint gift_mails_sent_donation_id_fkey foreign key (donation_id) references donations(id) on delete cascade
);
comment on table gift_mails_sent is 'Mails about gifts that were sent by a job which has more to send. The job takes its rows away when it is done.';

create table gift_news (
  donation_id bigint not null,
  fund_drive_id uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint gift_news_pkey primary key (donation_id),
  constraint gift_news_donation_id_fkey foreign key (donation_id) references donations(id),
  constraint gift_news_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id)
);
comment on table gift_news is 'Gifts that the drive''s owner has not been told of yet. The daily mail about them takes them away.';
create index gift_news_of_drive on gift_news (fund_drive_id, donation_id);

-- money: mpesa

create table mpesa_prompts (
  id bigint generated always as identity,
  payment_id bigint not null,
  n smallint not null,
  account text collate "C" not null,
  phone text,
  hear_hash bytea not null,
  checkout_id text collate "C",
  state text default 'created' not null,
  code text,
  why text,
  told text,
  visitor text,
  created_at timestamptz(3) default now() not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  ask_at timestamptz(3),
  asked_at timestamptz(3),
  asks smallint default 0 not null,
  refused_at timestamptz(3),
  network text collate "C",
  constraint mpesa_prompts_pkey primary key (id),
  constraint mpesa_prompts_account_key unique (account),
  constraint mpesa_prompts_checkout_id_key unique (checkout_id),
  constraint mpesa_prompts_hear_hash_key unique (hear_hash),
  constraint mpesa_prompts_payment_id_n_key unique (payment_id, n),
  constraint mpesa_prompts_account_check check (account ~ '^[A-Z0-9]{8,12}$'),
  constraint mpesa_prompts_checkout_id_check check (length(checkout_id) >= 1 and length(checkout_id) <= 100),
  constraint mpesa_prompts_code_check check (length(code) <= 50),
  constraint mpesa_prompts_live_phone check (phone is not null or (state not in ('created', 'open'))),
  constraint mpesa_prompts_n_check check (n >= 1 and n <= 3),
  constraint mpesa_prompts_network_check check (length(network) >= 1 and length(network) <= 64),
  constraint mpesa_prompts_phone_check check (phone ~ '^\+254[17]\d{8}$'),
  constraint mpesa_prompts_state_check check (state in ('created', 'open', 'paid', 'cancelled', 'expired', 'wrong_pin', 'unanswered', 'short', 'over_limit', 'locked', 'too_soon', 'busy', 'too_busy', 'refused', 'broken', 'unknown')),
  constraint mpesa_prompts_told_check check (length(told) <= 20),
  constraint mpesa_prompts_visitor_check check (length(visitor) <= 100),
  constraint mpesa_prompts_why_check check (length(why) <= 500),
  constraint mpesa_prompts_payment_id_fkey foreign key (payment_id) references payments(id) on delete cascade
);
comment on table mpesa_prompts is 'Requests on a payer''s phone to pay by M-Pesa: at most three for one payment, and one at a time on a phone.';
comment on column mpesa_prompts.account is 'Our name for it, which the payer sees and M-Pesa''s list repeats. Never used for another.';
comment on column mpesa_prompts.hear_hash is 'The SHA-256 of the secret end of the address where M-Pesa tells us of it. Who posts there was told the address by us.';
comment on column mpesa_prompts.checkout_id is 'M-Pesa''s name for it; null until it answers, for ever when its answer was lost.';
comment on column mpesa_prompts.state is 'created before M-Pesa is asked, open while it can be answered. unknown: whether it was paid can''t be said yet. Each can still become paid.';
comment on column mpesa_prompts.told is 'The end that was posted to us, which proves nothing.';
comment on column mpesa_prompts.ask_at is 'When M-Pesa is asked about it next; null when there is nothing to ask.';
comment on column mpesa_prompts.asks is 'How many of the questions by the clock have been used.';
comment on column mpesa_prompts.refused_at is 'When M-Pesa last refused it, or a question about it, for a reason that is ours to mend. After two phones no request is sent for a while.';
comment on column mpesa_prompts.network is 'Under which key the limit counts the network that asked for it, no address. Empty once it was paid, and after a day.';
create index mpesa_prompts_by_hour on mpesa_prompts (coalesce(sent_at, created_at));
create index mpesa_prompts_network on mpesa_prompts (created_at) where (network is not null);
create index mpesa_prompts_of_phone on mpesa_prompts (phone, created_at);
create unique index mpesa_prompts_one_a_phone on mpesa_prompts (phone) where (state in ('created', 'open'));
create index mpesa_prompts_paid_from on mpesa_prompts (phone, created_at) where (state = 'paid');
create index mpesa_prompts_refused on mpesa_prompts (refused_at) where (refused_at is not null);
create index mpesa_prompts_to_ask on mpesa_prompts (ask_at) where (ask_at is not null);
create index mpesa_prompts_unknown on mpesa_prompts (coalesce(sent_at, created_at)) where (state = 'unknown');

create table mpesa_receipts (
  receipt text collate "C" not null,
  shortcode text default '' not null,
  amount bigint not null,
  account text collate "C" default '' not null,
  tail text,
  name text,
  paid_at timestamptz(3),
  heard_by text not null,
  proved_by text,
  proved_at timestamptz(3),
  state text default 'heard' not null,
  prompt_id bigint,
  payment_id bigint,
  suspense_id bigint,
  created_at timestamptz(3) default now() not null,
  forgotten_at timestamptz(3),
  constraint mpesa_receipts_pkey primary key (receipt),
  constraint mpesa_receipts_payment_id_key unique (payment_id),
  constraint mpesa_receipts_prompt_id_key unique (prompt_id),
  constraint mpesa_receipts_suspense_id_key unique (suspense_id),
  constraint mpesa_receipts_account_check check (length(account) <= 100),
  constraint mpesa_receipts_amount_check check (amount > 0),
  constraint mpesa_receipts_heard_known check (heard_by in ('callback', 'confirmation', 'list', 'status', 'statement')),
  constraint mpesa_receipts_name_check check (length(name) <= 200),
  constraint mpesa_receipts_one_place check (num_nonnulls(payment_id, suspense_id) <= 1),
  constraint mpesa_receipts_placed_said check ((state in ('placed', 'reversed')) = (payment_id is not null) and (state = 'unplaced') = (suspense_id is not null)),
  constraint mpesa_receipts_proof_said check ((proved_by is null) = (proved_at is null)),
  constraint mpesa_receipts_proved_first check (state = 'heard' or proved_at is not null),
  constraint mpesa_receipts_proved_known check (proved_by in ('query', 'list', 'status', 'statement')),
  constraint mpesa_receipts_receipt_check check (receipt ~ '^[A-Z0-9]{8,12}$'),
  constraint mpesa_receipts_shortcode_check check (length(shortcode) <= 20),
  constraint mpesa_receipts_state_known check (state in ('heard', 'placed', 'unplaced', 'reversed')),
  constraint mpesa_receipts_tail_check check (length(tail) <= 12),
  constraint mpesa_receipts_payment_id_fkey foreign key (payment_id) references payments(id),
  constraint mpesa_receipts_prompt_id_fkey foreign key (prompt_id) references mpesa_prompts(id),
  constraint mpesa_receipts_suspense_id_fkey foreign key (suspense_id) references suspense(id)
);
comment on table mpesa_receipts is 'M-Pesa''s own codes of money that came in. Each stands here once and in one place, however it was heard of.';
comment on column mpesa_receipts.heard_by is 'callback, confirmation: it was posted to us, which proves nothing. The others: M-Pesa said so when we asked.';
comment on column mpesa_receipts.state is 'heard until a question of ours proved it; then placed on a payment, or unplaced in suspense.';
comment on column mpesa_receipts.forgotten_at is 'When name and digits of its payer were taken out: because they asked for it, or because the money went back to them long ago. Nothing writes them again.';
create index mpesa_receipts_heard on mpesa_receipts (created_at) where (state = 'heard');
create function void_what_came()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  gone bigint;
begin
  perform lock_money_code(new.receipt);
  update recorded_gifts set voided_at = now(), void_why = 'this money came through us', version = version + 1
    where code = new.receipt and voided_at is null returning id into gone;
  if gone is not null then
    insert into recorded_story (recorded_id, what) values (gone, 'voided');
    perform add_work(json_build_array(json_build_object('name', 'mail-recorded-voided',
      'carries', json_build_object('recordedId', gone), 'key', 'mail-recorded-voided:' || gone, 'tries', 12)));
  end if;
  return null;
end
$function$;
comment on function void_what_came() is 'Voids the recorded gift whose money came through us after all, and has those told who know of it.';
create trigger mpesa_receipts_came after insert on mpesa_receipts for each row when (new.proved_at is not null) execute function void_what_came();
create trigger mpesa_receipts_came_later after update on mpesa_receipts for each row when (new.proved_at is not null and old.proved_at is null) execute function void_what_came();

create table mpesa_asks (
  id bigint generated always as identity,
  what text not null,
  subject text collate "C" not null,
  originator text collate "C",
  hear_hash bytea not null,
  state text default 'open' not null,
  asked_at timestamptz(3) default now() not null,
  answered_at timestamptz(3),
  code text,
  facts jsonb default '{}'::jsonb not null,
  by uuid,
  constraint mpesa_asks_pkey primary key (id),
  constraint mpesa_asks_hear_hash_key unique (hear_hash),
  constraint mpesa_asks_originator_key unique (originator),
  constraint mpesa_asks_answer_dated check ((state = 'answered') = (answered_at is not null)),
  constraint mpesa_asks_code_check check (length(code) <= 50),
  constraint mpesa_asks_originator_check check (length(originator) >= 1 and length(originator) <= 100),
  constraint mpesa_asks_state_check check (state in ('open', 'answered', 'late', 'lost')),
  constraint mpesa_asks_subject_check check (length(subject) >= 1 and length(subject) <= 200),
  constraint mpesa_asks_what_check check (what in ('status', 'balance', 'b2c', 'reversal')),
  constraint mpesa_asks_by_fkey foreign key (by) references users(id)
);
comment on table mpesa_asks is 'Questions to M-Pesa that it answers later, at a secret address that only this question has.';
comment on column mpesa_asks.subject is 'The receipt that is asked about, the shortcode whose balance is, or our reference of money that is sent.';
comment on column mpesa_asks.originator is 'M-Pesa''s name for the question; null until it takes it, and for money that is sent, whose name is our reference. An answer has to name it.';
comment on column mpesa_asks.hear_hash is 'The SHA-256 of the secret end of the address where the answer is posted.';
comment on column mpesa_asks.state is 'late: M-Pesa said that it takes longer. lost: nothing came, or it was asked anew; an answer still counts.';
comment on column mpesa_asks.by is 'Who asked for it; null for the clock.';
create index mpesa_asks_by_person on mpesa_asks (by);
create index mpesa_asks_of_subject on mpesa_asks (what, subject, asked_at);
create unique index mpesa_asks_one_open on mpesa_asks (what, subject) where (state = 'open');
create index mpesa_asks_waiting on mpesa_asks (asked_at) where (state in ('open', 'late'));

create table mpesa_statements (
  id bigint generated always as identity,
  sha256 bytea not null,
  shortcode text not null,
  lines integer not null,
  known_before integer default 0 not null,
  by uuid not null,
  created_at timestamptz(3) default now() not null,
  done_at timestamptz(3),
  held bigint,
  agreed_by uuid,
  agreed_at timestamptz(3),
  first_at timestamptz,
  last_at timestamptz,
  constraint mpesa_statements_pkey primary key (id),
  constraint mpesa_statements_sha256_key unique (sha256),
  constraint mpesa_statements_agreed_said check ((agreed_by is null) = (agreed_at is null)),
  constraint mpesa_statements_check check (first_at <= last_at),
  constraint mpesa_statements_held_check check (held > 0),
  constraint mpesa_statements_lines_check check (lines > 0),
  constraint mpesa_statements_sha256_check check (length(sha256) = 32),
  constraint mpesa_statements_shortcode_check check (length(shortcode) <= 20),
  constraint mpesa_statements_agreed_by_fkey foreign key (agreed_by) references users(id),
  constraint mpesa_statements_by_fkey foreign key (by) references users(id)
);
comment on table mpesa_statements is 'Statements that were imported. The same file is imported once.';
comment on column mpesa_statements.known_before is 'How many of its lines an earlier statement had already.';
comment on column mpesa_statements.done_at is 'When all its lines were worked off; null while that goes on.';
comment on column mpesa_statements.held is 'What it would have booked, in cents, when it began to wait for a second administrator.';
comment on column mpesa_statements.agreed_at is 'When the second administrator said that it may be booked.';
comment on column mpesa_statements.first_at is 'The moment of its first line, whether or not another statement had it before. Null of those from before these columns.';
comment on column mpesa_statements.last_at is 'The moment of its last line.';
create index mpesa_statements_agreed_by_person on mpesa_statements (agreed_by) where (agreed_by is not null);
create index mpesa_statements_by_person on mpesa_statements (by);

create table mpesa_lines (
  id bigint generated always as identity,
  statement_id bigint not null,
  receipt text collate "C" not null,
  kind text not null,
  paid_in bigint not null,
  withdrawn bigint not null,
  at timestamptz(3) not null,
  account text collate "C" default '' not null,
  tail text,
  name text,
  linked text collate "C",
  reason text default '' not null,
  became text,
  corrected bigint default 0 not null,
  constraint mpesa_lines_pkey primary key (id),
  constraint mpesa_lines_receipt_kind_paid_in_withdrawn_key unique (receipt, kind, paid_in, withdrawn),
  constraint mpesa_lines_account_check check (length(account) <= 100),
  constraint mpesa_lines_became_known check (became in ('new', 'known', 'fee', 'settlement', 'nothing', 'break', 'back')),
  constraint mpesa_lines_corrected_by_charges check (corrected = 0 or kind = 'charge'),
  constraint mpesa_lines_kind_known check (kind in ('in', 'charge', 'to_bank', 'moved', 'void', 'back', 'other')),
  constraint mpesa_lines_linked_check check (length(linked) <= 20),
  constraint mpesa_lines_name_check check (length(name) <= 200),
  constraint mpesa_lines_paid_in_check check (paid_in >= 0),
  constraint mpesa_lines_reason_check check (length(reason) <= 200),
  constraint mpesa_lines_receipt_check check (receipt ~ '^[A-Z0-9]{8,12}$'),
  constraint mpesa_lines_tail_check check (length(tail) <= 12),
  constraint mpesa_lines_withdrawn_check check (withdrawn >= 0),
  constraint mpesa_lines_statement_id_fkey foreign key (statement_id) references mpesa_statements(id)
);
comment on table mpesa_lines is 'The lines of imported statements, each once, however many statements have it.';
comment on column mpesa_lines.kind is 'void: it moved no money. moved: between our own accounts there. back: a payment was reversed. other: nothing that we know; a person is called.';
comment on column mpesa_lines.name is 'Who paid, until the line is worked off. The same with the digits of the number.';
comment on column mpesa_lines.linked is 'The code that a charge belongs to, or that was reversed.';
comment on column mpesa_lines.became is 'What came of it; null until it is worked off. It is worked off once.';
comment on column mpesa_lines.corrected is 'What was booked for it on top of the fee that was booked with its money. Below nought where less was charged.';
create index mpesa_lines_by_statement on mpesa_lines (statement_id, became);
create index mpesa_lines_charges on mpesa_lines (linked) where (kind = 'charge');
create index mpesa_lines_of_statement on mpesa_lines (statement_id, kind) where (became is null);

create table mpesa_listed (
  provider text not null,
  until timestamptz not null,
  constraint mpesa_listed_pkey primary key (provider)
);
comment on table mpesa_listed is 'Up to when a list of M-Pesa was read that reached back its 48 hours, and was read to its end.';

create table mpesa_rests (
  part text not null,
  seconds integer not null,
  until timestamptz(3) not null,
  constraint mpesa_rests_pkey primary key (part),
  constraint mpesa_rests_part_check check (part in ('prompt', 'query', 'question', 'list')),
  constraint mpesa_rests_seconds_check check (seconds >= 1 and seconds <= 3600)
);
comment on table mpesa_rests is 'Until when a part of M-Pesa is left alone, as it asked us to. Asked again soon after, the next rest is twice as long.';

create table mpesa_doors (
  hash bytea not null,
  purpose text not null,
  shortcode text not null,
  since timestamptz(3) default now() not null,
  taken_at timestamptz(3),
  until timestamptz(3),
  origin text default '' not null,
  constraint mpesa_doors_pkey primary key (hash),
  constraint mpesa_doors_origin_check check (length(origin) <= 300),
  constraint mpesa_doors_purpose_check check (purpose in ('validation', 'confirmation')),
  constraint mpesa_doors_shortcode_check check (length(shortcode) >= 1 and length(shortcode) <= 20)
);
comment on table mpesa_doors is 'The secret addresses where M-Pesa asks and tells us about payments that nobody was asked for. What is posted there proves nothing.';
comment on column mpesa_doors.hash is 'The SHA-256 of the secret end of the address.';
comment on column mpesa_doors.taken_at is 'When M-Pesa took the address. It may use one whose answer was lost, so those stay open.';
comment on column mpesa_doors.until is 'When it closes, once others stand in its place.';
comment on column mpesa_doors.origin is 'Where the address begins. Of those that are pretended it is one word, as they are on this machine wherever that is.';
create index mpesa_doors_of_shortcode on mpesa_doors (shortcode, since);

create table mpesa_tariffs (
  id bigint generated always as identity,
  what text not null,
  bearer text not null,
  from_cents bigint not null,
  to_cents bigint not null,
  fee bigint not null,
  since date not null,
  by uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint mpesa_tariffs_pkey primary key (id),
  constraint mpesa_tariffs_bearer_check check (bearer in ('payer', 'business')),
  constraint mpesa_tariffs_fee_check check (fee >= 0),
  constraint mpesa_tariffs_from_cents_check check (from_cents > 0),
  constraint mpesa_tariffs_in_order check (to_cents >= from_cents),
  constraint mpesa_tariffs_never_for_the_past check (since >= (created_at at time zone 'Africa/Nairobi')::date),
  constraint mpesa_tariffs_of_sending_ours check (what = 'paybill' or bearer = 'business'),
  constraint mpesa_tariffs_what_known check (what in ('paybill', 'b2c')),
  constraint mpesa_tariffs_within_our_share check (what <> 'paybill' or bearer = 'payer' or (fee::numeric * 20::numeric) <= from_cents::numeric),
  constraint mpesa_tariffs_apart exclude using gist (daterange(since, since, '[]') with &&, int8range(from_cents, to_cents, '[]') with &&) where (what = 'paybill'),
  constraint mpesa_tariffs_of_sending_apart exclude using gist (daterange(since, since, '[]') with &&, int8range(from_cents, to_cents, '[]') with &&) where (what = 'b2c'),
  constraint mpesa_tariffs_by_fkey foreign key (by) references users(id)
);
comment on table mpesa_tariffs is 'Tariffs of M-Pesa by what was paid. Rows are added, never changed: those of the newest day that has come count.';
comment on column mpesa_tariffs.what is 'paybill: what is paid to us. b2c: withdrawals that M-Pesa sends, which the business bears.';
comment on column mpesa_tariffs.since is 'The day in Nairobi from which the rows of that day count, in place of all rows before.';
create index mpesa_tariffs_by_person on mpesa_tariffs (by);

-- money: institutions

create table institutions (
  id uuid default gen_random_uuid() not null,
  name text not null,
  kind text not null,
  paybill text collate "C",
  bank_name text,
  account_number text collate "C",
  account_name text,
  source text not null,
  added_by uuid not null,
  confirmed_by uuid,
  second_by uuid,
  confirmed_at timestamptz(3),
  ended_by uuid,
  ended_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint institutions_pkey primary key (id),
  constraint institutions_account_name_check check (length(account_name) >= 1 and length(account_name) <= 100),
  constraint institutions_account_number_check check (account_number ~ '^[0-9A-Z-]{4,34}$'),
  constraint institutions_bank_name_check check (length(bank_name) >= 1 and length(bank_name) <= 100),
  constraint institutions_confirmed_by_two check ((num_nonnulls(confirmed_by, second_by, confirmed_at) = any (array[0, 3])) and confirmed_by <> second_by),
  constraint institutions_ended check ((ended_at is null) = (ended_by is null)),
  constraint institutions_kind_check check (kind in ('hospital', 'school', 'mortuary', 'other')),
  constraint institutions_name_check check (char_length(name) >= 2 and char_length(name) <= 100),
  constraint institutions_paid_one_way check (num_nonnulls(bank_name, account_number, account_name) =
case
    when paybill is null then 3
    else 0
end),
  constraint institutions_paybill_check check (paybill ~ '^[0-9]{5,7}$'),
  constraint institutions_source_check check (char_length(source) >= 1 and char_length(source) <= 200),
  constraint institutions_added_by_fkey foreign key (added_by) references users(id),
  constraint institutions_confirmed_by_fkey foreign key (confirmed_by) references users(id),
  constraint institutions_ended_by_fkey foreign key (ended_by) references users(id),
  constraint institutions_second_by_fkey foreign key (second_by) references users(id)
);
comment on table institutions is 'Hospitals, schools and others that withdrawals can go straight to. Never edited: confirmed once by two administrators, and ended.';
comment on column institutions.paybill is 'The number of its Paybill. One without a Paybill is paid at its bank.';
comment on column institutions.source is 'Where the administrator has the number from, and how it was called back.';
comment on column institutions.confirmed_at is 'When the second administrator confirmed the number. Before, nothing can be sent there.';
comment on column institutions.ended_at is 'Since when nothing is sent there any more.';
create index institutions_added on institutions (added_by);
create index institutions_confirmed on institutions (confirmed_by) where (confirmed_by is not null);
create index institutions_ended_by on institutions (ended_by) where (ended_by is not null);
create unique index institutions_one_name on institutions (lower(name)) where (ended_at is null);
create index institutions_second on institutions (second_by) where (second_by is not null);
create index institutions_unconfirmed on institutions (created_at) where ((confirmed_at is null) and (ended_at is null));
create function institution_stays()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if old.confirmed_at is not null and (new.confirmed_by, new.second_by, new.confirmed_at) is distinct from (old.confirmed_by, old.second_by, old.confirmed_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at)
    or old.ended_at is not null and old.confirmed_at is null and new.confirmed_at is not null then
    raise exception 'institution % was confirmed or ended before', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function institution_stays() is 'An institution is confirmed once and ended once.';
create function tell_paying_drives()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform tell_topic('drive:' || o.fund_drive_id) from payout_requests o
    join withdrawal_methods m on m.id = o.withdrawal_method_id where m.institution_id = new.id group by o.fund_drive_id;
  return null;
end
$function$;
comment on function tell_paying_drives() is 'Tells all who hear of a drive that an institution which it pays was changed.';
create trigger institutions_as_added before update of name, kind, paybill, bank_name, account_number, account_name, source, added_by, created_at on institutions for each row execute function forbid_change();
create trigger institutions_kept before delete on institutions for each row execute function forbid_change();
create trigger institutions_never_emptied before truncate on institutions for each statement execute function forbid_change();
create trigger institutions_once before update on institutions for each row execute function institution_stays();
create trigger institutions_tell after update on institutions for each row execute function tell_paying_drives();

-- money: payouts

create table withdrawal_methods (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  method_type text not null,
  bank_name text,
  account_number text,
  account_name text,
  phone_number text,
  mobile_operator text,
  created_at timestamptz(3) default now() not null,
  removed_at timestamptz(3),
  institution_id uuid,
  paybill_account text,
  constraint withdrawal_methods_pkey primary key (id),
  constraint withdrawal_methods_account_name_check check (length(account_name) >= 1 and length(account_name) <= 100),
  constraint withdrawal_methods_account_number_check check (account_number ~ '^[0-9A-Z-]{4,34}$'),
  constraint withdrawal_methods_bank_name_check check (length(bank_name) >= 1 and length(bank_name) <= 100),
  constraint withdrawal_methods_method_type_check check (method_type in ('bank', 'mobile_money', 'institution')),
  constraint withdrawal_methods_mobile_operator_check check (mobile_operator in ('M-Pesa', 'Airtel Money', 'T-Kash')),
  constraint withdrawal_methods_paybill_account_check check (paybill_account ~ '^[0-9A-Z][0-9A-Z /.-]{0,39}$'),
  constraint withdrawal_methods_phone_number_check check (phone_number ~ '^\+254[17][0-9]{8}$'),
  constraint withdrawal_methods_whole check (
case method_type
    when 'bank' then bank_name is not null and account_number is not null and account_name is not null and phone_number is null and mobile_operator is null and institution_id is null and paybill_account is null
    when 'institution' then institution_id is not null and paybill_account is not null and bank_name is null and account_number is null and account_name is null and phone_number is null and mobile_operator is null
    else phone_number is not null and mobile_operator is not null and bank_name is null and account_number is null and institution_id is null and paybill_account is null
end),
  constraint withdrawal_methods_institution_id_fkey foreign key (institution_id) references institutions(id),
  constraint withdrawal_methods_user_id_fkey foreign key (user_id) references users(id)
);
comment on table withdrawal_methods is 'Bank accounts and mobile wallets that owners have their money sent to. One that is removed stays for the requests that name it.';
comment on column withdrawal_methods.institution_id is 'The confirmed institution that the money goes to.';
comment on column withdrawal_methods.paybill_account is 'The number of the patient or pupil there.';
create index withdrawal_methods_of_institution on withdrawal_methods (institution_id) where (institution_id is not null);
create index withdrawal_methods_of_person on withdrawal_methods (user_id, created_at desc);
create function method_of_standing_institution()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if new.institution_id is not null and not stands(new.institution_id) then
    raise exception 'institution % is not confirmed, or was ended', new.institution_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function method_of_standing_institution() is 'A method names no institution that is not confirmed or was ended.';
create trigger withdrawal_methods_institution_stands before insert on withdrawal_methods for each row execute function method_of_standing_institution();

create table payout_recipients (
  provider text not null,
  destination_hash text collate "C" not null,
  code text not null,
  created_at timestamptz(3) default now() not null,
  constraint payout_recipients_pkey primary key (provider, destination_hash),
  constraint payout_recipients_code_check check (length(code) >= 1 and length(code) <= 100),
  constraint payout_recipients_destination_hash_check check (destination_hash ~ '^[0-9a-f]{64}$'),
  constraint payout_recipients_provider_check check (provider ~ '^[a-z]{1,20}$')
);
comment on table payout_recipients is 'What the provider calls a destination that it was told of before. Kept by a hash: the destination itself stands in the request only.';

create table payout_requests (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  net bigint not null,
  status text default 'processing' not null,
  notes text default '' not null,
  withdrawal_method_id uuid not null,
  destination jsonb not null,
  client_key uuid not null,
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  typed bigint,
  part smallint default 1 not null,
  parts smallint default 1 not null,
  whole uuid not null,
  needs smallint default 0 not null,
  purpose text default '' not null,
  mac text collate "C",
  line_id bigint,
  ceiling bigint,
  constraint payout_requests_pkey primary key (id),
  constraint payout_requests_once unique (user_id, client_key),
  constraint payout_requests_add_up check ((fee + net) = amount),
  constraint payout_requests_amount_check check (amount >= 10000),
  constraint payout_requests_ceiling_check check (ceiling >= 0),
  constraint payout_requests_fee_check check (fee >= 0),
  constraint payout_requests_needs_check check (needs >= 0 and needs <= 3),
  constraint payout_requests_net_check check (net >= 0),
  constraint payout_requests_notes_check check (length(notes) <= 1000),
  constraint payout_requests_part check (part >= 1 and part <= parts and parts <= 10),
  constraint payout_requests_purpose_check check (char_length(purpose) <= 100),
  constraint payout_requests_status_check check (status in ('waiting', 'processing', 'approved', 'completed', 'rejected')),
  constraint payout_requests_typed check (typed >= amount),
  constraint payout_requests_version_check check (version >= 1),
  constraint payout_requests_whole_shillings check (typed is null or (destination ->> 'type') <> 'mobile_money' or (net % 100::bigint) = 0),
  constraint payout_requests_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id),
  constraint payout_requests_user_id_fkey foreign key (user_id) references users(id),
  constraint payout_requests_withdrawal_method_id_fkey foreign key (withdrawal_method_id) references withdrawal_methods(id)
);
comment on table payout_requests is 'Withdrawals that owners asked for. The money is set aside with the row; a rejected one gives it back.';
comment on column payout_requests.fee is 'The platform''s share, which is withheld here; net is what is sent.';
comment on column payout_requests.destination is 'Where it goes, as the method said when it was asked for: changing a method redirects nothing.';
comment on column payout_requests.client_key is 'The form''s own key: a form that is sent twice asks once.';
comment on column payout_requests.typed is 'What the owner typed, of all parts together. More than the amounts come to where cents can''t be sent.';
comment on column payout_requests.part is 'Which part it is of the withdrawal that was asked for at once; part 1 has the form''s own key.';
comment on column payout_requests.whole is 'The form''s own key of part 1: all parts of a withdrawal are signed as one.';
comment on column payout_requests.needs is 'How many treasurers had to agree when it was asked for.';
comment on column payout_requests.purpose is 'The purpose, in the owner''s words. Everybody can read it.';
comment on column payout_requests.mac is 'Our seal over what was asked for. A request that was changed in the database has another one.';
comment on column payout_requests.line_id is 'The line of the drive''s plan that the owner named.';
comment on column payout_requests.ceiling is 'The ceiling when it was asked for; null where there was none, or the owner''s identity was seen.';
create index payout_requests_by_amount on payout_requests (amount, id);
create index payout_requests_by_day on payout_requests (created_at);
create index payout_requests_in_status on payout_requests (status, id desc);
create index payout_requests_in_status_by_amount on payout_requests (status, amount, id);
create index payout_requests_of_drive on payout_requests (fund_drive_id, id desc);
create index payout_requests_of_line on payout_requests (fund_drive_id, line_id) where (line_id is not null);
create index payout_requests_of_method on payout_requests (withdrawal_method_id);
create index payout_requests_of_person on payout_requests (user_id, id);
create index payout_requests_of_whole on payout_requests (whole);
create index payout_requests_unsigned on payout_requests (updated_at) where (status = 'waiting');
create index payout_requests_withheld on payout_requests (created_at) include (fund_drive_id, status, fee, net) where (status <> 'rejected');
create function guard_ceiling()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if counts_for_ceiling(new.destination) and new.amount + (select coalesce(sum(amount), 0) from payout_requests
    where fund_drive_id = new.fund_drive_id and status <> 'rejected' and counts_for_ceiling(destination)) > new.ceiling then
    raise exception 'more would be sent than the ceiling' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function guard_ceiling() is 'Refuses a withdrawal beyond its ceiling. The product locks the wallet before and says how much is left.';
create function request_to_standing_institution()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
declare
  method record;
begin
  select m.institution_id, m.paybill_account, coalesce(i.paybill, i.account_number) as number into method
    from withdrawal_methods m left join institutions i on i.id = m.institution_id where m.id = new.withdrawal_method_id;
  if method.institution_id is null and new.destination ->> 'type' is distinct from 'institution' then
    return new;
  end if;
  if new.destination ->> 'type' is distinct from 'institution' or new.destination ->> 'institution' is distinct from method.institution_id::text
    or new.destination ->> 'number' is distinct from method.number or new.destination ->> 'account' is distinct from method.paybill_account
    or not stands(method.institution_id) then
    raise exception 'a request to an institution is for the number that was confirmed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function request_to_standing_institution() is 'A withdrawal to an institution goes to its confirmed number, and to none that was ended.';
create function set_whole()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  new.whole := coalesce(new.whole, new.client_key);
  return new;
end
$function$;
comment on function set_whole() is 'A request that names no whole is one.';
create trigger payout_requests_are_kept before delete on payout_requests for each row execute function forbid_change();
create trigger payout_requests_as_asked before update of id, fund_drive_id, user_id, amount, fee, net, withdrawal_method_id, destination, client_key, created_at on payout_requests for each row execute function forbid_change();
create trigger payout_requests_as_signed before update of whole, needs, purpose on payout_requests for each row execute function forbid_change();
create trigger payout_requests_asked_tell after insert on payout_requests for each row execute function tell_drive();
create trigger payout_requests_below_ceiling before insert on payout_requests for each row when (new.ceiling is not null) execute function guard_ceiling();
create trigger payout_requests_ceiling_stays before update of ceiling on payout_requests for each row execute function forbid_change();
create trigger payout_requests_in_parts before update of typed, part, parts on payout_requests for each row execute function forbid_change();
create trigger payout_requests_institution_stands before insert on payout_requests for each row execute function request_to_standing_institution();
create trigger payout_requests_of_plan before update of line_id on payout_requests for each row execute function forbid_change();
create trigger payout_requests_sent_tell after update of status on payout_requests for each row when (old.status is distinct from new.status) execute function tell_drive();
create trigger payout_requests_whole before insert on payout_requests for each row execute function set_whole();

create table payout_attempts (
  id bigint generated always as identity,
  payout_id bigint not null,
  n integer not null,
  reference text collate "C" not null,
  provider text default 'paystack' not null,
  provider_code text,
  state text default 'sending' not null,
  fee bigint,
  why text default '' not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  checks integer default 0 not null,
  next_check_at timestamptz(3) default now(),
  sent_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  constraint payout_attempts_pkey primary key (id),
  constraint payout_attempts_count unique (payout_id, n),
  constraint payout_attempts_reference_key unique (reference),
  constraint payout_attempts_checks_check check (checks >= 0),
  constraint payout_attempts_fee_check check (fee >= 0),
  constraint payout_attempts_lease_whole check ((lease is null) = (leased_until is null)),
  constraint payout_attempts_n_check check (n >= 1),
  constraint payout_attempts_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint payout_attempts_provider_code_check check (length(provider_code) <= 100),
  constraint payout_attempts_reference_check check (reference ~ '^[a-z0-9-]{16,50}$'),
  constraint payout_attempts_state_check check (state in ('sending', 'pending', 'unknown', 'success', 'failed', 'returned')),
  constraint payout_attempts_why_check check (length(why) <= 500),
  constraint payout_attempts_payout_id_fkey foreign key (payout_id) references payout_requests(id)
);
comment on table payout_attempts is 'Transfers by the provider, written before it is asked. At most one is open: nothing is sent twice because an answer was lost.';
comment on column payout_attempts.state is 'sending: the provider was not asked yet. unknown: it was asked, and nobody knows what became of it. pending: it is on its way. The others are the end of it.';
comment on column payout_attempts.checks is 'How often it was looked after; the pauses grow with it.';
comment on column payout_attempts.next_check_at is 'When it is looked after next, should the job for it be lost.';
comment on column payout_attempts.sent_at is 'Since when we know that the provider has it.';
comment on column payout_attempts.lease is 'Whoever looks after it at the moment: only they may send it. A worker that slept through its lease sends nothing.';
create index payout_attempts_by_code on payout_attempts (provider_code);
create unique index payout_attempts_mpesa_code on payout_attempts (provider_code) where (provider = 'mpesa');
create unique index payout_attempts_one_open on payout_attempts (payout_id) where (state in ('sending', 'pending', 'unknown'));
create unique index payout_attempts_one_success on payout_attempts (payout_id) where (state = 'success');
create index payout_attempts_to_check on payout_attempts (next_check_at) where (state in ('sending', 'pending', 'unknown'));
create function by_hand_to_institutions()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if exists (select from payout_requests where id = new.payout_id and destination ->> 'type' = 'institution') then
    raise exception 'money for an institution is sent by hand' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
comment on function by_hand_to_institutions() is 'No provider is asked to send money to an institution.';
create trigger payout_attempts_by_hand before insert on payout_attempts for each row execute function by_hand_to_institutions();

create table payout_approvals (
  id bigint generated always as identity,
  payout_id bigint not null,
  version integer not null,
  by uuid not null,
  note text default '' not null,
  created_at timestamptz(3) default now() not null,
  constraint payout_approvals_pkey primary key (id),
  constraint payout_approvals_once unique (payout_id, version),
  constraint payout_approvals_note_check check (length(note) <= 1000),
  constraint payout_approvals_version_check check (version >= 1),
  constraint payout_approvals_by_fkey foreign key (by) references users(id),
  constraint payout_approvals_payout_id_fkey foreign key (payout_id) references payout_requests(id)
);
comment on table payout_approvals is 'Who was the first of two administrators to complete a large withdrawal. Rows are only ever added.';
comment on column payout_approvals.version is 'The version of the request that was approved. Each step makes another, so an approval counts for one try only.';
create index payout_approvals_by on payout_approvals (by);
create trigger payout_approvals_append_only before delete or update on payout_approvals for each row execute function forbid_change();

create table payout_signatures (
  id bigint generated always as identity,
  whole uuid not null,
  by uuid not null,
  verdict text not null,
  note text default '' not null,
  how text default 'web' not null,
  mac text collate "C" not null,
  created_at timestamptz(3) default now() not null,
  constraint payout_signatures_pkey primary key (id),
  constraint payout_signatures_how_check check (how in ('web', 'sms')),
  constraint payout_signatures_note_check check (char_length(note) <= 200),
  constraint payout_signatures_verdict_check check (verdict in ('yes', 'no')),
  constraint payout_signatures_by_fkey foreign key (by) references users(id)
);
comment on table payout_signatures is 'The words of treasurers about a withdrawal. The newest word of each counts. Rows are only ever added; a yes that was taken back is not given again.';
comment on column payout_signatures.mac is 'Our seal over whole, by and verdict: a row that was written by hand does not count.';
create index payout_signatures_of_person on payout_signatures (by);
create index payout_signatures_of_whole on payout_signatures (whole, id);
create unique index payout_signatures_one_yes on payout_signatures (whole, by) where (verdict = 'yes');
create trigger payout_signatures_append_only before delete or update on payout_signatures for each row execute function forbid_change();
create trigger payout_signatures_never_emptied before truncate on payout_signatures for each statement execute function forbid_change();

create table reply_codes (
  id bigint generated always as identity,
  user_id uuid not null,
  whole uuid,
  change_id bigint,
  mac text collate "C" not null,
  tries smallint default 0 not null,
  until timestamptz(3) not null,
  used_at timestamptz(3),
  said text,
  created_at timestamptz(3) default now() not null,
  constraint reply_codes_pkey primary key (id),
  constraint reply_codes_said_check check ((said in ('yes', 'no')) and used_at is not null or said is null and used_at is null),
  constraint reply_codes_subject_check check (num_nonnulls(whole, change_id) = 1),
  constraint reply_codes_tries_check check (tries >= 0 and tries <= 3),
  constraint reply_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table reply_codes is 'Codes by which a treasurer answers a text by a text, one for each text. A code is of use for one subject, from a confirmed phone of its treasurer, for 72 hours and three tries.';
comment on column reply_codes.whole is 'The withdrawal that is agreed to.';
comment on column reply_codes.change_id is 'The change of who must agree that is objected to.';
comment on column reply_codes.mac is 'Our seal over person, subject and code. The code itself is nowhere in the database.';
comment on column reply_codes.tries is 'Wrong codes from a phone of this person while this one was open.';
comment on column reply_codes.said is 'The word that was taken with it.';
create index reply_codes_of_change on reply_codes (change_id);
create index reply_codes_of_person on reply_codes (user_id, until);

create table money_changes (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  kind text not null,
  number smallint,
  was smallint,
  helper_id bigint,
  asked_by uuid not null,
  from_at timestamptz(3) not null,
  state text default 'waiting' not null,
  held_by uuid,
  held_at timestamptz(3),
  why text default '' not null,
  decided_by uuid,
  decided_why text default '' not null,
  ended_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint money_changes_pkey primary key (id),
  constraint money_changes_ended_check check ((state in ('done', 'dropped')) = (ended_at is not null)),
  constraint money_changes_held_check check ((held_by is null) = (held_at is null) and (state <> 'held' or held_at is not null)),
  constraint money_changes_helper_check check ((kind in ('number', 'give_back')) = (helper_id is null)),
  constraint money_changes_kind_check check (kind in ('number', 'joins', 'leaves', 'give_back')),
  constraint money_changes_number_check check ((kind = 'number') = (number is not null and was is not null) and number >= 0 and number <= 3 and was >= 0 and was <= 3),
  constraint money_changes_state_check check (state in ('waiting', 'held', 'done', 'dropped')),
  constraint money_changes_why_check check (char_length(why) <= 200 and char_length(decided_why) <= 1000),
  constraint money_changes_asked_by_fkey foreign key (asked_by) references users(id),
  constraint money_changes_decided_by_fkey foreign key (decided_by) references users(id),
  constraint money_changes_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint money_changes_held_by_fkey foreign key (held_by) references users(id)
);
comment on table money_changes is 'Changes of who must agree to withdrawals, on drives that have had money. They are taken at from_at or later, never before.';
comment on column money_changes.number is 'How many must agree from then on; was: how many when it was asked for.';
comment on column money_changes.helper_id is 'The treasurer who joins or leaves.';
comment on column money_changes.held_by is 'The treasurer who objected. An administrator lets it through or drops it.';
comment on column money_changes.why is 'Their reason.';
comment on column money_changes.decided_by is 'The person who let it through or dropped it: an administrator; or the owner who dropped it, or the treasurer who left by themselves.';
create index money_changes_asking on money_changes (asked_by, created_at);
create index money_changes_deciding on money_changes (decided_by) where (decided_by is not null);
create index money_changes_due on money_changes (from_at) where (state = 'waiting');
create index money_changes_held on money_changes (held_at) where (state = 'held');
create index money_changes_holding on money_changes (held_by) where (held_by is not null);
create index money_changes_of_drive on money_changes (fund_drive_id, id);
create index money_changes_of_helper on money_changes (helper_id) where (helper_id is not null);
create unique index money_changes_one_open on money_changes (fund_drive_id, kind, coalesce(helper_id, (0)::bigint)) where (state in ('waiting', 'held'));
create function guard_money_change()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if old.state in ('done', 'dropped') then
    raise exception 'a change that has ended stays as it is' using errcode = 'check_violation', constraint = 'money_changes_ended';
  end if;
  if new.state = 'done' and (old.state = 'held' or old.from_at > now()) then
    raise exception 'a change is not made early, or while it is held' using errcode = 'check_violation', constraint = 'money_changes_early';
  end if;
  if old.state = 'held' and new.state = 'waiting' and new.decided_by is null then
    raise exception 'a change that is held is let through by a person' using errcode = 'check_violation', constraint = 'money_changes_undecided';
  end if;
  return new;
end
$function$;
comment on function guard_money_change() is 'The last guard of the day''s notice: no change is made early or while it is held, and none that has ended changes.';
create trigger money_changes_as_asked before update of fund_drive_id, kind, number, was, helper_id, asked_by, from_at, created_at on money_changes for each row execute function forbid_change();
create trigger money_changes_guarded before update on money_changes for each row execute function guard_money_change();
create trigger money_changes_tell after insert or delete or update on money_changes for each row execute function tell_drive();

create table give_backs (
  change_id bigint not null,
  fund_drive_id uuid not null,
  begun_at timestamptz(3) default now() not null,
  ended_at timestamptz(3),
  constraint give_backs_pkey primary key (change_id),
  constraint give_backs_change_id_fkey foreign key (change_id) references money_changes(id) on delete cascade,
  constraint give_backs_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table give_backs is 'Drives whose money is being sent back to its givers, gift by gift, the newest first.';
create index give_backs_of_drive on give_backs (fund_drive_id);
create unique index give_backs_one_open on give_backs (fund_drive_id) where (ended_at is null);

create table payout_events (
  id bigint generated always as identity,
  payout_id bigint not null,
  kind text not null,
  by uuid,
  note text default '' not null,
  code text default '' not null,
  created_at timestamptz(3) default now() not null,
  reason text,
  constraint payout_events_pkey primary key (id),
  constraint payout_events_code_check check (length(code) <= 100),
  constraint payout_events_kind_check check (kind in ('requested', 'signed', 'refused', 'lapsed', 'unsigned', 'approved', 'sent', 'completed', 'put_back', 'rejected', 'cancelled', 'returned')),
  constraint payout_events_note_check check (length(note) <= 1000),
  constraint payout_events_reason check (reason in ('other name', 'wrong account', 'question', 'in parts', 'asked')),
  constraint payout_events_reason_of_declined check (reason is null or kind = 'rejected'),
  constraint payout_events_by_fkey foreign key (by) references users(id),
  constraint payout_events_payout_id_fkey foreign key (payout_id) references payout_requests(id)
);
comment on table payout_events is 'The story of each withdrawal, step by step.';
create index payout_events_by_person on payout_events (by);
create index payout_events_of_payout on payout_events (payout_id, id);
create trigger payout_events_append_only before delete or update on payout_events for each row execute function forbid_change();

-- money: spending

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
  hidden_at timestamptz(3),
  hidden_by uuid,
  hidden_why text default '' not null,
  constraint payout_receipts_pkey primary key (id),
  constraint payout_receipts_once unique (posted_by, form_key, row_no),
  constraint payout_receipts_amount_check check (amount > 0),
  constraint payout_receipts_hidden check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_why = '') and (hidden_at is null or photo_url is not null)),
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
  constraint payout_receipts_hidden_by_fkey foreign key (hidden_by) references users(id),
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
comment on column payout_receipts.hidden_at is 'Since when an administrator hides the photo: its file is not served. All receipts with the photo are hidden together.';
comment on column payout_receipts.hidden_why is 'Why an administrator has hidden the photo, as those read it who manage the drive.';
create index payout_receipts_by_photo on payout_receipts (photo_url) where ((photo_url is not null) and (undone_at is null));
create index payout_receipts_by_undoer on payout_receipts (undone_by) where (undone_by is not null);
create index payout_receipts_hidden_files on payout_receipts (split_part(photo_url, '-', 1)) where (hidden_at is not null);
create index payout_receipts_of_drive on payout_receipts (fund_drive_id);
create index payout_receipts_of_hider on payout_receipts (hidden_by) where (hidden_by is not null);
create index payout_receipts_of_whole on payout_receipts (whole, id);
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
create trigger payout_receipts_as_written before update of fund_drive_id, whole, amount, paid_to, shows_name, what, spent_on, photo_url, no_photo, posted_by, form_key, row_no on payout_receipts for each row execute function forbid_change();
create trigger payout_receipts_guarded before insert on payout_receipts for each row execute function guard_receipt();
create trigger payout_receipts_never_deleted before delete on payout_receipts for each row execute function forbid_change();
create trigger payout_receipts_never_emptied before truncate on payout_receipts for each statement execute function forbid_change();
create trigger payout_receipts_tell after insert or update on payout_receipts for each row execute function tell_drive();
create trigger payout_receipts_undone_once before update on payout_receipts for each row when (old.undone_at is not null) execute function forbid_change();

create table budget_lines (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  no smallint not null,
  what text not null,
  plan bigint not null,
  was bigint,
  changed_at timestamptz(3),
  closed_at timestamptz(3),
  form_key uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint budget_lines_pkey primary key (id),
  constraint budget_lines_form unique (fund_drive_id, form_key),
  constraint budget_lines_of_drive unique (fund_drive_id, id),
  constraint budget_lines_once unique (fund_drive_id, no),
  constraint budget_lines_no_check check (no >= 1 and no <= 10),
  constraint budget_lines_plan_check check (plan > 0),
  constraint budget_lines_was_check check ((was is null) = (changed_at is null) and was <> plan),
  constraint budget_lines_what_check check (char_length(what) >= 1 and char_length(what) <= 60),
  constraint budget_lines_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table budget_lines is 'The plan of a drive, which everybody can read. A line that a withdrawal names is closed, not deleted.';
comment on column budget_lines.plan is 'The planned sum, in cents.';
comment on column budget_lines.was is 'The sum that was planned first, if another one is planned now.';
comment on column budget_lines.form_key is 'The key of the form: a form that is sent twice adds one line.';
create trigger budget_lines_as_written before update of fund_drive_id, no, what, form_key on budget_lines for each row execute function forbid_change();
create trigger budget_lines_tell after insert or delete or update on budget_lines for each row execute function tell_drive();

-- money: refunds

create table reversals (
  id bigint generated always as identity,
  payment_id bigint not null,
  kind text not null,
  provider text default 'paystack' not null,
  ext_id text collate "C",
  amount bigint not null,
  fee_part bigint default 0 not null,
  state text default 'open' not null,
  note text default '' not null,
  asked_by uuid,
  created_at timestamptz(3) default now() not null,
  done_at timestamptz(3),
  progress text default 'waiting' not null,
  checks integer default 0 not null,
  next_check_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  form_key uuid,
  not_ours text[] default '{}'::text[] not null,
  excess bigint default 0 not null,
  asked_as text,
  back_until date,
  constraint reversals_pkey primary key (id),
  constraint reversals_form_key_key unique (form_key),
  constraint reversals_once unique (provider, kind, ext_id),
  constraint reversals_amount_check check (amount > 0),
  constraint reversals_asked_as_check check (asked_as in ('giver', 'owner', 'office')),
  constraint reversals_asked_refund check (asked_as is null or kind = 'refund'),
  constraint reversals_checks_check check (checks >= 0),
  constraint reversals_done_said check ((state = 'done') = (done_at is not null)),
  constraint reversals_excess_check check (excess >= 0),
  constraint reversals_ext_id_check check (length(ext_id) >= 1 and length(ext_id) <= 100),
  constraint reversals_fee_part_range check (fee_part >= 0 and fee_part <= amount),
  constraint reversals_giver_in_time check (asked_as is distinct from 'giver' or back_until is not null and (created_at at time zone 'Africa/Nairobi')::date <= back_until),
  constraint reversals_kind_check check (kind in ('refund', 'chargeback')),
  constraint reversals_lease_whole check ((lease is null) = (leased_until is null)),
  constraint reversals_note_check check (length(note) <= 1000),
  constraint reversals_progress_known check (progress in ('waiting', 'unknown', 'pending', 'attention', 'by hand', 'office')),
  constraint reversals_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint reversals_state_check check (state in ('open', 'done', 'failed')),
  constraint reversals_asked_by_fkey foreign key (asked_by) references users(id),
  constraint reversals_payment_id_fkey foreign key (payment_id) references payments(id)
);
comment on table reversals is 'Money that went back to whoever paid it: a refund of ours, or a chargeback of their bank.';
comment on column reversals.ext_id is 'The provider''s number of the refund or the dispute; a refund gets its own once the provider answers.';
comment on column reversals.fee_part is 'Of it, what the platform gives back of its share.';
comment on column reversals.progress is 'The progress of an open refund. waiting: the provider was not asked yet. unknown: it was, and nobody knows what became of it. pending: it is on its way. attention: somebody has to give the payer''s bank details. by hand: an administrator has to send it from M-Pesa''s portal. office: an administrator has to agree before it is sent.';
comment on column reversals.checks is 'How often an open refund was looked after; the pauses grow with it.';
comment on column reversals.next_check_at is 'When an open refund is looked after next, should the job for it be lost.';
comment on column reversals.lease is 'Whoever looks after it at the moment: only they may ask the provider for it.';
comment on column reversals.form_key is 'The form that asked for the refund: sent twice, it asks once.';
comment on column reversals.not_ours is 'Numbers of refunds of the same amount that the provider had before it was asked for this one: none of them is this one.';
comment on column reversals.excess is 'What went back beyond what was left of the payment, in cents. It is not in the amount.';
comment on column reversals.asked_as is 'The person who asked us for the refund: its giver, the organiser of the drive, or an administrator. Null where the provider began it.';
comment on column reversals.back_until is 'The last day, in Nairobi, on which the giver could ask for it.';
create index reversals_at_office on reversals (created_at) where ((kind = 'refund') and (state = 'open') and (progress = 'office'));
create index reversals_by_givers on reversals (created_at) where (asked_as = 'giver');
create index reversals_by_person on reversals (asked_by);
create index reversals_of_payment on reversals (payment_id);
create unique index reversals_one_open_refund on reversals (payment_id) where ((kind = 'refund') and (state = 'open'));
create index reversals_refunds_by_amount on reversals (amount, id) where (kind = 'refund');
create index reversals_refunds_by_date on reversals (created_at, id) where (kind = 'refund');
create index reversals_to_check on reversals (next_check_at) where ((kind = 'refund') and (state = 'open'));

create table refund_sends (
  id bigint generated always as identity,
  reference text collate "C" not null,
  reversal_id bigint not null,
  amount bigint not null,
  state text default 'open' not null,
  code text collate "C",
  fee bigint,
  why text default '' not null,
  created_at timestamptz(3) default now() not null,
  ended_at timestamptz(3),
  constraint refund_sends_pkey primary key (id),
  constraint refund_sends_code_key unique (code),
  constraint refund_sends_reference_key unique (reference),
  constraint refund_sends_amount_check check (amount > 0),
  constraint refund_sends_code_check check (length(code) >= 1 and length(code) <= 50),
  constraint refund_sends_done_named check ((state = 'done') = (code is not null) and (state = 'done') = (fee is not null)),
  constraint refund_sends_end_dated check ((state = 'open') = (ended_at is null)),
  constraint refund_sends_fee_check check (fee >= 0),
  constraint refund_sends_reference_check check (reference ~ '^back-[0-9]+-[0-9]+-[0-9a-f]{16}$'),
  constraint refund_sends_state_check check (state in ('open', 'done', 'failed')),
  constraint refund_sends_why_check check (length(why) <= 500),
  constraint refund_sends_reversal_id_fkey foreign key (reversal_id) references reversals(id)
);
comment on table refund_sends is 'Orders to M-Pesa to send a refund to the phone that paid. M-Pesa takes each reference once, and no second one exists while one is open.';
comment on column refund_sends.reference is 'Our name for it, which is M-Pesa''s key of the order.';
comment on column refund_sends.code is 'M-Pesa''s code of the money that arrived.';
comment on column refund_sends.why is 'Why it ended without sending.';
create index refund_sends_of_refund on refund_sends (reversal_id);
create unique index refund_sends_one_open on refund_sends (reversal_id) where (state = 'open');

create table refund_losses (
  reversal_id bigint not null,
  amount bigint not null,
  by uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint refund_losses_pkey primary key (reversal_id),
  constraint refund_losses_amount_check check (amount > 0),
  constraint refund_losses_by_fkey foreign key (by) references users(id),
  constraint refund_losses_reversal_id_fkey foreign key (reversal_id) references reversals(id)
);
comment on table refund_losses is 'What went back beyond a payment and an administrator booked as a loss of the platform, once.';
comment on column refund_losses.amount is 'In cents: the excess of the refund.';
create index refund_losses_by on refund_losses (by);

-- money: disputes

create table disputes (
  id bigint generated always as identity,
  provider text default 'paystack' not null,
  ext_id text collate "C" not null,
  payment_id bigint not null,
  amount bigint not null,
  status text default 'open' not null,
  resolution text,
  due_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  resolved_at timestamptz(3),
  alarms smallint default 0 not null,
  answer text,
  answer_amount bigint,
  answer_text text default '' not null,
  answered_by uuid,
  answered_at timestamptz(3),
  constraint disputes_pkey primary key (id),
  constraint disputes_once unique (provider, ext_id),
  constraint disputes_alarms_check check (alarms >= 0 and alarms <= 2),
  constraint disputes_amount_check check (amount > 0),
  constraint disputes_answer_amount_check check (answer_amount > 0),
  constraint disputes_answer_check check (answer in ('accept', 'decline')),
  constraint disputes_answer_text_check check (length(answer_text) <= 2000),
  constraint disputes_answer_whole check ((answer is null) = (answered_at is null)),
  constraint disputes_ext_id_check check (length(ext_id) >= 1 and length(ext_id) <= 100),
  constraint disputes_provider_check check (provider ~ '^[a-z]{1,20}$'),
  constraint disputes_resolution_check check (resolution in ('merchant-accepted', 'auto-accepted', 'declined')),
  constraint disputes_resolved_said check ((status = 'resolved') = (resolution is not null and resolved_at is not null)),
  constraint disputes_status_check check (status in ('open', 'resolved')),
  constraint disputes_answered_by_fkey foreign key (answered_by) references users(id),
  constraint disputes_payment_id_fkey foreign key (payment_id) references payments(id)
);
comment on table disputes is 'Payments that the payer''s bank questions. While one is open its amount can''t be withdrawn.';
comment on column disputes.alarms is 'How often somebody was called because the time to answer runs out.';
comment on column disputes.answer is 'What an administrator answered: accept, and so much of it goes back, or decline, with the evidence as its text.';
comment on column disputes.answered_at is 'When the answer was sent. One that the provider refused is taken back; of one that was lost nobody knows, until the provider tells how the dispute stands.';
create index disputes_by_person on disputes (answered_by);
create index disputes_of_payment on disputes (payment_id);
create index disputes_open on disputes (due_at) where (status = 'open');

-- money: public-book

create table books (
  fund_drive_id uuid not null,
  begun_on date not null,
  n integer default 0 not null,
  came_in bigint default 0 not null,
  balance bigint default 0 not null,
  last_day date,
  hash text default repeat('0', 64) not null,
  constraint books_pkey primary key (fund_drive_id),
  constraint books_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint books_n_check check (n >= 0),
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
  constraint book_lines_amount_check check (
case
    when kind in ('back', 'sent') then amount < 0
    else amount > 0
end),
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
create index book_lines_by_day on book_lines (fund_drive_id, day);
create index book_lines_by_ref on book_lines (fund_drive_id, ref);
create trigger book_lines_append_only before delete or update on book_lines for each row execute function forbid_change();
create trigger book_lines_never_emptied before truncate on book_lines for each statement execute function forbid_change();

-- group: pledges

create table pledges (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  name text default '' not null,
  phone text,
  email text,
  amount bigint not null,
  paid bigint default 0 not null,
  due_on date,
  anonymous boolean default false not null,
  state text default 'open' not null,
  source text not null,
  recorded_by uuid,
  agreed boolean default false not null,
  token_hash text collate "C" not null,
  reminded smallint default 0 not null,
  remind_at timestamptz(3),
  stopped_at timestamptz(3),
  released_by uuid,
  client_key uuid not null,
  created_at timestamptz(3) default now() not null,
  ended_at timestamptz(3),
  language text default 'en' not null,
  renewed_hash text collate "C",
  unagreed bigint default 0 not null,
  constraint pledges_pkey primary key (id),
  constraint pledges_client_key_key unique (client_key),
  constraint pledges_renewed_hash_key unique (renewed_hash),
  constraint pledges_token_hash_key unique (token_hash),
  constraint pledges_amount_check check (amount >= 100 and amount <= 1000000000),
  constraint pledges_email_check check (length(email) >= 3 and length(email) <= 254),
  constraint pledges_ended check ((state = 'open') = (ended_at is null)),
  constraint pledges_kept check ((state = 'kept') = (paid = amount) or state = 'released'),
  constraint pledges_language_check check (language ~ '^[a-z]{2,3}$'),
  constraint pledges_name_check check (length(name) <= 200),
  constraint pledges_paid check (paid <= amount),
  constraint pledges_paid_check check (paid >= 0),
  constraint pledges_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  constraint pledges_recorded check ((source = 'giver') = (recorded_by is null)),
  constraint pledges_reminded_check check (reminded >= 0 and reminded <= 3),
  constraint pledges_renewed_hash_check check (renewed_hash ~ '^[0-9a-f]{64}$'),
  constraint pledges_source_check check (source in ('giver', 'organiser', 'list')),
  constraint pledges_state_check check (state in ('open', 'kept', 'released')),
  constraint pledges_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint pledges_unagreed check (unagreed >= 0 and unagreed <= amount),
  constraint pledges_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint pledges_recorded_by_fkey foreign key (recorded_by) references users(id),
  constraint pledges_released_by_fkey foreign key (released_by) references users(id)
);
comment on table pledges is 'Promises to give later. A promise is no money.';
comment on column pledges.paid is 'The sum of its parts. Only the trigger of pledge_parts writes it, under a lock of the row.';
comment on column pledges.agreed is 'Whose pledge it is said yes to our message, and is reminded; of another''s pledge its writer ticked that.';
comment on column pledges.token_hash is 'SHA-256 of the secret in the link with which the giver comes back.';
comment on column pledges.remind_at is 'When the giver is reminded next; empty when nothing is to be sent.';
comment on column pledges.stopped_at is 'When the giver asked for no more reminders of it.';
comment on column pledges.released_by is 'Who of the drive released it; nobody where the giver did.';
comment on column pledges.language is 'In which the giver is written to.';
comment on column pledges.renewed_hash is 'SHA-256 of the secret in the link that was written last, where that is not the first one.';
comment on column pledges.unagreed is 'What was added to an agreed pledge by its link alone: it counts once the giver says yes to it, too.';
create index pledges_by on pledges (recorded_by) where (recorded_by is not null);
create index pledges_due on pledges (remind_at) where (remind_at is not null);
create index pledges_email on pledges (lower(email)) where (email is not null);
create index pledges_list on pledges (fund_drive_id, (
case
    when (state <> 'open') then ('1000000000000000'::bigint - id)
    else (coalesce((due_on - '1970-01-01'::date), 1000000))::bigint
end), id);
create index pledges_phone on pledges (phone) where (phone is not null);
create index pledges_releasing on pledges (released_by) where (released_by is not null);
create index pledges_sum on pledges (fund_drive_id) include (amount, paid, unagreed) where ((state = 'open') and (agreed or (source <> 'giver')));
create trigger pledges_tell after insert or delete or update on pledges for each row execute function tell_drive();

create table pledge_parts (
  id bigint generated always as identity,
  pledge_id bigint not null,
  donation_id bigint,
  recorded_id bigint,
  amount bigint not null,
  created_at timestamptz(3) default now() not null,
  by_giver boolean default false not null,
  constraint pledge_parts_pkey primary key (id),
  constraint pledge_parts_donation_id_key unique (donation_id),
  constraint pledge_parts_recorded_id_key unique (recorded_id),
  constraint pledge_parts_amount_check check (amount > 0),
  constraint pledge_parts_of_one check (num_nonnulls(donation_id, recorded_id) = 1),
  constraint pledge_parts_donation_id_fkey foreign key (donation_id) references donations(id),
  constraint pledge_parts_pledge_id_fkey foreign key (pledge_id) references pledges(id) on delete cascade
);
comment on table pledge_parts is 'What was given towards a pledge. A gift counts for one pledge.';
comment on column pledge_parts.by_giver is 'Its giver said that the gift is for the pledge, by beginning it from there or on the page of the payment. Else people of the drive did.';
create index pledge_parts_of_pledge on pledge_parts (pledge_id);
create function guard_pledge_part()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  fits boolean;
begin
  if new.donation_id is not null then
    select d.fund_drive_id = g.fund_drive_id and new.amount <= d.amount - p.reversed into fits
      from donations d join payments p on p.id = d.payment_id, pledges g where d.id = new.donation_id and g.id = new.pledge_id
      for share of p;
  else
    select r.fund_drive_id = g.fund_drive_id and new.amount <= r.amount and r.voided_at is null into fits
      from recorded_gifts r, pledges g where r.id = new.recorded_id and g.id = new.pledge_id
      for share of r;
  end if;
  if fits is not true then
    raise exception 'more than its gift, or a gift to another drive' using errcode = 'check_violation', constraint = 'pledge_parts_of_gift';
  end if;
  return new;
end
$function$;
comment on function guard_pledge_part() is 'Refuses parts larger than what is left of their gift, and gifts to other drives. Locks the gift meanwhile.';
create function sum_pledge_parts()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  pledge bigint := coalesce(new.pledge_id, old.pledge_id);
  change bigint := coalesce(new.amount, 0) - coalesce(old.amount, 0);
begin
  if tg_op = 'UPDATE' and (new.pledge_id, new.donation_id, new.recorded_id) is distinct from (old.pledge_id, old.donation_id, old.recorded_id) then
    raise exception 'a part stays with its pledge and its gift';
  end if;
  update pledges p set paid = p.paid + change,
      state = case when p.state = 'released' then p.state when p.paid + change = p.amount then 'kept' else 'open' end,
      ended_at = case when p.state = 'released' then p.ended_at when p.paid + change = p.amount then now() else null end
    where p.id = pledge;
  return null;
end
$function$;
comment on function sum_pledge_parts() is 'Keeps what was paid of a pledge. The lock of its row makes parts that come at once wait for each other; more than the pledge is refused by its check.';
create trigger pledge_parts_guarded before insert or update on pledge_parts for each row execute function guard_pledge_part();
create trigger pledge_parts_summed after insert or delete or update on pledge_parts for each row execute function sum_pledge_parts();

create table pledge_mail_stops (
  address_hash text collate "C" not null,
  since timestamptz(3) default now() not null,
  constraint pledge_mail_stops_pkey primary key (address_hash),
  constraint pledge_mail_stops_address_hash_check check (address_hash ~ '^[0-9a-f]{64}$')
);
comment on table pledge_mail_stops is 'Email addresses to which nothing is written about pledges any more. It stays when a person is forgotten.';
comment on column pledge_mail_stops.address_hash is 'SHA-256 of the address in small letters: it is recognised, and is not read here.';

-- group: recorded-gifts

create table recorded_gifts (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  amount bigint not null,
  method text not null,
  code text collate "C",
  name text default '' not null,
  phone text,
  given_on date not null,
  note text default '' not null,
  anonymous boolean default false not null,
  recorded_by uuid not null,
  receipt text collate "C" not null,
  version integer default 1 not null,
  voided_at timestamptz(3),
  voided_by uuid,
  void_why text,
  client_key uuid not null,
  created_at timestamptz(3) default now() not null,
  giver_id bigint,
  place bigint default 0 not null,
  constraint recorded_gifts_pkey primary key (id),
  constraint recorded_gifts_client_key_key unique (client_key),
  constraint recorded_gifts_receipt_key unique (receipt),
  constraint recorded_gifts_amount_check check (amount >= 1 and amount <= 2000000000),
  constraint recorded_gifts_code_check check (code ~ '^[A-Z0-9]{6,20}$'),
  constraint recorded_gifts_method_check check (method in ('cash', 'cheque', 'bank', 'mpesa', 'airtel')),
  constraint recorded_gifts_name_check check (length(name) <= 200),
  constraint recorded_gifts_note_check check (length(note) <= 500),
  constraint recorded_gifts_past check (given_on <= (created_at at time zone 'Africa/Nairobi')::date),
  constraint recorded_gifts_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  constraint recorded_gifts_receipt_check check (receipt ~ '^[0-9A-Z]{10,24}$'),
  constraint recorded_gifts_void_why_check check (length(void_why) >= 1 and length(void_why) <= 500),
  constraint recorded_gifts_voided_why check ((voided_at is null) = (void_why is null)),
  constraint recorded_gifts_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint recorded_gifts_giver_id_fkey foreign key (giver_id) references drive_givers(id),
  constraint recorded_gifts_recorded_by_fkey foreign key (recorded_by) references users(id),
  constraint recorded_gifts_voided_by_fkey foreign key (voided_by) references users(id)
);
comment on table recorded_gifts is 'Gifts that did not pass through us: cash, or money to the treasurer''s own number. Never in the books, a wallet, a withdrawal or a fee.';
comment on column recorded_gifts.amount is 'In cents, KES 20,000,000 at most.';
comment on column recorded_gifts.code is 'The code of the message that told the treasurer of the money. Counted once in the whole product.';
comment on column recorded_gifts.receipt is 'The secret in the address of its receipt, /given/:receipt.';
comment on column recorded_gifts.voided_by is 'Nobody where the product itself did it: the money came through us after all.';
comment on column recorded_gifts.giver_id is 'The person who gave it, among those of its drive.';
comment on column recorded_gifts.place is 'Where it stands among the gifts of its drive: ten thousand times the number of the newest donation when it was recorded, and a count from there. A donation stands at ten thousand times its own.';
create index recorded_gifts_by on recorded_gifts (recorded_by);
create unique index recorded_gifts_code on recorded_gifts (code) where ((voided_at is null) and (code is not null));
create index recorded_gifts_list on recorded_gifts (fund_drive_id, id desc);
create index recorded_gifts_of_giver on recorded_gifts (giver_id);
create index recorded_gifts_phone on recorded_gifts (phone) where (phone is not null);
create index recorded_gifts_place on recorded_gifts (fund_drive_id, place desc) where (voided_at is null);
create index recorded_gifts_sum on recorded_gifts (fund_drive_id) include (amount) where (voided_at is null);
create index recorded_gifts_voiding on recorded_gifts (voided_by) where (voided_by is not null);
create function follow_recorded()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if new.voided_at is not null then
    delete from pledge_parts where recorded_id = new.id;
  else
    update pledge_parts set amount = new.amount where recorded_id = new.id and amount > new.amount;
  end if;
  return null;
end
$function$;
comment on function follow_recorded() is 'A recorded gift that was voided or became smaller counts for no more than it is.';
create function guard_recorded_gift()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
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
$function$;
comment on function guard_recorded_gift() is 'Refuses the code of money that came through us, and more rows than a drive may have.';
create function recorded_given()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
declare
  newest bigint := coalesce((select max(id) from donations where fund_drive_id = new.fund_drive_id), 0);
  one int := case when new.voided_at is null then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    new.place := newest * 10000 + 1
      + (select count(*) from recorded_gifts where fund_drive_id = new.fund_drive_id and place between newest * 10000 and newest * 10000 + 9999);
  elsif new.voided_at is not null and old.voided_at is null then
    perform leave_giver(old.giver_id, 0, 1);
    return new;
  elsif (new.name, new.phone, new.anonymous) is not distinct from (old.name, old.phone, old.anonymous) then
    return new;
  elsif new.name = '' and new.phone is null then
    update drive_givers set mark = null, name = null where id = old.giver_id;
    return new;
  end if;
  new.giver_id := giver_at(new.fund_drive_id, '', coalesce(new.phone, ''), '', case when new.anonymous then '' else new.name end, 0, one);
  if tg_op = 'UPDATE' then perform leave_giver(old.giver_id, 0, one); end if;
  return new;
end
$function$;
comment on function recorded_given() is 'Finds who gave what is recorded, and its place among the gifts of its drive.';
create function recorded_gone()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform leave_giver(old.giver_id, 0, 1);
  return null;
end
$function$;
comment on function recorded_gone() is 'A recorded gift that is deleted with its drive is nobody''s any more.';
create trigger recorded_gifts_followed after update of amount, voided_at on recorded_gifts for each row execute function follow_recorded();
create trigger recorded_gifts_given before insert or update of name, phone, anonymous, voided_at on recorded_gifts for each row execute function recorded_given();
create trigger recorded_gifts_gone after delete on recorded_gifts for each row when (old.voided_at is null) execute function recorded_gone();
create trigger recorded_gifts_guarded before insert or update of code, voided_at on recorded_gifts for each row execute function guard_recorded_gift();
create trigger recorded_gifts_tell after insert or delete or update on recorded_gifts for each row execute function tell_drive();
create trigger untie_anonymous after update of anonymous on recorded_gifts for each row when (new.anonymous and not old.anonymous) execute function untie_anonymous();

create table recorded_story (
  id bigint generated always as identity,
  recorded_id bigint not null,
  what text not null,
  by uuid,
  why text,
  facts jsonb default '{}'::jsonb not null,
  created_at timestamptz(3) default now() not null,
  constraint recorded_story_pkey primary key (id),
  constraint recorded_story_what_check check (what in ('recorded', 'changed', 'voided')),
  constraint recorded_story_why_check check (length(why) <= 500),
  constraint recorded_story_by_fkey foreign key (by) references users(id),
  constraint recorded_story_recorded_id_fkey foreign key (recorded_id) references recorded_gifts(id) on delete cascade
);
comment on table recorded_story is 'What became of each recorded gift, step by step. Its receipt shows it.';
comment on column recorded_story.facts is 'Of a change: what was there before. No name, no number.';
create index recorded_story_by on recorded_story (by) where (by is not null);
create index recorded_story_of on recorded_story (recorded_id, id);
create trigger recorded_story_unchanged before update on recorded_story for each row execute function forbid_change();

-- group: pasted-lists

create table list_pastes (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  by uuid not null,
  body text,
  sha256 text collate "C" not null,
  created_at timestamptz(3) default now() not null,
  entered_at timestamptz(3),
  undone_at timestamptz(3),
  constraint list_pastes_pkey primary key (id),
  constraint list_pastes_body_check check (length(body) <= 100000),
  constraint list_pastes_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint list_pastes_by_fkey foreign key (by) references users(id),
  constraint list_pastes_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table list_pastes is 'Messages and lists of a group as they were pasted. The text is erased after 30 days.';
create index list_pastes_by on list_pastes (by);
create index list_pastes_kept on list_pastes (created_at) where (body is not null);
create index list_pastes_of_drive on list_pastes (fund_drive_id, id desc);

create table paste_rows (
  paste_id bigint not null,
  nr integer not null,
  proposed text not null,
  state text default 'proposed' not null,
  became text,
  became_id bigint,
  amount bigint,
  corrected boolean,
  constraint paste_rows_pkey primary key (paste_id, nr),
  constraint paste_rows_amount_check check (amount > 0),
  constraint paste_rows_became check ((became is null) = (became_id is null)),
  constraint paste_rows_became_check check (became in ('recorded', 'pledge', 'claim', 'void')),
  constraint paste_rows_entered check ((state in ('entered', 'undone')) = (became is not null)),
  constraint paste_rows_nr_check check (nr >= 1 and nr <= 2000),
  constraint paste_rows_proposed_check check (proposed in ('gift', 'pledge', 'claim', 'undo', 'ask')),
  constraint paste_rows_state_check check (state in ('proposed', 'entered', 'left', 'undone')),
  constraint paste_rows_paste_id_fkey foreign key (paste_id) references list_pastes(id) on delete cascade
);
comment on table paste_rows is 'The rows of a paste, and what each that a person approved has become, once.';
comment on column paste_rows.nr is 'Its place among the messages and lines of the paste, which does not change with what is known.';
comment on column paste_rows.amount is 'What was entered, in cents.';
comment on column paste_rows.corrected is 'That its person changed what was read: what it is, the name, or an amount. Null until it is entered, and of those entered before this was kept.';
create unique index paste_rows_once on paste_rows (became, became_id) where (state = 'entered');

-- invitations: occasions

create table gatherings (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  fund_drive_id uuid,
  slug text collate "C" not null,
  title text not null,
  hosts text not null,
  style text default 'celebration' not null,
  words text default '' not null,
  image_url text,
  language text default 'en' not null,
  vouched_at timestamptz(3),
  status text default 'open' not null,
  stopped_why text,
  once text collate "C",
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  opening text default '' not null,
  sign text default 'none' not null,
  stopped_from text,
  forget_warned_at timestamptz(3),
  newcomers text default 'come' not null,
  contact text collate "C",
  constraint gatherings_pkey primary key (id),
  constraint gatherings_fund_drive_id_key unique (fund_drive_id),
  constraint gatherings_once unique (user_id, once),
  constraint gatherings_slug_key unique (slug),
  constraint gatherings_contact_check check (contact ~ '^\+[1-9]\d{6,14}$'),
  constraint gatherings_hosts_check check (length(hosts) >= 1 and length(hosts) <= 120 and hosts !~ '[[:cntrl:]]' and hosts = btrim(hosts)),
  constraint gatherings_image_url_check check (image_url ~~ '/media/%'),
  constraint gatherings_language_check check (language ~ '^[a-z]{2,3}$'),
  constraint gatherings_newcomers_check check (newcomers in ('come', 'ask', 'none')),
  constraint gatherings_once_check check (length(once) <= 100),
  constraint gatherings_opening_check check (length(opening) <= 80 and opening !~ '[[:cntrl:]]' and opening = btrim(opening)),
  constraint gatherings_sign_check check (sign in ('none', 'cross', 'crescent')),
  constraint gatherings_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  constraint gatherings_status_check check (status in ('open', 'closed', 'stopped')),
  constraint gatherings_stopped_from check (stopped_from is null or status = 'stopped'),
  constraint gatherings_stopped_from_check check (stopped_from in ('open', 'closed')),
  constraint gatherings_stopped_why check ((status = 'stopped') = (stopped_why is not null)),
  constraint gatherings_stopped_why_check check (length(stopped_why) >= 1 and length(stopped_why) <= 1000),
  constraint gatherings_style_check check (style in ('solemn', 'celebration', 'church', 'school', 'corporate')),
  constraint gatherings_title_check check (length(title) >= 1 and length(title) <= 100 and title !~ '[[:cntrl:]]' and title = btrim(title)),
  constraint gatherings_words_check check (length(words) <= 600),
  constraint gatherings_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete set null,
  constraint gatherings_user_id_fkey foreign key (user_id) references users(id)
);
comment on table gatherings is 'What a person invites to: it holds occasions and guests. At most one for each drive.';
comment on column gatherings.user_id is 'The host. Of a drive''s gathering those decide who have the right guests on that drive.';
comment on column gatherings.hosts is 'Who invites, as guests read it: a family, a committee.';
comment on column gatherings.vouched_at is 'When the host said that they know these people and may invite them.';
comment on column gatherings.status is 'closed: the pages stay and answers end. stopped: by the office, and the pages are missing.';
comment on column gatherings.once is 'Tells a form that is sent twice.';
comment on column gatherings.opening is 'What the card begins with, in the host''s words. Empty: the words for the kind of occasion.';
comment on column gatherings.sign is 'A small sign at the head of a church''s card.';
comment on column gatherings.stopped_from is 'The status it had before the office stopped it.';
comment on column gatherings.forget_warned_at is 'When its host was told that guests are forgotten a month later: those who neither gave nor pledged.';
comment on column gatherings.newcomers is 'What the open link does for a person who is not on the list yet: come in, ask the host first, or nothing.';
comment on column gatherings.contact is 'The number by which guests may reach the hosts: they read it, call it and write to it. Null where the hosts gave none.';
create index gatherings_image on gatherings (image_url) where (image_url is not null);
create index gatherings_of_person on gatherings (user_id, created_at desc);
create function untie_moved()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from supporter_ties t using supporters s where s.id = t.supporter_id and s.gathering_id = new.id;
  return null;
end
$function$;
comment on function untie_moved() is 'What came to a drive is tied to no guest of a gathering that is not beside it any more.';
create trigger untie_moved after update of fund_drive_id on gatherings for each row when (old.fund_drive_id is distinct from new.fund_drive_id) execute function untie_moved();

create table occasions (
  id uuid default gen_random_uuid() not null,
  gathering_id uuid not null,
  no smallint not null,
  kind text not null,
  name text not null,
  zone text collate "C" not null,
  starts_local timestamp(0) without time zone not null,
  ends_local timestamp(0) without time zone,
  starts_at timestamptz generated always as ((starts_local at time zone zone)) stored not null,
  ends_at timestamptz generated always as ((ends_local at time zone zone)) stored,
  place text default '' not null,
  landmark text default '' not null,
  map_url text,
  lat numeric(8,5),
  lng numeric(8,5),
  travel text default '' not null,
  dress text default '' not null,
  programme text default '' not null,
  stream_url text,
  stream_open boolean default false not null,
  capacity integer,
  party_most smallint default 4 not null,
  plus_ones smallint default 0 not null,
  answers_until timestamp(0) with time zone,
  shows_list boolean default false not null,
  shows_count boolean default true not null,
  approves boolean default false not null,
  waits boolean default true not null,
  shared boolean default false not null,
  walk_ins boolean default true not null,
  status text default 'planned' not null,
  cancelled_why text,
  version integer default 1 not null,
  told_version integer default 1 not null,
  day_version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  cancelled_at timestamptz(3),
  constraint occasions_pkey primary key (id),
  constraint occasions_no unique (gathering_id, no),
  constraint occasions_cancelled_why check ((status = 'cancelled') = (cancelled_why is not null)),
  constraint occasions_cancelled_why_check check (length(cancelled_why) >= 1 and length(cancelled_why) <= 500),
  constraint occasions_capacity_check check (capacity >= 1 and capacity <= 100000),
  constraint occasions_dress_check check (length(dress) <= 120 and dress !~ '[[:cntrl:]]'),
  constraint occasions_ends_later check (ends_local > starts_local and ends_local <= (starts_local + '14 days'::interval)),
  constraint occasions_ends_later_in_the_world check (ends_at > starts_at),
  constraint occasions_kind_check check (kind in ('fundraising', 'ruracio', 'wedding', 'burial', 'memorial', 'graduation', 'church', 'chama', 'school', 'other')),
  constraint occasions_landmark_check check (length(landmark) <= 160 and landmark !~ '[[:cntrl:]]'),
  constraint occasions_lat_check check (lat >= '-90'::integer::numeric and lat <= 90::numeric),
  constraint occasions_lng_check check (lng >= '-180'::integer::numeric and lng <= 180::numeric),
  constraint occasions_map_url_check check (map_url ~ '^https://' and length(map_url) <= 2000),
  constraint occasions_name_check check (length(name) >= 1 and length(name) <= 80 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  constraint occasions_no_check check (no >= 1 and no <= 20),
  constraint occasions_party_most_check check (party_most >= 1 and party_most <= 20),
  constraint occasions_pin check ((lat is null) = (lng is null)),
  constraint occasions_place_check check (length(place) <= 160 and place !~ '[[:cntrl:]]'),
  constraint occasions_plus_ones_check check (plus_ones >= 0 and plus_ones <= 5),
  constraint occasions_programme_check check (length(programme) <= 2000),
  constraint occasions_starts_local_check check (starts_local >= '2000-01-01 00:00:00'::timestamp without time zone and starts_local <= '2100-01-01 00:00:00'::timestamp without time zone),
  constraint occasions_status_check check (status in ('planned', 'cancelled')),
  constraint occasions_stream_url_check check (stream_url ~ '^https://' and length(stream_url) <= 2000),
  constraint occasions_travel_check check (length(travel) <= 500),
  constraint occasions_zone_check check (zone ~ '^[A-Z][A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$' and length(zone) <= 40),
  constraint occasions_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade
);
comment on table occasions is 'One day, or some, of a gathering, with guests of its own.';
comment on column occasions.no is 'Its number within the gathering, which its addresses have.';
comment on column occasions.zone is 'Whose clocks the local times are of. A zone that Postgres does not know is refused, because the times can not be computed.';
comment on column occasions.party_most is 'How many may come by one answer on the link that everybody shares.';
comment on column occasions.plus_ones is 'How many more than their seats invited guests may bring.';
comment on column occasions.shared is 'Whether people who are not on the list may answer on the page of the gathering.';
comment on column occasions.told_version is 'The version that guests were told of last.';
comment on column occasions.day_version is 'The version in which the day was changed last. An answer that is older was given for another day.';
comment on column occasions.cancelled_at is 'When it was cancelled; not known of those before this was written down.';
create function add_occasion_seats()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  insert into occasion_seats (occasion_id) values (new.id);
  return null;
end
$function$;
comment on function add_occasion_seats() is 'Each occasion has a row of seats from its beginning.';
create trigger add_occasion_seats after insert on occasions for each row execute function add_occasion_seats();

create table occasion_changes (
  occasion_id uuid not null,
  version integer not null,
  was jsonb not null,
  is_now jsonb not null,
  at timestamptz(3) default now() not null,
  constraint occasion_changes_pkey primary key (occasion_id, version),
  constraint occasion_changes_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
);
comment on table occasion_changes is 'What was changed of the day, the time or the place of an occasion, so that guests see what was said before.';
comment on column occasion_changes.version is 'The version of the occasion that this change made.';

create table occasion_seats (
  occasion_id uuid not null,
  taken integer default 0 not null,
  constraint occasion_seats_pkey primary key (occasion_id),
  constraint occasion_seats_taken_check check (taken >= 0),
  constraint occasion_seats_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
) with (fillfactor=50);
comment on table occasion_seats is 'How many seats are held, by those who come and by offers. Whoever changes seats or capacity, or cancels, locks this row.';

-- invitations: guests

create table supporters (
  id uuid default gen_random_uuid() not null,
  gathering_id uuid not null,
  name text not null,
  phone text collate "C",
  claimed_phone text collate "C",
  email text collate "C",
  groups text[] default '{}'::text[] not null,
  link text collate "C" not null,
  language text default 'en' not null,
  note text default '' not null,
  listed boolean default false not null,
  origin text not null,
  quiet_at timestamptz(3),
  sent_at timestamptz(3),
  seen_on date,
  thanked_at timestamptz(3),
  merged_into uuid,
  once text collate "C",
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  forgotten_at timestamptz(3),
  texted_at timestamptz(3),
  asks boolean default false not null,
  card_name text,
  constraint supporters_pkey primary key (id),
  constraint supporters_link_key unique (link),
  constraint supporters_once unique (gathering_id, once),
  constraint supporters_phone unique (gathering_id, phone),
  constraint supporters_card_name check (length(card_name) >= 1 and length(card_name) <= 100 and card_name !~ '[[:cntrl:]]' and card_name = btrim(card_name)),
  constraint supporters_claim check (claimed_phone is null or phone is null),
  constraint supporters_claimed_phone_check check (claimed_phone ~ '^\+[1-9]\d{6,14}$'),
  constraint supporters_email_check check (length(email) <= 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  constraint supporters_forgotten check (forgotten_at is null or phone is null and claimed_phone is null and email is null and note = '' and cardinality(groups) = 0 and not listed),
  constraint supporters_groups_check check (cardinality(groups) <= 10),
  constraint supporters_language_check check (language ~ '^[a-z]{2,3}$'),
  constraint supporters_link_check check (link ~ '^[2-9a-km-np-z]{12}$'),
  constraint supporters_merged check (merged_into <> id),
  constraint supporters_name_check check (length(name) >= 1 and length(name) <= 100 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  constraint supporters_note_check check (length(note) <= 300),
  constraint supporters_once_check check (length(once) <= 100),
  constraint supporters_origin_check check (origin in ('host', 'import', 'shared', 'door', 'gift', 'pledge', 'visit')),
  constraint supporters_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  constraint supporters_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade,
  constraint supporters_merged_into_fkey foreign key (merged_into) references supporters(id) on delete set null
);
comment on table supporters is 'A person or a household on the list of a gathering.';
comment on column supporters.claimed_phone is 'Who answered on the shared link with a number that was on the list already. Nothing of the other is shown; the host says who it is.';
comment on column supporters.link is 'The secret end of their own address, 60 bits in clear: it opens the answer of one guest, and who reads this table has the names anyway.';
comment on column supporters.listed is 'They let other guests see their name, where the host shows a list.';
comment on column supporters.seen_on is 'The first day on which they opened their page. Never how often.';
comment on column supporters.once is 'Tells a form that is sent twice.';
comment on column supporters.forgotten_at is 'When they, the host or an operator had them forgotten. The row stays for the counts, under another name and a link that nobody has.';
comment on column supporters.texted_at is 'When their own link was texted to their number because somebody answered with it on the shared link. It is done once.';
comment on column supporters.asks is 'Their Yes waits for the host: the host looks at new guests first, or many came from one network at once.';
comment on column supporters.card_name is 'The name on cards, passes and lists on paper. Null: the name of the guest.';
create index supporters_by_name on supporters (gathering_id, lower(name), id);
create index supporters_claiming on supporters (gathering_id, claimed_phone) where (claimed_phone is not null);
create index supporters_merged on supporters (merged_into) where (merged_into is not null);
create index supporters_texted on supporters (gathering_id) where (texted_at is not null);
create function forget_arrivals()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update arrivals set name = null, touched = pg_current_xact_id()
  where name is not null
    and (invitation_id in (select id from invitations where supporter_id = new.id)
      or (invitation_id is null and lower(name) = lower(old.name)
        and occasion_id in (select id from occasions where gathering_id = new.gathering_id)));
  return null;
end
$function$;
comment on function forget_arrivals() is 'A guest who is forgotten is forgotten at the doors of their gathering.';
create function forget_calendars()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update invitations set in_calendar = false where supporter_id = new.id and in_calendar;
  return null;
end
$function$;
comment on function forget_calendars() is 'Without an address no calendar file can follow the one that was sent.';
create function forget_objections()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update photo_objections set supporter_id = null, words = '' where supporter_id = new.id;
  return null;
end
$function$;
comment on function forget_objections() is 'Of a guest who is forgotten nobody reads any more which photos they asked about, and why.';
create function forget_remembered()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from remembered where supporter_id = new.id;
  return null;
end
$function$;
comment on function forget_remembered() is 'A guest who is forgotten is in nobody’s book.';
create function merge_objections()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from photo_objections p where p.supporter_id = new.id and exists (
    select from photo_objections o where o.photo_id = p.photo_id and o.supporter_id = new.merged_into);
  update photo_objections set supporter_id = new.merged_into where supporter_id = new.id;
  return null;
end
$function$;
comment on function merge_objections() is 'Of two entries of a list that become one, the one that stays reads what became of both.';
create function merge_remembered()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update remembered r set supporter_id = new.merged_into
    where r.supporter_id = new.id and not exists (
      select from remembered o where o.user_id = r.user_id and o.supporter_id = new.merged_into);
  delete from remembered where supporter_id = new.id;
  return null;
end
$function$;
comment on function merge_remembered() is 'Of two entries of a list that become one, the book keeps what it says of the one that stays, else of the other.';
create function tie_merged()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update supporter_ties set supporter_id = new.merged_into where supporter_id = new.id;
  return null;
end
$function$;
comment on function tie_merged() is 'What came from an entry that becomes a part of another came from that other.';
create function touch_invitations()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update invitations set touched = pg_current_xact_id() where supporter_id = new.id;
  return null;
end
$function$;
comment on function touch_invitations() is 'A guest whose name or number changes is new to the doors.';
create function untie_forgotten()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from supporter_ties where supporter_id = new.id;
  return null;
end
$function$;
comment on function untie_forgotten() is 'Nothing of a drive is known to come from a guest who is forgotten.';
create trigger forget_arrivals after update of forgotten_at on supporters for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_arrivals();
create trigger forget_calendars after update of email on supporters for each row when (new.email is null and old.email is not null) execute function forget_calendars();
create trigger forget_objections after update of forgotten_at on supporters for each row when (new.forgotten_at is not null) execute function forget_objections();
create trigger forget_remembered after update of forgotten_at on supporters for each row when (new.forgotten_at is not null) execute function forget_remembered();
create trigger merge_objections after update of merged_into on supporters for each row when (new.merged_into is not null) execute function merge_objections();
create trigger merge_remembered after update of merged_into on supporters for each row when (new.merged_into is not null) execute function merge_remembered();
create trigger tie_merged after update of merged_into on supporters for each row when (new.merged_into is not null) execute function tie_merged();
create trigger touch_invitations after update of name, phone on supporters for each row when (old.name is distinct from new.name or old.phone is distinct from new.phone) execute function touch_invitations();
create trigger untie_forgotten after update of forgotten_at on supporters for each row when (new.forgotten_at is not null) execute function untie_forgotten();

create table invitations (
  id uuid default gen_random_uuid() not null,
  occasion_id uuid not null,
  supporter_id uuid not null,
  seats smallint not null,
  state text default 'invited' not null,
  adults smallint,
  children smallint,
  wish text default '' not null,
  gives boolean default false not null,
  answered_at timestamptz(3),
  answered_version integer,
  waits_since timestamp(6) with time zone,
  offer_until timestamptz(3),
  code text collate "C" not null,
  pass_version smallint default 1 not null,
  sequence integer default 0 not null,
  in_calendar boolean default false not null,
  touched xid8 default pg_current_xact_id() not null,
  ended_at timestamptz(3),
  constraint invitations_pkey primary key (id),
  constraint invitations_code unique (occasion_id, code),
  constraint invitations_once unique (occasion_id, supporter_id),
  constraint invitations_adults_check check (adults >= 0 and adults <= 50),
  constraint invitations_children_check check (children >= 0 and children <= 50),
  constraint invitations_code_check check (code ~ '^[2-9A-HJKMNP-TV-Z]{6}$'),
  constraint invitations_offered check ((offer_until is not null) = (state = 'offered')),
  constraint invitations_party check ((adults is not null and children is not null) = (state in ('asked', 'yes', 'maybe', 'waiting', 'offered')) and (adults is null) = (children is null)),
  constraint invitations_people check ((adults + children) >= 1),
  constraint invitations_seats_check check (seats >= 1 and seats <= 50),
  constraint invitations_state_check check (state in ('invited', 'asked', 'yes', 'maybe', 'no', 'waiting', 'offered', 'withdrawn')),
  constraint invitations_waiting check ((waits_since is not null) = (state in ('waiting', 'offered'))),
  constraint invitations_wish_check check (length(wish) <= 300),
  constraint invitations_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade,
  constraint invitations_supporter_id_fkey foreign key (supporter_id) references supporters(id) on delete cascade
);
comment on table invitations is 'One supporter invited to one occasion, with the answer. Those who come and those who have an offer hold seats.';
comment on column invitations.gives is 'They can not come, but will give.';
comment on column invitations.answered_version is 'The version of the occasion that they answered.';
comment on column invitations.waits_since is 'Their place in the line.';
comment on column invitations.code is 'What is said or typed at the door.';
comment on column invitations.in_calendar is 'Their calendar was sent the occasion, so it has to be told of the end.';
comment on column invitations.touched is 'The transaction that changed it last: doors ask for what is newer than they know.';
comment on column invitations.ended_at is 'When its last pass was replaced, or it was withdrawn: doors say so.';
create index invitations_of_supporter on invitations (supporter_id);
create index invitations_offered on invitations (offer_until) where (state = 'offered');
create index invitations_touched on invitations (occasion_id, touched);
create index invitations_waiting on invitations (occasion_id, waits_since, id) where (state = 'waiting');
create function note_ended_pass()
 returns trigger
 language plpgsql
as $function$
begin
  if new.pass_version > old.pass_version or (new.state = 'withdrawn' and old.state <> 'withdrawn') then
    new.ended_at := clock_timestamp();
  end if;
  return new;
end
$function$;
comment on function note_ended_pass() is 'Writes down when an invitation lost the pass that its guest had.';
create trigger note_ended_pass before update of state, pass_version on invitations for each row execute function note_ended_pass();

create table answers (
  id bigint generated always as identity,
  invitation_id uuid not null,
  state text not null,
  adults smallint,
  children smallint,
  by text not null,
  at timestamptz(3) default now() not null,
  constraint answers_pkey primary key (id),
  constraint answers_by_check check (by in ('guest', 'host', 'door', 'clock')),
  constraint answers_state_check check (state in ('invited', 'asked', 'yes', 'maybe', 'no', 'waiting', 'offered', 'withdrawn')),
  constraint answers_invitation_id_fkey foreign key (invitation_id) references invitations(id) on delete cascade
);
comment on table answers is 'What became of an invitation, step by step. Only ever added to.';
create index answers_of_invitation on answers (invitation_id, id);

create table guest_pastes (
  id bigint generated always as identity,
  gathering_id uuid not null,
  by uuid not null,
  body text,
  added integer,
  created_at timestamptz(3) default now() not null,
  constraint guest_pastes_pkey primary key (id),
  constraint guest_pastes_added_check check (added >= 0 and added <= 5000),
  constraint guest_pastes_body_check check (length(body) >= 1 and length(body) <= 1500000),
  constraint guest_pastes_entered check (added is null or body is null),
  constraint guest_pastes_by_fkey foreign key (by) references users(id),
  constraint guest_pastes_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade
);
comment on table guest_pastes is 'A list of guests that a host pasted, as it is looked at before anybody is invited.';
comment on column guest_pastes.body is 'Erased when its guests are entered, and after a day.';
comment on column guest_pastes.added is 'How many guests were entered from it: the same form sent again says the same.';
create index guest_pastes_by on guest_pastes (by);
create index guest_pastes_of_gathering on guest_pastes (gathering_id, id desc);
create index guest_pastes_to_forget on guest_pastes (created_at) where (body is not null);

create table guest_reports (
  id bigint generated always as identity,
  gathering_id uuid not null,
  supporter_id uuid,
  reason text not null,
  words text default '' not null,
  network text collate "C" not null,
  at timestamptz(3) default now() not null,
  looked_at timestamptz(3),
  constraint guest_reports_pkey primary key (id),
  constraint guest_reports_network_check check (length(network) <= 45),
  constraint guest_reports_reason_check check (reason in ('stranger', 'untrue', 'unwanted', 'other')),
  constraint guest_reports_words_check check (length(words) <= 1000),
  constraint guest_reports_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade,
  constraint guest_reports_supporter_id_fkey foreign key (supporter_id) references supporters(id) on delete set null
);
comment on table guest_reports is 'What guests report to the office about an invitation. The host is not told who did.';
comment on column guest_reports.network is 'The network they wrote from, shortened: three different ones pause the messages of the gathering.';
comment on column guest_reports.looked_at is 'When the office looked at it. From then on it pauses nothing.';
create index guest_reports_of_gathering on guest_reports (gathering_id, at desc);
create index guest_reports_of_supporter on guest_reports (supporter_id) where (supporter_id is not null);
create index guest_reports_open on guest_reports (at) where (looked_at is null);

-- invitations: activity

create table supporter_ties (
  id bigint generated always as identity,
  supporter_id uuid not null,
  payment_id bigint,
  pledge_id bigint,
  recorded_id bigint,
  visit_id uuid,
  comment_id bigint,
  how text not null,
  at timestamptz(3) default now() not null,
  untied_at timestamptz(3),
  constraint supporter_ties_pkey primary key (id),
  constraint supporter_ties_comment_id_key unique (comment_id),
  constraint supporter_ties_payment_id_key unique (payment_id),
  constraint supporter_ties_pledge_id_key unique (pledge_id),
  constraint supporter_ties_recorded_id_key unique (recorded_id),
  constraint supporter_ties_visit_id_key unique (visit_id),
  constraint supporter_ties_how_check check (how in ('link', 'phone', 'email', 'host')),
  constraint supporter_ties_one check (num_nonnulls(payment_id, pledge_id, recorded_id, visit_id, comment_id) = 1),
  constraint supporter_ties_comment_id_fkey foreign key (comment_id) references fund_drive_comments(id) on delete cascade,
  constraint supporter_ties_payment_id_fkey foreign key (payment_id) references payments(id) on delete cascade,
  constraint supporter_ties_pledge_id_fkey foreign key (pledge_id) references pledges(id) on delete cascade,
  constraint supporter_ties_recorded_id_fkey foreign key (recorded_id) references recorded_gifts(id) on delete cascade,
  constraint supporter_ties_supporter_id_fkey foreign key (supporter_id) references supporters(id) on delete cascade,
  constraint supporter_ties_visit_id_fkey foreign key (visit_id) references fund_drive_reservations(id) on delete cascade
);
comment on table supporter_ties is 'What is known to come from a guest. An anonymous gift or pledge is never tied: it leaves no trace on the list of guests.';
comment on column supporter_ties.how is 'link: it came by their own link. phone, email: only they have it in that gathering. host: tied by hand.';
comment on column supporter_ties.untied_at is 'When the host said that it is not theirs. The row stays, so that nothing ties it to them again by itself.';
create index supporter_ties_of_supporter on supporter_ties (supporter_id);
create function guard_tie()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  beside uuid;
  fits boolean;
begin
  -- The gathering is locked, so that it stays beside its drive until the tie is there.
  select g.fund_drive_id into beside from supporters s join gatherings g on g.id = s.gathering_id
    where s.id = new.supporter_id for share of g;
  fits := case
    when new.payment_id is not null then
      (select p.fund_drive_id = beside and not p.anonymous and p.kind = 'donation' from payments p where p.id = new.payment_id)
    when new.pledge_id is not null then
      (select p.fund_drive_id = beside and not p.anonymous from pledges p where p.id = new.pledge_id)
    when new.recorded_id is not null then
      (select r.fund_drive_id = beside and not r.anonymous from recorded_gifts r where r.id = new.recorded_id)
    when new.visit_id is not null then
      (select v.fund_drive_id = beside from fund_drive_reservations v where v.id = new.visit_id)
    else (select c.fund_drive_id = beside from fund_drive_comments c where c.id = new.comment_id) end;
  if fits is not true then
    raise exception 'anonymous, or of another drive' using errcode = 'check_violation', constraint = 'supporter_ties_fit';
  end if;
  return new;
end
$function$;
comment on function guard_tie() is 'Refuses to tie what is anonymous, or of a drive that the gathering is not beside.';
create trigger guard_tie before insert or update of supporter_id, payment_id, pledge_id, recorded_id, visit_id, comment_id on supporter_ties for each row execute function guard_tie();

-- invitations: messages

create table messages (
  id uuid default gen_random_uuid() not null,
  gathering_id uuid not null,
  occasion_id uuid,
  kind text not null,
  words text default '' not null,
  filter jsonb default '{}'::jsonb not null,
  once text collate "C",
  made_by uuid,
  stopped_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint messages_pkey primary key (id),
  constraint messages_once unique (gathering_id, once),
  constraint messages_kind_check check (kind in ('invitation', 'note', 'thanks', 'reminder', 'change', 'cancelled', 'offer', 'account')),
  constraint messages_once_check check (length(once) <= 200),
  constraint messages_words_check check (length(words) <= 600 and words !~* '://|www[.]'),
  constraint messages_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade,
  constraint messages_made_by_fkey foreign key (made_by) references users(id) on delete set null,
  constraint messages_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
);
comment on table messages is 'One message to some guests of a gathering. Its frame is fixed, the host adds words without links.';
comment on column messages.filter is 'Which guests it was for, as the address of the list said it.';
comment on column messages.once is 'Stands for what it is about: of two with the same one is sent.';
comment on column messages.made_by is 'The host who wrote it; null for what the clock sends.';
create index messages_made_by on messages (made_by) where (made_by is not null);
create index messages_of_gathering on messages (gathering_id, created_at desc, id);
create index messages_of_occasion on messages (occasion_id) where (occasion_id is not null);

create table message_lines (
  id bigint generated always as identity,
  message_id uuid not null,
  supporter_id uuid not null,
  way text not null,
  state text default 'queued' not null,
  why text,
  tries smallint default 0 not null,
  versions jsonb default '{}'::jsonb not null,
  at timestamptz(3) default now() not null,
  constraint message_lines_pkey primary key (id),
  constraint message_lines_once unique (message_id, supporter_id),
  constraint message_lines_sent_once check (way <> 'sms' or tries <= 1),
  constraint message_lines_state_check check (state in ('queued', 'sending', 'sent', 'unsure', 'failed', 'skipped')),
  constraint message_lines_tries_check check (tries >= 0 and tries <= 2),
  constraint message_lines_way_check check (way in ('mail', 'sms', 'hand')),
  constraint message_lines_why_check check (length(why) >= 1 and length(why) <= 60),
  constraint message_lines_message_id_fkey foreign key (message_id) references messages(id) on delete cascade,
  constraint message_lines_supporter_id_fkey foreign key (supporter_id) references supporters(id) on delete cascade
);
comment on table message_lines is 'One guest of one message: which way it goes to them, and how far it came.';
comment on column message_lines.way is 'hand: the host sends it from their own phone, and says so.';
comment on column message_lines.state is 'sending: it may have left. What stays so is sent once more by mail, and never again by text.';
comment on column message_lines.versions is 'By occasion, the version whose time and place it told.';
create index message_lines_of_supporter on message_lines (supporter_id);
create index message_lines_queued on message_lines (message_id, id) where (state = 'queued');
create index message_lines_sending on message_lines (at) where (state = 'sending');
create function note_thanked()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update supporters s set thanked_at = coalesce(s.thanked_at, new.at)
  from messages m, supporters l
  where m.id = new.message_id and m.kind = 'thanks' and l.id = new.supporter_id
    and s.id = coalesce(l.merged_into, l.id) and s.forgotten_at is null;
  return null;
end
$function$;
comment on function note_thanked() is 'Writes down when a guest was first thanked. Of an entry that became a part of another, that other was.';
create trigger note_thanked after update of state on message_lines for each row when (new.state = 'sent' and old.state <> 'sent') execute function note_thanked();

create table occasion_reminders (
  occasion_id uuid not null,
  whom text not null,
  of text not null,
  before interval not null,
  is_off boolean default false not null,
  done_at timestamptz(3),
  done_for timestamptz,
  constraint occasion_reminders_pkey primary key (occasion_id, whom, of, before),
  constraint occasion_reminders_before_check check (before >= '01:00:00'::interval and before <= '60 days'::interval),
  constraint occasion_reminders_done check ((done_at is null) = (done_for is null)),
  constraint occasion_reminders_of_check check (of in ('start', 'deadline')),
  constraint occasion_reminders_whom_check check (whom in ('coming', 'silent')),
  constraint occasion_reminders_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
);
comment on table occasion_reminders is 'What became of a reminder that the kind of an occasion brings: that the host wants none, or that it was sent.';
comment on column occasion_reminders.done_for is 'The beginning, or the end of answers, that it was sent for. When that is moved it is due again.';

-- invitations: door

create table doors (
  id uuid default gen_random_uuid() not null,
  occasion_id uuid not null,
  name text not null,
  join_hash bytea,
  join_until timestamptz(3) not null,
  key_hash bytea,
  joined_at timestamptz(3),
  heard_at timestamptz(3),
  ahead_ms bigint default 0 not null,
  unsent integer default 0 not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint doors_pkey primary key (id),
  constraint doors_join_hash_key unique (join_hash),
  constraint doors_key_hash_key unique (key_hash),
  constraint doors_name unique (occasion_id, name),
  constraint doors_join_hash_check check (length(join_hash) = 32),
  constraint doors_joined check ((key_hash is null) = (joined_at is null)),
  constraint doors_key_hash_check check (length(key_hash) = 32),
  constraint doors_name_check check (length(name) >= 1 and length(name) <= 40 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  constraint doors_unsent_check check (unsent >= 0 and unsent <= 1000000),
  constraint doors_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
);
comment on table doors is 'A phone that lets guests of one occasion in. It is joined by a code that is good once.';
comment on column doors.join_hash is 'The SHA-256 of the code by which a phone joins.';
comment on column doors.key_hash is 'The SHA-256 of what the phone shows with each call. A phone that asks to join again with the same one is let in again.';
comment on column doors.ahead_ms is 'How far the phone''s clock was ahead of ours when we heard it last.';
comment on column doors.unsent is 'How many events waited on the phone when we heard it last.';

create table occasion_keys (
  occasion_id uuid not null,
  no smallint not null,
  public bytea not null,
  secret text not null,
  retired_at timestamptz(3),
  constraint occasion_keys_pkey primary key (occasion_id, no),
  constraint occasion_keys_no_check check (no >= 1),
  constraint occasion_keys_public_check check (length(public) = 32),
  constraint occasion_keys_secret_check check (length(secret) >= 1 and length(secret) <= 500),
  constraint occasion_keys_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
);
comment on table occasion_keys is 'What signs the passes of an occasion. Passes of a key that was retired stay good.';
comment on column occasion_keys.secret is 'Sealed with AUTH_SECRET. One that can not be opened any more is retired, and another is made.';
create unique index occasion_keys_living on occasion_keys (occasion_id) where (retired_at is null);

create table arrivals (
  id uuid not null,
  occasion_id uuid not null,
  door_id uuid not null,
  nr integer not null,
  kind text not null,
  undoes uuid,
  invitation_id uuid,
  people smallint not null,
  how text not null,
  saw text not null,
  name text,
  phone_at timestamptz(3) not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) default clock_timestamp() not null,
  touched xid8 default pg_current_xact_id() not null,
  constraint arrivals_pkey primary key (id),
  constraint arrivals_nr unique (door_id, nr),
  constraint arrivals_undoes_key unique (undoes),
  constraint arrivals_how_check check (how in ('scan', 'code', 'search', 'walk-in')),
  constraint arrivals_kind_check check (kind in ('in', 'undo')),
  constraint arrivals_name_check check (length(name) >= 1 and length(name) <= 100 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  constraint arrivals_nr_check check (nr >= 1),
  constraint arrivals_people check (kind = 'undo' or people >= 1),
  constraint arrivals_people_check check (people >= 0 and people <= 50),
  constraint arrivals_saw_check check (saw in ('good', 'again', 'over', 'unanswered', 'declined', 'unlisted', 'walk-in')),
  constraint arrivals_undo check ((kind = 'undo') = (undoes is not null)),
  constraint arrivals_door_id_fkey foreign key (door_id) references doors(id) on delete cascade,
  constraint arrivals_invitation_id_fkey foreign key (invitation_id) references invitations(id) on delete set null,
  constraint arrivals_occasion_id_fkey foreign key (occasion_id) references occasions(id) on delete cascade
);
comment on table arrivals is 'Who was let in at a door, and what of it was taken back. The phone made each; here they are only ever added to.';
comment on column arrivals.id is 'Made on the phone, so that what is sent twice is there once.';
comment on column arrivals.nr is 'Its number on that phone.';
comment on column arrivals.saw is 'What the door knew when it let them in.';
comment on column arrivals.name is 'Of somebody who is on no list. Forgotten with the list.';
comment on column arrivals.at is 'When it happened by our clock: the phone''s time less what its clock is ahead, never before it joined or after we heard of it.';
comment on column arrivals.touched is 'The transaction that added it: doors ask for what is newer than they know.';
create index arrivals_in_order on arrivals (occasion_id, at, received_at, id);
create index arrivals_of_invitation on arrivals (invitation_id, at) where (invitation_id is not null);
create index arrivals_touched on arrivals (occasion_id, touched);

-- invitations: wrap-up

create table gathering_accounts (
  gathering_id uuid not null,
  version integer default 1 not null,
  made_at timestamptz(3) default now() not null,
  changed_at timestamptz(3),
  constraint gathering_accounts_pkey primary key (gathering_id),
  constraint gathering_accounts_check check (changed_at >= made_at),
  constraint gathering_accounts_version_check check (version >= 1),
  constraint gathering_accounts_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade
);
comment on table gathering_accounts is 'That a host wrote the final account of a gathering, which its guests read from then on.';
comment on column gathering_accounts.changed_at is 'When it was changed last, after it was first written. Guests read the day.';

create table account_lines (
  gathering_id uuid not null,
  no smallint not null,
  what text not null,
  amount bigint not null,
  constraint account_lines_pkey primary key (gathering_id, no),
  constraint account_lines_amount_check check (amount >= 1 and amount <= '1000000000000'::bigint),
  constraint account_lines_no_check check (no >= 1 and no <= 40),
  constraint account_lines_what_check check (length(what) >= 1 and length(what) <= 120 and what !~ '[[:cntrl:]]' and what = btrim(what)),
  constraint account_lines_gathering_id_fkey foreign key (gathering_id) references gathering_accounts(gathering_id) on delete cascade
);
comment on table account_lines is 'What the money of a gathering was spent on, in whole cents, as its host wrote it.';

create table gathering_posts (
  id uuid default gen_random_uuid() not null,
  gathering_id uuid not null,
  words text not null,
  form_key uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint gathering_posts_pkey primary key (id),
  constraint gathering_posts_gathering_id_form_key_key unique (gathering_id, form_key),
  constraint gathering_posts_words_check check (length(words) >= 1 and length(words) <= 1000 and words = btrim(words)),
  constraint gathering_posts_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade
);
comment on table gathering_posts is 'What the host of a gathering writes to all its guests after an occasion.';
comment on column gathering_posts.form_key is 'Of the form that sent it: the same form sent twice makes one post.';

create table post_photos (
  id uuid default gen_random_uuid() not null,
  post_id uuid not null,
  place smallint not null,
  image_url text not null,
  alt text default '' not null,
  width integer not null,
  height integer not null,
  colour text,
  created_at timestamptz(3) default now() not null,
  constraint post_photos_pkey primary key (id),
  constraint post_photos_once unique (image_url),
  constraint post_photos_post_id_place_key unique (post_id, place),
  constraint post_photos_alt_check check (length(alt) <= 200 and alt !~ '[[:cntrl:]]' and alt = btrim(alt)),
  constraint post_photos_image_url_check check (image_url ~~ '/media/%'),
  constraint post_photos_place_check check (place >= 1 and place <= 6),
  constraint post_photos_post_id_fkey foreign key (post_id) references gathering_posts(id) on delete cascade
);
comment on table post_photos is 'The photos of a post, at most six. A picture is in one post alone: when it is taken down it is gone.';
comment on column post_photos.place is 'Where it stands in its post, from 1.';
comment on column post_photos.alt is 'What can be seen on it, as its host wrote it for people who do not see it.';
create function note_photo_gone()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  update photo_objections set gone_at = now() where photo_id = old.id and gone_at is null;
  return old;
end
$function$;
comment on function note_photo_gone() is 'Who asked for it reads on their page that a photo is gone, whichever way it went.';
create trigger note_photo_gone before delete on post_photos for each row execute function note_photo_gone();

create table photo_objections (
  id bigint generated always as identity,
  gathering_id uuid not null,
  photo_id uuid,
  supporter_id uuid,
  words text default '' not null,
  at timestamptz(3) default now() not null,
  kept_at timestamptz(3),
  looked_at timestamptz(3),
  gone_at timestamptz(3),
  again boolean default false not null,
  constraint photo_objections_pkey primary key (id),
  constraint photo_objections_once unique (photo_id, supporter_id, again),
  constraint photo_objections_new check (not again or words <> '' or supporter_id is null),
  constraint photo_objections_words_check check (length(words) <= 500),
  constraint photo_objections_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade,
  constraint photo_objections_photo_id_fkey foreign key (photo_id) references post_photos(id) on delete set null,
  constraint photo_objections_supporter_id_fkey foreign key (supporter_id) references supporters(id) on delete set null
);
comment on table photo_objections is 'That a guest asks to have a photo of a post taken down. The host sees who asks.';
comment on column photo_objections.kept_at is 'When a host decided to keep the photo. The office still looks at it.';
comment on column photo_objections.looked_at is 'When the office decided to leave the photo.';
comment on column photo_objections.gone_at is 'When the photo was taken down, by whomever and in whatever way.';
comment on column photo_objections.again is 'The guest asks a second time, after the photo was kept. There is no third.';
create index photo_objections_of_gathering on photo_objections (gathering_id, at desc);
create index photo_objections_of_supporter on photo_objections (supporter_id) where (supporter_id is not null);
create index photo_objections_open on photo_objections (at) where ((looked_at is null) and (gone_at is null));

-- invitations: kumbukumbu

create table remembered (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  supporter_id uuid,
  name text not null,
  phone text collate "C",
  what text default '' not null,
  day date,
  people smallint,
  gave bigint,
  words text default '' not null,
  once uuid,
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  constraint remembered_pkey primary key (id),
  constraint remembered_guest unique (user_id, supporter_id),
  constraint remembered_once unique (user_id, once),
  constraint remembered_day_check check (day >= '1900-01-01'::date and day <= '2100-12-31'::date),
  constraint remembered_gave_check check (gave >= 0 and gave <= 1000000000),
  constraint remembered_name_check check (length(name) >= 1 and length(name) <= 100 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  constraint remembered_people_check check (people >= 0 and people <= 1000),
  constraint remembered_phone_check check (phone ~ '^\+[1-9]\d{6,14}$'),
  constraint remembered_what_check check (length(what) <= 120 and what !~ '[[:cntrl:]]' and what = btrim(what)),
  constraint remembered_words_check check (length(words) <= 500),
  constraint remembered_supporter_id_fkey foreign key (supporter_id) references supporters(id) on delete cascade,
  constraint remembered_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table remembered is 'Households in the private book of one person. Nobody else reads it, administrators neither.';
comment on column remembered.supporter_id is 'The guest of the owner’s own gathering whom it tells of, who may have it removed; null where the owner typed all of it.';
comment on column remembered.people is 'How many came.';
comment on column remembered.gave is 'Cents, as the owner typed them. Null: of a guest, what guest_paid says now is shown, so that a gift that becomes anonymous leaves nothing here.';
comment on column remembered.once is 'Tells a form that is sent twice.';
create index remembered_by_name on remembered (user_id, lower(name), id);
create index remembered_by_phone on remembered (phone) where (phone is not null);
create index remembered_of_supporter on remembered (supporter_id) where (supporter_id is not null);

-- invitations: helpers

create table drive_helpers (
  id bigint generated always as identity,
  fund_drive_id uuid,
  user_id uuid,
  invited text not null,
  role text not null,
  token_hash text collate "C",
  invited_by uuid not null,
  created_at timestamptz(3) default now() not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  left_at timestamptz(3),
  removed_by uuid,
  used_hash text collate "C",
  gathering_id uuid,
  signs_since timestamptz(3),
  named boolean default false not null,
  constraint drive_helpers_pkey primary key (id),
  constraint drive_helpers_token_hash_key unique (token_hash),
  constraint drive_helpers_accepted_by check ((accepted_at is null) = (user_id is null)),
  constraint drive_helpers_invited_by_link check ((token_hash is not null) = (accepted_at is null and left_at is null)),
  constraint drive_helpers_invited_check check (length(invited) >= 1 and length(invited) <= 200),
  constraint drive_helpers_of_guests check (gathering_id is null or role = 'secretary'),
  constraint drive_helpers_of_one check (num_nonnulls(fund_drive_id, gathering_id) = 1),
  constraint drive_helpers_role_check check (role in ('treasurer', 'secretary')),
  constraint drive_helpers_signs_as_treasurer check (signs_since is null or role = 'treasurer' and accepted_at is not null),
  constraint drive_helpers_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint drive_helpers_used_hash_check check (used_hash ~ '^[0-9a-f]{64}$'),
  constraint drive_helpers_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint drive_helpers_gathering_id_fkey foreign key (gathering_id) references gatherings(id) on delete cascade,
  constraint drive_helpers_invited_by_fkey foreign key (invited_by) references users(id),
  constraint drive_helpers_removed_by_fkey foreign key (removed_by) references users(id),
  constraint drive_helpers_user_id_fkey foreign key (user_id) references users(id)
);
comment on table drive_helpers is 'Helpers of the owner of a drive, or of the host of a gathering. A row is an invitation until its link is followed by a person with an account.';
comment on column drive_helpers.invited is 'Whom the owner invited, in the owner''s words: a name, an email address or a number.';
comment on column drive_helpers.token_hash is 'SHA-256 of the secret in the link; gone once it was used or taken back.';
comment on column drive_helpers.left_at is 'When they left, were removed, or the invitation was taken back.';
comment on column drive_helpers.used_hash is 'SHA-256 of the secret in the link, once it was used: it lets nobody in, and says that it was used.';
comment on column drive_helpers.gathering_id is 'Set for a helper of this gathering alone, whether it is beside a drive or not. Then there is no drive.';
comment on column drive_helpers.signs_since is 'From when a treasurer counts among those who agree to withdrawals.';
comment on column drive_helpers.named is 'True if they want their name on the public page.';
create index drive_helpers_inviting on drive_helpers (invited_by);
create index drive_helpers_of_gathering on drive_helpers (gathering_id) where (gathering_id is not null);
create index drive_helpers_of_person on drive_helpers (user_id) where (user_id is not null);
create unique index drive_helpers_once on drive_helpers (fund_drive_id, user_id) where ((left_at is null) and (user_id is not null));
create unique index drive_helpers_once_there on drive_helpers (gathering_id, user_id) where ((left_at is null) and (user_id is not null));
create index drive_helpers_removing on drive_helpers (removed_by) where (removed_by is not null);
create index drive_helpers_used on drive_helpers (used_hash) where (used_hash is not null);
create function guard_drive_helper()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  if new.gathering_id is null then
    perform from fund_drives where id = new.fund_drive_id for no key update;
  else
    perform from gatherings where id = new.gathering_id for no key update;
  end if;
  if (select count(*) from drive_helpers
      where (fund_drive_id = new.fund_drive_id or gathering_id = new.gathering_id)
        and accepted_at is not null and left_at is null and id <> new.id) >= 5 then
    raise exception 'a drive or a gathering has five helpers at most' using errcode = 'check_violation', constraint = 'drive_helpers_most';
  end if;
  if new.role = 'treasurer' and (select count(*) from drive_helpers
      where fund_drive_id = new.fund_drive_id and role = 'treasurer'
        and accepted_at is not null and left_at is null and id <> new.id) >= 4 then
    raise exception 'a drive has four treasurers at most' using errcode = 'check_violation', constraint = 'drive_helpers_treasurers';
  end if;
  return new;
end
$function$;
comment on function guard_drive_helper() is 'Refuses a sixth helper and a fifth treasurer, also of two who accept at once.';
create trigger drive_helpers_gone_tell after delete on drive_helpers for each row when (old.fund_drive_id is not null) execute function tell_drive();
create trigger drive_helpers_guarded before insert or update of accepted_at, left_at on drive_helpers for each row when (new.accepted_at is not null and new.left_at is null) execute function guard_drive_helper();
create trigger drive_helpers_tell after insert or update on drive_helpers for each row when (new.fund_drive_id is not null) execute function tell_drive();

-- admin: settings

create table operator_choices (
  id bigint generated always as identity,
  name text not null,
  value text,
  by uuid,
  why text default '' not null,
  at timestamptz default now() not null,
  constraint operator_choices_pkey primary key (id),
  constraint operator_choices_name_check check (name ~ '^[A-Z][A-Z_]{2,60}$'),
  constraint operator_choices_value_check check (char_length(value) <= 500),
  constraint operator_choices_why_check check (char_length(why) <= 1000),
  constraint operator_choices_by_fkey foreign key (by) references users(id)
);
comment on table operator_choices is 'What administrators chose on their Settings page. The newest row of a name counts; older ones stay, so that anybody can see what held when.';
comment on column operator_choices.value is 'As it was typed, checked. Null goes back to what the environment says, or the default.';
create index operator_choices_by on operator_choices (by);
create index operator_choices_newest on operator_choices (name, id desc);
create trigger operator_choices_append_only before delete or update on operator_choices for each row execute function forbid_change();

create table fee_rates (
  id bigint generated always as identity,
  bps integer not null,
  valid_from timestamptz default now() not null,
  by uuid,
  asked_by uuid,
  reason text default '' not null,
  constraint fee_rates_pkey primary key (id),
  constraint fee_rates_bps_check check (bps >= 0 and bps <= 1500),
  constraint fee_rates_reason_check check (char_length(reason) <= 1000),
  constraint fee_rates_two_people check (asked_by <> by),
  constraint fee_rates_asked_by_fkey foreign key (asked_by) references users(id),
  constraint fee_rates_by_fkey foreign key (by) references users(id)
);
comment on table fee_rates is 'The platform''s share of gifts to new drives, each time that administrators changed it. The newest row counts; without one it is 5 %.';
comment on column fee_rates.bps is 'In hundredths of a percent, from 0 to 15 %.';
comment on column fee_rates.by is 'The administrator who decided it. Null for the choice of an earlier version.';
comment on column fee_rates.asked_by is 'The administrator who asked for it first; null where one decided alone.';
create index fee_rates_asked_by on fee_rates (asked_by);
create index fee_rates_by on fee_rates (by);
create trigger fee_rates_append_only before delete or update on fee_rates for each row execute function forbid_change();
create trigger fee_rates_never_emptied before truncate on fee_rates for each statement execute function forbid_change();

-- sandbox: mailbox

create table sandbox.mails (
  id bigint generated always as identity,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  raw text not null,
  sent_at timestamptz default clock_timestamp() not null,
  constraint mails_pkey primary key (id)
);
comment on table sandbox.mails is 'Mails that would have been sent, kept for looking at under /sandbox/mailbox.';
comment on column sandbox.mails.raw is 'The whole message as a mail server would have received it.';
create index mails_to_address on sandbox.mails (lower(to_address), id desc);

create table sandbox.sms (
  id bigint generated always as identity,
  to_phone text not null,
  sender text not null,
  text text not null,
  message_id text,
  sent_at timestamptz default clock_timestamp() not null,
  constraint sms_pkey primary key (id),
  constraint sms_message_id_key unique (message_id)
);
comment on table sandbox.sms is 'Texts that would have been sent, kept for looking at under /sandbox/sms.';
comment on column sandbox.sms.to_phone is 'As the whole world dials it: +254712345678.';
comment on column sandbox.sms.sender is 'Who it says it is from: HARAMBEE or M-PESA.';
comment on column sandbox.sms.message_id is 'What the gateway calls it; null for what did not come through the gateway.';
create index sms_sent_at on sandbox.sms (sent_at);
create index sms_to_phone on sandbox.sms (to_phone, id desc);

-- sandbox: paystack

create table sandbox.paystack_state (
  one boolean default true not null,
  seed text default md5(((random())::text || (clock_timestamp())::text)) not null,
  clock_ahead_ms bigint default 0 not null,
  time_scale double precision,
  balance bigint default 0 not null,
  numbers_from bigint default 0 not null,
  calls_from bigint default 0 not null,
  constraint paystack_state_pkey primary key (one),
  constraint paystack_state_one_check check (one),
  constraint paystack_state_time_scale_check check (time_scale > 0::double precision)
);
comment on table sandbox.paystack_state is 'One row: what the pretend provider as a whole knows: its seed, how far its clock is ahead, how much quicker webhooks are tried again, and our balance there in cents.';
comment on column sandbox.paystack_state.time_scale is 'Pauses between tries of a webhook are divided by this; null: as whoever opened it said.';
comment on column sandbox.paystack_state.numbers_from is 'Where sandbox.paystack_numbers stood when the seed was set.';
comment on column sandbox.paystack_state.calls_from is 'Where sandbox.paystack_calls stood when the seed was set.';

create table sandbox.paystack_payments (
  id text collate "C" not null,
  reference text collate "C" not null,
  access_code text collate "C" not null,
  email text not null,
  amount bigint not null,
  currency text default 'KES' not null,
  callback_url text,
  metadata jsonb,
  label text,
  status text default 'abandoned' not null,
  gateway_response text default 'The transaction was not completed' not null,
  channel text,
  paid_with jsonb,
  fees bigint,
  refunded bigint default 0 not null,
  webhook text default 'usual' not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  waits_until timestamptz(3),
  paid_at timestamptz(3),
  offered text,
  constraint paystack_payments_pkey primary key (id),
  constraint paystack_payments_access_code_key unique (access_code),
  constraint paystack_payments_reference_key unique (reference),
  constraint paystack_payments_amount_check check (amount > 0),
  constraint paystack_payments_channel_check check (channel in ('mobile_money', 'card', 'bank_transfer')),
  constraint paystack_payments_check check (refunded >= 0 and refunded <= amount),
  constraint paystack_payments_id_check check (id ~ '^[0-9]{1,20}$'),
  constraint paystack_payments_offered_check check (offered in ('mobile_money', 'card', 'bank_transfer')),
  constraint paystack_payments_status_check check (status in ('abandoned', 'ongoing', 'failed', 'success', 'reversed')),
  constraint paystack_payments_webhook_check check (webhook in ('usual', 'five', 'never', 'before'))
);
comment on table sandbox.paystack_payments is 'Transactions of the pretend provider. Amounts in cents. No number of a card or phone is kept whole.';
comment on column sandbox.paystack_payments.webhook is 'How its charge.success is told: some test values ask for something unusual.';
comment on column sandbox.paystack_payments.offered is 'The channel that its page opens with: the first one the product asked for.';
create index paystack_payments_newest on sandbox.paystack_payments (created_at desc, id desc);

create table sandbox.paystack_disputes (
  id text collate "C" not null,
  payment_id text not null,
  amount bigint not null,
  refund_amount bigint,
  category text default 'chargeback' not null,
  status text default 'awaiting-merchant-feedback' not null,
  resolution text,
  message text,
  evidence jsonb,
  due_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint paystack_disputes_pkey primary key (id),
  constraint paystack_disputes_amount_check check (amount > 0),
  constraint paystack_disputes_category_check check (category in ('chargeback', 'fraud')),
  constraint paystack_disputes_id_check check (id ~ '^[0-9]{1,20}$'),
  constraint paystack_disputes_resolution_check check (resolution in ('merchant-accepted', 'declined', 'auto-accepted')),
  constraint paystack_disputes_resolved check ((status = 'resolved') = (resolution is not null)),
  constraint paystack_disputes_status_check check (status in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved', 'archived')),
  constraint paystack_disputes_payment_id_fkey foreign key (payment_id) references sandbox.paystack_payments(id) on delete cascade
);
comment on table sandbox.paystack_disputes is 'Questions of a payer''s bank.';
create index paystack_disputes_newest on sandbox.paystack_disputes (created_at desc, id desc);
create index paystack_disputes_payment on sandbox.paystack_disputes (payment_id);

create table sandbox.paystack_refunds (
  id text collate "C" not null,
  payment_id text not null,
  refund_reference text collate "C" not null,
  amount bigint not null,
  status text default 'pending' not null,
  customer_note text,
  merchant_note text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint paystack_refunds_pkey primary key (id),
  constraint paystack_refunds_refund_reference_key unique (refund_reference),
  constraint paystack_refunds_amount_check check (amount > 0),
  constraint paystack_refunds_id_check check (id ~ '^[0-9]{1,20}$'),
  constraint paystack_refunds_status_check check (status in ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
  constraint paystack_refunds_payment_id_fkey foreign key (payment_id) references sandbox.paystack_payments(id) on delete cascade
);
comment on table sandbox.paystack_refunds is 'Money sent back to a payer.';
create index paystack_refunds_newest on sandbox.paystack_refunds (created_at desc, id desc);
create index paystack_refunds_payment on sandbox.paystack_refunds (payment_id);

create table sandbox.paystack_recipients (
  id text collate "C" not null,
  recipient_code text collate "C" not null,
  type text not null,
  name text not null,
  account_number text not null,
  bank_code text not null,
  created_at timestamptz(3) not null,
  constraint paystack_recipients_pkey primary key (id),
  constraint paystack_recipients_recipient_code_key unique (recipient_code),
  constraint paystack_recipients_type_bank_code_account_number_key unique (type, bank_code, account_number),
  constraint paystack_recipients_id_check check (id ~ '^[0-9]{1,20}$')
);
comment on table sandbox.paystack_recipients is 'Accounts and wallets that transfers go to.';

create table sandbox.paystack_transfers (
  id text collate "C" not null,
  reference text collate "C" not null,
  transfer_code text collate "C" not null,
  recipient_id text not null,
  amount bigint not null,
  fee bigint not null,
  reason text,
  status text not null,
  gateway_response text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint paystack_transfers_pkey primary key (id),
  constraint paystack_transfers_reference_key unique (reference),
  constraint paystack_transfers_transfer_code_key unique (transfer_code),
  constraint paystack_transfers_amount_check check (amount > 0),
  constraint paystack_transfers_fee_check check (fee >= 0),
  constraint paystack_transfers_id_check check (id ~ '^[0-9]{1,20}$'),
  constraint paystack_transfers_status_check check (status in ('pending', 'otp', 'success', 'failed', 'reversed', 'abandoned')),
  constraint paystack_transfers_recipient_id_fkey foreign key (recipient_id) references sandbox.paystack_recipients(id)
);
comment on table sandbox.paystack_transfers is 'Money sent out of our balance at the pretend provider.';
create index paystack_transfers_newest on sandbox.paystack_transfers (created_at desc, id desc);
create index paystack_transfers_recipient on sandbox.paystack_transfers (recipient_id);

create table sandbox.paystack_uploads (
  file_name text collate "C" not null,
  dispute_id text not null,
  kind text not null,
  body bytea not null,
  uploaded_at timestamptz(3) not null,
  constraint paystack_uploads_pkey primary key (file_name),
  constraint paystack_uploads_body_check check (length(body) >= 1 and length(body) <= 1048576),
  constraint paystack_uploads_file_name_check check (length(file_name) >= 1 and length(file_name) <= 200),
  constraint paystack_uploads_kind_check check (length(kind) <= 100),
  constraint paystack_uploads_dispute_id_fkey foreign key (dispute_id) references sandbox.paystack_disputes(id) on delete cascade
);
comment on table sandbox.paystack_uploads is 'Files put at the pretend provider that show the payer''s bank something. An answer to a dispute names one.';
create index paystack_uploads_dispute on sandbox.paystack_uploads (dispute_id);

create table sandbox.paystack_webhooks (
  id bigint generated always as identity,
  event text not null,
  subject text not null,
  body text not null,
  signature text,
  first_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  tries integer default 0 not null,
  state text default 'waiting' not null,
  last_status integer,
  claimed_until timestamptz(3),
  constraint paystack_webhooks_pkey primary key (id),
  constraint paystack_webhooks_state_check check (state in ('waiting', 'taken', 'given-up'))
);
comment on table sandbox.paystack_webhooks is 'Events to be posted to the product, with their tries.';
comment on column sandbox.paystack_webhooks.claimed_until is 'Real time: one process delivers it and has so long.';
create index paystack_webhooks_age on sandbox.paystack_webhooks (first_at);
create index paystack_webhooks_due on sandbox.paystack_webhooks (due_at, id) where (state = 'waiting');
create index paystack_webhooks_subject on sandbox.paystack_webhooks (subject, id desc);

create table sandbox.paystack_later (
  id bigint generated always as identity,
  due_at timestamptz(3) not null,
  noun text not null,
  subject text not null,
  becomes text not null,
  why text,
  constraint paystack_later_pkey primary key (id),
  constraint paystack_later_noun_check check (noun in ('payment', 'transfer', 'refund', 'dispute'))
);
comment on table sandbox.paystack_later is 'What becomes of something at a later time of the pretend clock.';
create index paystack_later_due on sandbox.paystack_later (due_at, id);

create table sandbox.paystack_faults (
  id bigint generated always as identity,
  endpoint text default '*' not null,
  fault text not null,
  times integer,
  chance double precision default 1 not null,
  settings jsonb default '{}'::jsonb not null,
  constraint paystack_faults_pkey primary key (id),
  constraint paystack_faults_chance_check check (chance >= 0::double precision and chance <= 1::double precision),
  constraint paystack_faults_times_check check (times >= 0)
);
comment on table sandbox.paystack_faults is 'What is to go wrong on purpose: at which endpoint, how often (null: until taken away), how likely.';

-- sandbox: mpesa

create table sandbox.daraja_state (
  one boolean default true not null,
  seed text default md5(((random())::text || (clock_timestamp())::text)) not null,
  clock_ahead_ms bigint default 0 not null,
  numbers_from bigint default 0 not null,
  calls_from bigint default 0 not null,
  validates boolean default false not null,
  balance_off bigint default 0 not null,
  constraint daraja_state_pkey primary key (one),
  constraint daraja_state_one_check check (one)
);
comment on table sandbox.daraja_state is 'One row: what the pretend M-Pesa as a whole knows: its seed and how far its clock is ahead.';
comment on column sandbox.daraja_state.numbers_from is 'Where sandbox.daraja_numbers stood when the seed was set.';
comment on column sandbox.daraja_state.calls_from is 'Where sandbox.daraja_calls stood when the seed was set.';
comment on column sandbox.daraja_state.validates is 'Whether the product is asked before a payment by hand is taken: Safaricom switches it on.';
comment on column sandbox.daraja_state.balance_off is 'By how much, in cents, a balance that is asked for is said wrongly.';

create table sandbox.daraja_accounts (
  shortcode text collate "C" not null,
  utility bigint default 0 not null,
  working bigint default 0 not null,
  charges bigint default 0 not null,
  response_type text,
  validation_url text,
  confirmation_url text,
  pull_number text,
  constraint daraja_accounts_pkey primary key (shortcode),
  constraint daraja_accounts_response_type_check check (response_type in ('Completed', 'Cancelled')),
  constraint daraja_accounts_shortcode_check check (shortcode ~ '^[0-9]{5,7}$')
);
comment on table sandbox.daraja_accounts is 'What each shortcode has, in cents: money that came in is in utility.';
comment on column sandbox.daraja_accounts.response_type is 'What becomes of a payment when the product gives no answer in time.';
comment on column sandbox.daraja_accounts.pull_number is 'The phone that the list of payments was ordered with.';

create table sandbox.daraja_phones (
  number text collate "C" not null,
  balance bigint default 5000000 not null,
  is_on boolean default true not null,
  used_at timestamptz(3) not null,
  constraint daraja_phones_pkey primary key (number),
  constraint daraja_phones_balance_check check (balance >= 0),
  constraint daraja_phones_number_check check (number ~ '^254[17][0-9]{8}$')
);
comment on table sandbox.daraja_phones is 'Pretend phones that were used, each with a balance in cents.';
create index daraja_phones_newest on sandbox.daraja_phones (used_at desc);

create table sandbox.daraja_tokens (
  token text collate "C" not null,
  made_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint daraja_tokens_pkey primary key (token)
);
comment on table sandbox.daraja_tokens is 'Access tokens. A new one ends those before it.';
create index daraja_tokens_age on sandbox.daraja_tokens (made_at);

create table sandbox.daraja_prompts (
  checkout_id text collate "C" not null,
  merchant_id text collate "C" not null,
  phone text collate "C" not null,
  shortcode text collate "C" not null,
  party text collate "C" not null,
  way text not null,
  amount bigint not null,
  account text not null,
  description text not null,
  callback_url text not null,
  state text default 'open' not null,
  code integer,
  receipt text collate "C",
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint daraja_prompts_pkey primary key (checkout_id),
  constraint daraja_prompts_receipt_key unique (receipt),
  constraint daraja_prompts_amount_check check (amount > 0),
  constraint daraja_prompts_ended check ((state = 'ended') = (code is not null) and (state = 'ended') = (ended_at is not null)),
  constraint daraja_prompts_paid check ((receipt is not null) = (not code is distinct from 0)),
  constraint daraja_prompts_state_check check (state in ('open', 'ended')),
  constraint daraja_prompts_way_check check (way in ('paybill', 'till')),
  constraint daraja_prompts_phone_fkey foreign key (phone) references sandbox.daraja_phones(number)
);
comment on table sandbox.daraja_prompts is 'Requests to pay that were sent to a phone. Amounts in cents.';
comment on column sandbox.daraja_prompts.party is 'The Paybill or till that gets the money.';
comment on column sandbox.daraja_prompts.code is 'How it ended: 0 is paid.';
create index daraja_prompts_age on sandbox.daraja_prompts (created_at);
create unique index daraja_prompts_open on sandbox.daraja_prompts (phone) where (state = 'open');
create index daraja_prompts_phone on sandbox.daraja_prompts (phone, created_at desc);

create table sandbox.daraja_orders (
  conversation text collate "C" not null,
  originator text collate "C" not null,
  kind text not null,
  subject text not null,
  amount bigint,
  receipt text collate "C",
  code text,
  result_url text not null,
  late_url text not null,
  made_at timestamptz(3) not null,
  constraint daraja_orders_pkey primary key (conversation),
  constraint daraja_orders_originator_key unique (originator),
  constraint daraja_orders_kind_check check (kind in ('payout', 'reversal', 'status', 'balance'))
);
comment on table sandbox.daraja_orders is 'What was ordered in the name of an initiator. Amounts in cents.';
comment on column sandbox.daraja_orders.code is 'How it ended; none while it is under way.';
create index daraja_orders_age on sandbox.daraja_orders (made_at);

create table sandbox.daraja_transactions (
  receipt text collate "C" not null,
  way text not null,
  shortcode text collate "C" not null,
  phone text collate "C",
  account text,
  amount bigint not null,
  balance bigint not null,
  linked text collate "C",
  originator text collate "C",
  conversation text collate "C",
  at timestamptz(3) not null,
  constraint daraja_transactions_pkey primary key (receipt),
  constraint daraja_transactions_amount_check check (amount <> 0),
  constraint daraja_transactions_receipt_check check (receipt ~ '^[A-Z0-9]{10}$'),
  constraint daraja_transactions_way_check check (way in ('prompt', 'paybill', 'till', 'payout', 'reversal', 'charge', 'top-up', 'settlement')),
  constraint daraja_transactions_phone_fkey foreign key (phone) references sandbox.daraja_phones(number)
);
comment on table sandbox.daraja_transactions is 'Money that moved, by its M-Pesa code. Amounts in cents; what left the shortcode is negative.';
comment on column sandbox.daraja_transactions.balance is 'Of the shortcode, after it.';
comment on column sandbox.daraja_transactions.linked is 'The code of what a reversal or a charge belongs to.';
comment on column sandbox.daraja_transactions.originator is 'The name that the program gave to what it asked for.';
create index daraja_transactions_age on sandbox.daraja_transactions (at);
create index daraja_transactions_newest on sandbox.daraja_transactions (shortcode, at desc, receipt desc);
create unique index daraja_transactions_originator on sandbox.daraja_transactions (originator);
create index daraja_transactions_phone on sandbox.daraja_transactions (phone, at desc);

create table sandbox.daraja_callbacks (
  id bigint generated always as identity,
  kind text not null,
  subject text not null,
  address text not null,
  body text not null,
  first_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  state text default 'waiting' not null,
  status integer,
  constraint daraja_callbacks_pkey primary key (id),
  constraint daraja_callbacks_kind_check check (kind in ('prompt', 'confirmation', 'result', 'late')),
  constraint daraja_callbacks_state_check check (state in ('waiting', 'sent'))
);
comment on table sandbox.daraja_callbacks is 'What is posted to the product, each once: nobody repeats it.';
comment on column sandbox.daraja_callbacks.status is 'What the product answered; 0 for no answer.';
create index daraja_callbacks_age on sandbox.daraja_callbacks (first_at);
create index daraja_callbacks_due on sandbox.daraja_callbacks (due_at, id) where (state = 'waiting');
create index daraja_callbacks_subject on sandbox.daraja_callbacks (subject, id desc);

create table sandbox.daraja_later (
  id bigint generated always as identity,
  due_at timestamptz(3) not null,
  noun text not null,
  subject text not null,
  becomes text not null,
  constraint daraja_later_pkey primary key (id)
);
comment on table sandbox.daraja_later is 'What becomes of something at a later time of the pretend clock.';
create index daraja_later_due on sandbox.daraja_later (due_at, id);

create table sandbox.daraja_faults (
  id bigint generated always as identity,
  endpoint text default '*' not null,
  fault text not null,
  times integer,
  chance double precision default 1 not null,
  settings jsonb default '{}'::jsonb not null,
  constraint daraja_faults_pkey primary key (id),
  constraint daraja_faults_chance_check check (chance >= 0::double precision and chance <= 1::double precision),
  constraint daraja_faults_times_check check (times >= 0)
);
comment on table sandbox.daraja_faults is 'What is to go wrong on purpose at the pretend M-Pesa: at which endpoint, how often (null: until taken away), how likely.';

-- References to tables further down

alter table kept_forms add constraint kept_forms_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table audit_log add constraint audit_log_by_fkey foreign key (by) references users(id);
alter table proposals add constraint proposals_by_fkey foreign key (by) references users(id);
alter table pictures add constraint pictures_user_id_fkey foreign key (user_id) references users(id);
alter table ledger_accounts add constraint ledger_accounts_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade;
alter table wallets add constraint wallets_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade;
alter table wallet_deltas add constraint wallet_deltas_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade;
alter table write_offs add constraint write_offs_decided_by_fkey foreign key (decided_by) references users(id);
alter table write_offs add constraint write_offs_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id);
alter table discrepancies add constraint discrepancies_closed_by_fkey foreign key (closed_by) references users(id);
alter table discrepancies add constraint discrepancies_opened_by_fkey foreign key (opened_by) references users(id);
alter table fund_drives add constraint fund_drives_own_category_id_fkey foreign key (own_category_id) references own_categories(id);
alter table fund_drives add constraint fund_drives_short_name_fkey foreign key (short_name) references short_names(name);
alter table drive_checks add constraint drive_checks_method_id_fkey foreign key (method_id) references withdrawal_methods(id) on delete cascade;
alter table updates add constraint updates_mailing_id_fkey foreign key (mailing_id) references update_mailings(id) on delete set null;
alter table followers add constraint followers_payment_id_fkey foreign key (payment_id) references payments(id) on delete set null;
alter table followers add constraint followers_pledge_id_fkey foreign key (pledge_id) references pledges(id) on delete set null;
alter table subscriptions add constraint subscriptions_payment_id_fkey foreign key (payment_id) references payments(id);
alter table view_claims add constraint view_claims_payment_id_fkey foreign key (payment_id) references payments(id);
alter table payments add constraint payments_pledge_id_fkey foreign key (pledge_id) references pledges(id) on delete set null;
alter table payout_requests add constraint payout_requests_line_fkey foreign key (fund_drive_id, line_id) references budget_lines(fund_drive_id, id);
alter table reply_codes add constraint reply_codes_change_id_fkey foreign key (change_id) references money_changes(id) on delete cascade;
alter table money_changes add constraint money_changes_helper_id_fkey foreign key (helper_id) references drive_helpers(id) on delete cascade;
alter table pledge_parts add constraint pledge_parts_recorded_id_fkey foreign key (recorded_id) references recorded_gifts(id) on delete cascade;
alter table sandbox.daraja_prompts add constraint daraja_prompts_receipt_fkey foreign key (receipt) references sandbox.daraja_transactions(receipt) on delete cascade;

-- Functions

create function add_part(whole text, name text, bounds text)
 returns void
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  -- A table that is attached lets others read and write the whole meanwhile; one that is created as a part would not.
  if to_regclass(name) is null then
    execute format('create table %I (like %I including defaults including constraints)', name, whole);
  end if;
  execute format('alter table %I attach partition %I %s', whole, name, bounds);
  -- Of triggers for a statement a part has none by itself.
  if whole = 'audit_log' and not exists (select from pg_trigger where tgrelid = name::regclass and tgname = 'audit_log_never_emptied') then
    execute format('create trigger audit_log_never_emptied before truncate on %I for each statement execute function forbid_change()', name);
  end if;
end
$function$;
comment on function add_part(text,text,text) is 'Attaches a table as a part, and creates it if there is none.';

create function add_work(specs json)
 returns void
 language sql
as $function$
  select public.notify_work(specs)
$function$;
comment on function add_work(json) is 'Adds jobs, when the transaction commits: to the queue at once, or by the outbox.';

create function analyze_young(out counted integer, out young boolean)
 returns record
 language plpgsql
 security definer
 set search_path to 'pg_catalog'
as $function$
declare one record;
begin
  counted := 0;
  young := exists (select from pg_class where oid = to_regclass('public.payments') and reltuples < 10000);
  for one in
    select c.oid::regclass as name, s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) as changed
    from pg_class c join pg_stat_all_tables s on s.relid = c.oid
    where c.oid in (to_regclass('public.payments'), to_regclass('public.donations'), to_regclass('public.webhook_events'),
        to_regclass('public.ledger_transfers'), to_regclass('public.wallet_deltas'), to_regclass('public.gift_news'),
        to_regclass('public.mpesa_prompts'), to_regclass('public.mpesa_receipts'), to_regclass('public.mpesa_lines'),
        to_regclass('graphile_worker._private_jobs'))
      and c.reltuples < 10000
  loop
    continue when not one.changed;
    -- Nobody waits: a table that another process counts at this moment is counted.
    execute format('analyze (skip_locked) %s', one.name);
    counted := counted + 1;
  end loop;
end
$function$;
comment on function analyze_young() is 'Has Postgres count anew the tables of gifts that have fewer than 10,000 rows and have doubled since they were counted. It is the owner''s: the role that serves visitors owns no table.';

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
comment on function book_hash(text,uuid,date,text) is 'The fingerprint of a day: SHA-256 of the drive, the day, the fingerprint before it, and its lines as their file has them.';

create function claimed_by(person uuid)
 returns setof bigint
 language sql
 stable
as $function$
  select c.id from public.phones_held(person) h
  join public.claims c on c.phone = h.phone and c.created_at between h.since and h.until
$function$;
comment on function claimed_by(uuid) is 'The claims in which a person''s phone stands, of the time when it was surely theirs.';

create function counts_for_ceiling(destination jsonb)
 returns boolean
 language sql
 immutable parallel safe
as $function$
  select destination ->> 'type' is distinct from 'institution'
$function$;
comment on function counts_for_ceiling(jsonb) is 'Money to an institution does not count.';

create function drop_old_parts(keep_months integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set lock_timeout to '500ms'
as $function$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select p.name, true as views from parts_of('fund_drive_views') p
      where coalesce(p.starts, p.ends) <= now() - make_interval(months => greatest(keep_months, 2))
    union all
    select p.name, false from parts_of('audit_log') p where p.ends <= now() - interval '7 years'
  loop
    if part.views then
      -- Nobody writes to so old a part; but a drive may be deleted, and its views with it.
      execute format('lock table %s in share row exclusive mode', part.name);
      execute format('insert into view_months as m (fund_drive_id, subscription_id, month, views)
        select fund_drive_id, subscription_id, date_trunc(''month'', viewed_at at time zone ''Africa/Nairobi'')::date, count(*)
        from %s group by 1, 2, 3 order by 1, 2, 3
        on conflict (fund_drive_id, subscription_id, month) do update set views = m.views + excluded.views', part.name);
    end if;
    execute format('drop table %s', part.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$function$;
comment on function drop_old_parts(integer) is 'Drops parts of views that begin more than so many months ago, and keeps the numbers of their views; and parts of the audit log that ended seven years ago. Returns how many. It gives way to others after half a second.';

create function fee_in_force()
 returns integer
 language sql
 stable
as $function$
  select coalesce((select bps from fee_rates order by id desc limit 1), 500)
$function$;
comment on function fee_in_force() is 'The platform''s share of gifts to drives that are opened now, in hundredths of a percent.';

create function forget_followers(contacts text[])
 returns void
 language sql
as $function$
  delete from followers where email = any (select lower(btrim(c)) from unnest(contacts) c);
  delete from followers where phone = any (contacts collate "C");
$function$;
comment on function forget_followers(text[]) is 'Deletes all followers with one of these addresses or phones.';

create function forget_phones_left(numbers text[])
 returns void
 language sql
as $function$
  delete from public.phones_left where (numbers is null or phone = any(numbers)) and not public.phone_has_given(phone)
$function$;
comment on function forget_phones_left(text[]) is 'Forgets that these numbers left somebody, of all numbers where none are named, once nothing that was given has them: who confirms one later sees nothing of before anyway.';

create function forget_views(keep_months integer, most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set lock_timeout to '500ms'
as $function$
declare
  part record;
  gone integer := 0;
  -- Whatever is asked for, looks that may still count for a limit stay.
  until constant timestamptz := now() - make_interval(months => greatest(keep_months, 2));
begin
  for part in select p.name from parts_of('fund_drive_views') p where p.starts is null and p.ends is not null loop
    execute format('with gone as (
        delete from %1$s where id in (
          select id from (select id, viewed_at from %1$s order by id limit $1) oldest where viewed_at < $2)
        returning fund_drive_id, subscription_id, date_trunc(''month'', viewed_at at time zone ''Africa/Nairobi'')::date as month
      ), kept as (
        insert into view_months as m (fund_drive_id, subscription_id, month, views)
        select fund_drive_id, subscription_id, month, count(*) from gone group by 1, 2, 3 order by 1, 2, 3
        on conflict (fund_drive_id, subscription_id, month) do update set views = m.views + excluded.views
      )
      select count(*) from gone', part.name) into gone using most, until;
  end loop;
  return gone;
end
$function$;
comment on function forget_views(integer,integer) is 'Deletes views of the first part that are older than so many months, from so many that came first, and keeps their number. Returns how many. It is the owner''s: the role that serves visitors may not delete past the sums.';

create function fresh_gifts(drive uuid)
 returns table(day date, channel text, amount bigint)
 language sql
 stable
 set enable_seqscan to 'off'
 set enable_bitmapscan to 'off'
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
as $function$
  select (t.created_at at time zone 'Africa/Nairobi')::date, d.channel, d.amount
  from public.sum_marks m
    cross join public.ledger_accounts a
    join public.ledger_transfers t on t.credit_account = a.id and t.xid >= pg_snapshot_xmin(m.snap)
    join public.donations d on d.payment_id = t.subject_id
  where a.fund_drive_id = drive and not pg_visible_in_snapshot(t.xid, m.snap) and t.event_kind = 'donation' and t.leg = 1
$function$;
comment on function fresh_gifts(uuid) is 'The gifts to a drive that are not in revenue_sums yet, on the days on which they were booked.';

create function give_number(drive uuid)
 returns text
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
declare
  digits text;
begin
  for tries in 1..100 loop
    digits := case when tries <= 8 then 10000 + floor(random() * 90000) else 100000 + floor(random() * 900000) end;
    insert into drive_codes (code, fund_drive_id, kind) values (digits || damm(digits), drive, 'number')
      on conflict (code) do nothing returning code into digits;
    if found then return digits; end if;
  end loop;
  raise exception 'no number is left for drive %', drive;
end
$function$;
comment on function give_number(uuid) is 'Gives a drive a number that no drive has or had.';

create function given_by(person uuid)
 returns setof bigint
 language sql
 stable
as $function$
  select p.id from public.users u
  join public.payments p on lower(p.donor_email) = u.email and p.donor_email <> '' and p.kind = 'donation'
  where u.id = person and u.email_verified and u.deleted_at is null
  union
  select p.id from public.phones_held(person) h
  join public.payments p on p.donor_phone = h.phone and p.donor_phone <> '' and p.kind = 'donation'
    and p.created_at between h.since and h.until
$function$;
comment on function given_by(uuid) is 'The payments for gifts that a person sees as theirs: with their confirmed address, or from a phone while it was theirs.';

create function giver_at(drive uuid, email text, phone text, payer text, named text, more integer, more_recorded integer)
 returns bigint
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
declare
  contacts uuid[] := array_remove(array[giver_mark('email', email), giver_mark('phone', phone), giver_mark('payer', payer)], null);
  called uuid := giver_mark('name', named);
  known bigint;
begin
  if contacts[1] is not null then
    select g.id into known from drive_givers g where g.fund_drive_id = drive and g.mark = any(contacts) order by g.id limit 1;
    if known is null then
      select g.id into known from drive_givers g
      where g.fund_drive_id = drive and g.mark in (
        with account as (
          select u.id from users u where u.email = lower(giver_at.email) and u.email_verified and u.deleted_at is null
          union
          select h.user_id from user_phones h where h.phone = giver_at.phone)
        select giver_mark('email', u.email) from users u join account a on a.id = u.id
          where u.email_verified and u.deleted_at is null
        union all
        select giver_mark('phone', h.phone) from user_phones h join account a on a.id = h.user_id)
      order by g.id limit 1;
    end if;
    -- Known by name alone until now.
    if known is null and exists (select from drive_givers g where g.fund_drive_id = drive and g.mark = called) then
      begin
        update drive_givers g set mark = contacts[1] where g.fund_drive_id = drive and g.mark = called returning g.id into known;
      exception when unique_violation then
        known := null;
      end;
    end if;
  elsif called is not null then
    select g.id into known from drive_givers g where g.fund_drive_id = drive and g.name = called order by g.id limit 1;
  end if;
  if known is not null then
    update drive_givers g set gifts = g.gifts + more, recorded = g.recorded + more_recorded, name = coalesce(g.name, called)
      where g.id = known;
    return known;
  end if;
  insert into drive_givers as g (fund_drive_id, mark, name, gifts, recorded)
    values (drive, coalesce(contacts[1], called), called, more, more_recorded)
    on conflict (fund_drive_id, mark) do update
      set gifts = g.gifts + excluded.gifts, recorded = g.recorded + excluded.recorded, name = coalesce(g.name, excluded.name)
    returning id into known;
  return known;
end
$function$;
comment on function giver_at(uuid,text,text,text,text,integer,integer) is 'The person who gives to a drive, known again or new, with so many gifts more. Known again by email or phone, by another contact of the same account, or by name where there is no contact.';

create function giver_mark(kind text, said text)
 returns uuid
 language sql
 immutable
as $function$
  select md5(kind || ' ' || nullif(lower(regexp_replace(btrim(said), '\s+', ' ', 'g')), ''))::uuid
$function$;
comment on function giver_mark(text,text) is 'The hash of a contact or a name, however it was spaced and capitalised. Null of nothing.';

create function has_views(drive uuid)
 returns boolean
 language sql
 stable
as $function$
  select exists (
    select from public.subscriptions where fund_drive_id = drive and status = 'active' and remaining_views > 0
  )
$function$;
comment on function has_views(uuid) is 'Whether visitors can still read a drive. How many views are left, and whether they were bought, it does not say.';

create function is_host(gathering uuid, person uuid)
 returns boolean
 language sql
 stable
as $function$
  select public.may_there(gathering, person, 'guests')
$function$;
comment on function is_host(uuid,uuid) is 'Whose a gathering is, stopped or not: of those who have the right guests there.';

create function leave_giver(giver bigint, less integer, less_recorded integer)
 returns void
 language sql
 set search_path to 'public', 'pg_temp'
as $function$
  update drive_givers set gifts = gifts - less, recorded = recorded - less_recorded,
      mark = case when gifts + recorded > less + less_recorded then mark end,
      name = case when gifts + recorded > less + less_recorded then name end
    where id = giver
$function$;
comment on function leave_giver(bigint,integer,integer) is 'So many gifts of a person count no more. Of a person without any nothing is kept by which they are known again.';

create function lock_money_code(code text)
 returns void
 language sql
as $function$ select pg_advisory_xact_lock(hashtextextended('code of money ' || code, 0)) $function$;
comment on function lock_money_code(text) is 'Recording a code and proving it wait for each other until the transaction ends.';

create function make_parts(by_then timestamptz default now())
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set lock_timeout to '500ms'
as $function$
declare
  one record;
  other text;
  zone constant text := 'Africa/Nairobi';
  reach timestamptz;
  ends timestamptz;
  latest timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('parts of tables', 0));
  for one in
    select * from (values ('fund_drive_views', 'viewed_at', 'month', 'YYYY_MM'), ('audit_log', 'at', 'year', 'YYYY')) x (whole, key, span, form)
  loop
    other := one.whole || '_other';
    select max(p.ends) into reach from parts_of(one.whole) p;
    if reach is null then
      reach := date_trunc(one.span, by_then at time zone zone) at time zone zone;
      perform add_part(one.whole, one.whole || '_first', format('for values from (minvalue) to (%L)', reach));
      made := made + 1;
    end if;
    if to_regclass(other) is null then
      perform add_part(one.whole, other, 'default');
    end if;
    execute format('select max(%I) from %I', one.key, other) into latest;
    -- For some time nobody made parts. What was written then becomes a part of that time.
    if latest is not null then
      ends := (date_trunc(one.span, latest at time zone zone) + ('1 ' || one.span)::interval) at time zone zone;
      execute format('alter table %I detach partition %I', one.whole, other);
      execute format('alter table %I rename to %I', other, one.whole || to_char(reach at time zone zone, '"_"' || one.form));
      perform add_part(one.whole, one.whole || to_char(reach at time zone zone, '"_"' || one.form),
        format('for values from (%L) to (%L)', reach, ends));
      perform add_part(one.whole, other, 'default');
      reach := ends;
      made := made + 1;
    end if;
    while reach <= by_then + interval '3 months' loop
      ends := (reach at time zone zone + ('1 ' || one.span)::interval) at time zone zone;
      perform add_part(one.whole, one.whole || to_char(reach at time zone zone, '"_"' || one.form),
        format('for values from (%L) to (%L)', reach, ends));
      reach := ends;
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$function$;
comment on function make_parts(timestamp with time zone) is 'Makes the parts of the next three months, and returns how many. What belongs to none is taken all the same: it becomes a part here. It is the owner''s: the role that serves visitors owns no table. It gives way to others after half a second.';

create function may(drive uuid, person uuid, wanted text)
 returns boolean
 language sql
 stable
as $function$
  select (wanted in ('read', 'story', 'answer', 'givers', 'record', 'guests', 'sign', 'post', 'purse', 'run', 'delete')
      and exists (
        select from public.fund_drives d join public.users u on u.id = d.user_id
        where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null))
    or exists (
        select from public.drive_helpers h join public.users u on u.id = h.user_id
          join public.fund_drives d on d.id = h.fund_drive_id join public.users o on o.id = d.user_id
        where h.fund_drive_id = drive and h.user_id = person and h.accepted_at is not null and h.left_at is null
          and wanted = any (public.rights_of(h.role))
          and u.deleted_at is null and u.suspended_at is null and o.deleted_at is null)
$function$;
comment on function may(uuid,uuid,text) is 'Whether a person may do this to a drive now. Its owner may do everything; a treasurer reads, sees who gave, records and agrees to withdrawals; a secretary reads and looks after the guests. The rights are those of app/kit/rights.ts; a test compares the two.';

create function may_host(gathering uuid, person uuid)
 returns boolean
 language sql
 stable
as $function$
  select exists (select from public.gatherings g where g.id = gathering and g.status <> 'stopped')
    and public.is_host(gathering, person)
$function$;
comment on function may_host(uuid,uuid) is 'Whether a person may change a gathering now: it is theirs, and the office has not stopped it.';

create function may_there(gathering uuid, person uuid, wanted text)
 returns boolean
 language sql
 stable
as $function$
  select exists (
    select from public.gatherings g join public.users o on o.id = g.user_id
    where g.id = gathering and o.deleted_at is null and o.suspended_at is null
      and (case when g.fund_drive_id is null then g.user_id = person else public.may(g.fund_drive_id, person, wanted) end
        or exists (
          select from public.drive_helpers h join public.users u on u.id = h.user_id
          where h.gathering_id = g.id and h.user_id = person and h.accepted_at is not null and h.left_at is null
            and wanted = any (public.rights_of(h.role)) and u.deleted_at is null and u.suspended_at is null)))
$function$;
comment on function may_there(uuid,uuid,text) is 'Whether a person has this right in a gathering, stopped or not: of one alone its owner has all, of a drive''s who has it there; and helpers of the gathering have those of their role.';

create function messages_paused(gathering uuid)
 returns boolean
 language sql
 stable
as $function$
  select count(distinct r.network) >= 3 from public.guest_reports r where r.gathering_id = gathering and r.looked_at is null
$function$;
comment on function messages_paused(uuid) is 'Whether the messages of a gathering wait until the office has looked: guests of three networks reported it.';

create function move_work()
 returns bigint
 language plpgsql
as $function$
declare
  moved bigint := 0;
begin
  -- One mover at a time: an older job of a key must not replace a newer one.
  if exists (select from job_outbox) and pg_try_advisory_xact_lock(4201866) then
    with taken as (
      delete from job_outbox where id in (select id from job_outbox order by id limit 1000) returning id, spec
    ), newest as (
      select distinct on (coalesce(spec ->> 'key', id::text)) id, spec from taken
      order by coalesce(spec ->> 'key', id::text), id desc
    ), ready as (
      select array_agg(
        row(s.name, s.carries, s.queue, s.run_at, s.tries, s.key, null, s.flags)::graphile_worker.job_spec order by n.id) as specs
      from newest n, json_to_record(n.spec)
        as s (name text, carries json, queue text, run_at timestamptz, tries int, key text, flags text[])
    ), added as (
      select count(j.*) from ready, graphile_worker.add_jobs(specs) j
    )
    select (select count(*) from taken) into moved from added;
  end if;
  return moved;
end
$function$;
comment on function move_work() is 'Moves jobs from the outbox to the queue, of each key the last, and returns how many rows it took. Nothing is lost when it is interrupted.';

create function name_at_mpesa(of_payment bigint)
 returns text
 language sql
 stable
as $function$
  select nullif(trim(concat_ws(' ', initcap(split_part(r.name, ' ', 1)), nullif(upper(left(split_part(r.name, ' ', 2), 1)), '') || '.',
    '… ' || right(r.tail, 3))), '')
  from mpesa_receipts r where r.payment_id = of_payment and r.prompt_id is null
$function$;
comment on function name_at_mpesa(bigint) is 'The payer of this payment as M-Pesa names them, where nobody was asked on a phone. The public never reads it.';

create function newest_shown(drive uuid)
 returns bigint
 language sql
 set search_path to 'public', 'pg_temp'
as $function$
  select coalesce((
    select id from fund_drive_comments where fund_drive_id = drive and state = 'shown' order by id desc limit 1), 0)
$function$;
comment on function newest_shown(uuid) is 'The newest comment of a drive that visitors see, as its comments say.';

create function notify_topic(topic text)
 returns void
 language sql
as $function$
  select pg_catalog.pg_notify('live', topic)
$function$;
comment on function notify_topic(text) is 'Tells of a topic by NOTIFY.';

create function notify_work(specs json)
 returns void
 language plpgsql
as $function$
begin
  perform graphile_worker.add_jobs((
    select array_agg(
      row(s.name, s.carries, s.queue, s.run_at, s.tries, s.key, null, s.flags)::graphile_worker.job_spec)
    from json_to_recordset(specs)
      as s (name text, carries json, queue text, run_at timestamptz, tries int, key text, flags text[])));
end
$function$;
comment on function notify_work(json) is 'Adds jobs to the queue itself, which wakes its workers by NOTIFY.';

create function occasion_facts(occasion uuid, seen integer)
 returns jsonb
 language sql
 stable
 set search_path to 'public', 'pg_temp'
as $function$
  select coalesce(
    (select c.is_now from occasion_changes c where c.occasion_id = occasion and c.version <= seen order by c.version desc limit 1),
    (select c.was from occasion_changes c where c.occasion_id = occasion order by c.version limit 1))
$function$;
comment on function occasion_facts(uuid,integer) is 'Time and place of an occasion as its guests could read them at this version; null where they never changed.';

create function outbox_topic(topic text)
 returns void
 language plpgsql
as $function$
declare
  -- Topics that this transaction wrote already, each in a line of its own.
  written text := coalesce(current_setting('harambee.told', true), '');
begin
  if topic is null or position(E'\n' || topic || E'\n' in written) > 0 then
    return;
  end if;
  insert into public.live_outbox (topic) values (topic);
  -- At most about fifty: a longer list costs more than the rows.
  if length(written) < 2000 then
    perform set_config('harambee.told', coalesce(nullif(written, ''), E'\n') || topic || E'\n', true);
  end if;
end
$function$;
comment on function outbox_topic(text) is 'Writes a topic for a worker to publish, once a transaction.';

create function outbox_work(specs json)
 returns void
 language plpgsql
as $function$
begin
  -- Read as typed here, so that no row can be written which the mover could not read. The time keeps jobs in their order.
  insert into public.job_outbox (spec)
    select json_build_object('name', s.name, 'carries', s.carries, 'key', s.key, 'queue', s.queue,
      'run_at', coalesce(s.run_at, clock_timestamp()), 'tries', s.tries, 'flags', s.flags)
    from json_to_recordset(specs)
      as s (name text, carries json, queue text, run_at timestamptz, tries int, key text, flags text[]);
end
$function$;
comment on function outbox_work(json) is 'Writes jobs for a worker to move to the queue.';

create function parts_of(whole text)
 returns table(name text, starts timestamptz, ends timestamptz)
 language sql
 stable
 set search_path to 'public', 'pg_temp'
as $function$
  select inhrelid::regclass::text, substring(bound from $$FROM \('([^']+)'\)$$)::timestamptz,
    substring(bound from $$TO \('([^']+)'\)$$)::timestamptz
  from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, inhrelid) bound
  where inhparent = to_regclass(whole)
$function$;
comment on function parts_of(text) is 'The parts of a table, and which time each holds. The first has no start; the one for what belongs to no other part has neither start nor end.';

create function payer_at_mpesa(of_payment bigint)
 returns text
 language sql
 stable
as $function$
  select r.name || ' ' || r.tail from public.mpesa_receipts r
  where r.payment_id = of_payment and r.prompt_id is null and r.name <> '' and r.tail <> ''
$function$;
comment on function payer_at_mpesa(bigint) is 'Who paid from the menu of a phone, as far as M-Pesa tells: by that the same payer is known again.';

create function phone_has_given(number text)
 returns boolean
 language sql
 stable
as $function$
  select exists (select from public.payments where donor_phone = number and donor_phone <> '')
    or exists (select from public.mpesa_prompts where phone = number and state = 'paid')
    or exists (select from public.pledges where phone = number)
    or exists (select from public.recorded_gifts where phone = number)
$function$;
comment on function phone_has_given(text) is 'Whether a gift, a promise or a recorded gift has this number.';

create function phone_of(person uuid)
 returns text
 language sql
 stable
as $function$
  select phone from public.user_phones where user_id = person order by confirmed_at, phone limit 1
$function$;
comment on function phone_of(uuid) is 'The phone that a person is called by who has no email address: of several the first.';

create function phones_held(person uuid)
 returns table(phone text, since timestamptz, until timestamptz)
 language sql
 stable
as $function$
  with heard as (
    select u.phone, u.confirmed_at, u.used_at, at.at, lag(at.at) over (partition by u.phone order by at.at) as before
    from public.user_phones u
    left join public.phones_left l on l.phone = u.phone
    cross join lateral (
      select u.confirmed_at as at
      union all select greatest(u.used_at, u.confirmed_at)
      union all
      select p.created_at from public.mpesa_prompts q
      join public.payments p on p.id = q.payment_id
      where q.phone = u.phone and q.state = 'paid' and p.created_at > coalesce(l.left_at, '-infinity')
      union all
      select g.created_at from public.pledges g
      where g.phone = u.phone and g.source = 'giver' and g.agreed and g.created_at > coalesce(l.left_at, '-infinity')
    ) at
    where u.user_id = person
  ), silence as (
    select *, at - before > interval '90 days' as is_after from heard
  )
  select phone,
    coalesce(max(at) filter (where is_after and at <= confirmed_at), min(at)),
    coalesce(min(before) filter (where is_after and before >= greatest(used_at, confirmed_at)), max(at)) + interval '90 days'
  from silence group by phone
$function$;
comment on function phones_held(uuid) is 'From when to when a person''s phones were theirs. A number is given to somebody else only after months of silence: so where it was used (by a code, to pay, or to say yes to a pledge) and never silent for 90 days, it was one person''s.';

create function promised_by(person uuid)
 returns setof bigint
 language sql
 stable
as $function$
  select g.id from public.users u join public.pledges g on lower(g.email) = u.email
  where u.id = person and u.email_verified and u.deleted_at is null
  union
  select g.id from public.phones_held(person) h
  join public.pledges g on g.phone = h.phone and g.created_at between h.since and h.until
$function$;
comment on function promised_by(uuid) is 'The pledges that a person sees as theirs, by the same rule.';

create function recorded_for(person uuid)
 returns setof bigint
 language sql
 stable
as $function$
  select r.id from public.phones_held(person) h
  join public.recorded_gifts r on r.phone = h.phone and r.created_at <= h.until
  left join public.phones_left l on l.phone = h.phone
  where r.given_on >= (h.since at time zone 'Africa/Nairobi')::date
    and r.given_on > coalesce((l.left_at at time zone 'Africa/Nairobi')::date, '-infinity')
$function$;
comment on function recorded_for(uuid) is 'The recorded gifts that a person sees as theirs: given and written down while their phone was surely theirs. They are known by the day, and the day on which the number left somebody else is nobody''s.';

create function refuse_unreached(person uuid)
 returns void
 language plpgsql
as $function$
declare address text;
begin
  select email into address from public.users where id = person for no key update;
  if found and address is null and not exists (select from public.user_phones where user_id = person) then
    raise exception 'an account has an email address or a phone' using errcode = 'check_violation', constraint = 'users_reached';
  end if;
end
$function$;
comment on function refuse_unreached(uuid) is 'Refuses a person who has neither an email address nor a phone.';

create function rights_of(helper text)
 returns text[]
 language sql
 immutable
as $function$
  select case helper
    when 'treasurer' then array['read', 'givers', 'record', 'sign', 'post']
    when 'secretary' then array['read', 'guests'] end
$function$;
comment on function rights_of(text) is 'What a helper may do, of a drive or of a gathering. The rights are those of app/kit/rights.ts; a test compares the two.';

create function stands(institution uuid)
 returns boolean
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  -- The lock keeps it from being ended until the transaction is over.
  perform from institutions where id = institution and confirmed_at is not null and ended_at is null for share;
  return found;
end
$function$;
comment on function stands(uuid) is 'Whether an institution is confirmed and not ended. Locks it against being ended meanwhile.';

create function take_tries(limits jsonb)
 returns integer
 language plpgsql
as $function$
declare
  one jsonb;
  before jsonb := '[]';
  wait integer;
begin
  for one in select value from jsonb_array_elements(limits) with ordinality order by ordinality loop
    insert into rate_limits as r (name, key, tries, resets_at)
      values (one ->> 'name', one ->> 'key', 1, now() + make_interval(secs => (one ->> 'seconds')::int))
      on conflict (name, key) do update set
        tries = case when r.resets_at <= now() then 1 else r.tries + 1 end,
        resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
      where r.resets_at <= now() or r.tries < (one ->> 'times')::int;
    if not found then
      select greatest(1, ceil(extract(epoch from r.resets_at - now())))::int into wait
        from rate_limits r where r.name = one ->> 'name' and r.key = one ->> 'key';
      -- Nobody has seen them counted: their rows are ours until the end of this transaction.
      update rate_limits r set tries = tries - 1
        from jsonb_array_elements(before) b where r.name = b ->> 'name' and r.key = b ->> 'key';
      return coalesce(wait, 1);
    end if;
    before := before || one;
  end loop;
  return 0;
end
$function$;
comment on function take_tries(jsonb) is 'Counts one try against each limit {name, key, times, seconds}, or against none; 0, or the seconds until the first full one opens again. The key is hashed by whoever calls.';

create function tell_topic(topic text)
 returns void
 language sql
as $function$
  select public.notify_topic(topic)
$function$;
comment on function tell_topic(text) is 'Tells all who hear of a topic that something of it changed, when the transaction commits: by NOTIFY, or by the outbox.';

-- Views

create view fund_drive_totals as
 select w.fund_drive_id,
    (w.credited::numeric + coalesce(d.credit, 0::numeric) - w.reversed::numeric)::bigint as raised_amount,
    w.donors + coalesce(d.donors, 0::bigint) as donors,
    w.credited > 0 or coalesce(d.credit, 0::numeric) > 0::numeric as had_money
   from wallets w
     left join lateral ( select sum(x.credit) as credit,
            sum(x.donors) as donors
           from wallet_deltas x
          where x.fund_drive_id = w.fund_drive_id) d on true;
comment on view fund_drive_totals is 'What came to each drive through us, in cents, from how many people, and whether money ever came in. Exact at any moment.';

create view views_due as
 select p.id as payment_id,
    p.fund_drive_id,
    (q.open + f.open) > 0 as is_open,
    (p.views * least(p.amount, p.reversed + q.open + f.open) / p.amount)::integer as due
   from payments p,
    lateral ( select coalesce(sum(disputes.amount), 0::numeric)::bigint as open
           from disputes
          where disputes.payment_id = p.id and disputes.status = 'open') q,
    lateral ( select coalesce(sum(reversals.amount), 0::numeric)::bigint as open
           from reversals
          where reversals.payment_id = p.id and reversals.kind = 'refund' and reversals.state = 'open') f
  where p.kind = 'subscription' and p.status = 'succeeded' and p.fund_drive_id is not null;
comment on view views_due is 'Each purchase of views with how many of them are claimed by its disputes and refunds: those that are open, and those that took money back.';

create view open_drives as
 select d.id,
    d.slug,
    d.user_id,
    d.fee_policy,
    d.collect_donations and d.fee_policy <> 'donor_on_top' and not d.giving_back as takes_gifts,
    d.fee_bps
   from fund_drives d
     join users u on u.id = d.user_id
  where d.status = 'active' and u.deleted_at is null and u.suspended_at is null;
comment on view open_drives is 'The drives that visitors can use: active, and their owner is with us and not suspended. takes_gifts: donations can be given to it.';

create view drive_recipients as
 select d.id as fund_drive_id,
    u.id as user_id,
    u.email,
    u.language,
    about.name as about
   from fund_drives d
     join users u on u.id = d.user_id
     cross join ( values ('money'), ('activity')) about(name)
  where u.deleted_at is null and u.email is not null and (about.name = 'money' or u.mail_activity);
comment on view drive_recipients is 'Who is told about a drive by email: of its money always, of its activity if they want it. Today its owner, where they have an address.';

create view drive_beside as
 select d.id as fund_drive_id,
    r.amount as recorded,
        case
            when d.hides_recorded or d.recorded_hidden_at is not null then 0::bigint
            else r.amount
        end as shown,
    p.amount as pledged,
        case
            when d.hides_recorded or d.recorded_hidden_at is not null then 0::bigint
            else g.people
        end as givers
   from fund_drives d
     cross join lateral ( select coalesce(sum(recorded_gifts.amount), 0::numeric)::bigint as amount
           from recorded_gifts
          where recorded_gifts.fund_drive_id = d.id and recorded_gifts.voided_at is null) r
     cross join lateral ( select coalesce(sum(greatest(pledges.amount - pledges.unagreed - pledges.paid, 0::bigint)), 0::numeric)::bigint as amount
           from pledges
          where pledges.fund_drive_id = d.id and pledges.state = 'open' and (pledges.agreed or pledges.source <> 'giver')) p
     cross join lateral ( select count(*) as people
           from drive_givers
          where drive_givers.fund_drive_id = d.id and drive_givers.gifts = 0 and drive_givers.recorded > 0) g;
comment on view drive_beside is 'What is beside the books of each drive: recorded, as visitors see it, and promised. givers: people with recorded gifts alone, as visitors see it.';

create view people_inside as
 select a.id,
    a.occasion_id,
    a.invitation_id,
    a.door_id,
    a.people,
    a.saw,
    a.how,
    a.name,
    a.at
   from arrivals a
     join doors d on d.id = a.door_id
  where a.kind = 'in' and (d.revoked_at is null or a.at <= d.revoked_at) and not (exists ( select
           from arrivals u
          where u.undoes = a.id and (d.revoked_at is null or u.at <= d.revoked_at)));
comment on view people_inside is 'Who was let in and not taken back. What a door sent of the time after it was revoked is not counted.';

create view guest_paid as
 select t.supporter_id,
    t.id as tie_id,
    'gift' as what,
    p.amount - p.reversed as amount,
    d.created_at as at
   from supporter_ties t
     join payments p on p.id = t.payment_id
     join donations d on d.payment_id = p.id
  where t.untied_at is null and not p.anonymous and not d.anonymous and p.amount > p.reversed
union all
 select t.supporter_id,
    t.id as tie_id,
    'recorded' as what,
    r.amount,
    ((r.given_on + '12:00:00'::time without time zone) at time zone 'Africa/Nairobi') as at
   from supporter_ties t
     join recorded_gifts r on r.id = t.recorded_id
  where t.untied_at is null and not r.anonymous and r.voided_at is null
union all
 select t.supporter_id,
    t.id as tie_id,
    'part' as what,
    k.amount,
    k.created_at as at
   from supporter_ties t
     join pledges g on g.id = t.pledge_id
     join pledge_parts k on k.pledge_id = g.id
     left join donations d on d.id = k.donation_id
     left join payments p on p.id = d.payment_id
     left join recorded_gifts r on r.id = k.recorded_id
  where t.untied_at is null and not g.anonymous and not coalesce(d.anonymous or p.anonymous, r.anonymous) and not (exists ( select
           from supporter_ties o
          where o.untied_at is null and o.payment_id = d.payment_id)) and not (exists ( select
           from supporter_ties o
          where o.untied_at is null and o.recorded_id = k.recorded_id));
comment on view guest_paid is 'What is known to have come from each guest: gifts, recorded gifts, and what was given towards their pledges. Each once, and nothing anonymous.';

create view guest_pledged as
 select t.supporter_id,
    t.id as tie_id,
    greatest(g.amount - g.unagreed, g.paid) as amount,
    g.created_at as at
   from supporter_ties t
     join pledges g on g.id = t.pledge_id
  where t.untied_at is null and not g.anonymous and g.state <> 'released' and (g.agreed or g.source <> 'giver' or (exists ( select
           from pledge_parts k
             left join donations d on d.id = k.donation_id
             left join recorded_gifts r on r.id = k.recorded_id
          where k.pledge_id = g.id and not coalesce(d.anonymous, r.anonymous))));
comment on view guest_pledged is 'What each guest pledged, as far as it counts. Nothing anonymous, and nothing that an anonymous gift shows.';

create view guest_came as
 select i.supporter_id,
    i.occasion_id,
    sum(p.people)::integer as people,
    min(p.at) as at
   from people_inside p
     join invitations i on i.id = p.invitation_id
  group by i.supporter_id, i.occasion_id;
comment on view guest_came is 'How many people came with each guest to each occasion, and since when.';

create view gathering_hosts as
 select g.id as gathering_id,
    u.id as user_id,
    u.email,
    u.language
   from gatherings g
     cross join lateral ( select g.user_id as id
        union
         select d.user_id
           from fund_drives d
          where d.id = g.fund_drive_id
        union
         select h.user_id
           from drive_helpers h
          where (h.fund_drive_id = g.fund_drive_id or h.gathering_id = g.id) and h.accepted_at is not null and h.left_at is null) person
     join users u on u.id = person.id
  where is_host(g.id, u.id);
comment on view gathering_hosts is 'Hosts of a gathering, stopped or not: its helpers and those of its drive who have the right guests there.';

create view drive_faces as
 select id as fund_drive_id,
    coalesce(image_url, ( select i.image_url
           from fund_drive_images i
          where i.fund_drive_id = d.id
          order by i.display_order
         limit 1)) as url
   from fund_drives d;
comment on view drive_faces is 'The picture that stands for each drive on its page, its card and in previews; null where it has none.';

create view support_letters as
 select id,
    fund_drive_id,
    reason,
    message,
    email,
    language,
    state,
    once,
    created_at,
    closed_at
   from support_messages;
comment on view support_letters is 'The name of support_messages in the version before. A later migration drops it.';

create view recon_breaks as
 select id,
    kind,
    subject,
    facts,
    state,
    seen_at,
    closed_by,
    closed_at,
    note,
    created_at,
    opened_by,
    follows
   from discrepancies;
comment on view recon_breaks is 'The name of discrepancies in the version before. A later migration drops it.';

create view book_events as
 select d.fund_drive_id,
    'donation' as source,
    d.id as source_id,
    d.created_at as at,
    'gift' as kind,
    d.amount,
    0::bigint as fee,
    d.receipt,
    null::text as ref
   from donations d
union all
 select d.fund_drive_id,
    'reversal' as source,
    r.id as source_id,
    r.done_at as at,
    'back' as kind,
    - r.amount as amount,
    0::bigint as fee,
    d.receipt,
    null::text as ref
   from reversals r
     join donations d on d.payment_id = r.payment_id
  where r.state = 'done'
union all
 select o.fund_drive_id,
    'payout_event' as source,
    e.id as source_id,
    e.created_at as at,
    'sent' as kind,
    - o.amount as amount,
    o.fee,
    null::uuid as receipt,
    'W' || o.id as ref
   from payout_events e
     join payout_requests o on o.id = e.payout_id
  where e.kind = 'completed'
union all
 select o.fund_drive_id,
    'payout_event' as source,
    e.id as source_id,
    e.created_at as at,
    'returned' as kind,
    o.amount,
    - o.fee as fee,
    null::uuid as receipt,
    'W' || o.id as ref
   from payout_events e
     join payout_requests o on o.id = e.payout_id
  where e.kind = 'returned'
union all
 select w.fund_drive_id,
    'write_off' as source,
    w.id as source_id,
    w.created_at as at,
    'forgiven' as kind,
    w.debt as amount,
    0::bigint as fee,
    null::uuid as receipt,
    'F' || w.id as ref
   from write_offs w;
comment on view book_events is 'The movements of each drive''s money, a row for each line of its book. The code of a gift is made from its receipt, by the product.';

create view book_recipients as
 select r.fund_drive_id,
    r.user_id,
    r.email,
    r.language
   from drive_recipients r
  where r.about = 'activity'
union all
 select h.fund_drive_id,
    u.id as user_id,
    u.email,
    u.language
   from drive_helpers h
     join users u on u.id = h.user_id
  where h.role = 'treasurer' and h.accepted_at is not null and h.left_at is null and u.deleted_at is null and u.suspended_at is null and u.email is not null and u.mail_activity;
comment on view book_recipients is 'The owner and the treasurers of each drive who want to be told what happens there: they get the fingerprint of each closed day.';

create view followers_reached as
 select id,
    fund_drive_id,
    email,
    phone,
    language
   from followers f
  where ended_at is null and (confirmed_at is not null or (exists ( select
           from donations d
          where d.payment_id = f.payment_id)) or (exists ( select
           from pledges p
          where p.id = f.pledge_id and p.agreed)));
comment on view followers_reached is 'The followers who get updates: they confirmed, gave, or confirmed their promise, and have not ended it.';

create view papers_seen as
 select d.id as fund_drive_id,
        case
            when i.verdict = 'seen' then i.created_at
            else null::timestamptz
        end as identity_at,
        case
            when c.verdict = 'seen' then c.created_at
            else null::timestamptz
        end as cause_at,
        case
            when c.verdict = 'seen' then c.words
            else null::text
        end as cause_words,
        case
            when p.verdict = 'seen' then p.created_at
            else null::timestamptz
        end as payee_at
   from fund_drives d
     left join lateral ( select drive_checks.verdict,
            drive_checks.created_at
           from drive_checks
          where drive_checks.user_id = d.user_id
          order by drive_checks.id desc
         limit 1) i on true
     left join lateral ( select drive_checks.verdict,
            drive_checks.words,
            drive_checks.created_at
           from drive_checks
          where drive_checks.fund_drive_id = d.id and drive_checks.kind = 'cause'
          order by drive_checks.id desc
         limit 1) c on true
     left join lateral ( select drive_checks.verdict,
            drive_checks.created_at
           from drive_checks
          where drive_checks.fund_drive_id = d.id and drive_checks.kind = 'payee' and drive_checks.method_id = coalesce(( select o.withdrawal_method_id
                   from payout_requests o
                  where o.fund_drive_id = d.id and o.status <> 'rejected'
                  order by o.id desc
                 limit 1), ( select k.method_id
                   from drive_checks k
                  where k.fund_drive_id = d.id and k.kind = 'payee'
                  order by k.id desc
                 limit 1))
          order by drive_checks.id desc
         limit 1) p on true;
comment on view papers_seen is 'What was seen of each drive, and when: null where it was not, or was taken back. The account is the one that was asked for last.';

-- Rows that every database begins with

insert into ledger_accounts (code, kind, fund_drive_id) values
  ('provider_clearing', 'asset', null),
  ('settlement_bank', 'asset', null),
  ('platform_revenue', 'revenue', null),
  ('subscription_revenue', 'revenue', null),
  ('provider_fees', 'expense', null),
  ('losses', 'expense', null),
  ('payouts_in_flight', 'liability', null),
  ('suspense', 'liability', null),
  ('mpesa_clearing', 'asset', null);
insert into sum_marks (one, snap) values
  ('true', '1:1:');
insert into subscription_packages (name, description, amount, views, status, closed_at) values
  ('Free', 'To begin with', '0', '15', 'active', null),
  ('Starter', 'For family and friends', '500', '200', 'active', null),
  ('Growth', 'For a whole community', '1500', '1000', 'active', null),
  ('Impact', 'For drives that travel far', '4000', '5000', 'active', null);
insert into sandbox.paystack_state (one, clock_ahead_ms, time_scale, balance, numbers_from, calls_from) values
  ('true', '0', null, '0', '0', '0');
insert into sandbox.daraja_state (one, clock_ahead_ms, numbers_from, calls_from, validates, balance_off) values
  ('true', '0', '0', '0', 'false', '0');

-- A treasurer without an email address answers our text by a text: yes or no, with the code that it carried.
alter table sms_outbox add column sealed text collate "C";
comment on column sms_outbox.sealed is 'A code in the text, sealed with AUTH_SECRET: the text kept here has # in its place, and gets it when it is sent.';
alter table sms_outbox add constraint sms_outbox_sealed_check check (sealed is null or text is not null);

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
  constraint reply_codes_subject_check check (num_nonnulls(whole, change_id) = 1),
  constraint reply_codes_said_check check (said in ('yes', 'no') and used_at is not null or said is null and used_at is null),
  constraint reply_codes_tries_check check (tries >= 0 and tries <= 3),
  constraint reply_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint reply_codes_change_id_fkey foreign key (change_id) references money_changes(id) on delete cascade
);
comment on table reply_codes is 'Codes by which a treasurer answers a text by a text, one for each text. A code is of use for one subject, from a confirmed phone of its treasurer, for 72 hours and three tries.';
comment on column reply_codes.whole is 'The withdrawal that is agreed to.';
comment on column reply_codes.change_id is 'The change of who must agree that is objected to.';
comment on column reply_codes.mac is 'Our seal over person, subject and code. The code itself is nowhere in the database.';
comment on column reply_codes.tries is 'Wrong codes from a phone of this person while this one was open.';
comment on column reply_codes.said is 'The word that was taken with it.';
create index reply_codes_of_person on reply_codes (user_id, until);
create index reply_codes_of_change on reply_codes (change_id);

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
create trigger leave_no_replies after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_replies();

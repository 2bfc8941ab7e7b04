-- An account moves to another address without a word from the old one: by a code to its phone, or by an administrator.

alter table email_changes add column way text not null default 'mailbox' check (way in ('mailbox', 'phone', 'office'));
alter table email_changes add column due_at timestamptz;
alter table email_changes add constraint email_changes_due check ((way = 'mailbox') = (due_at is null));
alter table email_changes drop constraint email_changes_confirmed;
alter table email_changes add constraint email_changes_confirmed check (
  done_at is null
  or (new_confirmed_at is not null and (old_confirmed_at is not null or from_email is null or coalesce(done_at >= due_at, false)))
);
create index email_changes_by_due on email_changes (due_at) where done_at is null and due_at is not null;
comment on column email_changes.way is 'How it is confirmed for the old address: in its mailbox, by a code to a phone of the account, or by an administrator.';
comment on column email_changes.due_at is 'When the account moves without a word from the old address. Until then the old address can stop it.';

alter table users add column withdrawals_from timestamptz;
comment on column users.withdrawals_from is 'From when withdrawals are asked for again, after an administrator moved the account to another address or phone.';

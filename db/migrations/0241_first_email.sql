-- Who signed up with a phone adds an email address: there is no old one to confirm it.

alter table email_changes alter column from_email drop not null;
alter table email_changes drop constraint email_changes_check;
alter table email_changes add constraint email_changes_confirmed check (
  done_at is null or (new_confirmed_at is not null and (old_confirmed_at is not null or from_email is null))
);
comment on column email_changes.from_email is 'Null where the account had no address: then the new one alone confirms it.';

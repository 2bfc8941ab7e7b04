-- The comment named a page of the documents by its number. Pages move; the reason is said here.
comment on column user_phones.used_at is 'When a code that was texted to it was last right. Numbers change hands: after 90 days of silence it opens no account with an email address or money.';

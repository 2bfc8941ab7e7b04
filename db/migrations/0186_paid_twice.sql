-- Of two requests for one gift that were both paid, the second waits until its giver says what becomes of it.

alter table suspense add column wish text check (wish in ('back', 'no answer'));
alter table suspense add column wished_at timestamptz(3);
alter table suspense add constraint suspense_wish_dated check ((wish is null) = (wished_at is null));
comment on column suspense.wish is 'Of money that was paid twice: its giver wants it back, or has not answered for 72 hours, which means the same.';

-- Guests who are forgotten. What else holds something of theirs takes it away in a trigger of its own on forgotten_at, so that
-- nobody who forgets a guest has to know of all of it.

alter table supporters add column forgotten_at timestamptz(3);
alter table supporters add constraint supporters_forgotten check (forgotten_at is null
  or (phone is null and claimed_phone is null and email is null and note = '' and cardinality(groups) = 0 and not listed));
comment on column supporters.forgotten_at is 'When they, the host or an operator had them forgotten. The row stays for the counts, under another name and a link that nobody has.';

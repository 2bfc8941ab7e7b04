-- Administrators look through all gifts: by day, by amount, by who gave, by what became of them.

-- What a list can be narrowed to stands in the key, so that rare ones are found without reading the rows between them; with
-- the sums behind it, a total of all that is shown is added up from the index alone.
create index payments_gifts_newest on payments
  (created_at, id, status, channel, fund_drive_id, reversed, amount) where kind = 'donation';
create index payments_gifts_by_amount on payments (amount, id) where kind = 'donation';
comment on index payments_gifts_newest is 'The list of all gifts by their day, what it can be narrowed to, and its sums.';

-- What is rare among a million is found by an index of its own.
create index payments_gifts_unpaid on payments (status, created_at, id) where kind = 'donation' and status <> 'succeeded';
create index payments_gifts_reversed on payments (created_at, id) where kind = 'donation' and reversed > 0;

-- Parts of names and addresses are found by their groups of three letters where the database knows how. Where it does not,
-- the same question is answered by reading, which takes longer.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index payments_gifts_by_words on payments using gin (donor_name gin_trgm_ops, donor_email gin_trgm_ops)
      where kind = 'donation';
  end if;
exception when insufficient_privilege then
  raise notice 'without pg_trgm names are looked for by reading all of them';
end
$$;

-- Which words of the provider named a payment or a transfer: looked up when somebody reads its story.
create index webhook_events_by_reference on webhook_events ((about ->> 'reference')) where about ->> 'reference' is not null;
create index recon_breaks_by_subject on recon_breaks (subject);
create index recon_breaks_doubles on recon_breaks ((facts ->> 'first')) where kind = 'possible double';

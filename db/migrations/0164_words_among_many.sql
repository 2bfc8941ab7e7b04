-- Names and words among a million gifts, and two letters among the reasons of the audit log. Each index by itself, while
-- others write.

-- Spaces are taken for a letter: groups of three letters then reach from one word into the next, so that two words that many
-- gifts have, and none has side by side, are looked up as what they are. A gift that came in is written once and its payment
-- three times, so its words are found by the gift.
drop index concurrently if exists donations_by_words;
create index concurrently donations_by_words on donations using gin (replace(donor_name, ' ', 'q') gin_trgm_ops,
  donor_email gin_trgm_ops, replace(message, ' ', 'q') gin_trgm_ops);

-- What did not come in; the few that are under way are read one by one.
drop index concurrently if exists payments_lost_by_words;
create index concurrently payments_lost_by_words on payments using gin (replace(donor_name, ' ', 'q') gin_trgm_ops,
  donor_email gin_trgm_ops) where kind = 'donation' and status in ('failed', 'abandoned', 'mismatch');
drop index concurrently if exists payments_gifts_by_words;

-- The index of groups of three letters knows nothing of one or two.
create or replace function letter_pairs(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(w, n, many)), '{}')
  from lower(words) w, generate_series(1, length(w)) n, (values (1), (2)) m (many)
$$;
comment on function letter_pairs is 'Each letter of a text in lower case, and each two that stand side by side.';
drop index concurrently if exists audit_log_reasons_by_pairs;
create index concurrently audit_log_reasons_by_pairs on audit_log using gin (letter_pairs(why)) where why <> '';

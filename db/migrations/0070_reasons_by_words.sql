-- Parts of the reasons that administrators gave are found by their groups of three letters where the database knows how, as
-- names of givers are. Where it does not, the same is found by reading them all.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index audit_log_reasons_by_words on audit_log using gin (why gin_trgm_ops) where why <> '';
  end if;
exception when insufficient_privilege then
  raise notice 'without pg_trgm reasons are looked for by reading all of them';
end
$$;

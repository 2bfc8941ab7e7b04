-- A place where the books and something else disagree is called a discrepancy, in SQL as in code. The rows stay as they are.
alter table recon_breaks rename to discrepancies;
alter sequence recon_breaks_id_seq rename to discrepancies_id_seq;
comment on table discrepancies is 'Places where our books and the provider''s, or the books and their own rules, disagree. A person closes each; nothing is corrected automatically.';
comment on column discrepancies.opened_by is 'The administrator who opened it in words of their own; null if the product found it.';

-- A constraint renames its index with it. Postgres 18 also names what may not be null.
do $$
declare part record;
begin
  for part in select conname as name from pg_constraint
    where conrelid = 'discrepancies'::regclass and starts_with(conname, 'recon_breaks_')
  loop
    execute format('alter table discrepancies rename constraint %I to %I', part.name, replace(part.name, 'recon_breaks_', 'discrepancies_'));
  end loop;
  for part in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'discrepancies'::regclass and starts_with(c.relname, 'recon_breaks_')
  loop
    execute format('alter index %I rename to %I', part.name, replace(part.name, 'recon_breaks_', 'discrepancies_'));
  end loop;
end
$$;

-- The version before reads and writes this name while it still runs, and when it is started again.
create view recon_breaks as select * from discrepancies;
comment on view recon_breaks is 'The name of discrepancies in the version before. A later migration drops it.';

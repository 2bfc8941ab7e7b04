-- Support letters are called support messages, in SQL as in code. The rows stay as they are.

alter table support_letters rename to support_messages;
alter sequence support_letters_id_seq rename to support_messages_id_seq;
alter index support_letters_of_drive rename to support_messages_of_drive;
alter index support_letters_open rename to support_messages_open;

-- A loop, because Postgres 18 has a constraint for each `not null` column, and older ones have none.
do $$
declare rule record;
begin
  for rule in
    select conname as name, replace(conname, 'support_letters_', 'support_messages_') as becomes
    from pg_constraint where conrelid = 'support_messages'::regclass and conname like 'support\_letters\_%'
  loop
    execute format('alter table support_messages rename constraint %I to %I', rule.name, rule.becomes);
  end loop;
end
$$;

comment on column support_messages.once is 'The sending of a form: a form that is sent twice files one message.';

-- The version before reads and writes this name while it still runs, and when it is started again.
create view support_letters as select * from support_messages;
comment on view support_letters is 'The name of support_messages in the version before. A later migration drops it.';

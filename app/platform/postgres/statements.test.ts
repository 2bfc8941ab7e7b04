import { expect, test } from 'vitest'
import { statementsOf } from './migrate.server.ts'

test('a file is taken apart at the semicolons that end a statement, and at no other', () => {
  expect(
    statementsOf(`
      -- first; not here
      create table a (b text default ';', "c;d" int); /* nor; here */
      create function f() returns int language sql as $$ select 1; select 2; $$;
      create function g() returns int language sql as $body$ select $$;$$; $body$;
      insert into a values (E'it\\'s; one', 'it''s; one');
      select a$b$ from x; select 2`),
  ).toEqual([
    `create table a (b text default ';', "c;d" int)`,
    'create function f() returns int language sql as $$ select 1; select 2; $$',
    'create function g() returns int language sql as $body$ select $$;$$; $body$',
    `insert into a values (E'it\\'s; one', 'it''s; one')`,
    'select a$b$ from x',
    'select 2',
  ])
})

test('a file of comments alone has no statements', () => {
  expect(statementsOf('-- nothing\n/* at all; */ ;\n')).toEqual([])
})

import { expect, test } from 'vitest'
import { distinctPlaces, everyPlace, type Step } from './crash-places.ts'

const one = {}
const other = {}
const on = (connection: object, ...whats: string[]): Step[] => whats.map((what) => ({ what, on: connection }))
const chosen = (...steps: Step[]) => distinctPlaces(steps).map(({ how, nth, what }) => `${how} ${what} ${nth}`)
const around = (what: string, nth = 1) => [`before ${what} ${nth}`, `after ${what} ${nth}`]

test('a transaction is left in its middle, and before and after its commit', () => {
  expect(chosen(...on(one, 'begin', 'select 1', 'insert a', 'insert b', 'update c', 'commit'))).toEqual([
    'before insert b 1',
    ...around('commit'),
  ])
})

test('one that is rolled back is left in its middle, and one that only reads nowhere', () => {
  expect(chosen(...on(one, 'begin', 'insert a', 'rollback', 'begin', 'select 1', 'commit'))).toEqual([
    'before insert a 1',
  ])
})

test('a savepoint and its end are steps like others', () => {
  const steps = on(one, 'begin', 'savepoint a', 'insert a', 'rollback to savepoint a', 'commit')
  expect(chosen(...steps)).toEqual(['before insert a 1', ...around('commit')])
})

test('a word with the provider is left before and after it, also within a transaction', () => {
  expect(chosen(...on(one, 'begin', 'insert a'), { what: 'send' }, ...on(one, 'commit'))).toEqual([
    ...around('send'),
    'before insert a 1',
    ...around('commit'),
  ])
})

test.each([
  'insert into a values (1)',
  'update a set b = 1',
  'delete from a',
  'with b as (delete from a returning *) select * from b',
  'select add_work($1)',
  '/* planned each time */ select from add_work(x)',
  'select id from a for update skip locked',
  'select take_tries($1)',
  'vacuum a',
])('outside of a transaction a place is before and after: %s', (what) => {
  expect(chosen(...on(one, what))).toEqual(around(what))
})

test.each([
  'select 1',
  'with a as (select 1) select * from a',
  '/* planned each time */ select updated_at, deleted_at from a',
])('a read is no place: %s', (what) => {
  expect(chosen(...on(one, what))).toEqual([])
})

test('steps that repeat are a place once; a commit of other statements is another', () => {
  const same = on(one, 'begin', 'insert a', 'commit')
  expect(chosen(...same, ...same, ...on(one, 'begin', 'insert b', 'commit'))).toEqual([
    'before insert a 1',
    ...around('commit'),
    'before insert b 1',
    ...around('commit', 3),
  ])
  expect(chosen({ what: 'mail' }, { what: 'mail' }, ...on(one, 'delete a', 'delete a'))).toEqual([
    ...around('mail'),
    ...around('delete a'),
  ])
})

test('a connection in a transaction leaves the writes of another outside of it', () => {
  const steps = [...on(one, 'begin', 'insert a'), ...on(other, 'insert b'), ...on(one, 'commit')]
  expect(chosen(...steps)).toEqual([...around('insert b'), 'before insert a 1', ...around('commit')])
})

test('at night all are places, before and after each step', () => {
  const steps = on(one, 'begin', 'select 1', 'select 1', 'commit')
  expect(everyPlace(steps)).toHaveLength(8)
  expect(everyPlace(steps).at(-2)).toEqual({ what: 'select 1', nth: 2, how: 'after' })
})

import { afterEach, expect, test } from 'vitest'
import { placesIn, withMutants } from './mutant-places.ts'

const source = `function priceOf(count, isFriend) {
  let price = count * 100
  if (count >= 3 && isFriend) price -= 50
  told.push(price)
  return price
}
const told = []
const found = db.selectFrom('gifts').where('id', '=', 1).forUpdate()
const left = sql\`select id from gifts where drive = \${drive} and ended is null for update\`
`
const numbered = (text: string) => placesIn('price.ts', text).map((one, nr) => ({ ...one, nr }))

afterEach(() => {
  globalThis.mutantIs = undefined
})

test('mutants are made of what decides: comparisons, conditions, calls, numbers, questions to the database [T1640]', () => {
  const kinds = numbered(source).map(({ line, kind, becomes }) => `${line} ${kind} ${becomes.split('\n')[0]}`)
  expect(kinds).toEqual(
    expect.arrayContaining([
      '2 number 100 + 1',
      '3 condition !(count >= 3 && isFriend)',
      '3 logic (count >= 3) || (isFriend)',
      '3 comparison count > 3',
      '4 call ',
      "8 where db.selectFrom('gifts').where('id', '=', 1)",
      "8 where db.selectFrom('gifts')",
      '9 sql sql`select id from gifts where drive = ${drive} for update`',
      '9 sql sql`select id from gifts where drive = ${drive} and ended is null`',
    ]),
  )
  expect(numbered('const says = (n: 2 | 3) => msg`more than ${n > 2}`')).toEqual([])
})

test('sources with many mutants do what they did, but for the one that is active [T1641]', () => {
  const kinds = ['comparison', 'call']
  const some = numbered(source).filter(({ kind }) => kinds.includes(kind))
  const run = new Function(
    `${withMutants(some, source).split('const found')[0]}; return [priceOf(3, true), told.length]`,
  )
  expect(run()).toEqual([250, 1])
  const doneWith = (kind: string) => {
    globalThis.mutantIs = (nr) => some.find((one) => one.nr === nr)!.kind === kind
    return run()
  }
  expect(doneWith('comparison')).toEqual([300, 1])
  expect(doneWith('call')).toEqual([250, 0])
})

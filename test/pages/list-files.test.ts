import { expect, test } from 'vitest'
import { allLines } from '#test/whole-build.tsx'

// Every list of an owner and of the back office can be taken along as a file, also one that is new.

type View = { address: string; columns: object[]; fields: object }
const isView = (what: unknown): what is View =>
  typeof what === 'object' && what !== null && 'address' in what && 'columns' in what && 'fields' in what

const modules = import.meta.glob<Record<string, unknown>>('../../app/**/*-list.tsx', { eager: true })
const views = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isView)
const addresses = (await allLines()).map(({ whole }) => `/${whole}`)
const below = (folder: string) =>
  [...new Set(views.map(({ address }) => address))].filter((at) => at.startsWith(folder))

test.each(below('/fund-drive/'))('the owner’s list at %s has its file [T367]', (address) => {
  expect(addresses).toEqual(expect.arrayContaining([address, `${address}.csv`]))
})

test.each(below('/admin/'))('the list of the back office at %s has its file [T370]', (address) => {
  expect(addresses).toEqual(expect.arrayContaining([address, `${address}.csv`]))
})

test('there are such lists', () => {
  expect(Math.min(below('/fund-drive/').length, below('/admin/').length)).toBeGreaterThanOrEqual(8)
})

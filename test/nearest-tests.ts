import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { durationsOf } from '../scripts/durations.ts'
import { importsOf } from '../scripts/imports.ts'

// Which unit tests are likely to reach a line of the product, the likeliest first: those that name its function, or one that calls
// it; then those that import its file; then those beside it.

/** A named thing at the top of a file, and all words of it. */
type Declared = { file: string; name: string; start: number; end: number; words: Set<string> }
type Named = { name?: string }
type Top = {
  type: string
  start: number
  end: number
  declaration?: Top | null
  id?: Named
  declarations?: { id: Named }[]
}

const wordsOf = (text: string) => new Set(text.match(/[A-Za-z_]\w{2,}/g))

function declaredIn(file: string): Declared[] {
  const text = readFileSync(file, 'utf8')
  return (parseSync(file, text).program.body as unknown as Top[]).flatMap(({ start, end, ...top }) => {
    const inner = top.declaration ?? top
    const name = (inner.id ?? inner.declarations?.[0]?.id)?.name
    return name ? [{ file, name, start, end, words: wordsOf(text.slice(start, end)) }] : []
  })
}

const cached = <Value>(make: (file: string) => Value) => {
  const known = new Map<string, Value>()
  return (file: string): Value => known.get(file) ?? known.set(file, make(file)).get(file)!
}
const importsFrom = cached((file) => new Set(existsSync(file) ? importsOf(file, readFileSync(file, 'utf8')) : []))
const declared = cached(declaredIn)
const wordsIn = cached((file) => wordsOf(readFileSync(file, 'utf8')))

const sources = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.|\.d\.ts$/.test(file))
export const unitTests = globSync(['{app,db,examples,scripts,sandbox}/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'])
  .filter((file) => !/\.(boot|timing)\.|^app\/(architecture|lengths|documents|plain-words)\.test/.test(file))
  .sort()
const helpers = globSync('test/**/*.ts').filter((file) => !file.includes('.test.'))
const durations = durationsOf()
export const secondsOf = (test: string): number => durations[test] ?? 5

/** How many calls lie between a test and a place: only those of files that import each other count. */
function callsTo(file: string, start: number): Map<string, number> {
  const found = new Map<string, number>()
  let level = declared(file).filter((one) => one.start <= start && start < one.end)
  const seen = new Set(level)
  for (let far = 0; far < 5 && level.length > 0; far++) {
    const next = new Set<Declared>()
    for (const one of level) {
      const knows = (other: string) => other === one.file || importsFrom(other).has(one.file)
      for (const test of unitTests)
        if (!found.has(test) && knows(test) && wordsIn(test).has(one.name)) found.set(test, far)
      for (const caller of [...sources, ...helpers].filter(knows).flatMap(declared))
        if (caller.words.has(one.name) && !seen.has(caller)) next.add(caller)
    }
    for (const one of next) seen.add(one)
    level = [...next]
  }
  return found
}

/** How many imports lie between a test and each file. */
const distances = cached((test) => {
  const found = new Map([[test, 0]])
  for (const [file, far] of found) for (const next of importsFrom(file)) if (!found.has(next)) found.set(next, far + 1)
  return found
})

/** How many folders lie between two files. */
const foldersBetween = (one: string, other: string): number =>
  path.relative(path.dirname(one), path.dirname(other)).split('/').filter(Boolean).length

/** All unit tests, those first that are likeliest to reach this place, and soonest done. */
export function nearestTests(file: string, start: number): string[] {
  const calls = callsTo(file, start)
  const costOf = (test: string) =>
    (calls.get(test) ?? 8) * 4 + (distances(test).get(file) ?? 6) + foldersBetween(file, test) + secondsOf(test) / 4
  const costs = new Map(unitTests.map((test) => [test, costOf(test)]))
  return unitTests.toSorted((one, other) => costs.get(one)! - costs.get(other)!)
}

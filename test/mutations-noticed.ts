import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { changesOf, type Mutation } from './mutations.ts'
import { fileOfTest } from './test-ids.ts'

// When each mutation was noticed last: a hash of the files it changes and of the test that noticed it. While they are the
// same, `npm test` does not run it again; `MUTATIONS=all npm test -- scripts/mutations` runs all of them.

const kept = 'test/mutations-noticed.json'
type Noticed = Record<string, string>
const noticedIn = (): Noticed => JSON.parse(readFileSync(kept, 'utf8'))

/** The hash for one mutation as its files are now. */
export function hashOf(one: Mutation, read = (file: string) => readFileSync(file, 'utf8')): string {
  const changes = changesOf(one)
  const files = [...new Set([...changes.map(({ file }) => file), fileOfTest(one.test)])].map(read).map(withoutImports)
  const texts = changes.map(({ is, becomes }) => [is, becomes])
  return createHash('sha256')
    .update(JSON.stringify([texts, one.test, one.row, files]))
    .digest('hex')
    .slice(0, 12)
}

/** A file that moves, or that imports one that moved, is the same. */
const withoutImports = (text: string) => text.replace(/^import [^']*'[^']+'\n/gm, '').replace(/import\('[^']+'\)/g, '')

/** The mutations whose files changed since a test noticed them, by their numbers. */
export function mutationsToRun(all: Mutation[], isAll = process.env.MUTATIONS === 'all'): number[] {
  const noticed = noticedIn()
  return [...all.keys()].filter((nr) => isAll || noticed[all[nr]!.mistake] !== hashOf(all[nr]!))
}

/** Writes down that these were noticed; mutations that are no longer listed are left out. */
export function keepNoticed(all: Mutation[], nowNoticed: Mutation[]): void {
  const noticed = noticedIn()
  for (const one of nowNoticed) noticed[one.mistake] = hashOf(one)
  const known = new Set(all.map(({ mistake }) => mistake))
  const entries = Object.entries(noticed).filter(([mistake]) => known.has(mistake))
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`)
}

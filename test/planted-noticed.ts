import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { changesOf, type Planted } from './planted.ts'
import { fileOfTest } from './test-ids.ts'

// When each planted mistake was noticed last: a hash of the files it is planted in and of the test that noticed it. While
// they are the same, `npm test` does not plant it again; `PLANT=all npm test -- scripts/planted` plants all of them.

const kept = 'test/planted-noticed.json'
type Noticed = Record<string, string>
const noticedIn = (): Noticed => JSON.parse(readFileSync(kept, 'utf8'))

/** The hash for one mistake as its files are now. */
export function hashOf(one: Planted, read = (file: string) => readFileSync(file, 'utf8')): string {
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

/** The mistakes whose files changed since a test noticed them, by their numbers. */
export function mistakesToPlant(all: Planted[], isAll = process.env.PLANT === 'all'): number[] {
  const noticed = noticedIn()
  return [...all.keys()].filter((nr) => isAll || noticed[all[nr]!.mistake] !== hashOf(all[nr]!))
}

/** Writes down that these were noticed; mistakes that are no longer planted are left out. */
export function keepNoticed(all: Planted[], nowNoticed: Planted[]): void {
  const noticed = noticedIn()
  for (const one of nowNoticed) noticed[one.mistake] = hashOf(one)
  const known = new Set(all.map(({ mistake }) => mistake))
  const entries = Object.entries(noticed).filter(([mistake]) => known.has(mistake))
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`)
}

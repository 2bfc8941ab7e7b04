import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import table from '../app/routes.ts'
import { resultsFolder } from './durations.ts'
import { importsOf } from './imports.ts'

// What `npm test -- --since main` runs: unit tests that import what changed since there, the journeys that visit a changed
// page, and the tests of products where something changed that they start with.

/** Changes here can reach every test. */
const everything = /^(package-lock\.json|vitest\.config\.ts|db\/|test\/(?!.*(\.test\.|\.md$))|e2e\/(?!.*\.test\.))/
/** What the product starts with. */
const start = /^(server\.ts|scripts\/|app\/platform\/|app\/[\w.]+\.ts|vite\.config\.ts)/

/** Files that differ from a commit, with those that are new. */
export function changedSince(commit: string): string[] {
  const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' })
  const named = git('diff', '--name-only', '--no-renames', commit)
  if (named.status !== 0) throw new Error(named.stderr)
  return `${named.stdout}\n${git('ls-files', '--others', '--exclude-standard').stdout}`.split('\n').filter(Boolean)
}

/** Is around every page. */
const frame = ['app/root.tsx', 'app/entry.client.tsx', 'app/entry.server.tsx']
const isProduct = (file: string) => /^(app|sandbox|examples|public)\//.test(file) && !/\.test\.tsx?$/.test(file)

type Journeys = Record<string, string[]>
type Chosen = { all: boolean; journeys: string[]; products: boolean }

/** What has to run beside the unit tests. */
export function chosenFor(changed: string[], journeys = journeysOf(), needs = filesNeededBy): Chosen {
  if (changed.some((file) => everything.test(file)))
    return { all: true, journeys: Object.keys(journeys), products: true }
  const needed = new Map([...new Set(Object.values(journeys).flat())].map((route) => [route, needs(route)]))
  const ofAll = frame.flatMap((file) => [...needs(file)])
  const ofSome = [...needed.values()].flatMap((files) => [...files])
  // What is around every page reaches each journey; so may what no page imports, such as a job.
  const isOfAll = (file: string) => ofAll.includes(file) || (isProduct(file) && !ofSome.includes(file))
  const isHit = (file: string) =>
    journeys[file]?.some((route) => changed.some((one) => needed.get(route)!.has(one))) ?? true
  const some = changed.some(isOfAll) ? () => true : (file: string) => changed.includes(file) || isHit(file)
  const chosen = fs.globSync('e2e/**/*.test.ts').filter(some)
  return { all: false, journeys: chosen, products: changed.some((file) => start.test(file)) }
}

const kept = path.join(resultsFolder, 'journeys.json')
/** Refreshed by hand from a whole run: `cp test-results/journeys.json test/journeys.json`. */
const committed = 'test/journeys.json'

/** The files of the routes that each journey visits: of the last runs in this folder, else as committed. */
const journeysOf = (): Journeys => ({ ...read(committed), ...read(kept) })

const read = (file: string): Journeys => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {})

/** Keeps which routes were visited, by the journey's file. `e2e/set-up.ts` writes down the addresses. */
export function keepJourneys(visited: string): void {
  if (!fs.existsSync(visited)) return
  const lines = fs.readFileSync(visited, 'utf8').split('\n').filter(Boolean)
  const all = read(kept)
  for (const line of lines) {
    const { file, paths } = JSON.parse(line) as { file: string; paths: string[] }
    all[file] = [...new Set(paths.flatMap(routesAt))].sort()
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([one], [other]) => one.localeCompare(other)))
  fs.writeFileSync(kept, `${JSON.stringify(sorted, null, 2)}\n`)
}

const routes = table.map(readable)

/** The files of the routes that draw an address. */
const routesAt = (address: string) =>
  (matchRoutes(routes, address) ?? []).flatMap(({ route }) => (route.id ? [`app/${route.id}`] : []))

function readable({ path, index, children, file }: RouteConfigEntry): RouteObject {
  const id = file.replace(/^\.\//, '')
  if (index) return { id, index: true, ...(path ? { path } : {}) }
  return { id, ...(path ? { path } : {}), ...(children ? { children: children.map(readable) } : {}) }
}

/** A file, and all files of ours that it imports, and those that they import. */
function filesNeededBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !fs.existsSync(file)) return found
  found.add(file)
  for (const other of importsOf(file, fs.readFileSync(file, 'utf8'))) filesNeededBy(other, found)
  return found
}

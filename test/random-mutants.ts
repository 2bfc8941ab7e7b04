import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { testDatabases } from './global.ts'
import { type Kind, type Mutant, type Numbered, placesIn } from './mutant-places.ts'
import { nearestTests, secondsOf } from './nearest-tests.ts'
import type { Line, Round } from './random-mutants-round.ts'
import { luckOf } from './simulate/luck.ts'

// Makes random mutants of the product in memory, and says which of them no test notices. Each such one is the same product in
// other words, or wants a test.
//
//   node test/random-mutants.ts --seed 7 --count 100 report.json
//   node test/random-mutants.ts --seed 7 --count 20 --under app/money report.json
//
// The report is kept from round to round: the same command goes on with it, and `--files 12` gives up later.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    under: { type: 'string', default: 'app' },
    /** So many test files that reach a mutant have to pass before it has survived. */
    files: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
  },
})
const report = positionals[0]!
const enough = Number(values.files)
const until = Date.now() + Number(values.minutes) * 60_000

type State = 'waits' | 'killed' | 'survived' | 'not reached'
type Tried = Numbered & { area: string; state: State; by: string[]; passed: string[]; missed: string[] }

/** A file that takes longer is for the whole suite. */
const longest = 30
/** So many test files of the neighbourhood that miss a mutant are enough. */
const mostMissed = 3
/** A test file that says nothing for so long hangs. */
const patience = 180_000
const mostInRound = 60

const areas: [weight: number, folders: RegExp][] = [
  [40, /^app\/money\//],
  [20, /^app\/(people|platform)\//],
  [30, /^app\/(drives|group|invitations)\//],
  [10, /^app\/(base|privacy|kit|admin|site)\//],
]

/** How often each kind is chosen: hardly a test misses the last two. */
const kinds: Record<Kind, number> = {
  where: 4,
  sql: 4,
  comparison: 4,
  logic: 4,
  call: 4,
  number: 2,
  condition: 2,
  return: 1,
}

/** Picks places by the weight of their area, then by their kind: else numbers would be most of them. */
function pick(count: number): Tried[] {
  const luck = luckOf(Number(values.seed))
  const sources = globSync(`${values.under}/**/*.ts`).sort()
  const all = sources.filter((file) => !/\.test\.|\.d\.ts$|declared\.ts$|^app\/(locales|[\w.]+$)/.test(file))
  const places = all.flatMap((file) => placesIn(file)).filter(({ isStatic }) => !isStatic)
  const byArea = areas.map(([weight, folders]) => ({ weight, mine: places.filter(({ file }) => folders.test(file)) }))
  const weights = Object.fromEntries(byArea.map(({ weight, mine }, at) => [at, mine.length ? weight : 0]))
  const chosen: Mutant[] = []
  for (let tries = 0; chosen.length < count && tries < count * 20; tries++) {
    const { mine } = byArea[Number(luck.weighted(weights))]!
    const kind = luck.weighted(kinds)
    const ofKind = mine.filter((one) => one.kind === kind)
    if (ofKind.length === 0) continue
    const place = luck.oneOf(ofKind)
    const overlaps = chosen.some((one) => one.file === place.file && one.start < place.end && place.start < one.end)
    if (!overlaps) chosen.push(place)
  }
  const areaOf = (file: string) => file.split('/')[1]!
  return chosen.map((one, nr) => {
    return { ...one, nr, area: areaOf(one.file), state: 'waits', by: [], passed: [], missed: [] }
  })
}

/** Which test files reach a mutant, as far as they ran; false only for those that ran to their end. */
const reaches = new Map<string, boolean>()
const reachOf = (test: string, { nr }: Numbered) => reaches.get(`${nr} ${test}`)

const nearest = new Map<number, string[]>()
const nearestTo = (one: Tried): string[] => {
  const known = nearest.get(one.nr) ?? nearestTests(one.file, one.start).filter((test) => secondsOf(test) <= longest)
  nearest.set(one.nr, known)
  return known
}

/** The test file that tries a mutant next. Where the best two are taken in this round, no other is worth its time. */
function nextFor(one: Tried, taken: Set<string>): string | undefined {
  const had = new Set([...one.passed, ...one.missed])
  const left = nearestTo(one).filter((test) => !had.has(test) && reachOf(test, one) !== false)
  const sure = left.filter((test) => reachOf(test, one))
  return [...sure, ...left].slice(0, 2).find((test) => !taken.has(test))
}

function decide(one: Tried): void {
  if (one.passed.length >= enough) one.state = 'survived'
  else if (one.missed.length >= mostMissed * (enough / 2)) one.state = one.passed.length ? 'survived' : 'not reached'
}

/** Runs a round in a process of its own; what its files said is taken over. */
async function run(round: Round, all: Tried[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-mutants-'))
  const [plan, lines] = [path.join(folder, 'plan.json'), path.join(folder, 'lines')]
  writeFileSync(plan, JSON.stringify(round))
  writeFileSync(lines, '')
  const child = spawn(process.execPath, ['test/random-mutants-round.ts', plan, lines], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  let [seen, since] = ['', Date.now()]
  const watch = setInterval(() => {
    const now = readFileSync(lines, 'utf8')
    if (now !== seen) [seen, since] = [now, Date.now()]
    if (Date.now() - since > patience) process.kill(-child.pid!, 'SIGKILL')
  }, 2000)
  const status = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  const said = readFileSync(lines, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  const lines_ = said.map((line) => JSON.parse(line) as Line)
  for (const { file, ended } of lines_) if (ended) take(file, ended, round, all)
  const hung = lines_.filter(({ file, ended }) => !ended && !lines_.some((other) => other.file === file && other.ended))
  for (const { file } of hung) {
    const one = all[round.files[file]!]!
    Object.assign(one, { state: 'killed', by: [`${file}: hung, or ended its process`] })
  }
  if (said.length === 0) throw new Error(`no test file ran: ${status}`)
}

function take(file: string, { failed, passed, reached }: NonNullable<Line['ended']>, round: Round, all: Tried[]): void {
  for (const { nr } of round.mutants)
    if (reached.includes(nr)) reaches.set(`${nr} ${file}`, true)
    else if (failed.length === 0) reaches.set(`${nr} ${file}`, false)
  const one = all[round.files[file]!]!
  if (failed.length && reached.includes(one.nr)) {
    one.state = 'killed'
    one.by.push(...failed.map((text) => `${file}: ${text}`).slice(0, 1))
  } else if (failed.length === 0 && passed > 0 && reached.includes(one.nr)) one.passed.push(file)
  else one.missed.push(file)
}

/** Gives waiting mutants a test file of their own. */
function plan(all: Tried[]): Round | undefined {
  const files: Record<string, number> = {}
  for (const one of all.filter(({ state }) => state === 'waits')) {
    const test = nextFor(one, new Set(Object.keys(files)))
    if (test) files[test] = one.nr
    if (Object.keys(files).length === mostInRound) break
  }
  return Object.keys(files).length ? { mutants: all, files } : undefined
}

os.setPriority(10)
const all: Tried[] = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : pick(Number(values.count))
for (const one of all) if (one.state !== 'killed') Object.assign(one, { state: 'waits' })
for (const one of all) decide(one)
const databases = await testDatabases()
process.env.TEST_DATABASES = JSON.stringify(databases.provided)
for (let round = plan(all); round && Date.now() < until; round = plan(all)) {
  await run(round, all)
  for (const one of all) if (one.state === 'waits') decide(one)
  writeFileSync(report, JSON.stringify(all, null, 1))
  const counted = Object.entries(Object.groupBy(all, ({ state }) => state)).map(
    ([state, some]) => `${some!.length} ${state}`,
  )
  console.log(
    `${new Date().toISOString().slice(11, 19)} ${Object.keys(round.files).length} files: ${counted.join(', ')}`,
  )
}
await databases.stop()

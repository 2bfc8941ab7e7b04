import fs from 'node:fs'
import path from 'node:path'

// How long each test file takes: of the last runs in this folder, else as committed. Order and choice of tests use it.

export type Durations = Record<string, number>

export const resultsFolder = 'test-results'
const kept = path.join(resultsFolder, 'durations.json')
/** Refreshed by hand from a whole run on a quiet machine: `cp test-results/durations.json test/durations.json`. */
const committed = 'test/durations.json'

/** Seconds by the path of the file. */
export const durationsOf = (root = '.'): Durations => ({ ...read(root, committed), ...read(root, kept) })

export function keepDurations(seconds: Durations, root = '.'): void {
  fs.mkdirSync(path.join(root, resultsFolder), { recursive: true })
  const all = Object.entries({ ...read(root, kept), ...seconds }).sort(([, one], [, other]) => other - one)
  fs.writeFileSync(path.join(root, kept), `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}

function read(root: string, file: string): Durations {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Durations
  } catch {
    return {}
  }
}

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Durations } from './durations.ts'

// What `npm test -- --quick` runs: unit tests beside what was changed, then the cheapest ones, until the time is used.

const seconds = 150
/** Three files run at once, see vitest.config.ts. */
const atOnce = 3
/** A file without a figure is new. */
const unknown = 5

/** The files that fit, and a line that says what is left out. */
export function quickFiles(durations: Durations, files = unitFiles(), changed = changedFolders()): string[] {
  const cost = (file: string) => durations[file] ?? unknown
  const isNear = (file: string) => changed.has(path.dirname(file))
  const sorted = [...files].sort((one, other) => Number(isNear(other)) - Number(isNear(one)) || cost(one) - cost(other))
  let used = 0
  const chosen = sorted.filter((file) => {
    used += cost(file) / atOnce
    return used <= seconds
  })
  const near = chosen.filter(isNear).length
  console.log(
    `quick: ${chosen.length} of ${files.length} files of unit tests, ${near} of them beside changes; ` +
      `left out: ${files.length - chosen.length}, and all tests with a browser or a product of their own`,
  )
  return chosen
}

const folders = ['app', 'db', 'examples', 'scripts', 'sandbox', 'test']
const unitFiles = () =>
  folders
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !/\.(boot|timing)\.test/.test(file))

/** The folders of all files that differ from the main branch. */
function changedFolders(): Set<string> {
  const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' }).stdout ?? ''
  const names = `${git('diff', '--name-only', 'main')}\n${git('ls-files', '--others', '--exclude-standard')}`
  return new Set(
    names
      .split('\n')
      .filter(Boolean)
      .map((file) => path.dirname(file)),
  )
}

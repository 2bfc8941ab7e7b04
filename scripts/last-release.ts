// node scripts/last-release.ts   runs the unit tests of the last release on the schema of this version. While machines are replaced one
// after the other, the version before works on it. Paths after it choose tests.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The tests that hold the sources of one version to its own schema, column by column. */
export const ofOneVersion = [
  'app/kept-told.test.ts',
  'app/people/accounts/account.test.ts',
  'app/platform/postgres/young-tables.test.ts',
  'app/privacy/personal-data.test.ts',
]

function git(folder: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** Returns the tag of the newest release before this state of a repository; undefined where there is none. */
export const lastRelease = (repository: string): string | undefined =>
  git(repository, 'tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v*.*.*').split('\n')[0] || undefined

/** Puts the files of a tag into a folder, with this version's schema, migrations and rights in place of its own. */
export function gather(repository: string, tag: string, folder: string): void {
  const archive = path.join(folder, 'release.tar')
  git(repository, 'archive', `--output=${archive}`, tag)
  const { status } = spawnSync('tar', ['-xf', archive, '-C', folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error('tar could not unpack the release')
  fs.rmSync(archive)
  for (const own of ['migrations', ...fs.globSync('*.sql', { cwd: path.join(folder, 'db') })])
    fs.rmSync(path.join(folder, 'db', own), { recursive: true })
  for (const ours of ['migrations', ...fs.globSync('*.sql', { cwd: path.join(repository, 'db') })])
    fs.cpSync(path.join(repository, 'db', ours), path.join(folder, 'db', ours), { recursive: true })
}

/** Gives the release its packages: ours where they are the same. */
function install(repository: string, folder: string): void {
  const lock = (place: string) => fs.readFileSync(path.join(place, 'package-lock.json'), 'utf8')
  if (lock(repository) === lock(folder))
    fs.symlinkSync(fs.realpathSync(path.join(repository, 'node_modules')), path.join(folder, 'node_modules'))
  else if (spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' }).status !== 0) throw new Error('npm ci failed')
}

function run(asked: string[]): number {
  const repository = path.dirname(import.meta.dirname)
  const tag = lastRelease(repository)
  if (!tag) {
    console.log('There is no release yet.')
    return 0
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-release-'))
  try {
    gather(repository, tag, folder)
    install(repository, folder)
    console.log(`The unit tests of ${tag} on the schema of this version:`)
    const paths = asked.length > 0 ? asked : ['app/', 'examples/', 'sandbox/']
    const words = ['run', '--project=unit', ...ofOneVersion.map((file) => `--exclude=${file}`), ...paths]
    const vitest = [path.join(folder, 'node_modules/vitest/vitest.mjs'), ...words]
    return spawnSync(process.execPath, vitest, { cwd: folder, stdio: 'inherit' }).status ?? 1
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exit(run(process.argv.slice(2)))

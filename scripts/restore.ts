// npm run restore -- a/folder   puts a backup back: into an empty DATA_DIR, or with --over in the place of what is there.
import * as fs from 'node:fs'
import path from 'node:path'
import { databasePlace, databaseUser } from '#app/platform/postgres/place.server.ts'
import { runningPostgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { copyTree } from './copy-tree.ts'
import { refuseMisspelt } from './find-database.ts'
import { fail } from './signals.ts'

const { DATA_DIR } = settings
/** What was there before is moved here, never deleted. */
const setAside = path.join(DATA_DIR, `before-restore-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`)

try {
  const words = process.argv.slice(2)
  const over = words.includes('--over')
  const backup = words.find((word) => word !== '--over')
  if (!backup) throw new Error('Say from where: npm run restore -- a/folder')
  refuseMisspelt()
  if (settings.DATABASE_URL)
    throw new Error('The database at DATABASE_URL is restored by its own tools; copy the pictures beside it yourself.')
  const state = stateOf(path.join(backup, 'postgres'))
  if (!state) throw new Error(`${backup} is no backup: it has no database in it.`)
  if (path.resolve(backup) === path.resolve(DATA_DIR)) throw new Error(`${backup} is DATA_DIR itself.`)
  refuseToLose(state, over)
  moveAside()
  await putBack(backup)
  console.log(`The backup of ${dayOf(state)} is in ${DATA_DIR}. Look at it with npm run check-books, then npm start.`)
  if (fs.existsSync(setAside))
    console.log(`What was there before is in ${setAside}. Delete it when you no longer need it.`)
} catch (error) {
  fail(error)
}

type State = { isShutDown: boolean; changed: number }

/** What the server's own note says, as Postgres 18 writes it: whether it was shut down in order, and when it was written. */
function stateOf(place: string): State | undefined {
  const file = path.join(place, '18/global/pg_control')
  if (!fs.existsSync(file)) return undefined
  const note = fs.readFileSync(file)
  return { isShutDown: note.readUInt32LE(16) === 1, changed: Number(note.readBigInt64LE(24)) }
}

function dayOf({ changed }: State): string {
  return new Date(changed * 1000).toISOString().slice(0, 16).replace('T', ' ')
}

/** A database that runs, or that knows more than the backup, is not overwritten by mistake. */
function refuseToLose(backup: State, over: boolean): void {
  if (!fs.existsSync(path.join(DATA_DIR, 'postgres'))) return
  const place = databasePlace(DATA_DIR)
  if (runningPostgres(place)) throw new Error(`The product runs on ${DATA_DIR}: stop it first.`)
  const there = stateOf(place)
  // One that did not come to its end may know more than its note says.
  if (!there || over || (there.isShutDown && there.changed <= backup.changed)) return
  throw new Error(
    `${DATA_DIR} holds newer data than the backup of ${dayOf(backup)}. To put the backup in its place, add --over: what is there is moved aside, not deleted.`,
  )
}

function moveAside(): void {
  if (!fs.existsSync(DATA_DIR)) return
  const there = fs.readdirSync(DATA_DIR).filter((name) => !name.startsWith('before-restore-'))
  if (there.length === 0) return
  fs.mkdirSync(setAside, { mode: 0o711 })
  const inside = path.join(DATA_DIR, 'postgres')
  // A database that lies elsewhere is moved there: its new one would find its place taken.
  if (fs.lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const place = fs.realpathSync(inside)
    const moved = `${place}.${path.basename(setAside)}`
    fs.renameSync(place, moved)
    fs.rmSync(inside)
    fs.symlinkSync(moved, inside)
  }
  for (const name of there) fs.renameSync(path.join(DATA_DIR, name), path.join(setAside, name))
}

/** The database first, and opened once: what was written while the backup was made is in its log. */
async function putBack(backup: string): Promise<void> {
  const place = databasePlace(DATA_DIR)
  try {
    copyTree(path.join(backup, 'postgres'), place, { owner: databaseUser(place) })
    const postgres = await startPostgres({ place, onWait: (line) => console.log(line) })
    await postgres.stop()
    copyTree(backup, DATA_DIR, { leaves: (name) => /^(postgres|before-restore-[^/]*)(\/|$)/.test(name), owner: {} })
  } catch (error) {
    // Half a restore must not look like a database: the next start would go on with it.
    fs.renameSync(place, `${place}.unfinished-${process.pid}`)
    throw error
  }
}

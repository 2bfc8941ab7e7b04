// npm run backup -- a/folder   copies everything the product keeps into a new folder, also while it runs and people give.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { databasePlace } from '#app/platform/postgres/place.server.ts'
import { runningPostgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { copyTree, ownAs } from './copy-tree.ts'
import { refuseMisspelt } from './find-database.ts'
import { fail } from './signals.ts'

const { DATA_DIR } = settings
/** The server's own folder, named by its version. */
const data = '18'
/** Not copied with the rest: the log comes last, and what belongs to the running server alone never. */
const leftOut =
  /^18\/((pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_stat_tmp|pg_subtrans)\/.|postmaster\.(pid|opts)$)|^18\.new|^password\.new/

try {
  const target = process.argv[2]
  if (!target) throw new Error('Say where to: npm run backup -- a/folder')
  if (fs.existsSync(target)) throw new Error(`${target} is there already: name a new folder.`)
  refuseMisspelt()
  if (settings.DATABASE_URL)
    throw new Error(`The database at DATABASE_URL is backed up by its own tools; beside it, keep ${DATA_DIR}.`)
  if (!fs.existsSync(path.join(DATA_DIR, 'postgres'))) throw new Error(`There is nothing in ${DATA_DIR} yet.`)
  // Half a copy must not look like one.
  const unfinished = `${target}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o711 })
  // Files before and after their rows: whatever the database knows of at that moment is among them.
  copyTree(DATA_DIR, unfinished, { leaves: isLeftOut })
  await copyDatabase(databasePlace(DATA_DIR), path.join(unfinished, 'postgres'))
  copyTree(DATA_DIR, unfinished, { leaves: isLeftOut })
  spawnSync('sync')
  fs.renameSync(unfinished, target)
  console.log(
    `Everything is in ${target}. It counts once it was restored: DATA_DIR=a/new/folder npm run restore -- ${target}`,
  )
} catch (error) {
  fail(error)
}

/** The database is copied in its own way; what a restore moved aside is no part of the data any more. */
function isLeftOut(name: string): boolean {
  return /^(postgres|before-restore-[^/]*)(\/|$)/.test(name)
}

/** The folder of a server that goes on writing. What it wrote meanwhile is in its log, which puts the copy right. */
async function copyDatabase(place: string, to: string): Promise<void> {
  const running = runningPostgres(place)
  const own = running ? undefined : await startPostgres({ place, onWait: (line) => console.log(line) })
  const client = new pg.Client((running ?? own!).url)
  try {
    await client.connect()
    // Keeps the log from now on, for as long as this connection lasts.
    const slot = `backup_${process.pid}`
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query('select pg_backup_start($1, true)', [slot])
    const from = path.join(place, data)
    copyTree(place, to, { leaves: (name) => leftOut.test(name) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    copyTree(path.join(from, 'pg_wal'), path.join(to, data, 'pg_wal'))
    const label = path.join(to, data, 'backup_label')
    fs.writeFileSync(label, rows[0]!.labelfile, { mode: 0o600 })
    ownAs(path.join(from, 'PG_VERSION'), label)
  } finally {
    await client.end()
    await own?.stop()
  }
}

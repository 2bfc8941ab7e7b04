// npm run drill:restore -- a/folder   restores the newest backup in a folder to a place of its own, looks it through, says what is in
// it and until when, and removes it again. Exits 1 when anything is wrong. It works beside the product, and calls nobody.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { productFolder } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { fail } from './signals.ts'

const { PATH, HOME } = process.env
/** The server's own note in a backup, as scripts/restore.ts reads it. */
const controlOf = (folder: string) => path.join(folder, 'postgres/18/global/pg_control')

const counted = `select
  (select count(*)::int from fund_drives) as drives, (select count(*)::int from users) as people,
  (select count(*)::int from donations) as gifts, (select coalesce(sum(amount), 0)::bigint from donations) as cents,
  (select max(created_at) from donations) as gift, (select count(*)::int from payout_requests) as withdrawals,
  coalesce(greatest((select max(at) from audit_log), (select max(created_at) from payments), (select max(updated_at) from payments),
    (select max(received_at) from webhook_events), (select max(viewed_at) from fund_drive_views),
    (select max(created_at) from users)), (select max(applied_at) from migrations)) as until`

const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

try {
  const given = process.argv[2]
  if (!given) throw new Error('Say where the backups are: npm run drill:restore -- a/folder')
  const backup = newestIn(given)
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-drill-'))
  // The database's own user has to get in.
  fs.chmodSync(home, 0o711)
  const scratch = path.join(home, 'data')
  try {
    const began = Date.now()
    restore(backup, scratch)
    const wrong = await lookThrough(scratch)
    for (const line of wrong) console.error(line)
    const seconds = Math.ceil((Date.now() - began) / 1000)
    if (wrong.length === 0) console.log(`The books are right. ${backup} can be restored: it took ${seconds} s here.`)
    else process.exitCode = 1
  } finally {
    remove(scratch)
    await removeAll(home)
  }
} catch (error) {
  fail(error)
}

/** The folder itself if it is a backup; else the newest backup in it. One that was not finished is none. */
function newestIn(folder: string): string {
  if (fs.existsSync(controlOf(folder))) return folder
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  if (names.some((name) => fs.existsSync(path.join(folder, name, 'harambee.dump'))))
    throw new Error(`${folder} has dumps: docs/self-hosting/backup-and-upgrade.md says how to restore one.`)
  const backups = names
    .filter((name) => !name.endsWith('.unfinished') && fs.existsSync(controlOf(path.join(folder, name))))
    .map((name) => ({ name, written: fs.readFileSync(controlOf(path.join(folder, name))).readBigInt64LE(24) }))
    .sort((one, other) => Number(other.written - one.written))
  if (!backups[0]) throw new Error(`There is no backup in ${folder}: npm run backup makes one.`)
  return path.join(folder, backups[0].name)
}

function restore(backup: string, scratch: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(productFolder, 'scripts/restore.ts'), path.resolve(backup)],
    { cwd: productFolder, env: { PATH, HOME, DATA_DIR: scratch }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${backup} can not be restored: ${stderr.trim() || stdout.trim()}`)
}

/** Says what is there, and returns what is wrong. */
async function lookThrough(scratch: string): Promise<string[]> {
  const postgres = await startPostgres({ place: fs.realpathSync(path.join(scratch, 'postgres')) })
  const pool = openPool(postgres.url, 1)
  try {
    useDatabase(pool)
    const until = await tell(pool)
    const missing = await picturesMissing(pool, scratch)
    // A backup of an older version is looked through as this version would use it.
    await migrate(postgres.url)
    // What should have ended by now is judged by the moment of the backup: nobody works on a copy.
    const broken = await brokenInvariants(db, until)
    return [
      ...broken.map(({ id, says, count }) => `${id} is broken (${count}): ${says}`),
      ...(missing.length > 0
        ? [`${missing.length} files of pictures are missing or damaged: ${missing.slice(0, 5).join(', ')}`]
        : []),
      ...(fs.existsSync(path.join(scratch, 'secret')) || process.env.AUTH_SECRET
        ? []
        : ['The secret is missing: without it everyone has to sign in again. Keep AUTH_SECRET apart.']),
    ]
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

async function tell(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<Record<string, number> & { gift: Date | null; until: Date }>(counted)
  const { drives, people, gifts, cents, gift, withdrawals, until } = rows[0]!
  console.log(
    `There are ${drives} fund drives, ${people} people, ${gifts} gifts of KES ${(Number(cents) / 100).toFixed(2)} together, and ${withdrawals} withdrawals.`,
  )
  console.log(
    `The last that anyone did is of ${minute(until)}; the newest gift ${gift ? `of ${minute(gift)}` : 'none'}.`,
  )
  return until
}

/** The files of pictures that are not there as the database knows them. Pictures in a bucket are not looked for. */
async function picturesMissing(pool: pg.Pool, scratch: string): Promise<string[]> {
  const media = path.join(scratch, 'media')
  if (!fs.existsSync(media)) return []
  const { rows } = await pool.query<{ key: string; sha256: string }>(
    `select file ->> 'key' as key, file ->> 'sha256' as sha256 from pictures, jsonb_array_elements(files) file order by 1`,
  )
  const isThere = ({ key, sha256 }: (typeof rows)[number]) => {
    const file = path.join(media, key)
    return fs.existsSync(file) && createHash('sha256').update(fs.readFileSync(file)).digest('hex') === sha256
  }
  return rows.filter((row) => !isThere(row)).map(({ key }) => key)
}

/** A server that could not start may write while it ends. */
async function removeAll(folder: string): Promise<void> {
  for (let turn = 0; turn < 50 && fs.existsSync(folder); turn++) {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    if (fs.existsSync(folder)) await pause(100)
  }
}

/** The database may lie elsewhere, where its user can get in. */
function remove(scratch: string): void {
  const inside = path.join(scratch, 'postgres')
  if (fs.existsSync(inside)) fs.rmSync(fs.realpathSync(inside), { recursive: true, force: true })
}

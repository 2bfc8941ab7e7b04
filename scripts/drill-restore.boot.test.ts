import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { freshFolder, startReady } from '#test/product.ts'
import { runCommand } from '#test/run-command.ts'
import { ensureBuild } from './build.ts'

// npm run drill:restore -- a/folder

beforeAll(() => ensureBuild())

const drill = (...words: string[]) => runCommand('drill-restore', words, {})
const left = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('harambee-drill-'))

/** Breaks a backup: what a query does to its database is in it. */
async function brokenBy(backup: string, query: string) {
  const postgres = await startPostgres({ place: path.join(backup, 'postgres') })
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(query)
  await client.end()
  await postgres.stop()
}

test('the newest backup is restored apart, looked through and removed; what is wrong in it is named [T1587]', {
  timeout: 240_000,
}, async () => {
  const product = await startReady()
  const backups = freshFolder()
  const before = left()
  const make = (name: string) => runCommand('backup', [path.join(backups, name)], { DATA_DIR: product.dataDir })
  expect(await drill(backups)).toEqual({ status: 1, said: expect.stringContaining('There is no backup in') })
  expect(await make('monday')).toMatchObject({ status: 0 })
  // Half a copy is none.
  fs.cpSync(path.join(backups, 'monday'), path.join(backups, 'tuesday.unfinished'), { recursive: true })
  const said = await drill(backups)
  expect(said).toEqual({ status: 0, said: expect.stringContaining('monday can be restored') })
  expect(said.said).toMatch(/There are [1-9]\d* fund drives, [1-9]\d* people, [1-9]\d* gifts of KES [\d.]+ together/)
  expect(said.said).toMatch(/The last that anyone did is of 20\d\d-\d\d-\d\d \d\d:\d\d UTC/)
  expect(said.said).toContain('The books are right.')
  const backup = path.join(backups, 'monday')
  const pictures = fs.globSync('media/**/*.jpg', { cwd: backup })
  fs.rmSync(path.join(backup, pictures.find((name) => !name.includes('avatars'))!))
  await brokenBy(backup, `update wallets set credited = credited + 1 where credited > 0`)
  const wrong = await drill(backup)
  expect(wrong).toEqual({ status: 1, said: expect.stringContaining('I3 is broken') })
  expect(wrong.said).toContain('1 files of pictures are missing or damaged')
  expect(wrong.said).not.toContain('The books are right.')
  fs.rmSync(path.join(backup, 'postgres/18/base'), { recursive: true })
  expect(await drill(backups)).toEqual({ status: 1, said: expect.stringContaining('can not be restored') })
  expect(left()).toEqual(before)
})

import * as fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { freshFolder, pause, quit, startReady } from '#test/product.ts'
import { runCommand } from '#test/run-command.ts'
import { count, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// A backup is worth what can be made of it: onto an empty place, and never by mistake over what is newer.

beforeAll(() => ensureBuild())

const long = { timeout: 240_000 }

const run = (command: 'backup' | 'restore', dataDir: string, ...words: string[]) =>
  runCommand(command, words, { DATA_DIR: dataDir })

const gifts = () => count(sql`select count(*)::int as n from donations where donor_email like 'giver%@example.test'`)

test('a backup that was made under load is restored onto an empty place: everything of it is there', long, async () => {
  const scene = await world()
  const stop = scene.people.start(6)
  await pause(3000)
  const before = scene.people.log.filter(({ paid, seen }) => paid && seen)
  const copy = path.join(freshFolder(), 'copy')
  const asked = scene.people.log.length
  expect(await run('backup', scene.product().dataDir, copy)).toMatchObject({ status: 0 })
  // It was made under load, or it proves nothing.
  expect(scene.people.log.length).toBeGreaterThan(asked)
  await stop()
  const { dataDir } = scene.product()
  await quit(scene.product(), 'SIGKILL')
  const secret = fs.readFileSync(path.join(dataDir, 'secret'), 'utf8')
  const pictures = fs.readdirSync(path.join(dataDir, 'media')).sort()
  const empty = path.join(freshFolder(), 'data')
  expect(await run('restore', empty, copy)).toMatchObject({ status: 0, said: expect.stringContaining('check-books') })
  expect(fs.readFileSync(path.join(empty, 'secret'), 'utf8')).toBe(secret)
  expect(fs.readdirSync(path.join(empty, 'media')).sort()).toEqual(pictures)
  expect(fs.readdirSync(empty).filter((name) => name.startsWith('before-restore'))).toEqual([])
  await scene.again(empty)
  expect(await gifts()).toBeGreaterThanOrEqual(before.length)
  const emails = (await db.selectFrom('donations').select('donor_email').execute()).map((gift) => gift.donor_email)
  for (const { email } of before) expect(emails).toContain(email)
  expect(await brokenInvariants(db)).toEqual([])
})

test('what runs, or is newer, is not overwritten; with --over it is moved aside', {
  ...long,
  tags: ['night'],
}, async () => {
  const product = await startReady()
  const { dataDir } = product
  const copy = path.join(freshFolder(), 'copy')
  expect(await run('backup', dataDir, copy)).toMatchObject({ status: 0 })
  expect(await run('restore', dataDir, copy)).toEqual({ status: 1, said: expect.stringContaining('stop it first') })
  expect(await run('restore', dataDir, copy, '--over')).toMatchObject({ status: 1 })
  await pause(1500)
  await quit(product)
  fs.writeFileSync(path.join(dataDir, 'media', 'newer'), 'kept')
  const refused = await run('restore', dataDir, copy)
  expect(refused).toEqual({ status: 1, said: expect.stringContaining('newer data') })
  expect(fs.existsSync(path.join(dataDir, 'media', 'newer'))).toBe(true)
  expect(await run('restore', dataDir, copy, '--over')).toMatchObject({ status: 0 })
  const [aside] = fs.readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))
  expect(fs.readFileSync(path.join(dataDir, aside!, 'media', 'newer'), 'utf8')).toBe('kept')
  expect(fs.existsSync(path.join(dataDir, 'media', 'newer'))).toBe(false)
  expect(fs.existsSync(path.join(dataDir, aside!, 'postgres/18/PG_VERSION'))).toBe(true)
  await startReady({ dataDir })
  expect(await run('restore', path.join(freshFolder(), 'x'), freshFolder())).toEqual({
    status: 1,
    said: expect.stringContaining('is no backup'),
  })
})

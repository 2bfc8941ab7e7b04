/** @module-tag night */
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutIn, giveFolders } from '#test/checkout.ts'
import {
  freshFolderOnDisk,
  type Product,
  pause,
  processesOn,
  quit,
  start,
  startReady,
  statusOf,
  until,
} from '#test/product.ts'
import { ensureBuild } from './build.ts'

// `npm start` itself, in a checkout of its own: as whom, and under which folder.

const isRoot = process.getuid?.() === 0
const nobody = 65534
const left: string[] = []

beforeAll(() => ensureBuild())
afterAll(() => {
  for (const folder of left) fs.rmSync(folder, { recursive: true, force: true })
})

async function startsTwice(first: Product, again: () => Promise<Product>) {
  expect(await statusOf(first.url)).toBe(200)
  expect(first.said()).not.toMatch(/installing|building/)
  await quit(first)
  await until(() => processesOn(first.dataDir).length === 0, 'nothing is left')
  const before = Date.now()
  const second = await again()
  await until(async () => (await statusOf(second.url)) === 200, 'a first page')
  console.log(`second npm start: first page after ${Date.now() - before} ms`)
}

test('an ordinary user starts it under a closed home folder', async () => {
  const home = freshFolderOnDisk()
  fs.chmodSync(home, 0o700)
  const copy = checkoutIn(home)
  const as = isRoot ? { uid: nobody, gid: nobody } : {}
  if (isRoot) giveFolders(home, nobody)
  const options = { cwd: copy, dataDir: path.join(copy, 'data'), command: ['npm', 'start'], env: { HOME: home }, ...as }
  await startsTwice(await startReady(options), () => start(options))
  expect(fs.statSync(path.join(copy, 'data/postgres')).isDirectory()).toBe(true)
  if (isRoot) expect(fs.statSync(path.join(copy, 'data/postgres')).uid).toBe(nobody)
})

test.skipIf(!isRoot)('root starts it under a closed home folder with umask 077 (only root can try this)', async () => {
  const home = freshFolderOnDisk()
  fs.chmodSync(home, 0o700)
  const copy = checkoutIn(home)
  const command = ['/bin/sh', '-c', 'umask 077; exec npm start']
  const options = { cwd: copy, dataDir: path.join(copy, 'data'), command, env: { HOME: home } }
  const first = await startReady(options)
  const place = fs.realpathSync(path.join(copy, 'data/postgres'))
  left.push(place)
  // Nobody but root may enter the home folder, so the database can't lie there, and the closing block says where it is.
  expect(place).toMatch(/^\/var\/(lib|tmp)\/harambee\//)
  await until(() => first.said().includes(place), 'the closing block')
  expect(fs.statSync(place).uid).not.toBe(0)
  expect(fs.statSync(place).mode & 0o777).toBe(0o700)
  await startsTwice(first, () => start(options))
  expect(fs.realpathSync(path.join(copy, 'data/postgres'))).toBe(place)
})

test('npm passes SIGTERM on, and nothing is left behind when the terminal is closed', async () => {
  const home = freshFolderOnDisk()
  const options = { cwd: checkoutIn(home), dataDir: path.join(home, 'data'), command: ['npm', 'start'] }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const product = await startReady({ ...options, env: { HOME: os.homedir() } })
    await quit(product, signal)
    await until(() => processesOn(home).length === 0, `nothing is left after ${signal}`, 15_000)
    await pause(100)
  }
})

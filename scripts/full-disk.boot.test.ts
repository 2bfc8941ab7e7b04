/** @module-tag night */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { photo } from '#test/pictures.ts'
import { freshFolder, pause, ready, signIn, statusOf, until } from '#test/product.ts'
import { allIsThere, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// R1, R2: disks that are full, the database's and that of the pictures. Only root may mount small ones.

beforeAll(() => ensureBuild())

const mounted: string[] = []
afterEach(() => {
  // The product is ended by a hook that was registered before this one, and so runs after it: what is in use goes then.
  for (const folder of mounted.splice(0)) spawnSync('umount', ['--lazy', folder])
})

/** A disk of so many megabytes. */
function smallDisk(folder: string, megabytes: number): boolean {
  fs.mkdirSync(folder, { recursive: true })
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  if (done.status === 0) mounted.push(folder)
  return done.status === 0
}
const mayMount = (() => {
  const folder = fs.mkdtempSync('/tmp/harambee-mount-')
  const may = smallDisk(folder, 1)
  spawnSync('umount', ['--lazy', folder])
  mounted.splice(0)
  fs.rmSync(folder, { recursive: true, force: true })
  return may
})()

test.skipIf(!mayMount)(
  'the disk of the database is full: the person who writes is told to come again, and when there is room everything goes on by itself',
  {
    timeout: 240_000,
  },
  async () => {
    const dataDir = path.join(freshFolder(), 'data')
    smallDisk(path.join(dataDir, 'postgres'), 300)
    const scene = await world({ dataDir })
    const stop = scene.people.start(6)
    const seen = () => scene.people.log.filter((told) => told.seen).length
    await until(() => seen() > 0, 'somebody has given')
    const filler = path.join(dataDir, 'postgres/filler')
    fill(filler)
    await until(() => (scene.people.weather.statuses[503] ?? 0) > 20, 'nobody can be received')
    fill(filler)
    await pause(4000)
    // Who only asks whether it lives is answered.
    expect(await statusOf(`${scene.product().url}/healthz`)).toBe(200)
    await until(async () => (await statusOf(`${scene.product().url}/readyz`)) === 503, 'it says that it is not ready')
    fs.rmSync(filler)
    await ready(scene.product())
    const before = seen()
    await until(() => seen() > before, 'people give again')
    await stop()
    await allIsThere(scene)
    const { statuses, withoutRetryAfter } = scene.people.weather
    expect([withoutRetryAfter, statuses[500] ?? 0]).toEqual([0, 0])
    expect(scene.product().child.exitCode).toBe(null)
  },
)

/** Takes all the room there is. */
function fill(file: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k', 'oflag=append', 'conv=notrunc'])
}

test.skipIf(!mayMount)(
  'the disk of the pictures is full: the person who sends one is told so, and no row says that there is one',
  async () => {
    const dataDir = path.join(freshFolder(), 'data')
    smallDisk(path.join(dataDir, 'media'), 1)
    const { product } = await world({ dataDir })
    fill(path.join(dataDir, 'media/filler'))
    const cookie = await signIn(product())
    const pictures = () => db.selectFrom('pictures').select('url').execute()
    const before = await pictures()
    const send = async () => {
      const body = new FormData()
      body.set(
        'image',
        new Blob([new Uint8Array(await photo(1200, 800).jpeg().toBuffer())], { type: 'image/jpeg' }),
        'a.jpg',
      )
      const headers = { origin: product().url, cookie, accept: 'application/json' }
      const answer = await fetch(`${product().url}/dashboard/picture`, { method: 'POST', headers, body })
      return { status: answer.status, ...((await answer.json()) as { ok: boolean; errors?: Record<string, string> }) }
    }
    expect(await send()).toMatchObject({
      status: 503,
      ok: false,
      errors: { image: 'There is no room for pictures at the moment. Please try again later.' },
    })
    expect(await pictures()).toEqual(before)
    expect(
      fs.readdirSync(path.join(dataDir, 'media'), { recursive: true }).filter((name) => /half$/.test(String(name))),
    ).toEqual([])
    fs.rmSync(path.join(dataDir, 'media/filler'))
    spawnSync('mount', ['-o', 'remount,size=30m', path.join(dataDir, 'media')])
    expect(await send()).toMatchObject({ status: 200, ok: true })
  },
)

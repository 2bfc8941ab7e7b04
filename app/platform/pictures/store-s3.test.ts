import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { keys, objectStorage } from '#test/object-storage.ts'
import { keepPicture, mediaAnswer, StoreFault, s3Store, sweep, useStore } from './media.server.ts'

leavesSomethingBehind()

const storage = await objectStorage()
const scene = { ...keys, endpoint: storage.endpoint, prefix: 'harambee/' }
const quick = { longest: 300, tries: 3, pause: 5 }
const store = s3Store(scene, quick)
const newKey = (folder = 'drives') => `${folder}/${randomBytes(16).toString('hex')}-320.webp`
async function all(folder: string) {
  const keys: string[] = []
  for await (const { key } of store.list(folder)) keys.push(key)
  return keys
}
beforeEach(() => {
  storage.files.clear()
  storage.asked.length = 0
  Object.assign(storage.state, { trouble: () => undefined, pageSize: 1000 })
})
afterAll(storage.close)

test('what is put there comes back byte for byte, and is gone once it is removed [T226]', async () => {
  const key = newKey()
  const bytes = randomBytes(200_000)
  await store.put(key, bytes)
  expect([...storage.files.keys()]).toEqual([`harambee/${key}`])
  const found = await store.get(key)
  expect(found?.size).toBe(bytes.length)
  expect(Buffer.from(await new Response(found!.body).arrayBuffer())).toEqual(bytes)
  await store.remove(key)
  await store.remove(key)
  expect(await store.get(key)).toBeUndefined()
})

test('the storage refuses another secret, and the fault says so without telling any key', async () => {
  for (const wrong of [{ secretAccessKey: 'other' }, { accessKeyId: 'other' }, { region: 'other' }]) {
    const stranger = s3Store({ ...scene, ...wrong }, quick)
    const fault = await stranger.put(newKey(), Buffer.from('x')).catch((error) => error)
    expect(fault).toBeInstanceOf(StoreFault)
    expect(String(fault)).toBe('Error: object storage refused to keep a file: 403')
  }
  expect(storage.files.size).toBe(0)
})

test('a listing is read page by page, of one folder, and leaves alone what is not ours', async () => {
  storage.state.pageSize = 3
  const mine = Array.from({ length: 8 }, () => newKey())
  for (const key of [...mine, newKey('avatars')]) await store.put(key, Buffer.from('x'))
  storage.files.set('harambee/drives/README.txt', { bytes: Buffer.from('x'), written: new Date() })
  storage.files.set(`other/${newKey()}`, { bytes: Buffer.from('x'), written: new Date() })
  expect((await all('drives')).sort()).toEqual(mine.sort())
  expect(await all('nothing')).toEqual([])
})

describe('when the storage is in trouble', () => {
  test.each([503, 500, 429, 'cut', 'hang'] as const)('%s twice is waited out', async (trouble) => {
    storage.state.trouble = (_method, nr) => (nr <= 2 ? trouble : undefined)
    const key = newKey()
    await store.put(key, Buffer.from('whole'))
    expect(storage.asked).toHaveLength(3)
    expect(String(storage.files.get(`harambee/${key}`)?.bytes)).toBe('whole')
  })

  test('what does not pass becomes a fault in bounded time', async () => {
    storage.state.trouble = () => 'hang'
    const began = performance.now()
    await expect(store.get(newKey())).rejects.toThrow(/did not give a file: TimeoutError, tried 3 times/)
    expect(performance.now() - began).toBeLessThan(40_000)
    storage.state.trouble = () => 503
    for (const ask of [() => store.put(newKey(), Buffer.from('x')), () => store.remove(newKey()), () => all('drives')])
      await expect(ask()).rejects.toThrow(/: 503, tried 3 times/)
  })

  test('a refusal is not tried again', async () => {
    storage.state.trouble = () => 403
    await expect(store.get(newKey())).rejects.toThrow('refused to give a file: 403')
    expect(storage.asked).toHaveLength(1)
  })

  test('a picture whose last file can’t be kept leaves nothing', async () => {
    useStore(store)
    let puts = 0
    storage.state.trouble = (method) => (method === 'PUT' && ++puts > 4 ? 507 : undefined)
    await expect(keepPicture('drives', await photo())).rejects.toThrow(StoreFault)
    expect(puts).toBeGreaterThan(4)
    expect(storage.files.size).toBe(0)
  })
})

test('pictures in it are served through us, under our headers, and swept like those on disk [T399]', async () => {
  useStore(store)
  const { url, files } = await keepPicture('drives', await photo())
  expect(storage.files.size).toBe(files.length)
  const answer = await mediaAnswer(url.slice('/media/'.length))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
  })
  const { bytes, sha256 } = files.find(({ key }) => url.endsWith(key))!
  const got = Buffer.from(await answer.arrayBuffer())
  expect([got.length, createHash('sha256').update(got).digest('hex')]).toEqual([bytes, sha256])
  expect(await sweep('drives', async () => new Set())).toBe(0)
  for (const file of storage.files.values()) file.written = new Date(Date.now() - 25 * 3600_000)
  expect(await sweep('drives', async () => new Set())).toBe(files.length)
  expect(storage.files.size).toBe(0)
})

async function photo() {
  const create = { width: 500, height: 400, channels: 3 as const, background: '#996633' }
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], 'p.jpg', { type: 'image/jpeg' })
}

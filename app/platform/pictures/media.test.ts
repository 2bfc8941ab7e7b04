import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mediaAddress } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { imageMax } from '#app/kit/uploads.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { forget, keepSquare, keyOfMedia, mediaAnswer, type Squares, sweep, useStore } from './media.server.ts'
import { diskStore, type Store } from './store.server.ts'

leavesSomethingBehind()

const squares: Squares = { widths: [96, 256], formats: ['webp', 'jpg'] }
const copies = squares.widths.flatMap((width) => squares.formats.map((format) => ({ width, format })))
const words = { notImage: 'Please select an image file', tooLarge: 'File size must be less than 5MB' }

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'media-'))
})
beforeEach(() => useStore(diskStore(root)))
afterAll(() => rm(root, { recursive: true, force: true }))

const fileOf = (bytes: Uint8Array | string, type = 'image/png', name = 'me.png') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
const keep = (file: File) => keepSquare('avatars', file, squares)
const keptFiles = () => readdir(join(root, 'avatars')).catch(() => [])
const picture = (width = 40, height = 30, background = '#c0392b') =>
  sharp({ create: { width, height, channels: 3, background } })
const png = await picture().png().toBuffer()

async function refused(file: File, message = words.notImage) {
  const before = await keptFiles()
  const refusal = await keep(file).catch((error) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ message, status: 422, field: 'image' })
  expect(await keptFiles()).toEqual(before)
}

/** A PNG whose header promises any size, with hardly anything behind it. */
function pngOf(width: number, height: number) {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body])
    const out = Buffer.alloc(8)
    out.writeUInt32BE(body.length)
    out.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([out.subarray(0, 4), named, out.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', header), body, chunk('IEND', Buffer.alloc(0))])
}

describe('what is kept', () => {
  test('a picture is kept as a square of 96 and 256 in WebP and JPEG', async () => {
    const name = await keep(fileOf(png))
    for (const { width, format } of copies) {
      const found = await sharp(join(root, keyOfMedia(name, { width, format }))).metadata()
      expect(found).toMatchObject({ width, height: width, format: format === 'jpg' ? 'jpeg' : 'webp' })
    }
  })

  test('without object storage it lies in the folder media of the data [T393]', async () => {
    vi.resetModules()
    const fresh = await import('./media.server.ts')
    const { settings } = await import('#app/platform/settings/settings.server.ts')
    settings.DATA_DIR = root
    const name = await fresh.keepSquare('avatars', fileOf(png), squares)
    expect(await readdir(join(root, 'media/avatars'))).toContain(keyOfMedia(name, copies[0]!).replace('avatars/', ''))
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s is a picture', async (format) => {
    expect(await keep(fileOf(await picture().toFormat(format).toBuffer(), `image/${format}`))).toMatch(/^avatars\//)
  })

  test('the middle of a wide picture is cut out', async () => {
    const red = await picture(300, 100, '#ff0000').png().toBuffer()
    const green = await picture(100, 100, '#00ff00').png().toBuffer()
    const striped = await sharp(red)
      .composite([{ input: green, left: 100, top: 0 }])
      .png()
      .toBuffer()
    const name = await keep(fileOf(striped))
    const { dominant } = await sharp(join(root, `${name}-96.jpg`)).stats()
    expect(dominant.g).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(40)
  })

  test('where a photo was taken is gone, and it stands upright [T351]', async () => {
    const edge = await picture(20, 40, '#ffff00').png().toBuffer()
    const top = await picture(60, 40, '#0000ff')
      .composite([{ input: edge, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const photo = await sharp(top)
      .withExif({ IFD0: { Artist: 'Achieng' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const name = await keep(fileOf(photo, 'image/jpeg'))
    for (const copy of copies) {
      const file = await readFile(join(root, keyOfMedia(name, copy)))
      expect((await sharp(file).metadata()).exif).toBeUndefined()
      expect(file.includes('Achieng')).toBe(false)
      expect(file.includes('Exif')).toBe(false)
    }
    // The yellow edge was at the left of the file and is at the top of the photo.
    const part = async (from: number, height: number) => {
      const cut = sharp(join(root, `${name}-96.jpg`)).extract({ left: 0, top: from, width: 96, height })
      return (await sharp(await cut.toBuffer()).stats()).dominant
    }
    expect(await part(0, 16)).toMatchObject({ r: 248, g: 248, b: 8 })
    expect(await part(48, 48)).toMatchObject({ r: 8, g: 8, b: 248 })
  })

  test('of an animation the first frame is kept', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => picture(20, 20, colour).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const name = await keep(fileOf(moving, 'image/gif'))
    const { dominant } = await sharp(join(root, `${name}-96.jpg`)).stats()
    expect((await sharp(join(root, `${name}-96.webp`)).metadata()).pages ?? 1).toBe(1)
    expect(dominant.r).toBeGreaterThan(200)
  })

  test('a page hidden behind a picture is left behind', async () => {
    const jpeg = await picture().jpeg().toBuffer()
    const comment = Buffer.from('<html><script>alert(1)</script></html>')
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    const both = Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2), comment])
    const name = await keep(fileOf(both, 'image/jpeg', 'x.html'))
    for (const copy of copies)
      expect((await readFile(join(root, keyOfMedia(name, copy)))).includes('script')).toBe(false)
  })

  test('the sender’s file name is never used [T227]', async () => {
    for (const name of ['../../x.png', `${'a'.repeat(4096)}.png`, 'x.php.png', 'x\0.png'])
      expect(await keep(fileOf(png, 'image/png', name))).toMatch(/^avatars\/[0-9a-f]{32}$/)
  })
})

describe('what is refused', () => {
  test('5 MB is taken, one byte more is not [T189]', async () => {
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect(await keep(fileOf(padded(imageMax)))).toMatch(/^avatars\//)
    expect(await keep(fileOf(padded(imageMax - 1)))).toMatch(/^avatars\//)
    await refused(fileOf(padded(imageMax + 1)), words.tooLarge)
  })

  test('a file that does not call itself an image [T188]', async () => {
    await refused(fileOf(png, 'text/html'))
    await refused(fileOf(png, ''))
  })

  test('an SVG, with or without a script, whatever it calls itself [T352]', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    await refused(fileOf(svg, 'image/svg+xml', 'x.svg'))
    await refused(fileOf(svg, 'image/png'))
    await refused(fileOf(`<?xml version="1.0"?>${svg.replace(/<script.*script>/, '')}`, 'image/jpeg'))
  })

  test('a page that begins like a picture [T354]', async () => {
    const page = Buffer.from('\u00ff\u00d8\u00ff\u00e0<html><script>alert(1)</script>', 'latin1')
    await refused(fileOf(page, 'image/jpeg'))
  })

  test('a header that promises 50,000 × 50,000 pixels [T353]', async () => {
    const began = performance.now()
    await refused(fileOf(pngOf(50_000, 50_000)))
    // A person who believed it would need ten gigabytes first.
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test('more than 40 megapixels', () => refused(fileOf(pngOf(8000, 5001))))

  test.each([
    ['zero bytes', ''],
    ['text', 'hello'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
    ['a header and nothing else', '\u0089PNG\r\n\u001a\n'],
    ['a GIF header and nothing else', 'GIF89a'],
  ])('%s', (_name, bytes) => refused(fileOf(Buffer.from(bytes, 'latin1'))))

  test('a photo cut off in the middle', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const create = { width: 400, height: 400, channels: 3, background: '#fff', noise } as const
    const photo = await sharp({ create }).jpeg().toBuffer()
    await refused(fileOf(photo.subarray(0, photo.length / 2), 'image/jpeg'))
  })

  test('a TIFF, which no browser sends', async () => refused(fileOf(await picture().tiff().toBuffer(), 'image/tiff')))
})

describe('keeping and forgetting', () => {
  test('a failure in the middle leaves nothing', async () => {
    const disk = diskStore(root)
    let left = 2
    const put: Store['put'] = (key, bytes) =>
      left-- > 0 ? disk.put(key, bytes) : Promise.reject(new Error('disk full'))
    useStore({ ...disk, put })
    const before = await keptFiles()
    await expect(keep(fileOf(png))).rejects.toThrow('disk full')
    expect(await keptFiles()).toEqual(before)
  })

  test('a forgotten picture is gone in every size [T233]', async () => {
    const before = await keptFiles()
    const name = await keep(fileOf(png))
    await forget(name, squares)
    expect(await keptFiles()).toEqual(before)
  })

  test('the sweep removes what nothing refers to, and nothing younger than a day', async () => {
    const [used, lost, young] = [await keep(fileOf(png)), await keep(fileOf(png)), await keep(fileOf(png))]
    const half = `${lost}-96.webp.0a0b0c0d.half`
    await writeFile(join(root, half), 'x')
    const old = new Date(Date.now() - 25 * 3600_000)
    for (const name of [used, lost])
      for (const copy of copies) await utimes(join(root, keyOfMedia(name, copy)), old, old)
    await utimes(join(root, half), old, old)
    expect(await sweep('avatars', async () => new Set([used]))).toBe(copies.length + 1)
    const kept = await keptFiles()
    const copiesOf = (name: string) => kept.filter((file) => file.startsWith(name.slice(8))).length
    expect([used, young, lost].map(copiesOf)).toEqual([copies.length, copies.length, 0])
  })

  test('thirty pictures at once are all kept; a flood is told to come back later', async () => {
    const large = await picture(500, 500).png().toBuffer()
    const names = await Promise.all(Array.from({ length: 30 }, () => keep(fileOf(large))))
    expect(new Set(names).size).toBe(30)
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => keep(fileOf(large))))
    const turned = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(turned.length).toBeGreaterThan(0)
    for (const refusal of turned) expect(refusal).toMatchObject({ status: 503, retryAfter: 10 })
  })
})

describe('how it is served', () => {
  test('a kept picture is served for ever, as what it is, and may do nothing [T228]', async () => {
    const name = await keep(fileOf(png))
    expect(mediaAddress(`${name}-96.webp`)).toBe(`/media/${name}-96.webp`)
    const answer = await mediaAnswer(`${name}-96.webp`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(String(bytes.length)).toBe(answer.headers.get('content-length'))
    expect((await sharp(bytes).metadata()).width).toBe(96)
    expect((await mediaAnswer(`${name}-256.jpg`)).headers.get('content-type')).toBe('image/jpeg')
  })

  const none = `avatars/${'a'.repeat(32)}-96`
  test.each([
    ...['', 'avatars', 'avatars/', '../../etc/passwd', 'avatars/../../secret', '..%2f..%2fsecret', 'avatars/x.webp'],
    ...['/etc/passwd', `${none}.html`, `${none}.webp.0a0b0c0d.half`, `${none}.webp\0.png`, `${none}.webp`],
  ])('%j is not found', async (key) => {
    expect((await mediaAnswer(key)).status).toBe(404)
  })
})

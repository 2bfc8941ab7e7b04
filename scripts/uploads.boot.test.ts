import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { copyAddress, pictureFormats, uploadedPicture } from '#app/kit/picture.ts'
import { memoryOf } from '#test/memory.ts'
import {
  animated,
  bombGif,
  hiddenBehind,
  jpegWith,
  padded,
  photo,
  pngOf,
  pngWith,
  restartsBroken,
} from '#test/pictures.ts'
import { type Product, signIn, startReady } from '#test/product.ts'

// Everything that may be uploaded, through the running product: the HTTP server, the session, the form, the decoder.

const words = { none: 'Please select an image file', large: 'File size must be less than 5MB' }
/** Stands in every payload; must stand in nothing that is kept. */
const payload = '<script>alert("harambee-payload")</script>'
const max = 5 * 1024 * 1024

type Sent = { bytes: Buffer; type?: string; name?: string }
type Case = [name: string, expected: 'kept' | keyof typeof words, sent: Sent | (() => Promise<Sent>)]
const of = (bytes: Buffer | string, type = 'image/png', name = 'a.png'): Sent => ({
  bytes: Buffer.from(bytes as string),
  type,
  name,
})
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${payload}<rect width="9" height="9"/></svg>`
const jpeg = await photo(600, 400).jpeg().toBuffer()
const png = await photo(60, 40).png().toBuffer()
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), randomBytes(500)])

const cases: Case[] = [
  ['a JPEG', 'kept', of(jpeg, 'image/jpeg')],
  ['a PNG', 'kept', of(png)],
  ['a WebP', 'kept', async () => of(await photo(50, 50).webp().toBuffer(), 'image/webp')],
  ['a GIF', 'kept', async () => of(await photo(50, 50).gif().toBuffer(), 'image/gif')],
  ['an AVIF', 'kept', async () => of(await photo(50, 50).avif().toBuffer(), 'image/avif')],
  ['one pixel', 'kept', async () => of(await photo(1, 1).png().toBuffer())],
  ['3000 × 40', 'kept', async () => of(await photo(3000, 40).png().toBuffer())],
  ['grey', 'kept', async () => of(await photo(90, 60).greyscale().jpeg().toBuffer(), 'image/jpeg')],
  ['a transparent PNG', 'kept', async () => of(await photo(90, 60).ensureAlpha(0.3).png().toBuffer())],
  ['a CMYK JPEG', 'kept', async () => of(await photo(90, 60).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg')],
  ['a PNG of 16 bits', 'kept', async () => of(await photo(90, 60).toColourspace('rgb16').png().toBuffer())],
  ['an interlaced PNG', 'kept', async () => of(await photo(90, 60).png({ progressive: true }).toBuffer())],
  ['an animated GIF', 'kept', async () => of(await animated('gif'), 'image/gif')],
  ['an animated WebP', 'kept', async () => of(await animated('webp'), 'image/webp')],
  ['a PNG with the chunks of an APNG', 'kept', of(pngWith(png, [['acTL', Buffer.alloc(8, 1)]]))],
  ['EXIF with a position', 'kept', async () => of(await jpegWith(jpeg, payload), 'image/jpeg')],
  ['40 megapixels', 'kept', async () => of(await photo(8000, 5000).jpeg({ quality: 40 }).toBuffer(), 'image/jpeg')],
  ['5 MB less one byte', 'kept', of(padded(png, max - 1))],
  ['5 MB', 'kept', of(padded(png, max))],
  ['5 MB and one byte', 'large', of(padded(png, max + 1))],
  ['8 MB', 'large', of(padded(png, 8 * 1024 * 1024))],
  ['an SVG with a script', 'none', of(svg, 'image/svg+xml', 'a.svg')],
  ['an SVG called PNG', 'none', of(svg)],
  ['a JPEG that is a page as well', 'kept', of(hiddenBehind(jpeg, payload), 'image/jpeg', 'a.html')],
  ['50,000 × 50,000 pixels', 'none', of(pngOf(50_000, 50_000))],
  ['40 megapixels and a row', 'none', of(pngOf(8000, 5001))],
  ['a million pixels in one row of 40 million', 'none', of(pngOf(100_000_000, 1))],
  ['a GIF bomb', 'none', of(bombGif(30_000, 30_000), 'image/gif')],
  [
    'the first bytes of another format',
    'none',
    of(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), png]), 'image/jpeg'),
  ],
  ['a PNG called JPEG', 'kept', of(png, 'image/jpeg', 'a.jpg')],
  ['a double extension', 'kept', of(png, 'image/png', 'a.php.png')],
  ['zero bytes', 'none', of('')],
  ['a name of 4 kB', 'kept', of(png, 'image/png', `${'a'.repeat(4096)}.png`)],
  ['a name that climbs', 'kept', of(png, 'image/png', '../../x.png')],
  ['half a JPEG', 'none', of(jpeg.subarray(0, jpeg.length / 2), 'image/jpeg')],
  ['half a PNG', 'none', of(png.subarray(0, png.length / 2))],
  ['a page called JPEG', 'none', of(`<!doctype html>${payload}`, 'image/jpeg', 'a.jpg')],
  ['a BMP', 'none', of(Buffer.concat([Buffer.from('BM'), randomBytes(200)]), 'image/bmp')],
  ['a TIFF', 'none', async () => of(await photo(20, 20).tiff().toBuffer(), 'image/tiff')],
  ['an ICO', 'none', of(Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), randomBytes(200)]), 'image/x-icon')],
  ['a PDF', 'none', of(`%PDF-1.7\n${payload}`, 'image/png')],
  ['a HEIC, whose decoder is not free', 'none', of(heic, 'image/heic')],
  ['a PNG with 4 MB of iCCP', 'kept', of(pngWith(png, [['iCCP', randomBytes(4_000_000)]]))],
  [
    'a PNG with a payload in zTXt',
    'kept',
    of(pngWith(png, [['zTXt', Buffer.from(`Comment\0\0${payload.repeat(2000)}`)]])),
  ],
  [
    'a PNG with a payload in tEXt',
    'kept',
    of(pngWith(png, [['tEXt', Buffer.from(`Comment\0${payload.repeat(2000)}`)]])),
  ],
  ['a picture that says it is text', 'none', of(png, 'text/html')],
  ['a picture that does not say what it is', 'none', of(png, '')],
]

test('every upload is refused with words at its field, or kept as a picture written again', async () => {
  const product = await startReady()
  const cookie = await signIn(product, 'owner@harambee.test')
  for (const [name, expected, made] of cases) {
    const sent = typeof made === 'function' ? await made() : made
    const { status, text } = await upload(product, cookie, [part('image', sent)])
    const answer = JSON.parse(text)
    if (expected === 'kept') {
      expect({ name, status, ok: answer.ok }).toEqual({ name, status: 200, ok: true })
      await expectClean(product, answer.gave, name)
    } else {
      expect({ name, clientFault: status >= 400 && status < 500, errors: answer.errors }).toEqual({
        name,
        clientFault: true,
        errors: { image: words[expected] },
      })
    }
  }
  const broken = await upload(product, cookie, [part('image', of(restartsBroken(jpeg), 'image/jpeg'))])
  expect([200, 422]).toContain(broken.status)
  await expectOddFormsRefused(product, cookie)
  await expectServedSafely(product, cookie)
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  expect(product.said()).not.toContain('"level":50')
})

/** What is no upload at all, or more than one. */
async function expectOddFormsRefused(product: Product, cookie: string) {
  const odd: [string, number[], Promise<{ status: number; text: string }>][] = [
    ['no file', [422], upload(product, cookie, [])],
    ['a text where the file should be', [422], upload(product, cookie, [plain('image', 'hello')])],
    ['two files', [200], upload(product, cookie, [part('image', of(svg)), part('image', of(png))])],
    ['no session', [401, 403, 302, 303], upload(product, '', [part('image', of(png))])],
    ['a length that is too short', [400, 422], upload(product, cookie, [part('image', of(png))], { short: -40 })],
  ]
  for (const [name, statuses, sent] of odd) {
    const { status, text } = await sent
    expect(statuses.includes(status), `${name}: ${status} ${text.slice(0, 200)}`).toBe(true)
    if (status === 422) expect(JSON.parse(text).errors).toEqual({ image: words.none })
  }
}

/** Each copy is a picture of its format and width, with nothing of what was sent beside its pixels. */
async function expectClean(product: Product, { url }: { url: string }, name: string) {
  const { name: key, widths } = uploadedPicture(url)!
  for (const width of widths)
    for (const format of pictureFormats) {
      const bytes = fs.readFileSync(path.join(product.dataDir, copyAddress(key, width, format)))
      const found = await sharp(bytes).metadata()
      expect({ name, width: found.width, pages: found.pages ?? 1 }).toEqual({ name, width, pages: 1 })
      expect(found.format).toBe(format === 'jpg' ? 'jpeg' : format === 'avif' ? 'heif' : 'webp')
      expect([found.exif, found.xmp, found.iptc, found.orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
      // Long words only: three letters, like 'GPS', appear by chance among the bytes of pixels.
      for (const part of ['harambee-payload', 'script', 'Exif\0\0'])
        expect(bytes.includes(part), `${name}: ${part}`).toBe(false)
    }
}

async function expectServedSafely(product: Product, cookie: string) {
  const { text } = await upload(product, cookie, [part('image', of(png))])
  const { url } = JSON.parse(text).gave
  const answer = await fetch(product.url + url)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
  })
  const size = (await answer.arrayBuffer()).byteLength
  const head = await fetch(product.url + url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  for (const trick of [
    '..%2f..%2fsecret',
    'drives',
    `${url.slice(7)}.half`,
    `drives/${'0'.repeat(32)}-60.jpg`,
    'drives//x',
  ])
    expect((await fetch(`${product.url}/media/${trick}`)).status, trick).toBe(404)
}

test('twenty of the largest pictures at once leave the server below 512 MB, and pages are served meanwhile', {
  tags: ['night'],
}, async () => {
  const product = await startReady({ env: { TRUST_PROXY: '1' } })
  const cookie = await signIn(product, 'admin@harambee.test')
  const noisy = await photo(8000, 5000).jpeg({ quality: 58 }).toBuffer()
  const largest = of(padded(noisy, max), 'image/jpeg')
  const memory = memoryOf(product.child.pid!)
  const all = Promise.all(
    Array.from({ length: 20 }, (_, nr) => upload(product, cookie, [part('image', largest)], { from: `10.88.${nr}.1` })),
  )
  const began = performance.now()
  expect((await fetch(product.url)).status).toBe(200)
  const page = performance.now() - began
  const statuses = (await all).map(({ status }) => status)
  const { most } = memory.stop()
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  expect(statuses).toContain(200)
  expect(most).toBeLessThan(512)
  expect(page).toBeLessThan(20_000)
})

const boundary = 'harambee-boundary'
const plain = (name: string, text: string) =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
const part = (field: string, { bytes, type, name }: Sent) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n`),
    Buffer.from(`Content-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])

/** Sends the form byte for byte, as no browser would refuse to. `short` is added to the length that is announced. */
function upload({ port, url }: Product, cookie: string, parts: Buffer[], { short = 0, from = '10.88.0.1' } = {}) {
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  const sent = short ? body.subarray(0, short) : body
  const headers = {
    origin: url,
    cookie,
    accept: 'application/json',
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': sent.length,
    'x-forwarded-for': from,
  }
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      path: '/dashboard/picture',
      method: 'POST',
      headers,
      agent: false,
    })
    request.on('response', async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() })
    })
    request.on('error', reject)
    request.end(sent)
  })
}

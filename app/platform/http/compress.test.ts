import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chosenEncoding, smaller } from './compress.server.ts'

const page = Buffer.from('<p>Harambee means pulling together.</p>'.repeat(200))
const html = () => new Headers({ 'content-type': 'text/html; charset=utf-8' })

describe('compression', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd;q=0.1, gzip;q=1.0', 'zstd'],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j we take %s', (accepts, expected) => {
    expect(chosenEncoding(accepts, ['zstd', 'br', 'gzip'])).toBe(expected)
  })

  test('a page gets smaller and is whole again afterwards', async () => {
    const back = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }
    for (const [name, open] of Object.entries(back)) {
      const headers = html()
      const bytes = await smaller(page, headers, name)
      expect(headers.get('content-encoding')).toBe(name)
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(bytes.length).toBeLessThan(page.length / 10)
      expect(open(bytes).equals(page)).toBe(true)
    }
  })

  test('what differs by encoding already says so once', async () => {
    const headers = new Headers({ 'content-type': 'text/javascript', vary: 'Accept-Encoding' })
    await smaller(page, headers, undefined)
    expect(headers.get('vary')).toBe('Accept-Encoding')
  })

  test('a very large answer as well', async () => {
    const large = Buffer.concat(Array.from({ length: 60 }, () => page))
    expect(zlib.brotliDecompressSync(await smaller(large, html(), 'br')).length).toBe(large.length)
  })

  test('what is short, compressed already, or asked to be left alone goes as it is', async () => {
    const short = Buffer.from('short')
    expect(await smaller(short, html(), 'br')).toBe(short)
    const alone: Record<string, string>[] = [
      { 'content-type': 'image/jpeg' },
      { 'content-type': 'text/event-stream' },
      { 'content-type': 'text/html', 'content-encoding': 'gzip' },
      { 'content-type': 'text/html', 'cache-control': 'no-transform' },
    ]
    for (const more of alone) expect(await smaller(page, new Headers(more), 'br')).toBe(page)
  })
})

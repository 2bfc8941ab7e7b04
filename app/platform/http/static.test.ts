import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { fileAnswer, filesIn } from './static.server.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-static-'))
const folder = path.join(home, 'client')
mkdirSync(path.join(folder, 'assets'), { recursive: true })
const script = 'export const together = true'
writeFileSync(path.join(folder, 'assets/entry-4f.js'), script)
writeFileSync(path.join(folder, 'assets/entry-4f.js.br'), zlib.brotliCompressSync(script))
writeFileSync(path.join(folder, 'assets/entry-4f.js.gz'), zlib.gzipSync(script))
writeFileSync(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(path.join(folder, 'manifest.webmanifest'), '{}')
writeFileSync(path.join(folder, '.sources'), 'secret')
writeFileSync(path.join(home, 'secret.txt'), 'secret')
afterAll(() => rmSync(home, { recursive: true }))

const files = filesIn(folder)
const ask = (where: string, accepts?: string, known?: string) => fileAnswer(files, where, { accepts, known })

describe('built files', () => {
  test('what is named by its content is kept for ever, everything else for an hour', () => {
    expect(ask('/assets/entry-4f.js')?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(ask('/favicon.svg')?.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('the compressed one goes to who takes it', () => {
    const br = ask('/assets/entry-4f.js', 'gzip, br')!
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(zlib.brotliDecompressSync(br.bytes!).toString()).toBe(script)
    expect(zlib.gunzipSync(ask('/assets/entry-4f.js', 'gzip')!.bytes!).toString()).toBe(script)
    const plain = ask('/assets/entry-4f.js', 'identity')!
    expect(plain.bytes!.toString()).toBe(script)
    for (const answer of [br, plain]) expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('each has its type', () => {
    expect(ask('/assets/entry-4f.js')?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(ask('/favicon.svg')?.headers.get('content-type')).toBe('image/svg+xml')
    expect(ask('/manifest.webmanifest')?.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  })

  test('who has it already gets 304, in whatever encoding they have it', () => {
    const etag = ask('/favicon.svg')!.headers.get('etag')!
    expect(ask('/favicon.svg', 'br', etag)).toMatchObject({ status: 304, bytes: undefined })
    expect(ask('/favicon.svg', 'br', `W/${etag}`)?.status).toBe(304)
    expect(ask('/favicon.svg', 'br', `"other", ${etag}`)?.status).toBe(304)
    expect(ask('/favicon.svg', 'br', '"other"')?.status).toBe(200)
    const packed = ask('/assets/entry-4f.js', 'br')!.headers.get('etag')!
    expect(packed).not.toBe(ask('/assets/entry-4f.js')!.headers.get('etag'))
    expect(ask('/assets/entry-4f.js', 'gzip', packed)?.status).toBe(304)
  })

  const outside = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '//secret.txt',
  ]
  const noFiles = ['/.sources', '/assets', '/assets/', '/', '/assets/entry-4f.js.br', '/favicon.svg/', '/constructor']
  test.each([...outside, ...noFiles])('there is nothing at %s', (where) => {
    expect(ask(where)).toBe(undefined)
  })

  test('a folder that is not there holds nothing', () => {
    expect(filesIn(path.join(home, 'nowhere')).size).toBe(0)
  })
})

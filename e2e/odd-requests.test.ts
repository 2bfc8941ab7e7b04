import http from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import { house } from './visitor.ts'

// Requests that no browser of ours sends, to the product as it runs: answered with a status that is their sender's
// fault, never ours, and nothing is changed.

const { hostname, port, origin } = new URL(house())
const drive = '/fundraiser/heal-mama-achieng'
const own = '/fund-drive/heal-mama-achieng'
type Sent = { method?: string; headers?: Record<string, string>; body?: string }

const ask = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const all = { 'x-forwarded-for': '10.66.1.1', ...headers }
    const request = http.request({ host: hostname, port, path, method, headers: all, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    request.on('error', reject).end(body)
  })

const form = { 'content-type': 'application/x-www-form-urlencoded', origin }
const signedIn = ask('/auth/sign-in', {
  method: 'POST',
  headers: form,
  body: 'email=owner%40harambee.test&password=harambee',
}).then(({ headers }) => ({
  ...form,
  cookie: (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '),
}))

const titleNow = async () => /<h1[^>]*>(.*?)<\/h1>/s.exec((await ask(drive)).text)?.[1]

const deeds = [
  `${own}/info/save`,
  `${own}/settings/status`,
  `${own}/settings/collects`,
  `${own}/settings/delete`,
  `${own}/description`,
  `${own}/images/add`,
  `${own}/images/caption`,
  `${own}/images/move`,
  `${own}/images/remove`,
  `${own}/images/restore`,
  `${own}/video/add`,
  `${own}/video/title`,
  `${own}/video/move`,
  `${own}/video/remove`,
  `${own}/video/restore`,
  `${own}/comments/state`,
  `${own}/rsvps/decide`,
  '/dashboard/new',
  '/dashboard/picture',
  `${drive}/comment`,
  `${drive}/like`,
  `${drive}/book-visit`,
]
const theirFault = (status: number) => expect(status >= 400 && status < 500 ? '4xx' : status).toBe('4xx')

test.each(deeds)('%s is done by a form of ours alone', { tags: ['night'] }, async (path) => {
  const before = await titleNow()
  const headers = await signedIn
  const body = 'title=Imebadilishwa&status=paused&sure=on&version=1&category=Arts&goal=5&content=x&description=x'
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
    theirFault((await ask(path, { method, headers, body })).status)
  const types = ['text/plain', 'application/json', '', 'multipart/form-data', 'multipart/form-data; boundary=x', 'x']
  for (const type of types)
    theirFault((await ask(path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })).status)
  const overridden = { ...headers, 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
  expect((await ask(`${path}?_method=POST&${body}`, { headers: overridden })).status).toBeLessThan(500)
  expect(await titleNow()).toBe(before)
})

const slugs = [
  '..%2f',
  '..;',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ff',
  '%5c',
  '%0d%0ax:y',
  '%E2%80%AE',
  '%F0%9F%98%80',
  "'",
  '%22',
  '<b>',
  '{}',
  '*',
  '~',
  '//evil.example',
  'a'.repeat(5000),
]
test.each(slugs.map((slug) => [slug.slice(0, 20), slug]))('a drive called %s is none', async (_, slug) => {
  for (const path of [
    `/fundraiser/${slug}`,
    `/fundraiser/${slug}/comments.json`,
    `/fundraiser/${slug}/preview/x.jpg`,
  ]) {
    const { status, headers } = await ask(path)
    expect([301, 302, 400, 404, 414, 431]).toContain(status)
    if (headers.location) expect(headers.location).toMatch(/^\/(?![/\\])/)
  }
  const { status } = await ask(`/fund-drive/${slug}/info`, { headers: await signedIn })
  expect([301, 302, 303, 400, 404, 414, 431]).toContain(status)
})

test.each(['..', '../', '%2e%2e', '%2e%2e/', 'x/../..', '../../../etc/passwd', '%2e%2e/%2e%2e/data'])(
  'an address that climbs up by %s leads to what stands there, and not out of the house',
  async (way) => {
    const { status, text } = await ask(`/fundraiser/${way}`)
    expect([200, 404]).toContain(status)
    expect(text).toMatch(/^<!DOCTYPE html>/i)
    expect(text).not.toContain('root:')
  },
)

test.each(['/api/./create-subscription', '/api/x/../create-subscription', '/webhooks/%2e%2e/api/create-subscription'])(
  '%s opens no other door than it leads to',
  async (path) => {
    const headers = { ...(await signedIn), origin: 'https://evil.example', 'content-type': 'application/json' }
    const { status, headers: told } = await ask(path, { method: 'POST', headers, body: '{}' })
    expect(status).toBe(403)
    expect(told).not.toHaveProperty('access-control-allow-origin')
  },
)

test('a form in pieces is understood, a form of two lengths is not', async () => {
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = net.connect(Number(port), hostname, () => socket.write(text))
      let all = ''
      socket.on('data', (part) => (all += part)).on('close', () => resolve(all))
      socket.on('error', () => resolve(all))
    })
  const head = `POST ${drive}/comment HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${origin}\r\nconnection: close\r\ncontent-type: ${form['content-type']}\r\n`
  expect(await raw(`${head}transfer-encoding: chunked\r\n\r\n8\r\ncontent=\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 422 /)
  const both = `${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n8\r\ncontent=\r\n0\r\n\r\n`
  expect(await raw(both)).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw(`${head}content-length: 8\r\ncontent-length: 9\r\n\r\ncontent=`)).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`)).toMatch(/^HTTP\/1.1 4\d\d /)
  expect(await raw(`${head}x: ${'a'.repeat(65_536)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
})

test('a megabyte is turned away, and a comment of one is not posted', async () => {
  const body = `content=${'x'.repeat(1_000_000)}`
  const { status } = await ask(`${drive}/comment`, { method: 'POST', headers: form, body })
  expect(status).toBe(413)
})

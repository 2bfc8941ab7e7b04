import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { imageMax, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { askAt, type FarWorld, farFile, farFileTexts, isPublicAddress, useFarWorld } from './far-file.server.ts'

leavesSomethingBehind()

// A server elsewhere, on this machine: the world that is handed in leads every public address to it.

let answer: RequestListener = (_, to) => to.end()
const server = createServer((from, to) => answer(from, to))
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const names: Record<string, string[]> = { 'far.example': ['93.184.215.14'], 'far6.example': ['2606:2800:21f:cb07::1'] }
const asked: [host: string, address: string][] = []
const world: FarWorld = {
  addressesOf: async (host) => names[host] ?? [],
  ask: (url, address, signal) => {
    asked.push([url.hostname, address])
    return askAt(url, { address: '127.0.0.1', port, plain: true }, signal)
  },
}
useFarWorld(world)
const fetched = (url: string, within?: number) => farFile(url, { field: 'image', ...(within ? { within } : {}) })
const refusal = (words: unknown) => ({ status: 422, field: 'image', says: { title: words } })
const image = { 'content-type': 'image/png' }
const sendsBytes: RequestListener = (_, to) => to.writeHead(200, image).end('bytes')
const isRefused = (url: string, words: unknown, within?: number) =>
  expect(fetched(url, within), url).rejects.toMatchObject(refusal(words))

test('a picture elsewhere is fetched by name, from the address that was looked at', async () => {
  const hosts: (string | undefined)[] = []
  answer = (from, to) => {
    hosts.push(from.headers.host)
    to.writeHead(200, image).end('bytes')
  }
  asked.length = 0
  const file = await fetched('https://far.example/a.png?b=1')
  expect([file.type, await file.text()]).toEqual(['image/png', 'bytes'])
  expect(await (await fetched('https://far6.example/a.png')).text()).toBe('bytes')
  expect(asked).toEqual([
    ['far.example', '93.184.215.14'],
    ['far6.example', '2606:2800:21f:cb07::1'],
  ])
  expect(hosts).toEqual(['far.example', 'far6.example'])
})

test('only https is fetched, only from names and addresses that everybody can reach [T485]', async () => {
  answer = sendsBytes
  asked.length = 0
  for (const url of ['http://far.example/a.png', 'file:///etc/passwd', 'ftp://far.example/', 'far.example', ''])
    await isRefused(url, farFileTexts.notHttps)
  const inside = [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1'],
    ...['::ffff:127.0.0.1', '::ffff:93.184.215.14', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::', 'ff02::1'],
  ]
  for (const address of inside) {
    expect([address, isPublicAddress(address)]).toEqual([address, false])
    // One address of several is enough: which of them is taken is not for the name server to choose.
    names['inside.example'] = ['93.184.215.14', address]
    await isRefused('https://inside.example/', farFileTexts.notPublic)
  }
  const hosts = [
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    'localhost',
    'printer.local',
    'db.internal',
    'far.example.',
  ]
  for (const host of [...hosts, 'far.example:8443', 'user:pass@far.example'])
    await isRefused(`https://${host}/a.png`, farFileTexts.notPublic)
  expect(asked).toEqual([])
  for (const address of ['93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:2800:21f:cb07::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test('where it is led on to is looked at again: a name of the inside, plain http and a circle are refused [T1647]', async () => {
  names['inside.example'] = ['10.0.0.5']
  const to: Record<string, string> = {
    '/inside': 'https://inside.example/latest/meta-data',
    '/number': 'https://169.254.169.254/latest/meta-data',
    '/plain': 'http://far.example/a.png',
    '/circle': '/circle',
    '/good': 'https://far6.example/a.png',
  }
  answer = (from, back) => {
    const location = to[from.url!]
    if (location) back.writeHead(302, { location }).end('elsewhere')
    else sendsBytes(from, back)
  }
  asked.length = 0
  for (const path of ['inside', 'number']) await isRefused(`https://far.example/${path}`, farFileTexts.notPublic)
  await isRefused('https://far.example/plain', farFileTexts.notHttps)
  await isRefused('https://far.example/circle', farFileTexts.notReached)
  expect(asked).toHaveLength(3 + 4)
  expect(asked.every(([host]) => host === 'far.example')).toBe(true)
  expect(await (await fetched('https://far.example/good')).text()).toBe('bytes')
})

test('a name that answers otherwise the second time leads nowhere else: it is asked once', async () => {
  let times = 0
  useFarWorld({ ...world, addressesOf: async () => [++times === 1 ? '93.184.215.14' : '127.0.0.1'] })
  answer = sendsBytes
  asked.length = 0
  await farFile('https://turning.example/a.png')
  useFarWorld(world)
  expect([times, asked]).toEqual([1, [['turning.example', '93.184.215.14']]])
})

test('what is too large, too slow, no picture or not there is refused with words', async () => {
  const url = 'https://far.example/'
  answer = (_, to) => {
    to.writeHead(200, image)
    const more = Buffer.alloc(1024 * 1024)
    const push = (): void => {
      while (!to.destroyed && to.write(more));
    }
    to.on('drain', push)
    push()
  }
  await isRefused(url, uploads.tooLarge)
  answer = (_, to) => to.writeHead(200, image).end(Buffer.alloc(imageMax))
  expect((await fetched(url)).size).toBe(imageMax)
  answer = (_, to) => void to.writeHead(200, image).write('a')
  await isRefused(url, farFileTexts.notReached, 300)
  answer = () => {}
  await isRefused(url, farFileTexts.notReached, 300)
  answer = (_, to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  await isRefused(url, uploads.notImage)
  answer = (_, to) => to.writeHead(404, image).end('x')
  await isRefused(url, farFileTexts.notReached)
  answer = (from) => from.socket.destroy()
  await isRefused(url, farFileTexts.notReached)
  await isRefused('https://unknown.example/', farFileTexts.notReached)
  useFarWorld({ ...world, addressesOf: () => new Promise(() => {}) })
  await isRefused(url, farFileTexts.notReached, 300)
})

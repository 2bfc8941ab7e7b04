import * as fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  freePort,
  freshFolder,
  newServer,
  type Product,
  pause,
  placeOf,
  processesOn,
  quit,
  serverOf,
  start,
  startReady,
  statusOf,
  until,
} from '#test/product.ts'
import { ensureBuild } from './build.ts'

// How the product starts, closes, and comes back from being killed, on the Postgres that comes along.

beforeAll(() => ensureBuild())

const gone = (folder: string) => until(() => processesOn(folder).length === 0, `nothing runs on ${folder} any more`)

const writeDown = (product: Product) => ask(product, 'create table kept as select 42 as answer')
const readAgain = async (product: Product) =>
  expect(await ask(product, 'select answer from kept')).toEqual([{ answer: 42 }])

test('a fresh machine: it starts, says where everything is, answers, and starts a second time [T321]', async () => {
  const first = await startReady({ dataDir: path.join(freshFolder(), 'data') })
  expect(await statusOf(first.url)).toBe(200)
  await until(() => first.said().includes('Harambee is open'), 'the closing block')
  for (const word of [`http://localhost:${first.port}`, 'owner@harambee.test', '/sandbox/mailbox', first.dataDir])
    expect(first.said()).toContain(word)
  expect(fs.statSync(path.join(first.dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(await ask(first, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'on' }])
  expect(await quit(first)).toBe(0)
  const second = await startReady({ dataDir: first.dataDir })
  expect(await statusOf(second.url)).toBe(200)
})

test('a taken port is named in one sentence', { tags: ['night'] }, async () => {
  const port = await freePort()
  const other = net.createServer().listen(port, '127.0.0.1')
  const product = await start({ port })
  expect(await product.ended).toBe(1)
  other.close()
  expect(product.said().trim()).toMatch(new RegExp(`^Port ${port} is taken.* PORT=${port + 1} npm start$`))
})

describe.each([
  ['SIGTERM', []],
  ['SIGINT', ['night']],
] as const)('%s', (signal, tags) => {
  test('who is being served is served, then nothing is left [T405]', { tags: [...tags] }, async () => {
    const product = await startReady()
    const request = http.request(`${product.url}/language`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 11, origin: product.url },
    })
    const answered = new Promise<http.IncomingMessage>((resolve, reject) =>
      request.once('response', resolve).once('error', reject),
    )
    request.write('langu')
    await pause(300)
    product.child.kill(signal)
    await until(async () => (await statusOf(`${product.url}/readyz`)) !== 200, 'readiness is red')
    await pause(300)
    expect(product.child.exitCode).toBe(null)
    request.end('age=sw')
    expect((await answered).statusCode).toBe(303)
    expect((await answered).headers['set-cookie']?.join()).toContain('language=sw')
    ;(await answered).resume()
    expect(await product.ended).toBe(0)
    await gone(product.dataDir)
  })
})

test('a second signal ends it at once, and still no database is left behind', { tags: ['night'] }, async () => {
  const product = await startReady()
  const held = net.connect(product.port, '127.0.0.1')
  held.on('error', () => {})
  held.write('POST /language HTTP/1.1\r\nhost: localhost\r\ncontent-length: 11\r\n\r\nlangu')
  await pause(300)
  product.child.kill('SIGTERM')
  await pause(1000)
  expect(product.child.exitCode).toBe(null)
  expect(await quit(product)).toBe(1)
  await gone(product.dataDir)
})

test('kill -9 of the product: its database stops too, and the next start has what was committed', {
  tags: ['night'],
}, async () => {
  const product = await startReady()
  await writeDown(product)
  await quit(product, 'SIGKILL')
  await gone(product.dataDir)
  await readAgain(await startReady({ dataDir: product.dataDir }))
})

test('kill -9 of everything: the next start recovers by itself and has what was committed', async () => {
  const product = await startReady()
  await writeDown(product)
  const all = processesOn(product.dataDir)
  expect(all.length).toBeGreaterThan(1)
  product.child.kill('SIGKILL')
  for (const pid of all) process.kill(pid, 'SIGKILL')
  expect(fs.existsSync(path.join(placeOf(product), '18/postmaster.pid'))).toBe(true)
  await readAgain(await startReady({ dataDir: product.dataDir }))
})

test('a stale postmaster.pid whose number belongs to another program now is no obstacle', {
  tags: ['night'],
}, async () => {
  const product = await startReady()
  await writeDown(product)
  const file = path.join(placeOf(product), '18/postmaster.pid')
  const [, ...rest] = fs.readFileSync(file, 'utf8').split('\n')
  await quit(product)
  fs.writeFileSync(file, [process.pid, ...rest].join('\n'))
  await readAgain(await startReady({ dataDir: product.dataDir }))
})

test('kill -9 of the database alone: the product starts it again and serves on', { tags: ['night'] }, async () => {
  const product = await startReady()
  await writeDown(product)
  await newServer(product, (one) => process.kill(serverOf(one), 'SIGKILL'))
  await readAgain(product)
  expect(product.child.exitCode).toBe(null)
})

test('a second product on the same data is refused with a sentence, and the first is not harmed', async () => {
  const first = await startReady()
  const second = await start({ dataDir: first.dataDir })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain('another Harambee runs on the same data')
  expect(await statusOf(`${first.url}/readyz`)).toBe(200)
})

test('wrong settings: all are named at once, on the terminal and on a 503 page [T402]', async () => {
  const product = await start({ env: { SMTP_URL: 'nonsense', ROLE: 'king' } })
  await until(async () => (await statusOf(product.url)) === 503, 'a page that says so')
  const page = await fetch(product.url).then((answer) => answer.text())
  for (const word of ['Setup Required', 'SMTP_URL', 'ROLE', 'Refresh Page']) expect(page).toContain(word)
  await until(() => /SMTP_URL is wrong[\s\S]*ROLE is wrong/.test(product.said()), 'the terminal')
  expect(await quit(product)).toBe(0)
})

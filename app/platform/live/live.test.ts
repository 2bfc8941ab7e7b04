import http from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { send } from '#app/platform/http/send.server.ts'
import { listening } from '#test/ask.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { Hub } from './hub.server.ts'
import { listenTo } from './listen.server.ts'
import { liveAnswer, registerTopic, tell, tellRights } from './live.server.ts'
import { newMemory } from './memory.ts'

leavesSomethingBehind()

const db = await testDatabase({ asOwner: true })
const url = thePool().options.connectionString!
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const until = (check: () => unknown, timeout = 15_000) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout, interval: 10 })
const lines = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'harambee live'`.execute(db)
  ).rows

const hubs: Hub[] = []
let summaries = 0
function newHub(options: Partial<ConstructorParameters<typeof Hub>[0]> = {}) {
  const hub = new Hub({
    summary: async () => ({ number: ++summaries }),
    listen: (heard) => listenTo(url, 'live', heard),
    tick: 100,
    ...options,
  })
  hubs.push(hub)
  return hub
}
let said = (_: string) => {}
/** A hub that hears what this test says, and no database. */
const spokenHub = (more: object = {}) =>
  newHub({
    tick: 1,
    listen: (heard) => {
      said = heard.said
      return { close: async () => {} }
    },
    ...more,
  })
afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.close()))
})

type Event = { topic: string; summary?: { number: number }; spread?: number }
/** A page that is open: reads its stream to the end. */
function page(
  hub: Hub,
  topics: string[],
  { address = '127.0.0.1', age = 0, reads = true, person = null as { id: string; known: number } | null } = {},
) {
  const gone = new AbortController()
  const stream = hub.join({ topics, address, age, person, signal: gone.signal })
  const heard: Event[] = []
  let ended = false
  if (stream && reads)
    void (async () => {
      let text = ''
      for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
        const parts = (text + new TextDecoder().decode(chunk)).split('\n\n')
        text = parts.pop()!
        for (const part of parts)
          if (part.startsWith('event: changed')) heard.push(JSON.parse(part.split('data: ')[1]!))
      }
      ended = true
    })()
  return { stream, heard, leave: () => gone.abort(), hasEnded: () => ended }
}
/** A hub whose line stands. */
async function standing(options = {}) {
  const hub = newHub(options)
  const first = page(hub, ['warm:up'])
  await until(() => first.heard.length > 0)
  await pause(150)
  first.leave()
  summaries = 0
  return hub
}

test('a page that went away while it was asked what it may know listens to nothing', async () => {
  const hub = await standing()
  const stream = hub.join({ topics: ['drive:1'], address: '127.0.0.1', age: 0, signal: AbortSignal.abort() })
  expect(hub.size).toBe(0)
  expect(await stream!.getReader().read()).toMatchObject({ done: true })
})

test('what a transaction tells is heard when it commits, and never when it is taken back', async () => {
  const hub = await standing()
  const open = page(hub, ['drive:1'])
  await db.transaction().execute((tx) => tell(tx, 'drive:2'))
  const undone = db.transaction().execute(async (tx) => {
    await tell(tx, 'drive:1')
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await pause(150)
  expect(open.heard).toEqual([])
  await db.transaction().execute((tx) => tell(tx, 'drive:1'))
  await until(() => open.heard.length === 1)
  expect(open.heard[0]!.topic).toBe('drive:1')
})
test('a thousand pages share one connection, and one summary a tick', async () => {
  const hub = await standing()
  const pages = Array.from({ length: 1000 }, () => page(hub, ['drive:1']))
  await tell(db, 'drive:1')
  await until(() => pages.every(({ heard }) => heard.length === 1))
  expect(summaries).toBe(1)
  expect(new Set(pages.map(({ heard }) => JSON.stringify(heard[0]))).size).toBe(1)
  expect(await lines()).toHaveLength(1)
  expect(hub.size).toBe(1000)
  for (const { leave } of pages) leave()
  expect(hub.size).toBe(0)
})
test('however much happens there are four ticks a second at most, and the last change is told', async () => {
  let value = 0
  const hub = await standing({ summary: async () => value })
  const open = page(hub, ['drive:1'])
  const began = performance.now()
  for (value = 1; value < 60; value++) {
    await tell(db, 'drive:1')
    await pause(8)
  }
  await tell(db, 'drive:1')
  await until(() => (open.heard.at(-1) as { summary?: unknown })?.summary === 60)
  const took = performance.now() - began
  expect(open.heard.length).toBeLessThanOrEqual(took / 100 + 2)
  expect(open.heard.length).toBeGreaterThan(3)
})
test('a slow summary is not asked for twice at once, and a change meanwhile is told after it', async () => {
  let atOnce = 0
  let most = 0
  let made = 0
  let holds = false
  let release = () => {}
  const hub = await standing({
    summary: async (topic: string) => {
      if (topic === 'drive:mark') return 'mark'
      most = Math.max(most, ++atOnce)
      if (holds) await new Promise<void>((go) => (release = go))
      atOnce--
      return ++made
    },
  })
  const open = page(hub, ['drive:1'])
  const mark = page(hub, ['drive:mark'])
  const already = made
  holds = true
  await tell(db, 'drive:1')
  await until(() => atOnce === 1)
  for (let i = 0; i < 9; i++) await tell(db, 'drive:1')
  // What is told comes in order: when this one has been heard, the nine have been as well.
  await tell(db, 'drive:mark')
  await until(() => mark.heard.length === 1)
  holds = false
  release()
  await until(() => open.heard.length === 2)
  await pause(300)
  expect(open.heard.length).toBe(2)
  expect(made - already).toBe(2)
  expect(most).toBe(1)
})
test('without its summary a page is told to load again', async () => {
  const hub = await standing({
    summary: async (topic: string) => {
      if (topic === 'drive:late') return new Promise(() => {})
      throw new Error('no')
    },
    longestSummary: 50,
  })
  const open = page(hub, ['drive:1', 'drive:late'])
  await tell(db, 'drive:1')
  await tell(db, 'drive:late')
  await until(() => open.heard.length === 2)
  expect(open.heard).toEqual([{ topic: 'drive:1' }, { topic: 'drive:late' }])
})
test('when the listening connection is cut it comes back, and everybody is told to load again', async () => {
  const hub = await standing({ summary: async () => undefined })
  const open = page(hub, ['drive:1'])
  const [line] = await lines()
  await sql`select pg_terminate_backend(${line!.pid}::int)`.execute(db)
  await until(() => open.heard.length === 1)
  expect(open.heard[0]).toEqual({ topic: 'drive:1', spread: 3000 })
  await until(async () => {
    const [next, ...others] = await lines()
    return others.length === 0 && next!.pid !== line!.pid
  })
  await pause(110)
  await tell(db, 'drive:1')
  await until(() => open.heard.length === 2)
})
test('a page that comes back is told what it missed, and nothing when it missed nothing', async () => {
  const hub = await standing()
  const mark = page(hub, ['drive:mark'])
  const left = performance.now()
  await tell(db, 'drive:1')
  await tell(db, 'drive:mark')
  // What is told comes in order: now the first has been heard as well.
  await until(() => mark.heard.length === 1)
  const away = () => performance.now() - left + 50
  const [missed, fresh, other] = [
    page(hub, ['drive:1'], { age: away() }),
    page(hub, ['drive:2'], { age: away() }),
    page(hub, ['drive:1'], { age: 1 }),
  ]
  await until(() => missed.heard.length === 1)
  await pause(50)
  expect(fresh.heard).toEqual([])
  expect(other.heard.length).toBeLessThanOrEqual(1)
})
test('a listener that takes nothing holds one message a topic and no queue', async () => {
  const hub = spokenHub({ summary: async () => undefined })
  const lazy = page(hub, ['drive:1', 'drive:2'], { reads: false })
  for (let i = 0; i < 40; i++) {
    said('drive:1')
    said('drive:2')
    await pause(2)
  }
  void hub.close()
  let text = ''
  for await (const chunk of lazy.stream as unknown as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk)
  expect(text.split('event: changed').length - 1).toBeLessThanOrEqual(10)
})
/** A hub behind a server, as the app sends its streams. */
async function served(hub: Hub) {
  const server = http.createServer((incoming, outgoing) => {
    const body = hub.join({ topics: ['drive:1'], address: '', age: 0, signal: new AbortController().signal })
    // What changes before the answer goes out is not lost.
    if (incoming.url === '/late') said('drive:1')
    const answer = () =>
      send(new Response(body!, { headers: { 'content-type': 'text/event-stream' } }), incoming, outgoing)
    if (incoming.url === '/late') setTimeout(answer, 50)
    else void answer()
  })
  const at = await listening(server)
  const open = (path = '/') =>
    new Promise<http.IncomingMessage>((resolve) => http.get(at.origin + path, { agent: false }, resolve))
  return { open, close: () => server.close() }
}
const heardBy = (answer: http.IncomingMessage) => {
  const heard = { text: '', ended: false }
  answer.setEncoding('utf8').on('data', (part: string) => (heard.text += part))
  answer.on('end', () => (heard.ended = true))
  return heard
}

test('what goes to a socket arrives whole and in order, from the greeting to the end', async () => {
  let value = 0
  const hub = spokenHub({ summary: async () => ++value })
  const { open, close } = await served(hub)
  const [early, late] = [heardBy(await open()), heardBy(await open('/late'))]
  await until(() => late.text.includes('changed'))
  for (let i = 0; i < 5; i++) {
    said('drive:1')
    await pause(20)
  }
  await hub.close()
  await until(() => early.ended && late.ended)
  for (const { text } of [early, late]) {
    expect(text.startsWith('retry: 5000\nevent: beat\ndata: {}\n\n')).toBe(true)
    expect(text.endsWith('\n\n')).toBe(true)
    const values = [...text.matchAll(/"summary":(\d+)/g)].map(([, nr]) => Number(nr))
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(values.at(-1)).toBe(value)
  }
  close()
})
test('a socket that takes nothing holds little, gets the newest when it reads, and is forgotten when it is cut', async () => {
  let value = 0
  const large = 'x'.repeat(200_000)
  const hub = spokenHub({ summary: async () => ({ value: ++value, large }) })
  const { open, close } = await served(hub)
  const slow = await open()
  for (let i = 0; i < 120; i++) {
    said('drive:1')
    await pause(4)
  }
  const told = value
  const heard = heardBy(slow)
  await until(() => heard.text.includes(`"value":${told},`))
  await pause(50)
  const values = [...heard.text.matchAll(/"value":(\d+)/g)].map(([, nr]) => Number(nr))
  // Those in between were left out.
  expect(values.length).toBeLessThan(told)
  expect([told, values.at(-1)]).toEqual([expect.any(Number), told])
  expect(hub.size).toBe(1)
  slow.destroy()
  await until(() => hub.size === 0)
  said('drive:1')
  await pause(20)
  close()
})
test('an address may hold so many pages open, the app so many in all', async () => {
  const hub = newHub({ mostPerAddress: 3, mostInAll: 5 })
  const at = (address: string) => page(hub, ['drive:1'], { address }).stream
  for (let i = 0; i < 3; i++) expect(at('192.0.2.1')).toBeDefined()
  expect(at('192.0.2.1')).toBeUndefined()
  expect(at('192.0.2.2')).toBeDefined()
  expect(at('127.0.0.1')).toBeDefined()
  expect(at('192.0.2.3')).toBeUndefined()
})
test('the person who takes another address of their own for each page finds the bound of the first, and of the network', async () => {
  const hub = newHub({ mostPerAddress: 3, mostPerNetwork: 7 })
  const joined = (addresses: string[]) =>
    addresses.filter((address) => page(hub, ['drive:1'], { address }).stream !== undefined).length
  const ten = Array.from({ length: 10 }, (_, i) => i + 1)
  expect(joined(ten.map((i) => `2001:db8:0:1::${i}`))).toBe(3)
  expect(joined(ten.map((i) => `2001:db8:0:${i + 1}::1`))).toBe(4)
  expect(joined(['2001:db8:1:1::1'])).toBe(1)
  expect(joined(ten.map((i) => `192.0.2.${i}`))).toBe(7)
  expect(joined(['192.0.3.1'])).toBe(1)
})
test('the pages of a person whose rights changed load once more and hear nothing after it, and nobody else’s', async () => {
  const hub = await standing()
  const of = (id: string, known = 0) => ({ person: { id, known } })
  const [helper, second, other, visitor] = [
    page(hub, ['drive:1'], of('helper')),
    page(hub, ['drive:2'], of('helper')),
    page(hub, ['drive:1'], of('other')),
    page(hub, ['drive:1']),
  ]
  await tellRights(db, 'helper')
  await until(() => helper.hasEnded() && second.hasEnded())
  // A page whose rights were looked up before that, and that comes now.
  await until(page(hub, ['drive:1'], of('helper', 60_000)).hasEnded)
  await tell(db, 'drive:1')
  await until(() => other.heard.length > 0 && visitor.heard.length > 0)
  expect([helper.heard, second.heard].map((all) => all.length)).toEqual([1, 1])
  expect([other.hasEnded(), visitor.hasEnded()]).toEqual([false, false])
  other.leave()
  visitor.leave()
})
test('streams end when their time is over and when the app closes', async () => {
  const short = page(newHub({ longest: 50 }), ['drive:1'])
  await until(short.hasEnded)
  const hub = newHub()
  const open = page(hub, ['drive:1'])
  await hub.close()
  await until(open.hasEnded)
  await until(async () => (await lines()).length === 0 || hubs.length > 0)
})
test('what is older than the memory counts as missed', () => {
  let now = 0
  const memory = newMemory(() => now)
  now = 1000
  memory.note('a')
  now = 2000
  expect(memory.since('a', 1500)).toBe(true)
  expect(memory.since('a', 500)).toBe(false)
  expect(memory.since('b', 1500)).toBe(false)
  expect(memory.since('b', 2500)).toBe(true)
  now = 700_000
  memory.note('b')
  expect(memory.since('a', 699_500)).toBe(true)
  expect(memory.since('a', 600_000)).toBe(false)
  memory.startAgain()
  now += 10
  expect(memory.since('c', 20)).toBe(true)
  expect(memory.since('b', 5)).toBe(false)
})

async function ask(path: string, headers: Record<string, string> = {}) {
  const { context, url } = asking({ path })
  const gone = new AbortController()
  const answer = await liveAnswer(new Request(url, { headers, signal: gone.signal }), context)
  gone.abort()
  return answer
}
beforeAll(() => {
  registerTopic('open', { allowed: () => true })
  registerTopic('closed', { allowed: async (id) => id === 'mine' })
})

test('a stream is given for what is open to the visitor', async () => {
  const answer = await ask('/live?topic=open:1&topic=closed:mine')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect((await ask('/live?topic=open:1', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})
test.each([
  ['a kind that nobody registered', '/live?topic=secret:1', {}, 403],
  ['a topic of somebody else', '/live?topic=open:1&topic=closed:yours', {}, 403],
  ['a name of no form', '/live?topic=open', {}, 403],
  ['a name with something else in it', '/live?topic=open:1%0adata', {}, 403],
  ['no topic', '/live', {}, 400],
  ['nine topics', `/live?${Array.from({ length: 9 }, (_, i) => `topic=open:${i}`).join('&')}`, {}, 400],
  ['a page of another site', '/live?topic=open:1', { origin: 'https://evil.example' }, 403],
  ['a page of no origin', '/live?topic=open:1', { origin: 'null' }, 403],
  ['another site of the same house', '/live?topic=open:1', { 'sec-fetch-site': 'same-site' }, 403],
])('refused: %s', async (_, path, headers, status) => {
  expect((await ask(path, headers as Record<string, string>)).status).toBe(status)
})

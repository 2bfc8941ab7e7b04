import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#app/platform/postgres/postgres.server.ts'
import { installed } from '../scripts/browser.ts'

// Redis for tests. A small one of our own knows as much as live updates need: PUBLISH, SUBSCRIBE and PING. The real one is tried
// as well where it is installed.

export type RedisServer = {
  /** Starts it, or starts it again at the same address. */
  start(): Promise<void>
  /** Ends it at once: every connection is cut. */
  stop(): Promise<void>
  /** While it is silent it takes commands and answers none. */
  beSilent(is: boolean): void
  address(): string
}

export const realRedis = installed('redis-server', 'valkey-server')
if (!realRedis) console.warn('redis-server is not installed (apt install redis-server): only a small one was tried')

/** By the true clock: with a moved one, see scripts/nightly.ts, it never answers. */
const startRedis = (words: string[]) =>
  spawn(realRedis!, words, { stdio: 'ignore', env: { ...process.env, LD_PRELOAD: '' } })

/** A real server on a free port. `more` are arguments. */
export async function realServer(...more: string[]): Promise<RedisServer> {
  const port = await freePort()
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more]
  let child: ChildProcess | undefined
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const probe = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      setTimeout(() => probe.destroy(), 1000).unref()
    })
  return {
    async start() {
      child = startRedis(words)
      while (child.exitCode === null && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child!.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
    beSilent: (is) => void child?.kill(is ? 'SIGSTOP' : 'SIGCONT'),
    address: () => `redis://127.0.0.1:${port}`,
  }
}

/** A primary, a replica, and three Sentinels by deploy/redis, for which silence is shorter here. */
export async function realSentinels() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-sentinels-'))
  const portOf = ({ address }: RedisServer) => new URL(address()).port
  // Both keep in their folder what a replica is sent.
  const primary = await realServer('--dir', folder)
  await primary.start()
  const replica = await realServer('--dir', folder, '--replicaof', '127.0.0.1', portOf(primary))
  await replica.start()
  const usual = readFileSync('deploy/redis/sentinel.conf', 'utf8')
    .replace('10.0.0.41 6379', `127.0.0.1 ${portOf(primary)}`)
    .replace(/^sentinel auth-pass.*$/m, '')
    .replace('harambee 2000', 'harambee 500')
  const ports = [await freePort(), await freePort(), await freePort()]
  const children = ports.map((port) => {
    const file = path.join(folder, `${port}.conf`)
    writeFileSync(file, usual.replace('port 26379', `port ${port}\nbind 127.0.0.1`))
    return startRedis([file, '--sentinel'])
  })
  // They find the replica and each other by asking the primary.
  for (const port of ports)
    await untilSaid(port, /num-slaves\r\n\$1\r\n1\r\n[\s\S]*num-other-sentinels\r\n\$1\r\n2\r\n/)
  return {
    address: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`)}/harambee`,
    primary,
    async stop() {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all([primary.stop(), replica.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Until a Sentinel says this of the primary. */
async function untilSaid(port: number, what: RegExp) {
  for (let said = ''; !what.test(said); await new Promise((resolve) => setTimeout(resolve, 100)))
    said = await new Promise<string>((resolve) => {
      let text = ''
      const line = net.connect(port, '127.0.0.1', () => line.write('sentinel master harambee\r\n'))
      line
        .on('error', () => {})
        .on('data', (part) => {
          text += part
          // The last that is said.
          if (text.includes('parallel-syncs')) line.destroy()
        })
      line.on('close', () => resolve(text))
    })
}

/** Reads one command, an array of texts, from the beginning of what arrived; undefined until it is whole. */
function commandIn(text: string): { words: string[]; length: number } | undefined {
  const count = /^\*(\d+)\r\n/.exec(text)
  if (!count) return undefined
  let at = count[0].length
  const words: string[] = []
  for (let nr = 0; nr < Number(count[1]); nr++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20))
    if (!size) return undefined
    at += size[0].length
    const end = at + Number(size[1])
    if (text.length < end + 2) return undefined
    words.push(text.slice(at, end))
    at = end + 2
  }
  return { words, length: at }
}

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`

/** The small server, on a free port. */
export async function smallServer(): Promise<RedisServer> {
  const port = await freePort()
  const listeners = new Map<net.Socket, string>()
  const sockets = new Set<net.Socket>()
  let [server, silent] = [undefined as net.Server | undefined, false]

  function answer(socket: net.Socket, [name = '', channel = '', text = '']: string[]): string {
    switch (name.toLowerCase()) {
      case 'publish': {
        const hear = [...listeners].filter(([, heard]) => heard === channel)
        for (const [one] of hear) one.write(`*3\r\n${bulk('message')}${bulk(channel)}${bulk(text)}`)
        return `:${hear.length}\r\n`
      }
      case 'subscribe':
        listeners.set(socket, channel)
        return `*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`
      case 'ping':
        return listeners.has(socket) ? `*2\r\n${bulk('pong')}${bulk('')}` : '+PONG\r\n'
      case 'eval':
        return '-ERR unknown command\r\n'
      default:
        return '+OK\r\n'
    }
  }

  return {
    async start() {
      server = net.createServer((socket) => {
        let arrived = ''
        sockets.add(socket.setEncoding('latin1').on('error', () => {}))
        socket.on('close', () => sockets.delete(socket) && listeners.delete(socket))
        socket.on('data', (part) => {
          arrived += part
          for (let found = commandIn(arrived); found; found = commandIn(arrived)) {
            arrived = arrived.slice(found.length)
            if (!silent) socket.write(answer(socket, found.words))
          }
        })
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
    },
    async stop() {
      const closed = new Promise((resolve) => server?.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    beSilent(is) {
      silent = is
    },
    address: () => `redis://127.0.0.1:${port}`,
  }
}

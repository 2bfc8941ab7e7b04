import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
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
      child = spawn(realRedis!, words, { stdio: 'ignore' })
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

import fs from 'node:fs'
import http from 'node:http'
import { asking } from './ask.ts'
import { until } from './launch.ts'
import type { Product } from './product.ts'

// The processes below a product that has several.

/** Their numbers by name: 'web 1', 'worker'. Linux only, as several processes are. */
export function childrenOf({ child }: Pick<Product, 'child'>): Map<string, number> {
  const found = new Map<string, number>()
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, script, post] = commandOf(pid)
    if (script?.endsWith('scripts/serve.ts') && parentOf(pid) === child.pid)
      found.set(JSON.parse(post!).name, Number(pid))
  }
  return found
}

export const isThere = (pid: number) => fs.existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(String(pid)))

/** A connection that this one of them took, once it listens: what is asked over it, it answers. */
export async function lineTo(product: Pick<Product, 'child' | 'port'>, name: string): Promise<http.Agent> {
  let line: http.Agent | undefined
  const isTaken = async () => {
    line?.destroy()
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    line = agent
    const taken = new Promise<number>((resolve) => agent.once('free', (socket) => resolve(socket.localPort!)))
    await asking(product.port, agent)('/healthz')
    const pid = childrenOf(product).get(name)
    return pid !== undefined && holds(pid, product.port, await taken)
  }
  await until(isTaken, `${name} takes a connection`)
  return line!
}

/** Whether a process holds the connection between these two ports of this machine. */
function holds(pid: number, ours: number, theirs: number) {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const entries = read('/proc/net/tcp')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const inode = entries.find(([, own, other]) => own?.endsWith(hex(ours)) && other?.endsWith(hex(theirs)))?.[9]
  return fs.readdirSync(`/proc/${pid}/fd`).some((file) => linkOf(`/proc/${pid}/fd/${file}`) === `socket:[${inode}]`)
}

const linkOf = (file: string) => {
  try {
    return fs.readlinkSync(file)
  } catch {
    return ''
  }
}
const read = (file: string) => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const statusOf = (pid: string) => read(`/proc/${pid}/status`)
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).split('\0')
const parentOf = (pid: string) => Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1])

/** What the product's processes have counted: by line without its value. */
export async function figuresOf({ url }: Pick<Product, 'url'>): Promise<Map<string, number>> {
  const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(20_000) }).then((answer) => answer.text())
  return new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

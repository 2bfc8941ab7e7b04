import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { house } from './visitor.ts'

// A line between a phone and the app. It can be cut, and the app behind it can have a newer program of the door.

/** 'no door': pages come, and doors can't send. 'torn': of what a door is told, seven tenths come. */
type State = 'whole' | 'no door' | 'torn'
export type Line = {
  url: string
  is: State
  /** From now on the app has a newer program, which says so on its page. */
  renew(): void
  close(): Promise<void>
}

const program = /(\/assets\/door\/program-[\w-]+?)(-newer)?\.js/g
const mark = `\ndocument.documentElement.dataset.version = 'newer'`

export async function lineToHouse(): Promise<Line> {
  let newer = false
  const server = http.createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const isDoors = incoming.url!.startsWith('/api/door/')
    if (isDoors && line.is === 'no door') return void outgoing.destroy()
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const path = incoming.url!.replace(program, '$1.js')
    const { answer, body } = await asked(path, incoming.method!, headers, Buffer.concat(parts))
    const told = newer ? renewed(path, body) : body
    const { 'transfer-encoding': __, ...own } = answer.headers
    outgoing.writeHead(answer.statusCode!, { ...own, 'content-length': told.length })
    if (!isDoors || line.is !== 'torn') return void outgoing.end(told)
    outgoing.write(told.subarray(0, Math.floor(told.length * 0.7)), () => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: Line = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    is: 'whole',
    renew() {
      newer = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line
}

type Asked = { answer: http.IncomingMessage; body: Buffer }
const asked = (path: string, method: string, headers: http.IncomingHttpHeaders, sent: Buffer): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const question = http.request(new URL(path, house()), { method, headers }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({ answer, body: Buffer.concat(parts) })
    })
    question.on('error', reject)
    question.end(sent)
  })

function renewed(path: string, body: Buffer): Buffer {
  if (path === '/door' || path === '/door/sw.js') return Buffer.from(body.toString().replace(program, '$1-newer.js'))
  return path.match(program) ? Buffer.concat([body, Buffer.from(mark)]) : body
}

import http from 'node:http'
import { statusOf } from './product.ts'

// A proxy before several products, as docs/develop/performance.md has Caddy: it asks each whether it is ready, sends nothing to one
// that is not, and tries another when it can't connect.

const askEvery = 200
/** In milliseconds. So long it tries to find one. */
const longestTry = 5000

export async function tinyProxy(products: string[], port: number) {
  const ready = new Set<string>()
  const heard = new Map<string, number>()
  let looks = 0
  const look = () => {
    const own = ++looks
    return Promise.all(
      products.map(async (url) => {
        const isReady = (await statusOf(`${url}/readyz`)) === 200
        // An answer that comes late says nothing of now.
        if (own < (heard.get(url) ?? 0)) return
        heard.set(url, own)
        if (isReady) ready.add(url)
        else ready.delete(url)
      }),
    )
  }
  await look()
  const looking = setInterval(() => void look(), askEvery)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  let turn = 0
  const server = http.createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part) => parts.push(part))
    incoming.on('end', () => pass(Buffer.concat(parts), Date.now() + longestTry))
    const pass = (body: Buffer, until: number) => {
      const all = [...ready]
      const product = all[turn++ % all.length]
      const again = () => {
        if (Date.now() < until) setTimeout(() => pass(body, until), 50)
        else outgoing.writeHead(502).end('nobody is ready')
      }
      if (!product) return again()
      const { method, url, headers } = incoming
      let isReused = false
      const asking = http.request(`${product}${url}`, { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      })
      asking.on('socket', () => (isReused = asking.reusedSocket))
      asking.on('error', (error: NodeJS.ErrnoException) => {
        if (outgoing.headersSent) return void outgoing.destroy()
        // Nothing was sent, or it is a question: RFC 9110 9.2.2 lets a proxy ask those twice, and nothing else.
        if (error.code === 'ECONNREFUSED' || (isReused && method === 'GET')) again()
        else outgoing.writeHead(502).end(`${product} ${isReused ? 'reused' : 'new'} ${error.code} ${error.message}`)
      })
      asking.end(body)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    readyNow: () => [...ready],
    async close() {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

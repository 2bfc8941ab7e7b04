import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Systems give the ports above to connections that go out. */
const [lowest, highest] = [20_000, 32_000]
const mostTries = 50

/**
 * A port that nobody listens on. It stays free while its server is away: one among those that are given to connections which
 * go out could be taken by any of them, and the server could not come back to it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = await listenOn(randomInt(lowest, highest)).catch(() => undefined)
    if (port) return port
  }
  return listenOn(0)
}

const listenOn = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

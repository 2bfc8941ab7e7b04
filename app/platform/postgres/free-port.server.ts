import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Systems give the ports above to outgoing connections. */
const [lowest, highest] = [20_000, 32_000]
const mostTries = 50

/**
 * Returns a port that nobody listens on. The port stays free while its server is away: an outgoing connection could take one
 * of the range above, and the server could not come back to it.
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

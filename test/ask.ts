import http from 'node:http'
import net, { type AddressInfo } from 'node:net'

/** A server under test on a free port, and the ways to ask it that `fetch` does not allow. */
export async function listening(server: http.Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, ask: asking(port), raw: rawly(port) }
}

export type Answered = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer; text: string }
type Asked = { method?: string; headers?: http.OutgoingHttpHeaders; body?: string | Buffer }

/** Asks over a connection of its own each time, or over those of the agent. */
export const asking =
  (port: number, agent: http.Agent | false = false) =>
  (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', path, method, headers, agent }, async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk as Buffer)
        const bytes = Buffer.concat(chunks)
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes, text: bytes.toString() })
      })
      request.on('error', reject)
      request.end(body)
    })

/** Sends bytes as they are; resolves with everything that came back when the server ends the connection. */
const rawly =
  (port: number) =>
  (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
      socket.on('error', (error) => (text ? resolve(text) : reject(error)))
    })

// What Node itself takes to give out these bytes under this head: node bench/kept-bare.ts <port> <file with the answer>
import { readFileSync } from 'node:fs'
import http from 'node:http'

const [port, file] = process.argv.slice(2)
const { head, body } = JSON.parse(readFileSync(file!, 'utf8')) as { head: string[]; body: string }
const bytes = Buffer.from(body, 'base64')
http
  .createServer((_, answer) => {
    answer.writeHead(200, head)
    answer.end(bytes)
  })
  .listen(Number(port), '127.0.0.1')
process.stdin.on('end', () => process.exit()).resume()

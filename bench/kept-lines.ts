import net from 'node:net'

// Many connections that each ask again as soon as they have their answer, with as little work as it takes: the program that
// asks shares the machine with the one that answers.

export type Answered = {
  many: number
  seconds: number
  /** How long each took, smallest first. */
  ms: number[]
  /** Answers that were not 200, and connections that ended. */
  wrong: number
}

/** The text of a request; the host is the same for all. */
export const request = (path: string, headers: Record<string, string> = {}): string =>
  [
    `GET ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

/** Asks for so many seconds; `next` says what each connection asks for. */
export async function askFor(seconds: number, url: string, next: () => string, connections = 64): Promise<Answered> {
  const took: Answered = { many: 0, seconds: 0, ms: [], wrong: 0 }
  const began = performance.now()
  const ends = began + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => line(Number(new URL(url).port), next, ends, took)))
  took.seconds = (performance.now() - began) / 1000
  took.ms.sort((a, b) => a - b)
  return took
}

function line(port: number, next: () => string, ends: number, took: Answered): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    let [asked, missing] = [0, 0]
    const ask = () => {
      asked = performance.now()
      socket.write(next())
    }
    socket.on('connect', ask)
    socket.on('data', (bytes: Buffer) => {
      missing = missing === 0 ? lengthOf(bytes) - bytes.length : missing - bytes.length
      if (missing > 0) return
      missing = 0
      const now = performance.now()
      took.many++
      took.ms.push(now - asked)
      if (bytes.length >= 12 && isAnswer(bytes) && bytes.toString('latin1', 9, 12) !== '200') took.wrong++
      if (now < ends) ask()
      else socket.destroy()
    })
    socket.on('error', () => took.wrong++)
    socket.on('close', () => resolve())
  })
}

const isAnswer = (bytes: Buffer) => bytes[0] === 72 && bytes[1] === 84 && bytes[2] === 84 && bytes[3] === 80

/** Of the whole answer, whose head is in the first bytes. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  const [, body] = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end + 2)) ?? []
  if (end < 0 || body === undefined)
    throw new Error(`an answer without its length: ${bytes.toString('latin1', 0, 300)}`)
  return end + 4 + Number(body)
}

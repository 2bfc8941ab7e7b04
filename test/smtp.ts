import net from 'node:net'
import { afterAll } from 'vitest'

export type Received = { from: string; to: string[]; data: string }

type Options = {
  /** Whom it knows no mailbox of. */
  refuses?: string
  /** Returns a whole line of answer about a recipient, as mail servers in the world give it; undefined takes the recipient. */
  answers?: (address: string) => string | undefined
  /** Returns a whole line of answer after a mail was read; undefined takes it. */
  says?: (address: string) => string | undefined
  /** How it takes a mail: it says so when that is through. */
  takes?: (take: () => void) => Promise<unknown>
}

/** A mail server as small as can be: takes every mail, or refuses one reader, and keeps what it received. */
export async function smtpServer({
  refuses = '',
  answers = () => undefined,
  says = () => undefined,
  takes = async (take) => take(),
}: Options = {}): Promise<{
  url: string
  received: Received[]
  close: () => void
}> {
  const received: Received[] = []
  const server = net.createServer((socket) => {
    let mail: Received = { from: '', to: [], data: '' }
    let text = ''
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      if (/^EHLO|^HELO/i.test(line)) say('250 ready')
      else if (/^MAIL FROM/i.test(line)) {
        mail = { from: address, to: [], data: '' }
        say('250 ok')
      } else if (/^RCPT TO/i.test(line)) {
        if (refuses && address === refuses) return say(`550 no mailbox ${address} here`)
        const answer = answers(address)
        if (answer) return say(answer)
        mail.to.push(address)
        say('250 ok')
      } else if (/^DATA/i.test(line)) {
        inData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
    socket.on('data', (chunk) => {
      text += chunk
      for (
        let end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        end >= 0;
        end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      ) {
        const part = text.slice(0, end)
        text = text.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          const taken = { ...mail, data: part }
          const answer = says(mail.to[0]!)
          if (answer) say(answer)
          else void takes(() => void received.push(taken)).then(() => say('250 taken'))
        } else command(part)
      }
    })
    socket.on('error', () => {})
    say('220 here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => void server.close()
  afterAll(close)
  return { url: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`, received, close }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isWorthIt, varies } from '#app/platform/http/compress.server.ts'
import { keepPrivate, secure } from '#app/platform/http/headers.server.ts'
import { type Files, fileAnswer } from '#app/platform/http/static.server.ts'
import { Head } from './head.server.ts'
import type { Way, Ways } from './ways.server.ts'

// The built files, with heads that are put together once. A visitor's first page brings a dozen of them.

type Copy = { head: Head; bytes: Buffer }

export class KeptFiles {
  /** Given out since the start. */
  given = 0
  private readonly copies = new Map<string, Copy>()
  private readonly files: Files
  private readonly ways: Ways
  private readonly isOpen: () => boolean

  constructor(files: Files, ways: Ways, isOpen: () => boolean) {
    this.files = files
    this.ways = ways
    this.isOpen = isOpen
  }

  /** False: this one takes the usual way, as does a browser that has the file and asks whether it is still the same. */
  answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method, headers } = incoming
    const where = incoming.url!
    if (method !== 'GET' || !this.files.has(where) || headers['if-none-match'] !== undefined || !this.isOpen())
      return false
    const way = this.ways.of(incoming, '')
    if (!way || way.encoding === 'zstd') return false
    const copy = this.copyOf(where, way)
    if (!copy) return false
    this.given++
    copy.head.give(outgoing)
    outgoing.end(copy.bytes)
    return true
  }

  private copyOf(where: string, { origin, encoding }: Way): Copy | undefined {
    const https = origin.startsWith('https:')
    const name = `${https} ${encoding} ${where}`
    const known = this.copies.get(name)
    if (known) return known
    const accepts = encoding === 'plain' ? undefined : encoding
    const { headers, bytes } = fileAnswer(this.files, where, { accepts, known: undefined })!
    // What the build did not pack is packed for each who asks.
    if (isWorthIt(headers) && encoding !== 'plain') return undefined
    if (isWorthIt(headers)) varies(headers)
    secure(keepPrivate(headers, false, {}), { https, development: false })
    const copy = { head: new Head(200, [...headers].flat()), bytes: bytes! }
    this.copies.set(name, copy)
    return copy
  }
}

import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import type { ServerBuild } from 'react-router'
import { type KeptPage, openKeeper } from '#app/platform/kept/keeper.server.ts'
import { log } from '#app/platform/log.server.ts'
import { lifecycle as theHouse } from '#app/platform/processes/lifecycle.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { type Addresses, addressBook } from './addresses.server.ts'
import { answerOf, type Conditions } from './answer.server.ts'
import { filesIn } from './static.server.ts'
import { usual } from './web-request.server.ts'

// The HTTP server. Everything that waits for someone else has a bound here.

const bounds = {
  /** The size of all headers of a request together, in bytes. */
  maxHeaderSize: 16 * 1024,
  /** The time for the headers, and for the whole request with its body. In milliseconds. */
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1000,
  /** Longer than the minute that most proxies keep a connection, so that the proxy ends it and not we. */
  keepAliveTimeout: 65_000,
}
/** A visitor who reads nothing of an answer for so long is gone. */
const idleAnswer = 60_000

/** The options that differ between the product, its development server and tests. */
export type HttpOptions = Partial<typeof bounds> &
  Partial<Pick<Conditions, 'lifecycle' | 'settings' | 'early'>> & {
    /** The product's rules for its addresses. */
    addresses?: Addresses
    /** The declaration of cached pages, used in production. */
    kept?: KeptPage
    /** The folder of the built files. None in development. */
    files?: string
    /** The most visitors connected at the same time. */
    mostConnections?: number
    /** Gets each request first, and calls its third argument to pass it on: Vite in development. */
    before?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
  }

/** Makes the server; the caller calls `listen`. Each request asks for the build, so that development can change it. */
export function openHttp(build: () => Promise<ServerBuild>, mode: string, options: HttpOptions = {}): http.Server {
  const {
    files = mode === 'development' ? undefined : 'build/client',
    before,
    lifecycle,
    settings: own,
    early = {},
    addresses = {},
    kept: which,
    mostConnections,
    ...times
  } = options
  const conditions: Conditions = {
    build,
    mode,
    files: files ? filesIn(files) : new Map(),
    lifecycle: lifecycle ?? theHouse,
    settings: own ?? settings,
    early,
    addressOf: addressBook(addresses),
  }
  // Loads the product before the first visitor. If it can't be loaded, that visitor gets the error.
  if (mode === 'production') void build().catch(() => {})
  const kept = which && mode === 'production' ? openKeeper(conditions, which) : undefined
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (foundNoRoom(incoming.socket)) return void noRoom(outgoing)
    // Comes before everything that costs more than these few bytes.
    if (kept?.answers(incoming, outgoing)) {
      // An answer that is still being made or read has a timeout like all others.
      if (!outgoing.writableFinished) outgoing.setTimeout(idleAnswer)
      return
    }
    outgoing.setTimeout(idleAnswer)
    if (before) before(incoming, outgoing, () => void answerOf(incoming, outgoing, conditions))
    else void answerOf(incoming, outgoing, conditions)
  }
  const server = http.createServer({ ...bounds, ...times }, answer)
  const foundNoRoom = keepRoom(server, mostConnections)
  server.on('checkContinue', (incoming, outgoing) => {
    // A client that asks first whether a large body is welcome is not told to send it in vain.
    const { body = usual } = conditions.addressOf(incoming.url ?? '/')
    if (Number(incoming.headers['content-length'] ?? 0) <= body) outgoing.writeContinue()
    answer(incoming, outgoing)
  })
  server.on('clientError', refuseGarbage)
  return server
}

/** Answers when more visitors are connected than there is room for. Reads nothing of the request, and frees the connection at once. */
function noRoom(outgoing: ServerResponse) {
  outgoing.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '5',
    connection: 'close',
    ...plainPolicy,
  })
  outgoing.end('Too many visitors at the same time. Please try again in a few seconds.\n')
}

const plainPolicy = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const reasons: Record<string, [status: number, words: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers bytes that can't be parsed as a request. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, words] = reasons[error.code ?? ''] ?? [400, 'Bad Request']
  log.info({ status, code: error.code }, 'refused')
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\nx-content-type-options: nosniff\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\ncontent-length: ${words.length}\r\n\r\n${words}`,
  )
  // Some senders of garbage never close their side.
  setTimeout(() => socket.destroy(), 1000).unref()
}

/** The time for proxies to notice that readiness went red, before connections are refused. */
const graceBehindProxy = 2000

/**
 * Closes the server without cutting anybody short: readiness goes red, open streams end, requests in progress have
 * their time, then the rest is cut. Resolves when no connection is left.
 */
export async function drainHttp(
  server: http.Server,
  { within = 10_000, lifecycle = theHouse, grace = settings.TRUST_PROXY > 0 ? graceBehindProxy : 0 } = {},
): Promise<void> {
  await Promise.race([lifecycle.drain(), pause(1000)])
  if (grace > 0) await pause(grace)
  await readWhatCame()
  // Net's close, not HTTP's, which cuts answers that are still being read.
  const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()))
  const closeIdle = () => isBeingTaken(server) || server.closeIdleConnections()
  closeIdle()
  const idle = setInterval(() => void readWhatCame().then(closeIdle), 100)
  const bound = setTimeout(() => server.closeAllConnections(), within)
  await closed
  clearInterval(idle)
  clearTimeout(bound)
}

/**
 * Accepts and reads pending requests. A busy process has not yet read what arrived meanwhile: if it closed at that moment,
 * the sender would get a connection reset, and nobody would know the request's fate. One turn of the event loop accepts
 * connections, the next one reads.
 */
async function readWhatCame() {
  for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve))
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

// The bound for open connections. A process may have only so many files and connections open. Visitors get those that the product itself
// does not need; a visitor above the bound is told so at once, instead of waiting for others to leave.

/** The connections and files for everything but visitors: the database, the queue, pictures, the payment provider. */
const forOurselves = 60
/** The number of visitors above the bound that are listened to at the same time, in order to tell them. */
const mostTold = 32
/** In milliseconds. The time for a visitor above the bound to ask for something. */
const longestTold = 2000

/** Returns how many visitors may be connected; practically endless where the system sets no bound. */
function roomForVisitors(files = openFiles()): number {
  return Math.max(16, files - forOurselves - mostTold)
}

/** Returns how many files and connections the system lets this process open. */
function openFiles(): number {
  if (!process.report) return Number.POSITIVE_INFINITY
  // Without this option the report would look up the names of everybody who is connected.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const most = userLimits?.open_files?.soft
  return typeof most === 'number' ? most : Number.POSITIVE_INFINITY
}

const connected = new WeakMap<http.Server, Set<Socket>>()

/** True while a visitor has not yet read all of an answer: Node thinks that their connection is idle. */
const isBeingTaken = (server: http.Server): boolean =>
  [...connected.get(server)!].some(({ writableLength }) => writableLength > 0)

/** Counts the connections of a server. Returns a function that is true for connections above the bound. */
function keepRoom(server: http.Server, most = roomForVisitors()): (socket: Socket) => boolean {
  const open = new Set<Socket>()
  connected.set(server, open)
  const told = new Set<Socket>()
  if (Number.isFinite(most)) server.maxConnections = most + mostTold + forOurselves / 2
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      told.delete(socket)
    })
    if (open.size - told.size <= most) return
    // The visitor who has waited longest without a request makes room for the next one.
    if (told.size >= mostTold) [...told][0]!.destroy()
    told.add(socket)
    setTimeout(() => socket.destroy(), longestTold).unref()
  })
  return (socket) => told.has(socket)
}

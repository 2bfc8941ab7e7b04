import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { msg } from '@lingui/core/macro'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { db } from '#app/platform/db.server.ts'
import { notForEdge } from '#app/platform/kept/edge.server.ts'
import { log, logFault } from '#app/platform/log.server.ts'
import { freshCookie, isFresh } from '#app/platform/postgres/replica.server.ts'
import type { House } from '#app/platform/processes/lifecycle.server.ts'
import { mayReadMetrics, metrics, processFigures, requestSeconds } from '#app/platform/processes/metrics.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import type { Settings } from '#app/platform/settings/settings.server.ts'
import { looksLikeVisitor } from '#app/platform/visitor.server.ts'
import { type Address, type Earlies, foundEarly } from './addresses.server.ts'
import { TurnedAway, turnedAwayAnswer, watchFaults } from './faults.server.ts'
import { keptFormOf, mayHaveKept, typedIn } from './form.server.ts'
import { keepPrivate, secure } from './headers.server.ts'
import { type Reached, whoAsks } from './network-address.server.ts'
import { routesFor, sectionOf } from './sections.server.ts'
import { send } from './send.server.ts'
import { type Files, fileAnswer, filesContext, hasSheet } from './static.server.ts'
import { goneSignal, headersOf, requestOf, usual, withBody } from './web-request.server.ts'

// The handling of one request, from its first byte to its line in the log.

export type Conditions = {
  build: () => Promise<ServerBuild>
  mode: string
  files: Files
  lifecycle: House
  settings: Settings
  /** The handlers of requests that come in bursts and are answered before the router. */
  early: Earlies
  /** Returns the product's rules for a path. */
  addressOf: (path: string) => Address
}
/** The conditions, with the rules of the requested path. */
type Here = Conditions & { address: Address }

const longestUrl = 4096
const methods = ['GET', 'HEAD', 'POST']
/** True for methods that carry a body. */
const sends = (method?: string) => method === 'POST' || method === 'PUT'

/** Answers one request. Never throws. */
export async function answerOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  conditions: Conditions,
): Promise<void> {
  const started = performance.now()
  const asked = newAsked()
  asked.hangUp = () => outgoing.destroy()
  asked.gone = goneSignal(outgoing)
  const context = new RouterContextProvider()
  context.set(askedContext, asked)
  outgoing.once('close', () => note(incoming, outgoing, asked, performance.now() - started))
  const address = conditions.addressOf(pathOf(incoming))
  let answer: Response
  try {
    answer = await found(incoming, outgoing, asked, context, { ...conditions, address })
  } catch (error) {
    answer = lastWords(error, incoming, context)
  }
  if (address.isForPrograms) answer = await answerForPrograms(answer, address)
  const { headers } = answer
  headers.set('x-request-id', asked.id)
  const fresh = asked.changes && freshCookie(asked.origin.startsWith('https:'))
  if (fresh) headers.append('set-cookie', fresh)
  if (asked.retryAfter) headers.set('retry-after', String(asked.retryAfter))
  if (answer.status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5')
  // An unread body is drained by `send`: if the connection were closed at once, the sender would not see the answer.
  if (conditions.lifecycle.state() === 'draining') headers.set('connection', 'close')
  const refused = incoming.method === 'POST' && answer.status >= 400 && answer.status < 500
  keepPrivate(headers, /session/i.test(incoming.headers.cookie ?? ''), address, refused)
  secure(headers, {
    nonce: asked.nonce,
    https: asked.origin.startsWith('https:'),
    development: conditions.mode === 'development',
  })
  notForEdge(headers, conditions.settings.EDGE_CACHE, answer.status)
  await send(answer, incoming, outgoing)
}

async function found(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  asked: RequestInfo,
  context: RouterContextProvider,
  conditions: Here,
): Promise<Response> {
  const path = pathOf(incoming)
  const reached = checked(incoming, path, conditions)
  const url = new URL(reached.origin + path)
  // The upload script with a progress bar fetches by itself, not through the router, and reads JSON.
  const byScript = url.pathname.endsWith('.data') || incoming.headers.accept === 'application/json'
  const isFirst = conditions.address.paintsFirst === true && !hasFiles(incoming.headers.cookie ?? '', conditions.files)
  Object.assign(asked, reached, { byScript, isFirst, isFresh: isFresh(incoming.headers.cookie) })
  if (incoming.method === 'OPTIONS') return preflightAnswer()
  const known = sends(incoming.method)
    ? undefined
    : await answerWithoutProduct(incoming, url.pathname, asked, conditions)
  if (known) return known
  if (!conditions.settings.answers)
    throw new TurnedAway(404, msg`This process does the jobs; visitors are answered elsewhere.`)
  const isReady = conditions.lifecycle.state() === 'ready'
  const early = (body: Buffer<ArrayBuffer>) => {
    const how = isReady ? foundEarly(conditions.early, incoming.method, url.pathname) : undefined
    const answer = how?.early(body, headersOf(incoming), { url, context, last: how.last })
    if (answer) asked.route = how!.route
    return answer
  }
  // A failure here without a body is left to the router: it fails again, and words it as usual.
  if (!sends(incoming.method)) {
    const answer = await early(Buffer.alloc(0))?.catch(() => undefined)
    const kept = !answer && isReady ? await keptRequest(incoming, url, asked) : undefined
    return answer ?? route(kept ?? requestOf(incoming, url, asked), context, conditions)
  }
  const { body: limit = usual, isForPictures } = conditions.address
  const sender = { limit, isForPictures, address: reached.address }
  outgoing.setTimeout(longestAnswer)
  return withBody(incoming, sender, async (body) => {
    const answer = early(body as Buffer<ArrayBuffer>)
    if (answer) return answer
    if (outgoing.destroyed) throw Object.assign(new Error('the visitor went away'), { code: 'ECONNRESET' })
    return route(requestOf(incoming, url, asked, body), context, conditions)
  })
}

/** Checks for a browser that has the style sheet: a signed-in person's says so, a visitor's has been here before. */
const hasFiles = (cookies: string, files: Files) =>
  hasSheet(cookies, files) || (!/session/i.test(cookies) && looksLikeVisitor(cookies))

/** Answers what needs no product: health checks and files. */
async function answerWithoutProduct(
  incoming: IncomingMessage,
  path: string,
  asked: RequestInfo,
  conditions: Conditions,
) {
  const health = await healthAnswer(incoming, path, conditions)
  if (health) {
    asked.route = path
    return health
  }
  const file = fileAnswer(conditions.files, path, {
    accepts: incoming.headers['accept-encoding'] as string | undefined,
    known: incoming.headers['if-none-match'],
  })
  if (!file) return undefined
  asked.route = 'file'
  return new Response(file.bytes as Uint8Array<ArrayBuffer> | undefined, file)
}

/** The requested path and query; a proxy may write the whole address. */
const pathOf = ({ url = '/' }: IncomingMessage) => climbed(url.replace(/^https?:\/\/[^/?#]*/i, '') || '/')

/** Resolves dot segments, as the router does: otherwise the path would be checked as one thing and answered as another. */
function climbed(path: string): string {
  if (!path.startsWith('/') || path.includes('\\') || !/\/(\.|%2e)/i.test(path)) return path
  const whole = `http://here.invalid${path}`
  if (!URL.canParse(whole)) return path
  const { pathname, search } = new URL(whole)
  return pathname + search
}

/** The longest time for a form, which may wait for its turn and then be processed for a while. In milliseconds. */
const longestAnswer = 130_000

const misread = msg`This request could not be understood.`
const notFromHere = (origin: string) =>
  msg`This form was not sent from ${origin}, so nothing was done. Please open the page there and send it again.`

/** Refuses requests that no route should have to think about. */
function checked(incoming: IncomingMessage, path: string, { address, settings }: Here): Reached {
  const { method = '' } = incoming
  const { methods: allowed = methods, isOpen } = address
  if (!allowed.includes(method)) throw new TurnedAway(405, misread, { allow: allowed.join(', ') })
  if (path.length > longestUrl) throw new TurnedAway(414, msg`This address is too long.`)
  if (!path.startsWith('/') || !isWellWritten(path)) throw new TurnedAway(400, misread)
  const reached = whoAsks(incoming, settings)
  if (!reached) throw new TurnedAway(400, misread)
  if (method === 'POST' && !isOpen && isFromElsewhere(incoming, reached.origin))
    throw new TurnedAway(403, notFromHere(reached.origin))
  return reached
}

function isWellWritten(path: string): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    return !/[\u0000-\u001f\u007f\\]/.test(decodeURIComponent(path.split('?')[0]!))
  } catch {
    return false
  }
}

function isFromElsewhere({ headers }: IncomingMessage, own: string): boolean {
  const { origin } = headers
  return origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : origin !== own
}

/** In milliseconds. A slower answer may be waiting for a database that hangs. */
const slow = 1000

/** Runs the router. While the answer is slow, checks the database; if it is gone, the requests that wait for it are told. */
export async function route(request: Request, context: RouterContextProvider, conditions: Here): Promise<Response> {
  const looking = setInterval(() => void conditions.lifecycle.check(), slow)
  try {
    return await routed(await conditions.build(), request, context, { ...conditions, watch: watchFaults })
  } finally {
    clearInterval(looking)
  }
}

/** Answers an error for which no page can be made. */
function lastWords(error: unknown, { headers }: IncomingMessage, context: RouterContextProvider): Response {
  if (error instanceof TurnedAway) return turnedAwayAnswer(error, headers)
  // A visitor who left while sending is nobody's fault.
  if ((error as NodeJS.ErrnoException)?.code === 'ECONNRESET') return new Response(null, { status: 400 })
  const id = logFault(error, context)
  return turnedAwayAnswer(
    new TurnedAway(500, msg`Something broke on our side. The number of this fault is ${id}.`),
    headers,
  )
}

/** Logs one line per request. No query, no path, no address: these may identify the visitor. */
function note(incoming: IncomingMessage, outgoing: ServerResponse, { id, route = '' }: RequestInfo, ms: number) {
  const status = outgoing.writableFinished ? outgoing.statusCode : 499
  const method = methods.includes(incoming.method ?? '') ? incoming.method! : 'other'
  requestSeconds.observe({ method, route, status }, ms / 1000)
  const quiet = route === 'file' || route === '/healthz' || route === '/readyz' || route === '/metrics'
  log[quiet ? 'debug' : 'info']({ request: id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
}

export const newAsked = (): RequestInfo => ({
  id: newId(),
  nonce: newNonce(),
  address: '',
  origin: '',
  byScript: false,
})

const newNonce = () => randomBytes(16).toString('base64url')

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** Makes an id short enough to be read out on the telephone: k7f3-9x2q-p1wd, sixty random bits. */
function newId(): string {
  const text = Array.from(randomBytes(12), (byte) => letters[byte & 31]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/**
 * Turns the request for the page of a kept form into one that sends the form; undefined for any other page. The form action sees in
 * `asked.kept` that nobody pressed a button: it does nothing, and its page shows the typed text, as after a refusal.
 */
async function keptRequest(incoming: IncomingMessage, url: URL, asked: RequestInfo): Promise<Request | undefined> {
  const headers = headersOf(incoming)
  if (incoming.method !== 'GET' || asked.byScript || !mayHaveKept(headers)) return undefined
  const kept = await keptFormOf(db, headers).catch(() => undefined)
  if (kept?.action !== url.pathname + url.search) return undefined
  const body = await typedIn(db, kept)
  if (body === undefined) return undefined
  asked.kept = kept
  headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  headers.set('origin', asked.origin)
  headers.set('referer', asked.origin + kept.page)
  headers.delete('content-length')
  return new Request(url, { method: 'POST', headers, body, ...(asked.gone ? { signal: asked.gone } : {}) })
}

// Answers for addresses that foreign programs call. Any page on the web may ask there, but never in the name of a signed-in
// visitor: without allow-credentials browsers don't send our cookies.

/** Answers a browser's preflight, sent before a page of another site may send us JSON. */
export const preflightAnswer = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, idempotency-key',
      'access-control-max-age': '86400',
    },
  })

/** Turns a refusal into JSON for programs: { error }. Allows pages of other sites to read it where they may ask. */
async function answerForPrograms(answer: Response, { isOpen }: Address): Promise<Response> {
  const open = answer.status < 400 || isJson(answer) ? answer : await inJson(answer)
  if (!isOpen) return open
  open.headers.set('access-control-allow-origin', '*')
  open.headers.set('access-control-expose-headers', 'retry-after, x-request-id')
  return open
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') ?? false

async function inJson(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const isText = headers.get('content-type')?.startsWith('text/plain')
  const text = isText ? await answer.text() : void (await answer.body?.cancel())
  const kept = ['allow', 'retry-after'].flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []))
  const error = text || (status < 500 ? 'There is nothing to be done at this address.' : 'This could not be done.')
  return Response.json({ error }, { status, headers: Object.fromEntries(kept) })
}

// Three addresses for operators. They are answered before the router, in any state of the app.

/** Returns the answer for /healthz, /readyz and /metrics; undefined for any other path. */
async function healthAnswer(
  incoming: IncomingMessage,
  path: string,
  { lifecycle, settings }: { lifecycle: House; settings: Settings },
): Promise<Response | undefined> {
  // Liveness checks only that the process answers, so that a lost database restarts nobody.
  if (path === '/healthz') return words(200, 'alive')
  if (path === '/readyz') {
    if (!(await lifecycle.check())) return words(503, lifecycle.state())
    return (await lifecycle.canWrite()) ? words(200, 'ready') : words(503, 'nothing can be written')
  }
  if (path !== '/metrics') return undefined
  if (!mayReadMetrics(incoming, settings)) {
    const [status, how] = settings.METRICS_TOKEN ? [401, { 'www-authenticate': 'Bearer' }] : [403, {}]
    return words(status, 'Set METRICS_TOKEN and show it: Authorization: Bearer <token>', how)
  }
  return new Response(await processFigures(), { headers: { 'content-type': metrics.contentType } })
}

const words = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

type Handler = ReturnType<typeof createRequestHandler>
type With = { mode: string; files: Files; address: Address; watch: (build: ServerBuild) => ServerBuild }
/** A build with fault handling, and its handlers, each with a part of the build. */
type Known = { watched: ServerBuild; handlers: Map<string, Handler> }

const builds = new WeakMap<ServerBuild, Known>()

/**
 * Has the router answer, with only the routes that may match: it searches all it has, more than once for each page. Each
 * page brings a list of routes, so that the browser need not ask for one later. The whole list is long, so a page brings the
 * part that its readers need: a visitor no owners' pages, an owner no admin pages. A page must be in its own list: the
 * browser would load it again and again, looking for it. See not-found.tsx for links to the others.
 */
function routed(build: ServerBuild, request: Request, context: RouterContextProvider, conditions: With) {
  const known = builds.get(build) ?? { watched: conditions.watch(build), handlers: new Map<string, Handler>() }
  builds.set(build, known)
  const { list = 'manifest' } = conditions.address
  const section = sectionOf(build, new URL(request.url).pathname)
  const name = `${list} ${section ?? '*'}`
  const handler = known.handlers.get(name) ?? handlerWith(known.watched, list, section, conditions)
  known.handlers.set(name, handler)
  context.set(filesContext, conditions.files)
  return handler(request, context)
}

function handlerWith(whole: ServerBuild, list: string, section: string | undefined, { mode, files }: With): Handler {
  const build = section === undefined ? whole : routesFor(whole, section)
  const url = build.assets.url.replace('/manifest-', `/${list}-`)
  // Development has only the whole list.
  if (!files.has(url)) return createRequestHandler(build, mode)
  return createRequestHandler({ ...build, assets: { ...build.assets, url } }, mode)
}

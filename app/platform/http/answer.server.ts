import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { msg } from '@lingui/core/macro'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { db } from '#app/platform/db.server.ts'
import { keptFormOf, mayHaveKept, typedIn } from '#app/platform/kept-forms.server.ts'
import type { House, LifecycleState } from '#app/platform/lifecycle.server.ts'
import { log, logFault } from '#app/platform/log.server.ts'
import { mayReadMetrics, metrics, requestSeconds } from '#app/platform/metrics.server.ts'
import { processFigures } from '#app/platform/processes/figures.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import type { Settings } from '#app/platform/settings.server.ts'
import { type Reached, whoAsks } from './address.server.ts'
import type { Address } from './addresses.server.ts'
import { usual, withBody } from './body.server.ts'
import { type Earlies, foundEarly } from './early.server.ts'
import { watchFaults } from './faults.server.ts'
import { filesContext } from './files-for.server.ts'
import { keepPrivate, secure } from './headers.server.ts'
import { routesFor, sectionOf } from './sections.server.ts'
import { send } from './send.server.ts'
import { type Files, fileAnswer } from './static.server.ts'
import { TurnedAway, turnedAwayAnswer } from './turned-away.server.ts'
import { goneSignal, headersOf, requestOf } from './web-request.server.ts'

// One request, from its first byte to its line in the log.

export type Conditions = {
  build: () => Promise<ServerBuild>
  mode: string
  files: Files
  lifecycle: House
  settings: Settings
  /** What comes in bursts and is answered before the router. */
  early: Earlies
  /** What the product declares of a path. */
  addressOf: (path: string) => Address
}
/** The same, with what is declared of the path that is asked. */
type Here = Conditions & { address: Address }

const longestUrl = 4096
const methods = ['GET', 'HEAD', 'POST']
/** These carry a body. */
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
  if (asked.retryAfter) headers.set('retry-after', String(asked.retryAfter))
  if (answer.status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5')
  // A body that was not read to its end is let go of by `send`: closed at once, its sender would not see the answer.
  if (conditions.lifecycle.state() === 'draining') headers.set('connection', 'close')
  const refused = incoming.method === 'POST' && answer.status >= 400 && answer.status < 500
  keepPrivate(headers, /session/i.test(incoming.headers.cookie ?? ''), address, refused)
  secure(headers, {
    nonce: asked.nonce,
    https: asked.origin.startsWith('https:'),
    development: conditions.mode === 'development',
  })
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
  // A script that shows how far a file has come asks by itself, not through the router, and reads JSON.
  const byScript = url.pathname.endsWith('.data') || incoming.headers.accept === 'application/json'
  Object.assign(asked, reached, { byScript })
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
  // What fails early without a body, the router does again, and says so in its words.
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

/** What needs no product: how the process is, and files. */
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

/** What was asked for; a proxy may write the whole address. */
const pathOf = ({ url = '/' }: IncomingMessage) => climbed(url.replace(/^https?:\/\/[^/?#]*/i, '') || '/')

/** Without dots that climb, as it is routed: otherwise it would be judged as one thing and answered as another. */
function climbed(path: string): string {
  if (!path.startsWith('/') || path.includes('\\') || !/\/(\.|%2e)/i.test(path)) return path
  const whole = `http://here.invalid${path}`
  if (!URL.canParse(whole)) return path
  const { pathname, search } = new URL(whole)
  return pathname + search
}

/** A form may wait for its turn and then be worked on for a while, in milliseconds. */
const longestAnswer = 130_000

const misread = msg`This request could not be understood.`
const notFromHere = (origin: string) =>
  msg`This form was not sent from ${origin}, so nothing was done. Please open the page there and send it again.`

/** Turns away what no route should have to think about. */
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

/** In milliseconds. An answer that takes longer may wait for a database that hangs. */
const slow = 1000

/** While it takes long, the app looks whether the database is there; if not, what waits for it is told. */
export async function route(request: Request, context: RouterContextProvider, conditions: Here): Promise<Response> {
  const looking = setInterval(() => void conditions.lifecycle.check(), slow)
  try {
    return await routed(await conditions.build(), request, context, { ...conditions, watch: watchFaults })
  } finally {
    clearInterval(looking)
  }
}

/** When no page can say it. */
function lastWords(error: unknown, { headers }: IncomingMessage, context: RouterContextProvider): Response {
  if (error instanceof TurnedAway) return turnedAwayAnswer(error, headers)
  // A visitor who went away while sending is nobody's fault.
  if ((error as NodeJS.ErrnoException)?.code === 'ECONNRESET') return new Response(null, { status: 400 })
  const id = logFault(error, context)
  return turnedAwayAnswer(
    new TurnedAway(500, msg`Something broke on our side. The number of this fault is ${id}.`),
    headers,
  )
}

/** One line a request. No query, no path, no address: they may tell who it was. */
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
/** Short enough to be read out on the telephone: k7f3-9x2q-p1wd, sixty random bits. */
function newId(): string {
  const text = Array.from(randomBytes(12), (byte) => letters[byte & 31]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/**
 * The page of a form that waits for its person, as the form itself would be sent; undefined for any other page. The form action sees that
 * nobody pressed a button (`asked.kept`): it does nothing, and its page shows what was typed, as after a refusal.
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

// What programs call that are not ours. Any page on the web may ask there, but never in the name of a visitor who is signed
// in here: without allow-credentials browsers keep our cookies to themselves.

/** What a browser asks before it lets a page elsewhere send us JSON. */
export const preflightAnswer = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, idempotency-key',
      'access-control-max-age': '86400',
    },
  })

/** A person who refused, programs read it as JSON: { error }. Opened to pages elsewhere where these may ask. */
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

// Three addresses for those who run the product. They are answered before the router, and whatever state the app is in.

/** The answer for /healthz, /readyz and /metrics; undefined for any other path. */
async function healthAnswer(
  incoming: IncomingMessage,
  path: string,
  { lifecycle, settings }: { lifecycle: House; settings: Settings },
): Promise<Response | undefined> {
  // The process lives and answers: nothing else is asked here, so that a lost database restarts nobody.
  if (path === '/healthz') return words(200, 'alive')
  if (path === '/readyz') {
    if (!(await lifecycle.check())) return words(503, notReady(lifecycle.state()))
    return (await lifecycle.canWrite()) ? words(200, 'ready') : words(503, 'nothing can be written')
  }
  if (path !== '/metrics') return undefined
  if (!mayReadMetrics(incoming, settings)) {
    const [status, how] = settings.METRICS_TOKEN ? [401, { 'www-authenticate': 'Bearer' }] : [403, {}]
    return words(status, 'Set METRICS_TOKEN and show it: Authorization: Bearer <token>', how)
  }
  return new Response(await processFigures(), { headers: { 'content-type': metrics.contentType } })
}

/** One of several that serves already waits for the others. */
const notReady = (state: LifecycleState) => (state === 'ready' ? 'starting' : state)

const words = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

type Handler = ReturnType<typeof createRequestHandler>
type With = { mode: string; files: Files; address: Address; watch: (build: ServerBuild) => ServerBuild }
/** A build whose doors are watched, and what answers with a part of it. */
type Known = { watched: ServerBuild; handlers: Map<string, Handler> }

const builds = new WeakMap<ServerBuild, Known>()

/**
 * Has the router answer. It is given only the routes that can be meant: it looks through all it has, more than once for each
 * page. With a page comes a list of addresses, so that none has to be asked for later. The whole list is
 * long, so a page brings the part that its readers need: a visitor none of the owners' pages, an owner none of the office.
 * A page must be in the list that it brings: the browser would load it again and again, looking for it. See not-found.tsx
 * for the way to the others.
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
  // While developing there is no other list than the whole one.
  if (!files.has(url)) return createRequestHandler(build, mode)
  return createRequestHandler({ ...build, assets: { ...build.assets, url } }, mode)
}

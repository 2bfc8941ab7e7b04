import type { IncomingHttpHeaders } from 'node:http'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { brand, branded } from '#app/kit/brand.ts'
import type { FaultWords, RefusedWords, Unready } from '#app/kit/faults.ts'
import { languageOf } from '#app/kit/languages.ts'
import { type Answer, Refusal, type Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { logFault } from '#app/platform/log.server.ts'
import { isDatabaseGone, lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { stepsNow } from '#app/platform/processes/steps.server.ts'
import { askedContext, wordsContext } from '#app/platform/request.server.ts'
import { type Problem, problemWith, settings } from '#app/platform/settings/settings.server.ts'

// The router hides errors from the browser, and with them the log's id. So every loader, action and middleware is
// wrapped once: a fault is logged there, and goes on as an answer that carries its id and nothing else.

type Args = { request: Request; context: Readonly<RouterContextProvider>; pattern?: string }
type Handler = (args: never, ...rest: never[]) => unknown
type Module = { loader?: Handler; action?: Handler; middleware?: Handler[]; default?: unknown }

/** Returns the build with every loader, action and middleware wrapped. */
export function watchFaults(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && { ...route, module: { ...route.module, ...watchedModule(route.module as Module, !route.parentId) } },
    ]),
  )
  // Forms of other sites get a 403 before the router sees them; the router's own check answers 400 without a page.
  return { ...build, routes: routes as ServerBuild['routes'], allowedActionOrigins: ['**'] }
}

function watchedModule({ loader: own, action, middleware, default: page }: Module, isRoot: boolean): Module {
  const loader = own ?? (action && !page ? onlyForms : undefined)
  return {
    ...(loader ? { loader: watchedHandler(loader) } : {}),
    ...(action ? { action: watchedHandler(action) } : {}),
    ...(middleware || isRoot
      ? { middleware: [...(isRoot ? [noteRoute as Handler] : []), ...(middleware ?? []).map(watchedHandler)] }
      : {}),
  }
}

/** For a GET of a form action's address, such as by a browser that restores its windows. The router's own answer is no page. */
const onlyForms = (({ request }: Args) => {
  const says = msg`This address only accepts forms.`
  return turnedAwayAnswer(new TurnedAway(405, says, { allow: 'POST' }), Object.fromEntries(request.headers))
}) as Handler

const watchedHandler = (handler: Handler): Handler =>
  async function watchedDoor(args: never, ...rest: never[]) {
    try {
      return await handler(args, ...rest)
    } catch (error) {
      if (isAnswer(error)) throw error
      if (error instanceof Refusal) throw refusalAnswer(error, (args as Args).context)
      throw faultAnswer(error, (args as Args).context)
    }
  } as Handler

/** Puts the route's pattern into the log and the metrics: a path may hold a name or a token. */
const noteRoute: MiddlewareFunction = ({ request, context, pattern }: Args) => {
  context.get(askedContext).route = withSlash(pattern)
  const its = request.method === 'GET' || request.method === 'HEAD' ? otherSpelling(request, pattern) : undefined
  if (its) throw new Response(null, { status: 301, headers: { location: its } })
}

/** Returns the redirect target for an address in another spelling. The router fetches data by its own spelling. */
function otherSpelling({ url }: Request, pattern = '/'): string | undefined {
  const { pathname, search } = new URL(url)
  if (pathname.endsWith('.data')) return undefined
  const its = oneSpelling(pattern, pathname)
  return its === undefined || its === pathname ? undefined : its + search
}

/** The router gives patterns below the root without their first slash. */
export const withSlash = (pattern = '') => `/${pattern.replace(/^\/+/, '')}`

/** True for errors thrown on purpose: a redirect, a 404, or a fault that was already logged. */
const isAnswer = (error: unknown) =>
  error instanceof Response ||
  isRouteErrorResponse(error) ||
  (error as { type?: string })?.type === 'DataWithResponseInit'

/** Answers a refusal outside forms: in a loader, or in a guard. A file's request gets the bare words. */
function refusalAnswer({ says, status, retryAfter, go }: Refusal, context: Readonly<RouterContextProvider>) {
  const words = wordsOf(context)
  const refused: RefusedWords = { title: words._(says.title) }
  if (says.text) refused.text = words._(says.text)
  if (go) refused.go = go
  if (retryAfter) context.get(askedContext).retryAfter = retryAfter
  const isFile = /\.[a-z]+$/.test(context.get(askedContext).route ?? '')
  if (isFile) return new Response([refused.title, refused.text].filter(Boolean).join('. '), { status })
  return data({ refused }, { status })
}

/** Logs a fault and makes its answer: 503 when the database is gone, else 500. */
function faultAnswer(error: unknown, context: Readonly<RouterContextProvider>) {
  if (lifecycle.heard(error)) return unreadyAnswer(context, error)
  const fault: FaultWords = { id: logFault(error, context) }
  if (settings.NODE_ENV === 'development' && error instanceof Error) fault.detail = error.stack ?? error.message
  return data({ fault }, { status: 500 })
}

/** The answer while the app is not ready: the missing or wrong settings, in the visitor's language. */
export function unreadyAnswer(context: Readonly<RouterContextProvider>, because?: unknown) {
  const { id } = context.get(askedContext)
  if (because && isDatabaseGone(because)) logFault(because, context)
  const fault: FaultWords = { id, unready: unreadyNow(context, because !== undefined) }
  return data({ fault }, { status: 503, headers: { 'retry-after': '5' } })
}

function unreadyNow(context: Readonly<RouterContextProvider>, databaseGone: boolean): Unready {
  const words = wordsOf(context)
  const known = lifecycle.problems()
  const problems: Problem[] = known.length === 0 && databaseGone ? [problemWith('DATABASE_URL', 'wrong')] : known
  const state = databaseGone ? 'broken' : lifecycle.state()
  const { isPublic, examples } = settings
  return {
    state,
    ...(state === 'starting' && !isPublic ? { steps: stepsNow(examples ? 'examples' : 'database') } : {}),
    problems: problems.map(({ name, is, about, expected }) => ({
      name,
      is,
      about: words._(about),
      expected: words._(expected),
    })),
  }
}

/** Returns the visitor's words; English when the error came before their language was known. */
function wordsOf(context: Readonly<RouterContextProvider>): I18n {
  try {
    return context.get(wordsContext)
  } catch {
    return wordsIn('en')
  }
}

// Each address has one spelling: its fixed parts in small letters, no needless percent-encoding, no empty part, no slash
// at its end. Other spellings redirect to it, so that no check has to handle more than one.

/** Returns the one spelling of a path that this pattern matches; undefined where we can't tell. */
export function oneSpelling(pattern: string, path: string): string | undefined {
  const fixed = partsOf(pattern)
  const parts = partsOf(path)
  // Paths below a star have spellings of their own.
  if (fixed.at(-1) === '*' || fixed.length !== parts.length) return undefined
  return `/${parts.map((part, at) => partAs(fixed[at]!, unnumbered(part))).join('/')}`
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

function partAs(fixed: string, part: string): string {
  if (fixed === ':slug') return part.toLowerCase()
  // An id or a name keeps its spelling.
  return fixed.startsWith(':') ? part : fixed
}

/** Letters, digits and - . _ ~ mean the same percent-encoded (%61) and plain. */
const unnumbered = (part: string) =>
  part.replace(/%[0-9a-f]{2}/gi, (number) => {
    const letter = String.fromCharCode(Number.parseInt(number.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : number.toUpperCase()
  })

/** A request that is refused before the product sees it. */
export class TurnedAway extends Error {
  status: number
  says: Words
  headers: Record<string, string>
  /** The form field in fault, if there is one. */
  field: string | undefined
  constructor(status: number, says: Words, headers: Record<string, string> = {}, field?: string) {
    super(branded(says.message ?? says.id))
    this.status = status
    this.says = says
    this.headers = headers
    this.field = field
  }
}

/** Makes its answer: one sentence in the visitor's language, as a page for browsers, for a form's script, or as text. */
export function turnedAwayAnswer({ status, says, headers, field }: TurnedAway, asked: IncomingHttpHeaders): Response {
  const language = languageOf(asked.cookie, asked['accept-language'])
  const words = wordsIn(language, catalogues[language])
  const sentence = words._(says)
  if (asked.accept === 'application/json') return Response.json(answerNo(sentence, field), { status, headers })
  const isPage = asked.accept?.includes('text/html')
  const body = isPage ? page(language, status, sentence, words._(msg`Return to Home`)) : sentence
  const type = isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8'
  return new Response(body, { status, headers: { 'content-type': type, ...headers } })
}

const answerNo = (title: string, field: string | undefined): Answer =>
  field ? { ok: false, errors: { [field]: title } } : { ok: false, says: { title, tone: 'bad' } }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter]!)

/** Needs no built file. */
const page = (language: string, status: number, sentence: string, home: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} · ${safe(brand())}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem}a{color:inherit}</style>
</head><body><main><h1>${safe(sentence)}</h1><p><a href="/">${safe(home)}</a></p></main></body></html>
`

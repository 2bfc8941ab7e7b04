import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RouterContextProvider } from 'react-router'
import { db } from '#app/platform/db.server.ts'
import { answerOf, type Conditions, newAsked, route } from '#app/platform/http/answer.server.ts'
import { isWorthIt, varies } from '#app/platform/http/compress.server.ts'
import { keepPrivate, secure } from '#app/platform/http/headers.server.ts'
import { whoAsks } from '#app/platform/http/network-address.server.ts'
import { type Files, fileAnswer } from '#app/platform/http/static.server.ts'
import { headersOf } from '#app/platform/http/web-request.server.ts'
import { Echo } from '#app/platform/live/echo.server.ts'
import { alsoHear, tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { fileTopic, whenGone } from '#app/platform/pictures/media.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { whenChosen } from '#app/platform/settings/choices.server.ts'
import { looksLikeVisitor, nextVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import { type MadePage, PageHeadBytes } from './copies.server.ts'
import { forEdge, notForEdge } from './edge.server.ts'
import { type PageFigures, pageFigures } from './figures.server.ts'
import { type Keeping, KeptAnswers } from './kept-answers.server.ts'
import { type PageRequest, type PageWay, PageWays } from './ways.server.ts'

/** The product's declaration: which addresses are the same for everybody, and which requests are personal nevertheless. */
export type KeptPage = {
  pages: Pick<Keeping, 'addressOf' | 'isPersonal'>
  /** Pages of one person each, whose address is a secret that the person holds. */
  guests: Pick<Keeping, 'addressOf' | 'isPersonal'>
  pictures: Pick<Keeping, 'addressOf'>
}
type Keeper = {
  /** Answers, or returns false: the request is then handled as usual. */
  answers: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
}

const mb = 1024 * 1024
const pictureRoom = 32 * mb
/** Guests' pages have room of their own: a message to thousands of guests washes out no drive. */
const guestRoom = 16 * mb

/** Serves cached answers, which are the same for everybody. Listens for changes once it has made the first answer. */
export function openKeeper(conditions: Conditions, { pages, guests, pictures }: KeptPage): Keeper {
  const { lifecycle, settings, files } = conditions
  const isOpen = () => lifecycle.state() === 'ready' && settings.answers
  const originOf = (incoming: IncomingMessage) => whoAsks(incoming, settings)?.origin
  const ways = new PageWays(originOf)
  const pageWays = new PageWays(originOf, { hasEdge: settings.EDGE_CACHE !== 'off' })
  const echo = new Echo((topic) => tell(db, topic))
  let hears = false
  const common: Pick<Keeping, 'cookieFor' | 'isOpen' | 'make' | 'otherwise' | 'visitorOf'> = {
    isOpen,
    make(asking) {
      if (!hears) {
        hears = true
        const line = alsoHear({
          said(topic) {
            for (const one of kept) one.said(topic)
            echo.said(topic)
          },
          connected: () => kept.forEach((one) => void one.forget()),
        })
        lifecycle.onDrain(() => line.close())
      }
      return madeForAll(asking, conditions)
    },
    cookieFor: (cookies) => (looksLikeVisitor(cookies) ? undefined : nextVisitorCookie()),
    visitorOf: (incoming) => visitorKey({ headers: headersOf(incoming) }, whoAsks(incoming, settings)?.address ?? ''),
    otherwise: (incoming, outgoing) => void answerOf(incoming, outgoing, conditions),
  }
  const wayIn = (ways: PageWays) => (incoming: IncomingMessage, cookies: string) => ways.of(incoming, cookies)
  const keptPages = new KeptAnswers({ ...common, echo, wayOf: wayIn(pageWays), ...pages })
  // A guest's page is in no shared cache: its address is a secret.
  const keptGuests = new KeptAnswers({ ...common, echo, wayOf: wayIn(ways), ...guests, room: guestRoom })
  const keptPictures = new KeptAnswers({
    ...common,
    ...pictures,
    // A picture is compressed already, and has no words.
    wayOf(incoming) {
      const way = ways.of(incoming, '')
      return way && { origin: way.origin, language: 'en', encoding: 'plain', isFirst: false }
    },
    isPersonal: () => false,
    room: pictureRoom,
  })
  const kept = [keptPages, keptGuests, keptPictures]
  for (const one of [keptPages, keptGuests]) whenChosen(() => one.forget())
  whenGone((key) => keptPictures.said(fileTopic(key), 0))
  const keptFiles = new KeptFiles(files, ways, () => lifecycle.state() !== 'draining')
  const keeper: Keeper & PageFigures = {
    answers: (incoming, outgoing) =>
      keptFiles.answers(incoming, outgoing) ||
      keptPages.answers(incoming, outgoing) ||
      keptGuests.answers(incoming, outgoing) ||
      keptPictures.answers(incoming, outgoing),
    given: () => ({ page: keptPages.given + keptGuests.given, picture: keptPictures.given, file: keptFiles.given }),
    bytes: () => ({ page: keptPages.bytes + keptGuests.bytes, picture: keptPictures.bytes }),
  }
  pageFigures.add(keeper)
  noteEachMinute(keeper)
  return keeper
}

/** Logs once a minute: a line for each answer would cost more than the answer. */
function noteEachMinute({ given }: PageFigures) {
  let before = given()
  const note = () => {
    const now = given()
    const since = {
      pages: now.page - before.page,
      pictures: now.picture - before.picture,
      files: now.file - before.file,
    }
    before = now
    if (since.pages + since.pictures + since.files > 0) log.info(since, 'given out from memory')
  }
  setInterval(note, 60_000).unref()
}

// The built files, with heads that are put together once. A visitor's first page loads a dozen of them.

type Copy = { head: PageHeadBytes; bytes: Buffer }

class KeptFiles {
  /** The number of files sent since the start. */
  given = 0
  private readonly copies = new Map<string, Copy>()
  private readonly files: Files
  private readonly ways: PageWays
  private readonly isOpen: () => boolean

  constructor(files: Files, ways: PageWays, isOpen: () => boolean) {
    this.files = files
    this.ways = ways
    this.isOpen = isOpen
  }

  /** Returns false for requests to handle as usual, such as of a browser that has the file and asks whether it is still the same. */
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
    copy.head.give(outgoing, copy.bytes)
    return true
  }

  private copyOf(where: string, { origin, encoding }: PageWay): Copy | undefined {
    const https = origin.startsWith('https:')
    const name = `${https} ${encoding} ${where}`
    const known = this.copies.get(name)
    if (known) return known
    const accepts = encoding === 'plain' ? undefined : encoding
    const { headers, bytes } = fileAnswer(this.files, where, { accepts, known: undefined })!
    // Files that the build did not compress are compressed for each request.
    if (isWorthIt(headers) && encoding !== 'plain') return undefined
    if (isWorthIt(headers)) varies(headers)
    secure(keepPrivate(headers, false, {}), { https, development: false })
    const copy = { head: new PageHeadBytes(200, [...headers].flat()), bytes: bytes! }
    this.copies.set(name, copy)
    return copy
  }
}

/**
 * Makes an answer for nobody, with the hashes of a page's scripts in place of a nonce; undefined if it may not be cached. The
 * request is ours, without cookie, address or browser: whatever a loader shows then, it shows to everybody. An answer is cached
 * only if its loader allowed it, and never if it would set a cookie.
 */
async function madeForAll(asking: PageRequest, conditions: Conditions): Promise<MadePage | undefined> {
  const { origin, language, address, isFirst, isEdge } = asking
  const byScript = /\.data(\?|$)/.test(address)
  const asked = { ...newAsked(), origin, byScript, forAll: true, isFirst }
  const context = new RouterContextProvider()
  context.set(askedContext, asked)
  const request = new Request(origin + address, { headers: { 'accept-language': language } })
  const here = { ...conditions, address: conditions.addressOf(address) }
  const answer = await route(request, context, here)
  if (!asked.keep || answer.status >= 500 || answer.headers.has('set-cookie')) {
    await answer.body?.cancel()
    return undefined
  }
  const { headers, status } = answer
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const whole = Buffer.from(await answer.arrayBuffer())
  const { body, scripts } = isPage ? withoutNonce(whole.toString(), asked.nonce) : { body: whole, scripts: [] }
  keepPrivate(headers, false, here.address)
  secure(headers, { scripts, https: origin.startsWith('https:'), development: false })
  if (isWorthIt(headers)) varies(headers)
  // Each copy has its own length.
  headers.delete('content-length')
  const { keep, lacksPart = false } = asked
  if (isEdge && lacksPart) notForEdge(headers, conditions.settings.EDGE_CACHE, 503)
  else if (isEdge) forEdge(headers, conditions.settings.EDGE_CACHE, { status, topics: keep.topics })
  // A shared cache keeps pages for nobody: there the call that counts gives the cookie.
  const marksVisitors = !isEdge && keep.marksVisitors === true
  return { ...keep, marksVisitors, lacksPart, status, head: [...headers].flat(), body }
}

/**
 * Replaces the nonce by hashes. Only scripts with the nonce of this rendering are ours: a script injected into a text can't know it. The
 * policy lists the hash of each; nothing else runs, and nothing in this page helps to inject a script into another one.
 */
function withoutNonce(page: string, nonce: string): { body: Buffer; scripts: string[] } {
  const scripts = new Set<string>()
  const html = page.replace(
    new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g'),
    (_, before: string, after: string, code: string) => {
      for (const one of [code, laterIn(code)]) if (one !== undefined) scripts.add(hashOf(one))
      return `<script${before}${after}>${code}</script>`
    },
  )
  // Links to scripts carry the nonce as well; the policy allows our own files by address.
  return { body: Buffer.from(html.replaceAll(` nonce="${nonce}"`, '')), scripts: [...scripts] }
}

/** Returns the script that scripts-last creates later: it runs under a hash of its own. */
function laterIn(code: string): string | undefined {
  const written = /\(document\.currentScript\.nonce,\[[^\]]*\],("(?:[^"\\]|\\.)*")\)$/.exec(code)?.[1]
  return written === undefined ? undefined : (JSON.parse(written) as string)
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

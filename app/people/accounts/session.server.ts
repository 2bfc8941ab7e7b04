import { sql } from 'kysely'
import { createContext, data, type MiddlewareFunction, redirect, redirectDocument } from 'react-router'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { dropKept, keepForm, keptFormOf, mayHaveKept } from '#app/platform/http/form.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { registerTopic, tell, tellRights } from '#app/platform/live/live.server.ts'
import { logFault } from '#app/platform/log.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import { currentSecret, secretBehind } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { type AuthCaller, cookieIn, cookieSignature, decodedCookie, fullTime, sessionCookie } from './auth.server.ts'
import { hasSignedInBefore, lastPersonCookie, lastPersonGone, lastPersonIn } from './cookies.server.ts'
import { requireTwoFactor, seesAll } from './duty.server.ts'
import { isConfirmed, ownReach, phoneInstead } from './people.server.ts'
import type { PersonSeen } from './use-person.ts'
import { authPath, startingPath } from './way-back.ts'

// The person behind a request. Every page needs this, so it costs one HMAC and one query.

export type Person = {
  id: string
  email: string | null
  /** A phone of theirs, if they have no address. */
  phone: string | null
  fullName: string
  username: string
  avatar: string | null
  isAdmin: boolean
  /** True if they sign in with two factors. */
  twoFactor: boolean
  /** The language chosen in the settings; null follows the browser. */
  language: Language | null
  /** True if their address is confirmed, or a phone is. */
  isConfirmed: boolean
  /** False for a person who has only ever signed in by a code. */
  hasPassword: boolean
  createdAt: Date
  sessionId: string
}
export type Session = {
  id: string
  token: string
  /** By the database's clock, like all times here. */
  secondsLeft: number
  /** Seconds since the last stored use. */
  unused: number
  /** True if the password or second factor was given here within ten minutes: see confirm.server.ts. */
  isFresh: boolean
}

export const personContext = createContext<Person | null>(null)
export const sessionContext = createContext<Session | null>(null)

/** Live news of one person, such as a sign-in: for their own pages, and administrators' pages about them. */
registerTopic('person', {
  allowed: (id, context) => {
    const asks = context.get(personContext)
    return asks?.id === id || (asks !== null && seesAll(asks))
  },
})

/** Identifies the person, and extends a session in use. Runs at the root, before everything else. */
export const rememberPerson: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const shown = cookieOf(request)
  // Without a database nobody is identified; a signed-in person stays signed in until it is back.
  if (lifecycle.state() === 'broken') return next()
  const found = shown === undefined ? null : await whoHolds(db, shown)
  context.set(personContext, found?.person ?? null)
  context.set(sessionContext, found?.session ?? null)
  // The session has not ended after all: the form stays on its page, and is not sent.
  if (found && request.headers.has('x-only-keep')) return new Response(null, { status: 204 })
  const more = found ? await cookiesBeside(db, { request, context }, url, found.person.id) : []
  const response = await next()
  for (const cookie of more) response.headers.append('set-cookie', cookie)
  if (shown === undefined || setsSession(response)) return response
  if (!found) response.headers.append('set-cookie', sessionCookieGone())
  else if (isVisit(request) && (isDue(found.session) || isSignedBefore(shown))) {
    const session = await lengthen(db, found.session)
    if (session) {
      response.headers.append('set-cookie', sessionCookieFor(session))
      response.headers.append('set-cookie', lastPersonCookie(found.person.id))
    }
  }
  return response
}

/**
 * Guards a folder of pages: a visitor who is not signed in goes to /auth, and back afterwards to where they were going. A stranger who
 * comes from 'Start Fundraising' has no account yet: they get the sign-up tab.
 */
export const requirePerson: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (context.get(personContext)) return
  throw await toSignIn(db, { request, context }, url, isStarting(request, url) ? startingPath : undefined)
}

/** Guards the pages of administrators. Any other signed-in person gets a plain 403. */
export const requireAdmin: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const person = context.get(personContext)
  if (!person) throw await toSignIn(db, { request, context }, url)
  if (!person.isAdmin) throw data(null, { status: 403 })
  requireTwoFactor(person, { request, url })
}

/** Returns the person and session of a session cookie; null if it is forged, unknown or over, or the person is deleted or suspended. */
export async function whoHolds(db: Db, cookie: string): Promise<{ person: Person; session: Session } | null> {
  const token = tokenIn(cookie)
  if (!token) return null
  const [row] = await holder(db, { token })
  if (!row) return null
  const person: Person = {
    id: row.id,
    email: row.email,
    phone: row.phone,
    fullName: row.full_name,
    username: row.username ?? '',
    avatar: row.avatar_url,
    isAdmin: row.role === 'admin',
    twoFactor: row.two_factor_enabled,
    language: isLanguage(row.language) ? row.language : null,
    isConfirmed: row.is_confirmed,
    hasPassword: row.has_password,
    createdAt: row.created_at,
    sessionId: row.session_id,
  }
  const session = { id: row.session_id, token, secondsLeft: row.left, unused: row.unused, isFresh: row.is_fresh }
  return { person, session }
}

const hasPassword = sql<boolean>`exists (
  select from accounts a where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null)`

const holder = builtOnce((db, { token }: { token: string }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('s.token', '=', token)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select(['u.id', 'u.email', 'u.language', 'u.created_at', 'u.two_factor_enabled', 'r.role'])
    .select(['p.full_name', 'p.username', 'p.avatar_url', 's.id as session_id'])
    .select([phoneInstead.as('phone'), isConfirmed.as('is_confirmed'), hasPassword.as('has_password')])
    .select([
      sql<boolean>`s.confirmed_at > now() - interval '10 minutes'`.as('is_fresh'),
      sql<number>`floor(extract(epoch from s.expires_at - now()))`.as('left'),
      sql<number>`extract(epoch from now() - s.updated_at)`.as('unused'),
    ]),
)

/** Extends a session to its full time; undefined if it has ended meanwhile. Also stores when its person was here. */
export async function lengthen(db: Db, session: Session): Promise<Session | undefined> {
  const row = await db
    .with('used', (make) =>
      make
        .updateTable('sessions')
        .set({ expires_at: fullTime(), updated_at: sql`now()` })
        .where('id', '=', session.id)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('user_id'),
    )
    .with('seen', (make) =>
      make.updateTable('users').from('used').whereRef('users.id', '=', 'used.user_id').set({ seen_at: sql`now()` }),
    )
    .selectFrom('used')
    .select('user_id')
    .executeTakeFirst()
  return row && { ...session, secondsLeft: settings.SESSION_SECONDS, unused: 0 }
}

/** Ends a session and notifies the person's other open pages. Returns cookies that delete the old ones. */
export async function signOut(db: Db, person: Person | null): Promise<string[]> {
  if (person)
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('sessions').where('id', '=', person.sessionId).execute()
      await tell(tx, `person:${person.id}`)
      await tellRights(tx, person.id)
    })
  return [sessionCookieGone(), lastPersonGone()]
}

/** Returns the part of a person that their own pages may know. */
export const seen = (person: Person): PersonSeen => {
  const { id, fullName, avatar, isAdmin } = person
  return { id, fullName, reach: ownReach(person), avatar, isAdmin }
}

export const sessionCookieFor = ({ token }: Pick<Session, 'token'>) =>
  `${sessionCookie}=${encodeURIComponent(`${token}.${cookieSignature(currentSecret(), token)}`)}; Max-Age=${settings.SESSION_SECONDS}; ${attributes()}`
export const sessionCookieGone = () => `${sessionCookie}=; Max-Age=0; ${attributes()}`

const attributes = () => `Path=/; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

/** Returns the token in a cookie, if its signature is ours. Checked before any query to the database. */
const tokenIn = (cookie: string): string | undefined => readToken(cookie)?.token

/** Tells whether the secret before the current one signed the cookie: its browser is given another. */
const isSignedBefore = (cookie: string): boolean => readToken(cookie)?.secret !== currentSecret()

function readToken(cookie: string): { token: string; secret: string } | undefined {
  const dot = cookie.lastIndexOf('.')
  if (dot <= 0) return undefined
  const token = cookie.slice(0, dot)
  const secret = secretBehind(cookie.slice(dot + 1), (one) => cookieSignature(one, token))
  return secret === undefined ? undefined : { token, secret }
}

/** Returns the token of the session that a cookie sets; undefined for another cookie, and for one that ends a session. */
export function sessionTokenIn(setCookie: string): string | undefined {
  const start = `${sessionCookie}=`
  const value = setCookie.startsWith(start) ? setCookie.slice(start.length).split(';')[0]! : ''
  return tokenIn(decodeURIComponent(value))
}

/** True if the request has a session cookie, valid or not. */
export const carriesSession = (request: Pick<Request, 'headers'>) => cookieOf(request) !== undefined

function cookieOf(request: Pick<Request, 'headers'>): string | undefined {
  const shown = cookieIn(request, sessionCookie)
  return shown === undefined ? undefined : decodedCookie(shown)
}

const setsSession = (response: Response) =>
  response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie}=`))

/** True if a person views a page. The browser's own check of the session is no visit: it would never let a session end. */
const isVisit = ({ method, url }: Request) => method === 'GET' && new URL(url).pathname !== '/session'

/** Last use is stored to within five minutes: one write in that time, not one a page. */
const isDue = ({ unused }: Session) => unused > Math.min(300, settings.SESSION_SECONDS / 10)

/** True for a stranger led from the landing page to the dashboard; a person who signed in with this browser before is none. */
function isStarting(request: Request, { pathname }: URL): boolean {
  const referer = request.headers.get('referer') ?? ''
  const isLanding = URL.canParse(referer) && new URL(referer).pathname === '/'
  return pathname === '/dashboard' && isLanding && !carriesSession(request) && !hasSignedInBefore(request)
}

/** Pages whose forms are not kept: these are short, and have passwords and codes. */
const notKept = /^\/(auth|settings|sign-out)(\/|$)/
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i

/** Keeps the form of a person whose session has ended, for after they sign in again. Returns the cookies to set. */
async function keptBeforeSignIn(db: Db, { request, context }: AuthCaller, { pathname, search }: URL, page?: string) {
  const userId = lastPersonIn(request)
  if (
    context.get(askedContext).kept ||
    request.method !== 'POST' ||
    !userId ||
    notKept.test(pathname) ||
    !formTypes.test(request.headers.get('content-type') ?? '')
  )
    return []
  try {
    await takeTry([{ name: 'kept-form', key: userId, times: 60, seconds: 3600 }])
    const cookie = await keepForm(db, { userId, action: pathname + search, page, fields: await request.formData() })
    return cookie ? [cookie] : []
  } catch (error) {
    // Sign-in goes on without the kept form.
    logFault(error, context)
    return []
  }
}

/**
 * Restores the form kept for a person who has signed in again. The page they come back to leads to the form as a document: then the server
 * renders it with the typed values. Another person's form is deleted. Returns the cookies to set.
 */
async function keptAfterSignIn(db: Db, { request, context }: AuthCaller, { pathname, search }: URL, personId: string) {
  if (!mayHaveKept(request.headers)) return []
  const asked: RequestInfo = context.get(askedContext)
  const kept = asked.kept ?? (await keptFormOf(db, request.headers))
  if (kept?.userId !== personId) {
    const gone = await dropKept(db, kept?.token)
    if (asked.kept) throw redirect(pathname + search, { status: 303, headers: { 'set-cookie': gone } })
    return [gone]
  }
  if (asked.kept) return [await dropKept(db, kept.token)]
  const path = pathname + search
  if (request.method !== 'GET' || ![kept.page, kept.action].includes(path)) return []
  // The server could not render the form.
  if (path === kept.action && !asked.byScript) return [await dropKept(db, kept.token)]
  throw redirectDocument(kept.action, 303)
}

/** Returns the cookies beside the session: the session's person; and restores a kept form, if it is theirs. */
async function cookiesBeside(db: Db, asking: AuthCaller, url: URL, personId: string): Promise<string[]> {
  const last = lastPersonIn(asking.request) === personId ? [] : [lastPersonCookie(personId)]
  return [...last, ...(await keptAfterSignIn(db, asking, url, personId))]
}

/** Redirects to the sign-in page, and back afterwards. A sent form is kept until then. */
async function toSignIn(db: Db, asking: AuthCaller, url: URL, path?: string): Promise<Response> {
  const page = wanted(asking.request, url)
  const headers = new Headers()
  for (const cookie of await keptBeforeSignIn(db, asking, url, page)) headers.append('set-cookie', cookie)
  return redirect(path ?? authPath(page), { status: 303, headers })
}

/** Returns the requested page's address, not that of its data; for a sent form, the page it was on. */
function wanted({ method, headers }: Request, asked: URL): string | undefined {
  const referer = headers.get('referer')
  const page = method === 'GET' ? asked : referer && URL.canParse(referer) ? new URL(referer) : undefined
  return page && page.pathname + page.search
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { createContext, data, type MiddlewareFunction, redirect, redirectDocument } from 'react-router'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { builtOnce } from '#app/platform/built-once.server.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { dropKept, keepForm, keptFormOf, mayHaveKept } from '#app/platform/kept-forms.server.ts'
import { lifecycle } from '#app/platform/lifecycle.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { registerTopic, tell, tellRights } from '#app/platform/live/live.server.ts'
import { logFault } from '#app/platform/log.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { type AuthCaller, authSecret, cookieIn, fullTime, sessionCookie } from './auth.server.ts'
import { requireTwoFactor, seesAll } from './duty.server.ts'
import { hasSignedInBefore } from './known-device.server.ts'
import { lastPersonCookie, lastPersonGone, lastPersonIn } from './last-person.server.ts'
import { isConfirmed, ownReach, phoneInstead } from './reach.server.ts'
import type { PersonSeen } from './use-person.ts'
import { authPath, startingPath } from './way-back.ts'

// Who is asking. Every page asks this, so it costs one HMAC and one query.

export type Person = {
  id: string
  email: string | null
  /** One of their phones, where they have no address. */
  phone: string | null
  fullName: string
  username: string
  avatar: string | null
  isAdmin: boolean
  /** They sign in with two factors. */
  twoFactor: boolean
  /** The language chosen in the settings; null follows the browser. */
  language: Language | null
  /** Their address is confirmed, or a phone is. */
  isConfirmed: boolean
  /** False for the person who has only ever signed in by a code. */
  hasPassword: boolean
  createdAt: Date
  sessionId: string
}
export type Session = {
  id: string
  token: string
  /** By the database's clock, as all that is said of time here. */
  secondsLeft: number
  /** Seconds since its last use was written down. */
  unused: number
  /** Their password or second factor was given here within ten minutes: see confirm.server.ts. */
  isFresh: boolean
}

export const personContext = createContext<Person | null>(null)
export const sessionContext = createContext<Session | null>(null)

/** What concerns one person, such as that a person signed in as them: for their own pages, and an administrator's about them. */
registerTopic('person', {
  allowed: (id, context) => {
    const asks = context.get(personContext)
    return asks?.id === id || (asks !== null && seesAll(asks))
  },
})

/** Finds out who asks, and keeps a session that is in use from running out. Stands at the root, before everything else. */
export const rememberPerson: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const shown = cookieOf(request)
  // Without a database nobody is known; the person who is signed in stays so until it is back.
  if (lifecycle.state() === 'broken') return next()
  const found = shown === undefined ? null : await whoHolds(db, shown)
  context.set(personContext, found?.person ?? null)
  context.set(sessionContext, found?.session ?? null)
  // The session has not ended after all: the form stays where it is, and is not sent.
  if (found && request.headers.has('x-only-keep')) return new Response(null, { status: 204 })
  const more = found ? await cookiesBeside(db, { request, context }, url, found.person.id) : []
  const response = await next()
  for (const cookie of more) response.headers.append('set-cookie', cookie)
  if (shown === undefined || setsSession(response)) return response
  if (!found) response.headers.append('set-cookie', sessionCookieGone())
  else if (isVisit(request) && isDue(found.session)) {
    const session = await lengthen(db, found.session)
    if (session) {
      response.headers.append('set-cookie', sessionCookieFor(session))
      response.headers.append('set-cookie', lastPersonCookie(found.person.id))
    }
  }
  return response
}

/**
 * Guards a folder of pages: a visitor who is not signed in goes to /auth, and back afterwards to where they were going. A
 * stranger who comes from 'Start Fundraising' has no account yet: they are shown how to make one.
 */
export const requirePerson: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (context.get(personContext)) return
  throw await toSignIn(db, { request, context }, url, isStarting(request, url) ? startingPath : undefined)
}

/** Guards the pages of administrators. Everybody else who is signed in gets a plain 403. */
export const requireAdmin: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const person = context.get(personContext)
  if (!person) throw await toSignIn(db, { request, context }, url)
  if (!person.isAdmin) throw data(null, { status: 403 })
  requireTwoFactor(person, { request, url })
}

/** The person behind a session cookie, and the session; null when it is forged, unknown or over, or the person is gone or shut out. */
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

/** Gives a session its full time again; undefined when it has ended meanwhile. With it is kept when its person was here. */
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

/** Ends a session and tells the person's other open pages. Returns the cookies that go. */
export async function signOut(db: Db, person: Person | null): Promise<string[]> {
  if (person)
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('sessions').where('id', '=', person.sessionId).execute()
      await tell(tx, `person:${person.id}`)
      await tellRights(tx, person.id)
    })
  return [sessionCookieGone(), lastPersonGone()]
}

/** What the person's own pages may know of them. */
export const seen = (person: Person): PersonSeen => {
  const { id, fullName, avatar, isAdmin } = person
  return { id, fullName, reach: ownReach(person), avatar, isAdmin }
}

export const sessionCookieFor = ({ token }: Pick<Session, 'token'>) =>
  `${sessionCookie}=${encodeURIComponent(`${token}.${signatureOf(token)}`)}; Max-Age=${settings.SESSION_SECONDS}; ${attributes()}`
export const sessionCookieGone = () => `${sessionCookie}=; Max-Age=0; ${attributes()}`

const attributes = () => `Path=/; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

const signatureOf = (token: string) => createHmac('sha256', authSecret()).update(token).digest('base64')

/** The token in a cookie, when its signature is ours. Checked before the database is asked anything. */
function tokenIn(cookie: string): string | undefined {
  const dot = cookie.lastIndexOf('.')
  const token = cookie.slice(0, dot)
  const shown = Buffer.from(cookie.slice(dot + 1))
  const ours = Buffer.from(dot > 0 ? signatureOf(token) : '')
  return dot > 0 && shown.length === ours.length && timingSafeEqual(shown, ours) ? token : undefined
}

/** The token of the session that a cookie sets; undefined for another cookie, and for one that ends a session. */
export function sessionTokenIn(setCookie: string): string | undefined {
  const start = `${sessionCookie}=`
  const value = setCookie.startsWith(start) ? setCookie.slice(start.length).split(';')[0]! : ''
  return tokenIn(decodeURIComponent(value))
}

/** True for the person who shows a session, whether it is one or not. */
export const carriesSession = (request: Pick<Request, 'headers'>) => cookieOf(request) !== undefined

function cookieOf(request: Pick<Request, 'headers'>): string | undefined {
  const shown = cookieIn(request, sessionCookie)
  if (shown === undefined) return undefined
  try {
    return decodeURIComponent(shown)
  } catch {
    return ''
  }
}

const setsSession = (response: Response) =>
  response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie}=`))

/** A person looks at a page. The browser's own check of the session is no visit: it would never let a session end. */
const isVisit = ({ method, url }: Request) => method === 'GET' && new URL(url).pathname !== '/session'

/** Last use is kept to within five minutes: one write in that time, not one a page. */
const isDue = ({ unused }: Session) => unused > Math.min(300, settings.SESSION_SECONDS / 10)

/** The landing page leads strangers to the dashboard; who has signed in with this browser before is no stranger. */
function isStarting(request: Request, { pathname }: URL): boolean {
  const referer = request.headers.get('referer') ?? ''
  const isLanding = URL.canParse(referer) && new URL(referer).pathname === '/'
  return pathname === '/dashboard' && isLanding && !carriesSession(request) && !hasSignedInBefore(request)
}

/** Forms there are short, and ask for passwords and codes. */
const notKept = /^\/(auth|settings|sign-out)(\/|$)/
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i

/** Keeps the form of a person whose session has ended, for when they have signed in again. Gives the cookies that go. */
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
 * The form that waits for the person who has signed in again. The page that they come back to leads to the form as a document: then the
 * server draws it with what was typed. What another person typed goes. Gives the cookies that go.
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
  // The server could not draw it.
  if (path === kept.action && !asked.byScript) return [await dropKept(db, kept.token)]
  throw redirectDocument(kept.action, 303)
}

/** With the session goes whose it was; and what was kept of a form, as far as it is theirs, is shown to them now. */
async function cookiesBeside(db: Db, asking: AuthCaller, url: URL, personId: string): Promise<string[]> {
  const last = lastPersonIn(asking.request) === personId ? [] : [lastPersonCookie(personId)]
  return [...last, ...(await keptAfterSignIn(db, asking, url, personId))]
}

/** To the sign-in page, and back afterwards. What was sent is kept until then. */
async function toSignIn(db: Db, asking: AuthCaller, url: URL, path?: string): Promise<Response> {
  const page = wanted(asking.request, url)
  const headers = new Headers()
  for (const cookie of await keptBeforeSignIn(db, asking, url, page)) headers.append('set-cookie', cookie)
  return redirect(path ?? authPath(page), { status: 303, headers })
}

/** The page they asked for, not the data that its script asks for; for a form that was sent, the page it was on. */
function wanted({ method, headers }: Request, asked: URL): string | undefined {
  const referer = headers.get('referer')
  const page = method === 'GET' ? asked : referer && URL.canParse(referer) ? new URL(referer) : undefined
  return page && page.pathname + page.search
}

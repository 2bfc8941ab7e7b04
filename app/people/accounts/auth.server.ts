import { randomInt } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { shortAddress } from '#app/kit/addresses.ts'
import { db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { passwordMax, passwordMin } from './people.ts'
import { codesWorkOnce } from './totp.server.ts'

// Passwords, sessions and second factors are better-auth's work, on our database and under our names.
// Its own addresses are not mounted: our form actions call auth().api and pass its cookies on, so that every change
// goes through one door. Two of its plugins are left out on purpose: names are in profiles, roles in user_roles.

/** The header that tells better-auth the visitor's address. Only we write it; see authHeaders. */
const addressHeader = 'x-visitor-address'

/** Cookies have the prefix that forbids other hosts to set them, wherever the product runs on https. */
export const cookiePrefix = settings.secure ? '__Host-harambee' : 'harambee'
/** What a browser shows under the name of a cookie, as it was set. */
export function cookieIn({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  const start = `${name}=`
  const pair = (headers.get('cookie') ?? '').split(/; */).find((one) => one.startsWith(start))
  return pair?.slice(start.length)
}
/** Sets a cookie that no script can read. One for no seconds is taken away. */
export const cookieFor = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

/** What a browser remembers for us under a name; undefined for what has another shape. */
export function rememberedIn<Shape extends z.ZodType>(request: Request, name: string, shape: Shape) {
  try {
    const text = Buffer.from(cookieIn(request, name) ?? '', 'base64url').toString()
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
export const rememberingCookie = (name: string, remembered: object, seconds: number): string =>
  cookieFor(name, Buffer.from(JSON.stringify(remembered)).toString('base64url'), seconds)

export const sessionCookie = `${cookiePrefix}.session`
/** Kept between the password and the second factor. */
export const challengeCookie = `${cookiePrefix}.two_factor`

let made: ReturnType<typeof make> | undefined
/** The one instance, made at its first use: by then the secret is known. */
export const auth = () => {
  made ??= make()
  return made
}

/** Signs everything that must not be made up by a visitor. */
export function authSecret(): string {
  if (!settings.AUTH_SECRET) throw new Error('AUTH_SECRET is missing: nobody can sign in without it')
  return settings.AUTH_SECRET
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * A person who looks at the list of their devices sees the new one come; and the person was here. From when to when the session
 * stands is the database's word: this machine's clock may be off.
 */
async function announce({ id, userId }: { id: string; userId: string }): Promise<void> {
  const times = { created_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, expires_at: fullTime() }
  await db.updateTable('sessions').set(times).where('id', '=', id).execute()
  await db.updateTable('users').set({ seen_at: sql`now()` }).where('id', '=', userId).execute()
  await tell(db, `person:${userId}`)
}

/** When a session ends that a person uses now. */
export const fullTime = () => sql<Date>`now() + make_interval(secs => ${settings.SESSION_SECONDS})`

/** Looked at when the password was right, and not before: nobody else is told that a person is shut out. */
async function refuseSuspended(userId: string): Promise<void> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('suspended_at').executeTakeFirst()
  if (row?.suspended_at) throw new APIError('FORBIDDEN', { code: suspendedCode })
}
/** The reason of that no, see `reasonOf`. */
export const suspendedCode = 'ACCOUNT_SUSPENDED'

/** What nobody reads as something else: no l, i, 1, o and 0. 49 bits each. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'
const backupCodes = () => Array.from({ length: 10 }, () => `${fiveLetters()}-${fiveLetters()}`)
const fiveLetters = () => Array.from({ length: 5 }, () => readable[randomInt(readable.length)]).join('')

/** What its fields are called in our tables. */
const columns = {
  session: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...times,
  },
  account: {
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...times,
  },
  twoFactor: {
    userId: 'user_id',
    backupCodes: 'backup_codes',
    failedVerificationCount: 'failed_verification_count',
    lockedUntil: 'locked_until',
  },
}

const secondFactor = () =>
  twoFactor({
    issuer: 'Harambee',
    backupCodeOptions: { customBackupCodesGenerate: backupCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: { modelName: 'two_factors', fields: columns.twoFactor },
    },
  })

const make = () =>
  betterAuth({
    appName: 'Harambee',
    baseURL: settings.APP_URL ?? 'http://localhost',
    secret: authSecret(),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'sessions',
      fields: columns.session,
      expiresIn: settings.SESSION_SECONDS,
      // session.server.ts lengthens sessions, and knows when.
      disableSessionRefresh: true,
    },
    account: { modelName: 'accounts', fields: columns.account },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordMin,
      maxPasswordLength: passwordMax,
    },
    databaseHooks: { session: { create: { before: ({ userId }) => refuseSuspended(userId), after: announce } } },
    hooks: { before: codesWorkOnce },
    advanced: {
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: { session_token: { name: sessionCookie }, two_factor: { name: challengeCookie } },
      // Names and faces are kept in profiles, so the columns it would have for them are missing on purpose.
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 48 },
    },
    plugins: [secondFactor(), phoneDoor()],
  })

export type AuthCaller = { request: Request; context: Readonly<RouterContextProvider> }

/** The headers better-auth is shown: cookies and browser as they came, the address as we know it, shortened. */
export function authHeaders({ request, context }: AuthCaller, without: string[] = []): Headers {
  const headers = new Headers({ 'user-agent': (request.headers.get('user-agent') ?? '').slice(0, 500) })
  const address = shortAddress(context.get(askedContext).address)
  if (address) headers.set(addressHeader, address)
  const cookies = (request.headers.get('cookie') ?? '').split(/; */)
  headers.set('cookie', cookies.filter((cookie) => !without.some((name) => cookie.startsWith(`${name}=`))).join('; '))
  return headers
}

/** The reason of better-auth's no, such as INVALID_PASSWORD; undefined for anything else that was thrown. */
export const reasonOf = (error: unknown): string | undefined =>
  isAPIError(error) ? String((error as { body?: { code?: string } }).body?.code ?? 'UNKNOWN') : undefined

// The way into a session for a person whose phone has just shown who they are. Its path is one of those after which
// better-auth asks for a second factor, as it does after a password. As all its paths it is not mounted.

const phoneDoor = () => ({
  id: 'phone-door' as const,
  endpoints: {
    signInByPhone: createAuthEndpoint(
      '/sign-in/phone-number',
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('nobody has this id')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({})
      },
    ),
  },
})

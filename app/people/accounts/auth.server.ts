import { createHmac, randomInt } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { brand } from '#app/kit/brand.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { shortAddress } from '#app/platform/http/network-address.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { sealFactorAnew } from './factor-seal.server.ts'
import { passwordMax, passwordMin } from './people.ts'

// better-auth does passwords, sessions and second factors, on our database and under our names. Its own routes are not mounted: our form
// actions call auth().api and pass its cookies on, so that every change goes through one door. Two of its plugins are left out on purpose:
// names are in profiles, roles in user_roles.

/** The header that gives better-auth the visitor's address. Only we write it; see authHeaders. */
const addressHeader = 'x-visitor-address'

/** Cookies have the prefix that forbids other hosts to set them, wherever the product runs on https. */
export const cookiePrefix = settings.secure ? '__Host-harambee' : 'harambee'
/** Returns the raw value of a cookie. */
export function cookieIn({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  const start = `${name}=`
  const pair = (headers.get('cookie') ?? '').split(/; */).find((one) => one.startsWith(start))
  return pair?.slice(start.length)
}
/** Sets a cookie that no script can read. Zero seconds delete it. */
export const cookieFor = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

/** Parses a JSON cookie of ours; undefined if it has another shape. */
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
/** The cookie between the password and the second factor. */
export const challengeCookie = `${cookiePrefix}.two_factor`

let made: { secret: string; instance: ReturnType<typeof make> } | undefined
/** Returns the only instance, made at first use: by then the secret is known. */
export const auth = () => {
  const secret = currentSecret()
  if (made?.secret !== secret) made = { secret, instance: make(secret) }
  return made.instance
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * Notifies the person's list of devices of a new session, and stores that they were here. The database sets the session's times: this
 * machine's clock may be off.
 */
async function announce({ id, userId }: { id: string; userId: string }): Promise<void> {
  const times = { created_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, expires_at: fullTime() }
  await db.updateTable('sessions').set(times).where('id', '=', id).execute()
  await db.updateTable('users').set({ seen_at: sql`now()` }).where('id', '=', userId).execute()
  await tell(db, `person:${userId}`)
}

/** The end of a session that is used now. */
export const fullTime = () => sql<Date>`now() + make_interval(secs => ${settings.SESSION_SECONDS})`

/** Checks for a suspension only after the password was right: nobody else is told of it. */
async function refuseSuspended(userId: string): Promise<void> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('suspended_at').executeTakeFirst()
  if (row?.suspended_at) throw new APIError('FORBIDDEN', { code: suspendedCode })
}
/** The code of this refusal, see `reasonOf`. */
export const suspendedCode = 'ACCOUNT_SUSPENDED'

/** Letters that are hard to misread: no l, i, 1, o and 0. A code has 49 bits. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'
const backupCodes = () => Array.from({ length: 10 }, () => `${fiveLetters()}-${fiveLetters()}`)
const fiveLetters = () => Array.from({ length: 5 }, () => readable[randomInt(readable.length)]).join('')

/** The names of better-auth's fields in our tables. */
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
    issuer: brand(),
    backupCodeOptions: { customBackupCodesGenerate: backupCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: { modelName: 'two_factors', fields: columns.twoFactor },
    },
  })

const make = (secret: string) =>
  betterAuth({
    appName: brand(),
    baseURL: settings.APP_URL ?? 'http://localhost',
    secret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'sessions',
      fields: columns.session,
      expiresIn: settings.SESSION_SECONDS,
      // session.server.ts extends sessions instead.
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
      // Names and faces are in profiles, so better-auth's columns for them are missing on purpose.
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 48 },
    },
    plugins: [secondFactor(), phoneDoor()],
  })

export type AuthCaller = { request: Request; context: Readonly<RouterContextProvider> }

/** Builds the headers for better-auth: cookies and browser as received, the address as we know it, shortened. */
export function authHeaders({ request, context }: AuthCaller, without: string[] = []): Headers {
  const headers = new Headers({ 'user-agent': (request.headers.get('user-agent') ?? '').slice(0, 500) })
  const address = shortAddress(context.get(askedContext).address)
  if (address) headers.set(addressHeader, address)
  const cookies = (request.headers.get('cookie') ?? '').split(/; */)
  const sent = cookies.filter((cookie) => !without.some((name) => cookie.startsWith(`${name}=`)))
  headers.set('cookie', sent.map(signedAnew).join('; '))
  return headers
}

/** The signature that better-auth puts behind the value of a cookie, after a dot. */
export const cookieSignature = (secret: string, value: string): string =>
  createHmac('sha256', secret).update(value).digest('base64')

/** Signs a cookie of ours with the current secret if the previous one signed it: better-auth knows the current one alone. */
function signedAnew(cookie: string): string {
  const [, name, text] = cookie.match(/^([^=]+)=(.+)$/) ?? []
  if (!settings.AUTH_SECRET_PREVIOUS || !text || (name !== sessionCookie && name !== challengeCookie)) return cookie
  const shown = decodedCookie(text)
  const dot = shown.lastIndexOf('.')
  const value = shown.slice(0, dot)
  if (dot <= 0 || !isSignedByUs(shown.slice(dot + 1), (secret) => cookieSignature(secret, value))) return cookie
  return `${name}=${encodeURIComponent(`${value}.${cookieSignature(currentSecret(), value)}`)}`
}

/** The text of a cookie; an empty one if it is not encoded as ours are. */
export function decodedCookie(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The code of better-auth's refusal, such as INVALID_PASSWORD; undefined for any other error. */
export const reasonOf = (error: unknown): string | undefined =>
  isAPIError(error) ? String((error as { body?: { code?: string } }).body?.code ?? 'UNKNOWN') : undefined

// Opens a session for a person whose phone has just identified them. Its path is one of those after which better-auth asks for a second
// factor, as after a password. Like all its paths it is not mounted.

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

// A code of an authenticator app works once (RFC 6238, 5.2): an onlooker, or a proxy in between, can't reuse it. better-auth checks the
// code but not that, so this runs before its check.

const period = 30_000
/** Steps before and after the present one whose codes are accepted too, as in better-auth: clocks differ. */
const window = 1
/** No six digits can equal this. It is counted and refused like any wrong code. */
const usedUp = 'used up'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Marks the step of a right code as used, or makes the code fail if its step was used before. */
const codesWorkOnce = createAuthMiddleware(async (ctx) => {
  if (!ctx.path.startsWith('/two-factor/verify-')) return
  const userId = (await getSessionFromCtx(ctx))?.user.id ?? (await challengedIn(ctx))
  if (!userId) return
  if ((await sealFactorAnew(db, userId)) === 'lost') {
    log.warn({ person: userId }, 'a second factor was sealed with another AUTH_SECRET, and no code of it is accepted')
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
  }
  if (ctx.path !== '/two-factor/verify-totp') return
  const { code } = ctx.body as { code: string }
  const step = await stepOf(ctx, userId, code)
  if (step === undefined || (await takeStep(db, userId, step))) return
  return { context: { body: { ...ctx.body, code: usedUp } } }
})

/** Returns the person whose sign-in waits for its code. */
async function challengedIn(ctx: Context): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  return challenge ? (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value : undefined
}

async function stepOf(ctx: Context, userId: string, code: string): Promise<number | undefined> {
  const row = await db.selectFrom('two_factors').select('secret').where('user_id', '=', userId).executeTakeFirst()
  if (!row) return undefined
  return timeStepIn(await symmetricDecrypt({ key: ctx.context.secretConfig, data: row.secret }), code)
}

/** Returns the time step of a code; undefined for a wrong one. */
export function timeStepIn(secret: string, code: string): number | undefined {
  const now = Math.floor(Date.now() / period)
  const steps = Array.from({ length: 2 * window + 1 }, (_, nr) => now - window + nr)
  return steps.find((step) => codeAt(secret, step) === code)
}

/** Marks a step as used in one statement: of many requests with the same code at once only one succeeds. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns the code of a step (RFC 4226). */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const from = hash[19]! & 15
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

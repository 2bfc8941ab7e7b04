import { createHmac } from 'node:crypto'
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { type Db, db } from '#app/platform/db.server.ts'

// A code of an authenticator app works once (RFC 6238, 5.2): an onlooker, or a proxy in between, can't reuse it. better-auth checks the
// code but not that, so this runs before its check.

const period = 30_000
/** Steps before and after the present one whose codes are accepted too, as in better-auth: clocks differ. */
const window = 1
/** No six digits can equal this. It is counted and refused like any wrong code. */
const usedUp = 'used up'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Marks the step of a right code as used, or makes the code fail if its step was used before. */
export const codesWorkOnce = createAuthMiddleware(async (ctx) => {
  if (ctx.path !== '/two-factor/verify-totp') return
  const userId = (await getSessionFromCtx(ctx))?.user.id ?? (await challengedIn(ctx))
  if (!userId) return
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

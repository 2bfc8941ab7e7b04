import { sql } from 'kysely'
import { qrPicture } from '#app/base/pictures/qr.server.ts'
import { brand } from '#app/kit/brand.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { accountTexts as account, twoFactorTexts } from './account.ts'
import { auth, reasonOf, takeStep, timeStepIn } from './auth.server.ts'
import { openedFactor, sealFactorAnew } from './factor-seal.server.ts'
import { ownReach } from './people.server.ts'
import { type Session, sessionTokenIn } from './session.server.ts'
import { whilePasswordStays } from './sign-in.server.ts'

// better-auth keeps the secret and the codes, both encrypted; each step here calls it, with our words.

/** Returns the state: off, begun (a secret waits for its first code), or on, with the number of backup codes left. */
export async function twoFactorOf(db: Db, userId: string) {
  const row = await factorRow(db, userId)
  if (!row) return { is: 'off' as const }
  if (!row.verified) return { is: 'begun' as const }
  // Codes that were sealed with a secret that is gone open nothing.
  const codes = JSON.parse((await openedFactor(row.backup_codes)) ?? '[]') as string[]
  return { is: 'on' as const, codesLeft: codes.length }
}

/** The person, and the session in which they turn it on or off. */
type Here = { userId: string; session: Pick<Session, 'id' | 'isFresh'> }

/**
 * Makes a secret that waits a quarter of an hour for its first code. Beginning again makes another; a wrong password makes none. Marks the
 * password as given in this session now.
 */
export async function beginTwoFactor(db: Db, headers: Headers, { userId, session }: Here, password: string) {
  await asked(() => auth().api.enableTwoFactor({ body: { password }, headers }))
  await db.updateTable('two_factors').set({ begun_at: sql`now()` }).where('user_id', '=', userId).execute()
  await db.updateTable('sessions').set({ confirmed_at: sql`now()` }).where('id', '=', session.id).execute()
}

/**
 * Returns the waiting secret, as text and as a QR code; undefined if there is none. The secret is never shown again once confirmed, and
 * only if the password was given a moment ago: nobody reads it from a screen that was left open.
 */
export async function waitingSecret(
  db: Db,
  { id, email, phone = null }: { id: string; email: string | null; phone?: string | null },
  session: Pick<Session, 'isFresh'>,
) {
  const row = session.isFresh ? await factorRow(db, id) : undefined
  if (!row || row.verified) return undefined
  const known = await openedFactor(row.secret)
  if (known === undefined) return undefined
  const secret = base32(Buffer.from(known))
  const label = encodeURIComponent(`${brand()}:${ownReach({ email, phone })}`)
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(brand())}&digits=6&period=30`
  const qr = await qrPicture(uri)
  return { secret, uri, qr: `data:image/png;base64,${qr.toString('base64')}` }
}

/**
 * Turns two-factor sign-in on with the first code, if the password was given a moment ago. The session is replaced, but is no fresher than
 * before: the secret was on this screen, so its code proves nothing. The backup codes are shown only now.
 */
export async function confirmTwoFactor(db: Db, headers: Headers, { userId, session }: Here, code: string) {
  const state = await twoFactorOf(db, userId)
  if (state.is === 'off') throw new Refusal(twoFactorTexts.notBegun)
  if (state.is === 'on') throw new Refusal(twoFactorTexts.alreadyOn)
  if (!session.isFresh) throw new Refusal(twoFactorTexts.passwordFirst, { go: '/settings/two-factor/start' })
  const before = await db.selectFrom('sessions').where('id', '=', session.id).select('confirmed_at').executeTakeFirst()
  const { cookies } = await whilePasswordStays(userId, async () => {
    const answer = await asked(() => auth().api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
    return { cookies: answer.headers.getSetCookie() }
  })
  const tokens = cookies.map(sessionTokenIn).filter((token) => token !== undefined)
  await db
    .updateTable('sessions')
    .set({ confirmed_at: before?.confirmed_at ?? new Date(0) })
    .where('token', 'in', tokens)
    .execute()
  await sealFactorAnew(db, userId)
  const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId } })
  await enqueue(db, 'mail-two-factor-changed', { userId, on: true }, { key: userId })
  await tell(db, `person:${userId}`)
  return { cookies, codes: backupCodes }
}

/** Turns it off. The secret and the codes are deleted; the session is replaced. */
export async function endTwoFactor(db: Db, headers: Headers, userId: string, password: string) {
  const { cookies } = await whilePasswordStays(userId, async () => {
    const answer = await asked(() => auth().api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }))
    return { cookies: answer.headers.getSetCookie() }
  })
  await enqueue(db, 'mail-two-factor-changed', { userId, on: false }, { key: userId })
  await tell(db, `person:${userId}`)
  return { cookies }
}

/** Makes ten new backup codes, shown only now; the old ones no longer open anything. */
export async function freshBackupCodes(headers: Headers, password: string): Promise<string[]> {
  const { backupCodes } = await asked(() => auth().api.generateBackupCodes({ body: { password }, headers }))
  return backupCodes
}

/** Checks a code of the person's app and uses it up. False for a wrong or used one, and without two-factor sign-in. Limit it. */
export async function takeCode(db: Db, userId: string, code: string): Promise<boolean> {
  const row = await factorRow(db, userId)
  if (!row?.verified) return false
  const secret = await openedFactor(row.secret)
  const step = secret === undefined ? undefined : timeStepIn(secret, code)
  return step !== undefined && takeStep(db, userId, step)
}

const factorRow = (db: Db, userId: string) =>
  db
    .selectFrom('two_factors')
    .select(['secret', 'backup_codes', 'verified'])
    .where('user_id', '=', userId)
    .where((row) =>
      row.or([row('verified', '=', true), row('begun_at', '>', sql<Date>`now() - interval '15 minutes'`)]),
    )
    .executeTakeFirst()

/** better-auth's refusals, in our words and at the field of each. */
const refusals: Record<string, () => Refusal> = {
  INVALID_PASSWORD: () => new Refusal(account.wrongPassword, { status: 422, field: 'password' }),
  INVALID_CODE: () => new Refusal(twoFactorTexts.wrongCode, { status: 422, field: 'code' }),
  TOTP_ALREADY_ENABLED: () => new Refusal(twoFactorTexts.alreadyOn),
  TOTP_NOT_ENABLED: () => new Refusal(twoFactorTexts.notBegun),
  TWO_FACTOR_NOT_ENABLED: () => new Refusal(twoFactorTexts.notOn),
}

async function asked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const refusal = refusals[reasonOf(error) ?? '']
    throw refusal ? refusal() : error
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes base32 without padding, as authenticator apps read secrets (RFC 4648). */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let window = 0
  for (const byte of bytes) {
    window = ((window << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += letters[(window >> bits) & 31]
    }
  }
  return bits > 0 ? text + letters[(window << (5 - bits)) & 31] : text
}

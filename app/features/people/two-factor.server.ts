import { symmetricDecrypt } from 'better-auth/crypto'
import QRCode from 'qrcode'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { says as account } from './account.ts'
import { auth, reasonOf } from './auth.server.ts'
import { stepIn, takeStep } from './totp.server.ts'
import { says } from './two-factor.ts'

// better-auth keeps the secret and the codes, both encrypted; each step here is one of its own, in our words.

/** How things stand: off, begun (a secret waits for its first code), or on with so many backup codes left. */
export async function twoFactorOf(db: Db, userId: string) {
  const row = await factorRow(db, userId)
  if (!row) return { is: 'off' as const }
  if (!row.verified) return { is: 'begun' as const }
  const codes = JSON.parse(await opened(row.backup_codes)) as string[]
  return { is: 'on' as const, codesLeft: codes.length }
}

/** Makes a secret that waits for its first code. Beginning again makes another; a wrong password makes none. */
export async function beginTwoFactor(headers: Headers, password: string): Promise<void> {
  await asked(() => auth().api.enableTwoFactor({ body: { password }, headers }))
}

/** The secret that waits, as text and as a QR code; undefined when none does. It is never shown again once confirmed. */
export async function waitingSecret(db: Db, person: { id: string; email: string }) {
  const row = await factorRow(db, person.id)
  if (!row || row.verified) return undefined
  const secret = base32(Buffer.from(await opened(row.secret)))
  const label = encodeURIComponent(`Harambee:${person.email}`)
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=Harambee&digits=6&period=30`
  const qr = await QRCode.toString(uri, { type: 'svg', margin: 2, color: { dark: '#000000', light: '#ffffff' } })
  return { secret, uri, qr: `data:image/svg+xml,${encodeURIComponent(qr)}` }
}

/** Turns two-factor sign-in on with the first code. The session is a new one; the codes are shown this once. */
export async function confirmTwoFactor(db: Db, headers: Headers, userId: string, code: string) {
  const state = await twoFactorOf(db, userId)
  if (state.is === 'off') throw new Refusal(says.notBegun)
  if (state.is === 'on') throw new Refusal(says.alreadyOn)
  const { headers: set } = await asked(() => auth().api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
  const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId } })
  await enqueue(db, 'mail-two-factor-changed', { userId, on: true }, { key: userId })
  await tell(db, `person:${userId}`)
  return { cookies: set.getSetCookie(), codes: backupCodes }
}

/** Turns it off. The secret and the codes are forgotten; the session is a new one. */
export async function endTwoFactor(db: Db, headers: Headers, userId: string, password: string) {
  const answer = await asked(() => auth().api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }))
  await enqueue(db, 'mail-two-factor-changed', { userId, on: false }, { key: userId })
  await tell(db, `person:${userId}`)
  return { cookies: answer.headers.getSetCookie() }
}

/** Ten new backup codes, shown this once; the old ones no longer open anything. */
export async function freshBackupCodes(headers: Headers, password: string): Promise<string[]> {
  const { backupCodes } = await asked(() => auth().api.generateBackupCodes({ body: { password }, headers }))
  return backupCodes
}

/** Takes a code of the person's app. False for a wrong one, a used one, and without two-factor sign-in. Limit it. */
export async function takeCode(db: Db, userId: string, code: string): Promise<boolean> {
  const row = await factorRow(db, userId)
  if (!row?.verified) return false
  const step = stepIn(await opened(row.secret), code)
  return step !== undefined && takeStep(db, userId, step)
}

const factorRow = (db: Db, userId: string) =>
  db
    .selectFrom('two_factors')
    .select(['secret', 'backup_codes', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

const opened = async (data: string) => symmetricDecrypt({ key: (await auth().$context).secretConfig, data })

/** What better-auth refuses, in our words and at the field it belongs to. */
const refusals: Record<string, () => Refusal> = {
  INVALID_PASSWORD: () => new Refusal(account.wrongPassword, { status: 422, field: 'password' }),
  INVALID_CODE: () => new Refusal(says.wrongCode, { status: 422, field: 'code' }),
  TOTP_ALREADY_ENABLED: () => new Refusal(says.alreadyOn),
  TOTP_NOT_ENABLED: () => new Refusal(says.notBegun),
  TWO_FACTOR_NOT_ENABLED: () => new Refusal(says.notOn),
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

/** Base32 without padding, the way authenticator apps read secrets (RFC 4648). */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += letters[(held >> bits) & 31]
    }
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text
}

import { hashPassword } from 'better-auth/crypto'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { giveBack } from '#app/platform/limits.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { markConfirmed } from './email.server.ts'
import { linkIsGood, takeLink } from './links.server.ts'
import { says } from './people.ts'
import { signInLimits } from './sign-in.server.ts'

/** Sets a new password for whoever holds the mailed link, and ends every session of the account. */
export async function resetPassword(db: Db, token: string, password: string): Promise<void> {
  // Asked before the password is hashed, so that made-up links cost nothing.
  if (!(await linkIsGood(db, 'reset-password', token))) throw linkOver()
  const hash = await hashPassword(password)
  const email = await db.transaction().execute(async (tx) => {
    const userId = await takeLink(tx, 'reset-password', token)
    // Whoever opened the link has shown that they read this mailbox.
    if (!userId || !(await markConfirmed(tx, userId))) throw linkOver()
    await setPassword(tx, userId, hash)
    await endSessions(tx, userId)
    await enqueue(tx, 'mail-password-changed', { userId }, { key: userId })
    const user = await tx.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow()
    return user.email
  })
  // The wrong guesses that led here are forgotten: the owner can sign in at once.
  const [account] = signInLimits(email, '')
  if (account) await giveBack(Array(account.times).fill(account))
}

export const setPassword = (tx: Tx, userId: string, hash: string) =>
  tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()

/** Ends all sessions of a person (but for one), with every link, challenge and trusted device that is out. */
export async function endSessions(tx: Tx, userId: string, butFor?: string): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (butFor ? sessions.where('id', '!=', butFor) : sessions).execute()
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
  await tell(tx, `person:${userId}`)
}

const linkOver = () => new Refusal({ title: says.resetFailed, why: says.linkOver }, { status: 410, field: 'token' })

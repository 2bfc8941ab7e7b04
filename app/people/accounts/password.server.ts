import { hashPassword } from 'better-auth/crypto'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { returnTries } from '#app/platform/limits.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import { confirmByReset } from './email.server.ts'
import { linkAbout, takeLink } from './links.server.ts'
import { peopleTexts } from './people.ts'
import { accountLimits } from './sign-in.server.ts'
import { againOnClash } from './waiting-sign-ups.server.ts'

/** Sets a new password for the person who holds the mailed link, and ends every session of the account. */
export async function resetPassword(db: Db, token: string, password: string, address = ''): Promise<void> {
  // Asked before the password is hashed, so that made-up links cost nothing.
  const userId = await linkAbout(db, 'reset-password', token)
  if (!userId) throw linkOver()
  const hash = await hashPassword(password)
  const email = await againOnClash((again) =>
    db.transaction().execute(async (tx) => {
      // The person first, the link after: of two links at once the second waits, and then finds its own gone.
      if (!(await confirmByReset(tx, userId, again))) throw linkOver()
      if (!(await takeLink(tx, 'reset-password', token))) throw linkOver()
      await setPassword(tx, userId, hash)
      await endSessions(tx, userId)
      await enqueue(tx, 'mail-password-changed', { userId }, { key: userId })
      const user = await tx.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow()
      return user.email
    }),
  )
  // The wrong guesses that led here are forgotten: the owner can sign in at once.
  for (const limit of accountLimits(email ?? '', address)) await returnTries(Array(limit.times).fill(limit))
}

export const setPassword = (tx: Tx, userId: string, hash: string) =>
  tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()

/** Ends all sessions of a person (but for one), with every link, challenge, trusted device and change of address that waits. */
export async function endSessions(tx: Tx, userId: string, butFor?: string): Promise<void> {
  // A new address may have been asked for with the password that is over. First, as where it is confirmed: both lock alike.
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).where('done_at', 'is', null).execute()
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (butFor ? sessions.where('id', '!=', butFor) : sessions).execute()
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
  await tell(tx, `person:${userId}`)
  await tellRights(tx, userId)
}

const linkOver = () =>
  new Refusal({ title: peopleTexts.resetFailed, why: peopleTexts.linkOver }, { status: 410, field: 'token' })

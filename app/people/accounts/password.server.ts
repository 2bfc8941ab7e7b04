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

/** Sets a new password by the mailed link, and ends every session of the account. */
export async function resetPassword(db: Db, token: string, password: string, address = ''): Promise<void> {
  // The link is checked before the password is hashed, so that made-up links cost little.
  const userId = await linkAbout(db, 'reset-password', token)
  if (!userId) throw linkOver()
  const hash = await hashPassword(password)
  const email = await againOnClash((again) =>
    db.transaction().execute(async (tx) => {
      // Locks the person first, then takes the link: if two links are used at once, the second waits, and then finds its own gone.
      if (!(await confirmByReset(tx, userId, again))) throw linkOver()
      if (!(await takeLink(tx, 'reset-password', token))) throw linkOver()
      await setPassword(tx, userId, hash)
      await endSessions(tx, userId)
      await enqueue(tx, 'mail-password-changed', { userId }, { key: userId })
      const user = await tx.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow()
      return user.email
    }),
  )
  // The wrong guesses so far are forgotten: the owner can sign in at once.
  for (const limit of accountLimits(email ?? '', address)) await returnTries(Array(limit.times).fill(limit))
}

export const setPassword = (tx: Tx, userId: string, hash: string) =>
  tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()

/** Ends all sessions of a person (except one), with every waiting link, challenge, trusted device and change of address. */
export async function endSessions(tx: Tx, userId: string, butFor?: string): Promise<void> {
  // A new address may have been requested with the old password. Deleted first, so that the lock order is that of confirming it.
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).where('done_at', 'is', null).execute()
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (butFor ? sessions.where('id', '!=', butFor) : sessions).execute()
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
  await tell(tx, `person:${userId}`)
  await tellRights(tx, userId)
}

const linkOver = () =>
  new Refusal({ title: peopleTexts.resetFailed, why: peopleTexts.linkOver }, { status: 410, field: 'token' })

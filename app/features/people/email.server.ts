import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { takeLink } from './links.server.ts'
import { personAt } from './people.server.ts'
import { makeAdmin } from './roles.server.ts'

/** Confirms the address that a link was mailed to. False when the link was used already or is too old. */
export async function confirmEmail(db: Db, token: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const userId = await takeLink(tx, 'verify-email', token)
    return userId !== undefined && (await markConfirmed(tx, userId))
  })
}

/** The person has shown that they read this mailbox. ADMIN_EMAIL becomes administrator here, and nowhere earlier. */
export async function markConfirmed(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (row && row.email === settings.ADMIN_EMAIL?.toLowerCase()) await makeAdmin(tx, row.email, 'setting')
  return row !== undefined
}

/** Has the confirming mail sent again. An address without an account costs the same work; its job finds nobody. */
export async function resendConfirmation(db: Db, email: string): Promise<void> {
  const userId = (await personAt(db, email))?.id ?? randomUUID()
  await enqueue(db, 'mail-verify', { userId }, { key: userId })
}

/** Has a link mailed for choosing a new password; for an unknown address as above. */
export async function requestReset(db: Db, email: string): Promise<void> {
  const userId = (await personAt(db, email))?.id ?? randomUUID()
  await enqueue(db, 'mail-reset-password', { userId }, { key: userId })
}

import { sql } from 'kysely'
import { type RouterContextProvider, redirect } from 'react-router'
import { addressIn } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { againLimits, askPassword } from './account.server.ts'
import { confirmTexts } from './account.ts'
import { personContext, type Session, sessionContext } from './session.server.ts'
import { takeCode } from './two-factor.server.ts'

type Context = Readonly<RouterContextProvider>

/** Returns the actor of an act without a password. Call it behind a guard. */
export const actorIn = (context: Context): Actor => ({
  id: context.get(personContext)!.id,
  address: addressIn(context),
})

/**
 * Returns the actor of a decision about other people. They gave their password (or a code of their app) in this session in the last ten
 * minutes, or give it now, in the form's field `again`: nobody decides at a screen that another person left open.
 */
export async function deciderIn(db: Db, context: Context, again: string): Promise<Actor> {
  const session = context.get(sessionContext)!
  const by = actorIn(context)
  if (!session.isFresh) await confirm(db, by.id, session, again)
  return by
}

/** Guards files: without a confirmation in the last ten minutes a page asks for the password first, and leads on to the file. */
export function requireFresh(context: Context, url: URL): void {
  if (context.get(sessionContext)?.isFresh) return
  throw redirect(`/admin/confirm?to=${encodeURIComponent(url.pathname + url.search)}`, 303)
}

async function confirm(db: Db, userId: string, { id }: Session, again: string): Promise<void> {
  if (!again) throw new Refusal(confirmTexts.again, { status: 422, field: 'again' })
  await takeTry(againLimits(userId))
  const isCode = /^\d{6}$/.test(again) && (await takeCode(db, userId, again))
  if (!isCode) await askPassword(db, userId, again, 'again')
  await db.updateTable('sessions').set({ confirmed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

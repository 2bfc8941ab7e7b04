import { toasts } from '#app/people/accounts/people.ts'
import { lengthen, sessionContext, sessionCookieFor } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/session.ts'

// The browser's check every 30 seconds while a person is signed in: whether they still are, and for how long.

const noStore = { 'cache-control': 'no-store' }
const over = { expiresIn: null }

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return Response.json(session ? { expiresIn: session.secondsLeft } : over, { headers: noStore })
}

export const action = formAction({
  failed: toasts.signInFailed,
  run: async (_, { context }) => {
    const session = context.get(sessionContext)
    const renewed = session && (await lengthen(db, session))
    if (!renewed) return Response.json(over, { status: 401, headers: noStore })
    const headers = { ...noStore, 'set-cookie': sessionCookieFor(renewed) }
    return Response.json({ expiresIn: renewed.secondsLeft }, { headers })
  },
})

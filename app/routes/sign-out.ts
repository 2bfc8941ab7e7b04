import { redirect } from 'react-router'
import { toasts } from '#app/features/people/people.ts'
import { personContext, signOut } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** A link can't sign anybody out: only the form does. */
export const loader = () => redirect('/', 303)

export const action = deed({
  failed: toasts.signOutFailed,
  run: async (_, { context }) => ({ go: '/', cookies: await signOut(db, context.get(personContext)) }),
})

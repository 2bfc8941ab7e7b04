import { redirect } from 'react-router'
import { toasts } from '#app/people/accounts/people.ts'
import { personContext, signOut } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

/** A link signs nobody out: only the form does. */
export const loader = () => redirect('/', 303)

export const action = formAction({
  failed: toasts.signOutFailed,
  run: async (_, { context }) => ({ go: '/', cookies: await signOut(db, context.get(personContext)) }),
})

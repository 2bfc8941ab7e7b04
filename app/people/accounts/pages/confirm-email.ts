import { resendConfirmation } from '#app/people/accounts/email.server.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { mailLimits } from '#app/people/accounts/sign-in.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

/** Sends the mail that confirms one's own address once more. */
export const action = deed({
  done: toasts.mailSent,
  failed: toasts.mailFailed,
  limits: (_, { context }) => mailLimits(context.get(personContext)!.email ?? '', context.get(askedContext).address),
  run: async (_, { context }) => void (await resendConfirmation(db, context.get(personContext)!.email ?? '')),
})

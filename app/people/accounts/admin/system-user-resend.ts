import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { sendConfirmation } from './decide.server.ts'
import { personDecisionTexts } from './person-admin.ts'

export const action = formAction({
  done: personDecisionTexts.sent,
  failed: personDecisionTexts.notSent,
  run: async (_, { params, context }) => void (await sendConfirmation(db, params.id!, actorIn(context))),
})

import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { sendConfirmation } from './decide.server.ts'
import { personDecisionTexts } from './office.ts'

export const action = deed({
  done: personDecisionTexts.sent,
  failed: personDecisionTexts.notSent,
  run: async (_, { params, context }) => void (await sendConfirmation(db, params.id!, actorIn(context))),
})

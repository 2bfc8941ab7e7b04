import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedForm } from './break-forms.ts'
import { checkTexts, lookThrough } from './checks.server.ts'

export const action = deed({
  form: askedForm,
  done: checkTexts.asked,
  failed: checkTexts.failed,
  run: async (_, { context }) => {
    await lookThrough(db, { by: actorIn(context) })
    return undefined
  },
})

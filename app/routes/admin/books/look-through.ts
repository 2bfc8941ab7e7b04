import { askedForm } from '#app/features/ledger/office/break-forms.ts'
import { lookThrough } from '#app/features/ledger/office/checks.server.ts'
import { says } from '#app/features/ledger/office/checks.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: askedForm,
  done: says.asked,
  failed: says.failed,
  run: async (_, { context }) => {
    await lookThrough(db, { by: actorIn(context) })
    return undefined
  },
})

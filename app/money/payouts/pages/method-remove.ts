import { removeMethod } from '#app/money/payouts/method.server.ts'
import { payoutTexts } from '#app/money/payouts/payout.ts'
import { methodForm } from '#app/money/payouts/payout-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: methodForm,
  done: payoutTexts.methodRemoved,
  failed: payoutTexts.removeFailed,
  run: async ({ method }, { context }) => {
    await removeMethod(db, context.get(personContext)!.id, method)
    return {}
  },
})

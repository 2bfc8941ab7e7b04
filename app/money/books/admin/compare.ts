import { balanceTexts, outcomes } from '#app/money/payments/admin/balance.server.ts'
import { askedForm } from '#app/money/payments/admin/unplaced-forms.ts'
import { checkBalance } from '#app/money/payments/reconcile.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: askedForm,
  failed: balanceTexts.failed,
  // It asks the provider each time.
  limits: (_, { context }) => [{ name: 'compare', key: actorIn(context).id, times: 10, seconds: 60 }],
  run: async (_, { context }) => ({ says: outcomes[await checkBalance(db, actorIn(context))] }),
})
